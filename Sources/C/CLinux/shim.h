#ifndef SOTTO_CLINUX_SHIM_H
#define SOTTO_CLINUX_SHIM_H

#include <linux/fs.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

/// `ioctl` is variadic, and its request codes are macros that Swift does not import.
static inline int sotto_get_file_flags(int descriptor, int *flags) {
  return ioctl(descriptor, FS_IOC_GETFLAGS, flags);
}

static inline int sotto_set_file_flags(int descriptor, int flags) {
  return ioctl(descriptor, FS_IOC_SETFLAGS, &flags);
}

/// Begins writing `count` bytes from `offset` to the disk and does not wait: SYNC_FILE_RANGE_WRITE of
/// sync_file_range(2), which the C library declares only to those who ask for all its extensions. Registers hold the
/// offsets whole on 64-bit machines; elsewhere nothing is begun.
static inline void sotto_begin_writing(int descriptor, int64_t offset, int64_t count) {
#if defined(__LP64__) && defined(SYS_sync_file_range)
  (void)syscall(SYS_sync_file_range, descriptor, offset, count, 2);
#else
  (void)descriptor, (void)offset, (void)count;
#endif
}

#endif
