#ifndef SOTTO_CLINUX_SHIM_H
#define SOTTO_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
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

/// A new file of `directory` that has no name, mode 0600, or -1 and `errno`: O_TMPFILE of open(2), which the C library
/// names only to those who ask for all its extensions.
static inline int sotto_open_unnamed(const char *directory) {
#ifdef __O_TMPFILE
  return open(directory, __O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#else
  (void)directory;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

/// Gives such a file its name, which must be free. 0, or -1 and `errno`.
static inline int sotto_name_file(int descriptor, const char *path) {
  char own[32];
  snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/// Whether `sotto_name_file` has what it needs.
static inline int sotto_can_name_file(int descriptor) {
  char own[32];
  snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
  return access(own, F_OK) == 0;
}

#endif
