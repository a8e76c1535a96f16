#ifndef SOTTO_CCRYPTO_SHIM_H
#define SOTTO_CCRYPTO_SHIM_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/obj_mac.h>
#include <openssl/rand.h>

/* Sets hash and key of an HMAC context. Here, as parameter lists end in a macro that Swift does not see. */
static inline int sotto_hmac_sha256_init(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
  char name[] = "SHA2-256";
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0), OSSL_PARAM_construct_end()};
  return EVP_MAC_init(context, key, count, parameters);
}

#endif
