#ifndef SOTTO_CSQLITE_SHIM_H
#define SOTTO_CSQLITE_SHIM_H

#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast macro that Swift does not import. An empty blob may come without an address, which
/// would bind NULL.
static inline int sotto_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return bytes == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int sotto_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/// Variadic in C. Off: an application may not change the file format or the schema by a damaged schema.
static inline int sotto_sqlite3_set_defensive(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

#endif
