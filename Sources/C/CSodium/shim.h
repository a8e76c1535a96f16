#ifndef SOTTO_CSODIUM_SHIM_H
#define SOTTO_CSODIUM_SHIM_H

#include <sodium.h>

#endif
