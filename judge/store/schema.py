"""The tables of the database, as migrations: each runs once, known by its function's name.

New ones are added at the end.
"""

from contextlib import closing
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from sqlite_utils import Database, Migrations

from judge.game.names import GameName
from judge.store.event_chain import chain
from judge.system.files import __version__, version_number

# --- the first tables of the database, of letters, games, the gazette, the clock


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


# --- the tables of the database, as migrations


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


@migrations()
def games_stuck(db: Database) -> None:
    """Games whose hour the judge has failed over: since when, when it tries again, how often it has, why."""
    columns = "game TEXT PRIMARY KEY REFERENCES games (name), since TEXT NOT NULL, again TEXT NOT NULL"
    db.execute(f"CREATE TABLE stuck ({columns}, tries INTEGER NOT NULL, why TEXT NOT NULL) STRICT")


@migrations()
def tournaments_by_mail(db: Database) -> None:
    """Tournaments opened by letter, each with its version, when it next wants attention, and its games."""
    columns = "name TEXT PRIMARY KEY, version INTEGER NOT NULL, standing TEXT NOT NULL, state TEXT NOT NULL, alarm TEXT"
    db.execute(f"CREATE TABLE tournaments ({columns}) STRICT")
    db.execute("CREATE INDEX tournament_alarms ON tournaments (alarm, name) WHERE alarm IS NOT NULL")


@migrations()
def work_ended(db: Database) -> None:
    """How often a process has ended over the hour of a game, or over its pages, since these were last done."""
    columns = "work TEXT NOT NULL, game TEXT NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (work, game)"
    db.execute(f"CREATE TABLE work_ended ({columns}) WITHOUT ROWID, STRICT")


@migrations()
def tribune(db: Database) -> None:
    """Letters to the editor that are letters to all readers: held, open to the next gazette, printed in one."""
    states = "CHECK (tribune IN ('', 'held', 'open', 'printed'))"
    db.execute(f"ALTER TABLE editor_letters ADD COLUMN tribune TEXT NOT NULL DEFAULT '' {states}")
    db.execute("CREATE INDEX tribune ON editor_letters (tribune) WHERE tribune <> ''")


@migrations()
def not_named(db: Database) -> None:
    """Who is not to be named in the lists of players, in rankings and figures that others see."""
    db.execute("CREATE TABLE not_named (address TEXT PRIMARY KEY) WITHOUT ROWID, STRICT")


@migrations()
def letters_let_go(db: Database) -> None:
    """When the bytes of a letter out were dropped; how many letters have lost something, of each kind."""
    db.execute("ALTER TABLE outbox ADD COLUMN gone TEXT")
    db.execute("CREATE INDEX kept_letters ON letters (arrived) WHERE gone IS NULL AND state <> 'new'")
    db.execute("CREATE INDEX kept_answers ON outbox (queued) WHERE gone IS NULL AND state <> 'waiting'")
    db.execute("CREATE INDEX kept_envelopes ON letters (arrived) WHERE gone IS NOT NULL AND recipient <> ''")
    columns = "what TEXT PRIMARY KEY, letters INTEGER NOT NULL, bytes INTEGER NOT NULL"
    db.execute(f"CREATE TABLE dropped ({columns}) WITHOUT ROWID, STRICT")


@migrations()
def blocks(db: Database) -> None:
    """Who wishes to meet whom in no game, under which name; a power is named with its game."""
    columns = ", ".join(f"{name} TEXT NOT NULL" for name in ("address", "named", "game", "other"))
    db.execute(f"CREATE TABLE blocks ({columns}, PRIMARY KEY (address, named, game, other)) WITHOUT ROWID, STRICT")
    db.execute("CREATE INDEX blocks_of ON blocks (other)")


@migrations()
def digests(db: Database) -> None:
    """Who wishes one letter of all news that can wait, the number of the last and the hour of the next; that news."""
    columns = "number INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL UNIQUE, rhythm TEXT NOT NULL"
    reading = "zone TEXT NOT NULL, press_at_once INTEGER NOT NULL, language TEXT NOT NULL, form TEXT NOT NULL"
    db.execute(f"CREATE TABLE digests ({columns}, {reading}, issue INTEGER NOT NULL DEFAULT 0, alarm TEXT) STRICT")
    db.execute("CREATE INDEX digest_alarms ON digests (alarm, number) WHERE alarm IS NOT NULL")
    news = "number INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL, game TEXT NOT NULL"
    told = "reader INTEGER NOT NULL, at TEXT NOT NULL, subject TEXT NOT NULL, page TEXT NOT NULL"
    db.execute(f"CREATE TABLE news_put_off ({news}, {told}) STRICT")
    db.execute("CREATE INDEX put_off_for ON news_put_off (address, number)")


@migrations()
def people_forgotten(db: Database) -> None:
    """Who wishes to be forgotten, and when; a row without an address: the file is to be written anew.

    What seals an event whose words are gone; how often the log of a game was changed so.
    """
    db.execute("CREATE TABLE forgetting (address TEXT PRIMARY KEY, due TEXT NOT NULL) WITHOUT ROWID, STRICT")
    columns = "game TEXT NOT NULL, number INTEGER NOT NULL, seal BLOB NOT NULL, PRIMARY KEY (game, number)"
    db.execute(f"CREATE TABLE event_seals ({columns}) WITHOUT ROWID, STRICT")
    db.execute("ALTER TABLE games ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 0")


@migrations()
def moves(db: Database) -> None:
    """Who has changed which address for which in a game, for the blocks of later: those known, then those to come."""
    columns = "address TEXT NOT NULL, later TEXT NOT NULL, PRIMARY KEY (address, later)"
    db.execute(f"CREATE TABLE moves ({columns}) WITHOUT ROWID, STRICT")
    db.execute("CREATE INDEX moves_to ON moves (later)")
    event = "SELECT json_extract(event, '$.address'), json_extract(event, '$.to') FROM events"
    db.execute(f"INSERT OR IGNORE INTO moves {event} WHERE json_extract(event, '$.is') = 'address-changed'")


# --- whether a database is of this judge, of an older or of a newer one, and which version last opened it


class OlderSchemaError(Exception):
    """The file is of an older judge; the next start of the judge migrates it."""


class NewerJudgeError(Exception):
    """The file is of a newer judge, which alone can read it; the text says so, in one line."""


def refuse_newer(db: Database, path: Path, known: Migrations) -> None:
    """Raise NewerJudgeError where a newer judge has opened the file: there is no way back but a backup from before."""
    if is_newer(db, known):
        version = noted_version(db)
        newer = f"judge {version}" if version_number(version) > version_number(__version__) else "a newer judge"
        message = f"{path} is of {newer}, and this is judge {__version__}: install the newer one again, or restore"
        raise NewerJudgeError(f"{message} a backup from before the upgrade")


def is_newer(db: Database, known: Migrations) -> bool:
    """Return whether a newer judge has opened a database, or has made tables in it that this one does not know."""
    made = {one.name for one in known.applied(db)}
    with closing(Database(memory=True, execute_plugins=False)) as nothing:
        strange = made - {one.name for one in known.pending(nothing)}
    return bool(strange) or version_number(noted_version(db)) > version_number(__version__)


def check_schema(db: Database, path: Path, known: Migrations) -> None:
    """Raise OlderSchemaError or NewerJudgeError unless the file has exactly the tables of this judge."""
    refuse_newer(db, path, known)
    if known.pending(db):
        raise OlderSchemaError


def noted_version(db: Database) -> str:
    """Return the newest version that has opened the file; empty where that was before versions were noted."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'program'").fetchone():
        return ""
    row = db.execute("SELECT version FROM program").fetchone()
    return str(row[0]) if row else ""


def note_version(db: Database) -> None:
    """Note that this version has opened the file, unless that is noted already."""
    if noted_version(db) != __version__:
        with db.atomic():
            db.execute("INSERT OR REPLACE INTO program VALUES (1, ?)", [__version__])
