"""The tables of the database, as migrations: each runs once, in its own transaction, known by its function's name.

New ones are added at the end; those of ``first_tables.py`` run before.
"""

from hashlib import sha256
from secrets import token_hex

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.store.event_chain import chain
from judge.store.first_tables import migrations

__all__ = ["migrations"]


@migrations()
def games_in_short(db: Database) -> None:
    """Each game as lists and records tell of it, so that its events need not be read: by how many, by which code."""
    db.execute("""
        CREATE TABLE summaries (
            game TEXT PRIMARY KEY REFERENCES games (name),
            version INTEGER NOT NULL,
            made_by TEXT NOT NULL,
            summary TEXT NOT NULL
        ) STRICT""")


@migrations()
def games_folded(db: Database) -> None:
    """What the events of each game fold to, by how many, by which code; gone where the log is changed."""
    db.execute("""
        CREATE TABLE snapshots (
            game TEXT PRIMARY KEY REFERENCES games (name),
            version INTEGER NOT NULL,
            made_by TEXT NOT NULL,
            state TEXT NOT NULL
        ) STRICT""")
    forget = "DELETE FROM snapshots WHERE game = OLD.game; DELETE FROM summaries WHERE game = OLD.game;"
    for name, change in (("changed", "UPDATE"), ("removed", "DELETE")):
        db.execute(f"CREATE TRIGGER event_{name} AFTER {change} ON events BEGIN {forget} END")


@migrations()
def pages_missing(db: Database) -> None:
    """Since which event pages of a game's archive may be missing, NULL when none is; all are looked for once."""
    db.execute("ALTER TABLE games ADD COLUMN pages_since INTEGER")
    db.execute("UPDATE games SET pages_since = 0")
    db.execute("CREATE INDEX pages_missing ON games (name) WHERE pages_since IS NOT NULL")
    db.execute("CREATE INDEX time_owed ON owed (again, game)")


@migrations()
def letters_unsent(db: Database) -> None:
    """For which letters of a game have not reached their recipients."""
    db.execute("CREATE INDEX unsent ON outbox (game, recipient) WHERE state <> 'sent'")


@migrations()
def phases_found(db: Database) -> None:
    """Which events of a game close a phase or undo some, so that no others are read for what has happened."""
    db.execute("""
        CREATE INDEX closes ON events (game, number)
        WHERE json_extract(event, '$.is') IN ('phase-closed', 'rolled-back')""")


@migrations()
def games_listed(db: Database) -> None:
    """By what lists find their games, in the order of opening; a game without a stage is yet to be put there."""
    db.execute("""
        CREATE TABLE listed_games (
            number INTEGER PRIMARY KEY,
            game TEXT NOT NULL UNIQUE REFERENCES games (name),
            stage TEXT,
            need INTEGER,
            hidden INTEGER NOT NULL DEFAULT 1 CHECK (hidden IN (0, 1)),
            closed TEXT,
            ended TEXT
        ) STRICT""")
    db.execute("INSERT INTO listed_games (game) SELECT name FROM games ORDER BY rowid")
    people = "address TEXT, number INTEGER REFERENCES listed_games (number), language TEXT NOT NULL"
    db.execute(f"CREATE TABLE game_people ({people}, PRIMARY KEY (address, number)) WITHOUT ROWID, STRICT")
    db.execute("""CREATE TABLE game_counts (stage TEXT NOT NULL, need INTEGER NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (stage, need)) STRICT""")
    db.execute("CREATE INDEX people_of_game ON game_people (number)")
    db.execute("CREATE INDEX unlisted ON listed_games (number) WHERE stage IS NULL")
    db.execute("CREATE INDEX shown ON listed_games (number) WHERE hidden = 0")
    db.execute("CREATE INDEX listed ON listed_games (stage, need, number) WHERE hidden = 0")
    db.execute("CREATE INDEX closed_games ON listed_games (closed) WHERE hidden = 0 AND closed IS NOT NULL")
    db.execute("CREATE INDEX ended_games ON listed_games (ended) WHERE hidden = 0 AND ended IS NOT NULL")
    add = "INSERT INTO game_counts VALUES (NEW.stage, NEW.need, 1) ON CONFLICT DO UPDATE SET games = games + 1"
    take = "UPDATE game_counts SET games = games - 1 WHERE stage = OLD.stage AND need = OLD.need"
    changed = "CREATE TRIGGER {0} AFTER UPDATE OF stage, need, hidden ON listed_games WHEN {1} BEGIN {2}; END"
    db.execute(changed.format("list_shorter", "OLD.stage IS NOT NULL AND OLD.hidden = 0", take))
    db.execute(changed.format("list_longer", "NEW.stage IS NOT NULL AND NEW.hidden = 0", add))
    new, forget = "INSERT INTO listed_games (game) VALUES (NEW.name)", "SET stage = NULL WHERE game = OLD.game"
    db.execute(f"CREATE TRIGGER game_opened AFTER INSERT ON games BEGIN {new}; END")
    then = f"ON events BEGIN UPDATE listed_games {forget}; END"
    for change in ("UPDATE", "DELETE"):
        db.execute(f"CREATE TRIGGER listed_{change.lower()} AFTER {change} {then}")


@migrations()
def letters_with_maps(db: Database) -> None:
    """Which map a letter to be sent bears, NULL for none; those that bear none are sent first."""
    db.execute("ALTER TABLE outbox ADD COLUMN map TEXT")
    db.execute("DROP INDEX to_send")
    db.execute("CREATE INDEX to_send ON outbox (behind, map IS NOT NULL, id) WHERE state = 'waiting'")


@migrations()
def program_noted(db: Database) -> None:
    """The newest version of the judge that has opened the file."""
    db.execute("CREATE TABLE program (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT NOT NULL) STRICT")


@migrations()
def letters_with_pictures(db: Database) -> None:
    """Which pictures a letter to be sent bears, a list, NULL for none; letters that wait keep the map they have."""
    db.execute("ALTER TABLE outbox RENAME COLUMN map TO pictures")
    db.execute("UPDATE outbox SET pictures = json_array(json(pictures)) WHERE pictures IS NOT NULL")


@migrations()
def gazette_as_pages(db: Database) -> None:
    """In which form each reader gets the gazette; those there are go on with text."""
    db.execute("ALTER TABLE gazette_readers ADD COLUMN form TEXT NOT NULL DEFAULT 'text'")


@migrations()
def letters_answered(db: Database) -> None:
    """Which letter in has caused a letter out, NULL for none and for letters queued before it was noted."""
    db.execute("ALTER TABLE outbox ADD COLUMN letter INTEGER")
    db.execute("CREATE INDEX by_letter ON outbox (letter) WHERE letter IS NOT NULL")


@migrations()
def publications_read(db: Database) -> None:
    """Who reads the gazette, and who the zine, ``pdf`` for those who want its file; readers keep their numbers."""
    db.execute("""
        CREATE TABLE subscribers (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            publication TEXT NOT NULL CHECK (publication IN ('gazette', 'zine')),
            address TEXT NOT NULL,
            language TEXT NOT NULL,
            form TEXT NOT NULL,
            pdf INTEGER NOT NULL DEFAULT 0 CHECK (pdf IN (0, 1)),
            UNIQUE (publication, address)
        ) STRICT""")
    db.execute("CREATE INDEX subscribers_in_order ON subscribers (publication, number)")
    last = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'gazette_readers'").fetchone()
    db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('subscribers', ?)", [last[0] if last else 0])
    db.execute(
        """INSERT INTO subscribers (number, publication, address, language, form)
           SELECT number, 'gazette', address, language, form FROM gazette_readers"""
    )
    db.execute("DROP TABLE gazette_readers")


@migrations()
def zine_published(db: Database) -> None:
    """The issues of the zine, each with the moment its draft was made and the last phase it tells of each game (JSON).

    Letters to the editor, each with the address it came from, which no issue shows.
    """
    issue = "number INTEGER PRIMARY KEY, at TEXT NOT NULL, drafted TEXT NOT NULL, games TEXT NOT NULL"
    db.execute(f"CREATE TABLE zine_issues ({issue}) STRICT")
    letter = "at TEXT NOT NULL, language TEXT NOT NULL, signature TEXT NOT NULL, text TEXT NOT NULL"
    number = "number INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL"
    db.execute(f"CREATE TABLE editor_letters ({number}, {letter}) STRICT")
    db.execute("CREATE INDEX editor_letters_by_hour ON editor_letters (at)")
    db.execute("CREATE INDEX editor_letters_of ON editor_letters (address, at)")


@migrations()
def press_found(db: Database) -> None:
    """Which events of a game are press, so that no others are read for whether anybody has written."""
    db.execute("CREATE INDEX press_sent ON events (game, number) WHERE json_extract(event, '$.is') = 'press-sent'")


@migrations()
def letters_by_words(db: Database) -> None:
    """A digest of what a letter says, by which its copies are told; NULL for letters done before it was noted."""
    db.execute("ALTER TABLE letters ADD COLUMN digest BLOB")


@migrations()
def letters_of_no_worth(db: Database) -> None:
    """Bytes of letters that changed nothing, unproven (0: another), when they were dropped, how many were.

    Of letters settled before that was noted, automatic ones that changed no game and copies are known to be such.
    """
    db.execute("ALTER TABLE letters ADD COLUMN junk INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE letters ADD COLUMN gone TEXT")
    db.execute("CREATE INDEX junk ON letters (arrived, junk) WHERE junk > 0 AND state <> 'new'")
    columns = "letters INTEGER NOT NULL, bytes INTEGER NOT NULL"
    db.execute(f"CREATE TABLE junk_gone (one INTEGER PRIMARY KEY CHECK (one = 1), {columns}) STRICT")
    db.execute("INSERT INTO junk_gone VALUES (1, 0, 0)")
    db.execute(
        """UPDATE letters SET junk = (SELECT length(raw) FROM letter_bytes WHERE letter = id)
           WHERE state IN ('robot', 'repeated') AND id IN (SELECT letter FROM letter_bytes)
           AND id NOT IN (SELECT letter FROM events WHERE letter IS NOT NULL)"""
    )


@migrations()
def lives(db: Database) -> None:
    """Which judge this is, so that no other takes its place, and in which life; the first has no name."""
    life = "one INTEGER PRIMARY KEY CHECK (one = 1), judge TEXT NOT NULL, epoch TEXT NOT NULL"
    db.execute(f"CREATE TABLE life ({life}) STRICT")
    row = db.execute("SELECT key FROM secret").fetchone()  # by which older backups of this judge are known as its own
    judge = sha256(f"judge {row[0]}".encode()).hexdigest()[:32] if row else token_hex(16)
    db.execute("INSERT INTO life VALUES (1, ?, '')", [judge])


@migrations()
def press_told(db: Database) -> None:
    """Which press a letter out tells, and which began their exchange, by the numbers of their events."""
    for column in ("press", "thread"):
        db.execute(f"ALTER TABLE outbox ADD COLUMN {column} INTEGER")
    db.execute("CREATE INDEX press_told ON outbox (game, reader, number) WHERE press IS NOT NULL")


@migrations()
def letters_lost(db: Database) -> None:
    """Whether a game that is owed time has lost letters as well, the database having been set back to that moment."""
    db.execute("ALTER TABLE owed ADD COLUMN lost INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1))")


@migrations()
def events_chained(db: Database) -> None:
    """The hash of each event, in a table of its own: an event changed by hand has its snapshot made anew, a hash not.

    Events of an older judge are chained as they stand.
    """
    columns = "game TEXT NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (game, number)"
    db.execute(f"CREATE TABLE event_chain ({columns}) WITHOUT ROWID, STRICT")
    for (game,) in db.execute("SELECT name FROM games").fetchall():
        texts = db.execute("SELECT event FROM events WHERE game = ? ORDER BY number", [game])
        chain(db, GameName(game), 0, (text for (text,) in texts))


@migrations()
def letters_set_aside(db: Database) -> None:
    """Letters that were set aside, by the hour they came."""
    db.execute("CREATE INDEX set_aside ON letters (arrived) WHERE state = 'set-aside'")
