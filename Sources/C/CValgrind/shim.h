#ifndef SOTTO_CVALGRIND_SHIM_H
#define SOTTO_CVALGRIND_SHIM_H

/* Requests to valgrind's memcheck, for the check of constant time only. Without its headers they do nothing, and the
   check says that it cannot run. */

#include <stdbool.h>
#include <stddef.h>

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>

static inline bool sotto_on_valgrind(void) { return RUNNING_ON_VALGRIND != 0; }

/* From here on, memcheck reports each branch and each address that depends on these bytes. */
static inline void sotto_mark_secret(const void *bytes, size_t count) { (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, count); }

static inline void sotto_mark_public(const void *bytes, size_t count) { (void)VALGRIND_MAKE_MEM_DEFINED(bytes, count); }

static inline unsigned long sotto_reports(void) { return VALGRIND_COUNT_ERRORS; }
#else
static inline bool sotto_on_valgrind(void) { return false; }
static inline void sotto_mark_secret(const void *bytes, size_t count) { (void)bytes, (void)count; }
static inline void sotto_mark_public(const void *bytes, size_t count) { (void)bytes, (void)count; }
static inline unsigned long sotto_reports(void) { return 0; }
#endif

#endif
