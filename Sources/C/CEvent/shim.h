#ifndef SOTTO_CEVENT_SHIM_H
#define SOTTO_CEVENT_SHIM_H

// First: libevent's headers define _GNU_SOURCE, which would give fd_set another shape than in Swift's Glibc.
#include <fcntl.h>
#include <sys/select.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/util.h>

// GNU extensions that Swift's Glibc does not declare.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
extern int pipe2(int ends[2], int flags);

static inline int sotto_pipe(int ends[2]) {
  return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
}

static inline int sotto_accept(int listener) {
  return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

#endif
