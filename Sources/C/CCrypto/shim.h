#ifndef SOTTO_CCRYPTO_SHIM_H
#define SOTTO_CCRYPTO_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
#include <sys/mman.h>

/* Sets hash and key of an HMAC context. Here, as parameter lists end in a macro that Swift does not see. */
static inline int sotto_hmac_sha256_init(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
  char name[] = "SHA2-256";
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0), OSSL_PARAM_construct_end()};
  return EVP_MAC_init(context, key, count, parameters);
}

/* Hides a value's origin from the optimiser, which otherwise may turn arithmetic on a secret mask into a branch. */
static inline uint32_t sotto_value_barrier(uint32_t value) {
  __asm__("" : "+r"(value));
  return value;
}

/* Whole pages of zeros, kept out of swap and core dumps, zero again in a forked child. Each protection is as good as the
   system grants it: the flags tell which were granted. NULL only without memory. */
static inline void *sotto_locked_allocate(size_t count, bool *locked, bool *wiped_on_fork) {
  void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  *locked = mlock(pages, count) == 0;
#ifdef MADV_DONTDUMP
  (void)madvise(pages, count, MADV_DONTDUMP);
#endif
#ifdef MADV_WIPEONFORK
  *wiped_on_fork = madvise(pages, count, MADV_WIPEONFORK) == 0;
#else
  *wiped_on_fork = false;
#endif
  return pages;
}

/* Unlocks, too. The caller has zeroed the pages. */
static inline void sotto_locked_free(void *pages, size_t count) {
  (void)munmap(pages, count);
}

/* A key of `algorithm` from one octet-string parameter; NULL when it is refused. */
static inline EVP_PKEY *sotto_kem_key(
    const char *algorithm, const char *parameter, bool is_private, const unsigned char *value, size_t count) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string(parameter, (void *)value, count), OSSL_PARAM_construct_end()};
  int selection = is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  if (context == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, selection, parameters) != 1) {
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return key;
}

/* Encapsulation with given randomness; true when both outputs have exactly the expected sizes. */
static inline bool sotto_kem_encapsulate(
    EVP_PKEY *key, const unsigned char *randomness, size_t randomness_count, unsigned char *ciphertext,
    size_t ciphertext_count, unsigned char *secret, size_t secret_count) {
  size_t ciphertext_written = ciphertext_count, secret_written = secret_count;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string("ikme", (void *)randomness, randomness_count), OSSL_PARAM_construct_end()};
  bool done = context != NULL && EVP_PKEY_encapsulate_init(context, parameters) == 1 &&
              EVP_PKEY_encapsulate(context, ciphertext, &ciphertext_written, secret, &secret_written) == 1 &&
              ciphertext_written == ciphertext_count && secret_written == secret_count;
  EVP_PKEY_CTX_free(context);
  return done;
}

static inline bool sotto_kem_decapsulate(
    EVP_PKEY *key, const unsigned char *ciphertext, size_t ciphertext_count, unsigned char *secret,
    size_t secret_count) {
  size_t secret_written = secret_count;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
  bool done = context != NULL && EVP_PKEY_decapsulate_init(context, NULL) == 1 &&
              EVP_PKEY_decapsulate(context, secret, &secret_written, ciphertext, ciphertext_count) == 1 &&
              secret_written == secret_count;
  EVP_PKEY_CTX_free(context);
  return done;
}

#endif
