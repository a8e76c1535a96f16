#ifndef SOTTO_CLINUX_SHIM_H
#define SOTTO_CLINUX_SHIM_H

#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>

/// `ioctl` is variadic, and its request codes are macros that Swift does not import.
static inline int sotto_get_file_flags(int descriptor, int *flags) {
  return ioctl(descriptor, FS_IOC_GETFLAGS, flags);
}

static inline int sotto_set_file_flags(int descriptor, int flags) {
  return ioctl(descriptor, FS_IOC_SETFLAGS, &flags);
}

#endif
