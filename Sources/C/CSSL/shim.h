#ifndef SOTTO_CSSL_SHIM_H
#define SOTTO_CSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Function-like macros and variadic functions that Swift does not import.

static inline int sotto_ssl_ctx_only_tls13(SSL_CTX *context) {
  return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
         SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1;
}

static inline int sotto_ssl_ctx_set_groups(SSL_CTX *context, const char *groups) {
  return SSL_CTX_set1_groups_list(context, groups) == 1;
}

/// Gives a connection's buffers back while it is idle, and keeps nothing of it for resumption. A peer that goes without
/// close_notify is an end of stream: frames tell whether something was cut off.
static inline void sotto_ssl_ctx_keep_little(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline int sotto_ssl_set_server_name(SSL *ssl, const char *name) {
  return SSL_set_tlsext_host_name(ssl, name) == 1;
}

static inline int sotto_ssl_ctx_add_chain(SSL_CTX *context, X509 *certificate) {
  return SSL_CTX_add1_chain_cert(context, certificate) == 1;
}

static inline int sotto_err_reason(unsigned long code) {
  return ERR_GET_REASON(code);
}

static inline EVP_PKEY *sotto_p256_generate(void) {
  return EVP_EC_gen("P-256");
}

#endif
