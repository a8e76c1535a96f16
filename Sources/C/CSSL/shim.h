#ifndef SOTTO_CSSL_SHIM_H
#define SOTTO_CSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#endif
