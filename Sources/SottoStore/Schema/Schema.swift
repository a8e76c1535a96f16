import SottoSQLite

/// The tables of `store.db`. A migration that was released is never changed.
///
/// Columns are arrival numbers, tokens (MACs) and boxes: what a row is about can be told with the keys only.
package enum Schema {
  package static let migrations = [first]

  private static let first = Migration(
    """
    CREATE TABLE gate (id INTEGER PRIMARY KEY CHECK (id = 1), content BLOB NOT NULL) STRICT;
    CREATE TABLE anchors (id INTEGER PRIMARY KEY, box BLOB NOT NULL) STRICT;
    CREATE TABLE spool (id INTEGER PRIMARY KEY, box BLOB NOT NULL) STRICT;

    CREATE TABLE groups (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL, arrays BLOB NOT NULL
    ) STRICT;
    CREATE TABLE vault (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE settings (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE peers (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE contacts (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE conversations (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE places (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE outbox_bodies (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE dedup (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE issues (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE pending_joins (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE pairing_windows (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;
    CREATE TABLE file_tokens (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, box BLOB NOT NULL
    ) STRICT;

    CREATE TABLE messages (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, first BLOB NOT NULL, box BLOB NOT NULL
    ) STRICT;
    CREATE INDEX messages_first ON messages (first, arrival);
    CREATE TABLE prekeys (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, first BLOB NOT NULL, box BLOB NOT NULL
    ) STRICT;
    CREATE INDEX prekeys_first ON prekeys (first, arrival);
    CREATE TABLE attachments (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, first BLOB NOT NULL, box BLOB NOT NULL
    ) STRICT;
    CREATE INDEX attachments_first ON attachments (first, arrival);

    CREATE TABLE outbox (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL UNIQUE, first BLOB NOT NULL,
      second BLOB NOT NULL, box BLOB NOT NULL
    ) STRICT;
    CREATE INDEX outbox_first ON outbox (first, arrival);
    CREATE INDEX outbox_second ON outbox (second, arrival);
    """)
}
