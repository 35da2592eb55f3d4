// The tables of the ledger, version 3 (one SQLite file per target). `user_version` is raised with every change of a
// table or of a stored body; another one is refused (ledger-file.ts), as versions 1 and 2 were never released.

export const SCHEMA_VERSION = 3;

/** `must` in ASCII: tells a ledger from any other SQLite file. */
export const APPLICATION_ID = 0x6d757374;

/** Closed intents kept as history. */
export const HISTORY_LENGTH = 10_000;

/**
 * - objects: what is recorded, one JSON body an address.
 * - intents: `seq` gives the order; `boot` and `uptime_ms` the age, where the clock was set meanwhile; open while `closed_at` is null; `outcome` says what became of the object.
 * - copies: the only place with personal values, gone (overwritten) once dropped.
 * - lock: exactly one row, so that the fence survives every release; `beats` grows with every sign of life, whatever the clock
 *   says.
 * - meta: `digest-key-id` (text), `tenant` and `stack` (text, once bound), `applied` (text, what applies did: model/applied.ts),
 *   `hand-over` (JSON, where its state went or comes from), `generation` (transactions that changed anything above but the lock).
 */
export const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT;
  CREATE TABLE objects (
    address TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE intents (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    fence INTEGER NOT NULL,
    address TEXT NOT NULL,
    action TEXT NOT NULL,
    from_campaign TEXT,
    at INTEGER NOT NULL,
    boot TEXT NOT NULL,
    uptime_ms INTEGER NOT NULL,
    proposed TEXT,
    outcome TEXT CHECK (outcome IN ('recorded', 'removed', 'left')),
    closed_at INTEGER
  ) STRICT;
  CREATE INDEX open_intents ON intents (seq) WHERE closed_at IS NULL;
  CREATE TABLE copies (address TEXT PRIMARY KEY, saved_at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE TABLE lock (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    holder TEXT,
    boot TEXT,
    pid_namespace TEXT,
    pid INTEGER,
    started_at TEXT,
    since INTEGER,
    heartbeat INTEGER,
    beats INTEGER NOT NULL DEFAULT 0,
    fence INTEGER NOT NULL
  ) STRICT;
  INSERT INTO lock (one, fence) VALUES (1, 0);
  INSERT INTO meta (key, value) VALUES ('generation', 0);
`;
