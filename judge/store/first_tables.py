"""The first tables of the database, of letters, games, the gazette, the clock; the later ones: ``schema.py``."""

from sqlite_utils import Database, Migrations

migrations = Migrations("judge")


@migrations()
def letters_in(db: Database) -> None:
    """Received letters. The bytes are in a table of their own, so that a change of state does not rewrite them."""
    db.execute("""
        CREATE TABLE letters (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            arrived TEXT NOT NULL,
            door TEXT NOT NULL,
            sender TEXT,
            recipient TEXT NOT NULL,
            fingerprint BLOB NOT NULL UNIQUE,
            state TEXT NOT NULL DEFAULT 'new'
                CHECK (state IN ('new', 'done', 'held', 'set-aside', 'repeated', 'robot')),
            tries INTEGER NOT NULL DEFAULT 0,
            confirmed INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
            author TEXT,
            message_id TEXT
        ) STRICT""")
    db.execute("CREATE INDEX unread ON letters (arrived, id) WHERE state = 'new'")
    db.execute("CREATE INDEX done_by_message_id ON letters (author, message_id) WHERE state = 'done'")
    db.execute("""
        CREATE TABLE letter_bytes (
            letter INTEGER PRIMARY KEY REFERENCES letters (id),
            raw BLOB NOT NULL
        ) STRICT""")
    db.execute("""
        CREATE TABLE holds (
            code TEXT PRIMARY KEY,
            letter INTEGER NOT NULL UNIQUE REFERENCES letters (id),
            address TEXT NOT NULL
        ) STRICT""")


@migrations()
def games_played(db: Database) -> None:
    """The events of each game, numbered from 1, with the letter each came from."""
    db.execute("CREATE TABLE games (name TEXT PRIMARY KEY, alarm TEXT) STRICT")
    db.execute("CREATE INDEX alarms ON games (alarm, name) WHERE alarm IS NOT NULL")
    db.execute("""
        CREATE TABLE events (
            game TEXT NOT NULL REFERENCES games (name),
            number INTEGER NOT NULL,
            letter INTEGER REFERENCES letters (id),
            event TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT""")


@migrations()
def letters_out(db: Database) -> None:
    """Letters to be sent. A letter waits until it is sent or given up; ``next_try`` NULL means at once."""
    db.execute("""
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            message_id TEXT NOT NULL UNIQUE,
            game TEXT,
            recipient TEXT NOT NULL,
            envelope_from TEXT NOT NULL,
            raw BLOB NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'given-up')),
            tries INTEGER NOT NULL DEFAULT 0,
            next_try TEXT,
            why TEXT,
            sent TEXT
        ) STRICT""")
    db.execute("CREATE INDEX to_send ON outbox (id) WHERE state = 'waiting'")
    db.execute("CREATE INDEX series ON outbox (game, recipient)")


@migrations()
def letters_numbered(db: Database) -> None:
    """Letters to be sent have a number in a series for each reader of a game, an occasion, a time of queueing."""
    for column in ("reader INTEGER", "number INTEGER", "occasion TEXT NOT NULL DEFAULT 'news'", "queued TEXT"):
        db.execute(f"ALTER TABLE outbox ADD COLUMN {column}")
    db.execute("DROP INDEX series")
    db.execute("CREATE UNIQUE INDEX series ON outbox (game, reader, number) WHERE occasion <> 'copy'")
    db.execute("CREATE INDEX by_envelope ON outbox (envelope_from)")
    db.execute("CREATE INDEX by_occasion ON outbox (recipient, occasion, queued)")


@migrations()
def destinations_paused(db: Database) -> None:
    """Destinations that take no letters now: a mail domain, or all (no name); since when each letter is refused."""
    db.execute("ALTER TABLE outbox ADD COLUMN refused TEXT")
    db.execute("""
        ALTER TABLE outbox ADD COLUMN domain TEXT
        GENERATED ALWAYS AS (lower(substr(recipient, instr(recipient, '@') + 1))) VIRTUAL""")
    columns = "name TEXT PRIMARY KEY, refusals INTEGER NOT NULL, until TEXT NOT NULL"
    db.execute(f"CREATE TABLE destinations ({columns}) STRICT")


@migrations()
def heartbeat(db: Database) -> None:
    """When the judge was last known to run."""
    db.execute("CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at TEXT NOT NULL) STRICT")


@migrations()
def gazette(db: Database) -> None:
    """The last issue of the gazette, when the next is due, who reads it."""
    db.execute("""
        CREATE TABLE gazette (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            issue INTEGER NOT NULL,
            at TEXT,
            alarm TEXT
        ) STRICT""")
    db.execute("INSERT INTO gazette VALUES (1, 0, NULL, NULL)")
    reader = "number INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL UNIQUE, language TEXT NOT NULL"
    db.execute(f"CREATE TABLE gazette_readers ({reader}) STRICT")


@migrations()
def time_owed(db: Database) -> None:
    """Games with an outage that is not made up for yet: since when it lasts, when that is tried again."""
    db.execute("CREATE TABLE owed (game TEXT PRIMARY KEY, since TEXT NOT NULL, again TEXT NOT NULL) STRICT")


@migrations()
def hand_overs_unsure(db: Database) -> None:
    """How often it is unknown whether the relay took a letter; whether it is sent after the others."""
    for column in ("unsure", "behind"):
        db.execute(f"ALTER TABLE outbox ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0")
    db.execute("DROP INDEX to_send")
    db.execute("CREATE INDEX to_send ON outbox (behind, id) WHERE state = 'waiting'")


@migrations()
def secret_key(db: Database) -> None:
    """The key of the ids that readers see, so that nobody else can tell what they were made of."""
    db.execute("CREATE TABLE secret (one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL) STRICT")


@migrations()
def letters_about(db: Database) -> None:
    """The game a letter spoke of, empty for none; NULL for letters done before it was noted."""
    db.execute("ALTER TABLE letters ADD COLUMN about TEXT")


@migrations()
def letters_put_off(db: Database) -> None:
    """When a letter that is put off is read again."""
    db.execute("ALTER TABLE letters ADD COLUMN again TEXT")
    db.execute("CREATE INDEX put_off ON letters (again, author) WHERE again IS NOT NULL")


@migrations()
def letters_begun(db: Database) -> None:
    """Which judge has begun to read a letter; tries, which were counted then, are counted when reading has failed."""
    db.execute("ALTER TABLE letters ADD COLUMN begun_by TEXT NOT NULL DEFAULT ''")
    db.execute("UPDATE letters SET begun_by = 'an older one', tries = 0 WHERE state = 'new' AND tries > 0")


@migrations()
def letters_denied(db: Database) -> None:
    """Held letters whose supposed writer has said that they are not theirs."""
    db.execute("ALTER TABLE holds ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX held_for ON holds (address)")


@migrations()
def letters_by_hour(db: Database) -> None:
    """For how many letters of an occasion went out to a mail domain, or in all."""
    db.execute("CREATE INDEX by_hour ON outbox (occasion, queued, domain)")


@migrations()
def clock_compared(db: Database) -> None:
    """By what the next start tells whether the wall clock leapt (seconds); games whose time a leap has changed."""
    for column in ("uptime REAL", "boot TEXT NOT NULL DEFAULT ''", "leap REAL", "leapt REAL"):
        db.execute(f"ALTER TABLE heartbeat ADD COLUMN {column}")
    db.execute("ALTER TABLE owed ADD COLUMN by_clock INTEGER NOT NULL DEFAULT 0 CHECK (by_clock IN (0, 1))")
