#ifndef SOTTO_CQRENCODE_SHIM_H
#define SOTTO_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
