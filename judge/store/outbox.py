"""Letters to be sent: queued in the transaction that causes them, sent later, put off, each Message-ID once."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlite_utils import Database

from judge.game.people.rules import Digest
from judge.game.settings import Address, GameName, LetterForm, Reader
from judge.rules.board import Power
from judge.store.data_folder import HandedOver
from judge.store.records import (
    ComposedLetter,
    DigestChange,
    DigestHastened,
    DigestReader,
    DigestSent,
    DigestWish,
    LetterPicture,
    NewsPutOff,
    Occasion,
    OutboxRow,
    PressTold,
    SendFailure,
    ToldPress,
    WaitingNews,
)
from judge.store.rows import EVERYWHERE, format_timestamp, mailbox_bounds, moment_or_none, parse_timestamp

# --- destinations that take no letters for now: until when, after how many refusals in a row


def pause(db: Database, name: str, until: datetime, now: datetime) -> None:
    """Send nothing there before ``until``; every letter that waits for the domain counts as refused from now on."""
    db.execute(
        """INSERT INTO destinations (name, refusals, until) VALUES (?, 1, ?)
           ON CONFLICT (name) DO UPDATE SET refusals = refusals + 1, until = excluded.until""",
        [name, format_timestamp(until)],
    )
    db.execute(
        "UPDATE outbox SET refused = ? WHERE state = 'waiting' AND domain = ? AND refused IS NULL",
        [format_timestamp(now), name],
    )


def resume(db: Database, name: str) -> None:
    """Send there again at once."""
    db.execute("DELETE FROM destinations WHERE name = ?", [name])


def refusals(db: Database, name: str) -> int:
    """How often in a row a destination has refused letters."""
    row = db.execute("SELECT refusals FROM destinations WHERE name = ?", [name]).fetchone()
    return 0 if row is None else int(row[0])


# --- letters to be sent: queued in the transaction that causes them, sent later, each Message-ID once


NOBODY = "@forgotten.invalid"
"""The domain of the addresses that stand for whoever is forgotten; their letters count, and are not kept."""

_TO_NOBODY = "UPDATE outbox SET state = 'sent', raw = x'', pictures = NULL, gone = ? WHERE message_id = ?"

MOST_DUE_AT_ONCE = 100
"""How many due letters are returned together."""

_COLUMNS = (
    "id, message_id, game, recipient, envelope_from, raw, reader, number, state, tries, unsure, coalesce(why, ''), "
    "queued, next_try, refused, pictures, letter"
)
"""The columns that make a ``OutboxRow``, in the order of its fields, moments, pictures and the cause last."""


def queue(db: Database, letter: ComposedLetter, cause: int | None) -> None:
    """Put a letter into the outbox; one with the Message-ID of another that is or was there changes nothing.

    ``cause`` is the letter in that has caused it.
    """
    reader, number = (letter.place.reader, letter.place.number) if letter.place else (None, None)
    queued = format_timestamp(letter.at) if letter.at else None
    press, thread = (letter.press.press, letter.press.thread) if letter.press else (None, None)
    values = [letter.message_id, letter.game, letter.to, letter.envelope_from, letter.raw, reader, number]
    pictures = json.dumps([asdict(one) for one in letter.pictures]) if letter.pictures else None
    db.execute(
        """INSERT INTO outbox (message_id, game, recipient, envelope_from, raw, reader, number, occasion, queued,
           pictures, letter, press, thread)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING""",
        [*values, letter.occasion.value, queued, pictures, cause, press, thread],
    )
    if letter.to.endswith(NOBODY):
        db.execute(_TO_NOBODY, [queued, letter.message_id])


def are_next_numbers(db: Database, letters: Sequence[ComposedLetter]) -> bool:
    """Whether the numbers of some letters are the next ones of their series, so that a series has no gaps."""
    last: dict[tuple[GameName | None, int], int] = {}
    for letter in letters:
        if letter.place is None or letter.occasion is Occasion.COPY:
            continue
        series = letter.game, letter.place.reader
        before = last[series] if series in last else last_number(db, *series)
        if letter.place.number != before + 1:
            return False
        last[series] = letter.place.number
    return True


def last_number(db: Database, game: GameName | None, reader: int) -> int:
    """The number of the last letter to a reader of a game, 0 before the first."""
    row = db.execute(
        "SELECT coalesce(max(number), 0) FROM outbox WHERE game IS ? AND reader = ? AND occasion <> 'copy'",
        [game, reader],
    ).fetchone()
    return int(row[0])


def select(db: Database, which: str, values: Sequence[object] | dict[str, object]) -> tuple[OutboxRow, ...]:
    """Letters of the outbox; ``which`` is what stands behind FROM, ``values`` what its marks stand for."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM outbox {which}", values)  # noqa: S608
    read = ((*row[:-5], *map(moment_or_none, row[-5:-2]), _pictures_read(row[-2]), row[-1]) for row in rows)
    return tuple(OutboxRow(*fields) for fields in read)


def _pictures_read(text: str | None) -> tuple[LetterPicture, ...]:
    listed = json.loads(text) if text else []
    powers = ("powers", "orders_of")
    read = ({**fields, **{key: _powers_read(fields.get(key, [])) for key in powers}} for fields in listed)
    return tuple(LetterPicture(**fields) for fields in read)


def _powers_read(powers: list[Power] | None) -> tuple[Power, ...] | None:
    return None if powers is None else tuple(powers)


def numbered(db: Database, game: GameName, reader: int, number: int) -> OutboxRow | None:
    """One letter of a series as it was queued; None when there is no such number."""
    which = "WHERE game = ? AND reader = ? AND number = ? AND occasion <> 'copy'"
    return next(iter(select(db, which, [game, reader, number])), None)


def cause_of(db: Database, message_id: str) -> int | None:
    """The number of the letter in that has caused a letter out; None where none has, or there is no such letter."""
    row = db.execute("SELECT letter FROM outbox WHERE message_id = ?", [message_id]).fetchone()
    return row[0] if row else None


def press_told(db: Database, game: GameName, reader: int) -> tuple[ToldPress, ...]:
    """The letters of press to a reader of a game, newest first."""
    rows = db.execute(
        """SELECT number, queued, press, thread, message_id FROM outbox
           WHERE game = ? AND reader = ? AND press IS NOT NULL AND occasion <> 'copy' ORDER BY number DESC""",
        [game, reader],
    )
    return tuple(ToldPress(number, queued, PressTold(*told), message_id) for number, queued, *told, message_id in rows)


def sent_under(db: Database, message_ids: Sequence[str]) -> tuple[bytes, ...]:
    """The letters out of these Message-IDs."""
    rows = (db.execute("SELECT raw FROM outbox WHERE message_id = ?", [one]).fetchone() for one in message_ids)
    return tuple(row[0] for row in rows if row)


def last_to(db: Database, address: str) -> tuple[bytes, ...]:
    """The last letter out to an address, none where there is none."""
    newest = "SELECT id FROM outbox WHERE recipient = ? AND occasion = ? ORDER BY queued DESC LIMIT 1"
    found = (db.execute(newest, [address, occasion.value]).fetchone() for occasion in Occasion)
    last = max((row[0] for row in found if row), default=0)
    return tuple(row[0] for row in db.execute("SELECT raw FROM outbox WHERE id = ?", [last]))


def sent_under_envelope(db: Database, envelope_from: str) -> OutboxRow | None:
    """The letter that was sent with this envelope sender; None when there is none."""
    return next(iter(select(db, "WHERE envelope_from = ? LIMIT 1", [envelope_from])), None)


def count_to_mailbox(db: Database, to: str, occasions: Sequence[Occasion], since: datetime) -> int:
    """How many letters for these occasions were queued for a mailbox after a moment; address tags are ignored."""
    named = {f"occasion{number}": one.value for number, one in enumerate(occasions)}
    marks = ", ".join(f":{name}" for name in named)
    # By the mailbox, not by the hour: much may be queued for others in an hour.
    queued = f"SELECT count(*) FROM outbox INDEXED BY by_occasion WHERE occasion IN ({marks}) AND queued > :since AND"  # noqa: S608
    row = db.execute(
        f"""SELECT ({queued} recipient = :plain)
            + ({queued} recipient > :first AND recipient < :behind AND domain = :domain)""",
        {**named, "since": format_timestamp(since), **mailbox_bounds(to)},
    ).fetchone()
    return int(row[0])


def count_wide(db: Database, domain: str | None, occasions: Sequence[Occasion], since: datetime) -> int:
    """How many letters for these occasions were queued after a moment for a mail domain, or for all (None)."""
    marks = ", ".join("?" for _ in occasions)
    row = db.execute(
        f"""SELECT count(*) FROM outbox WHERE occasion IN ({marks}) AND queued > ?
            AND (? IS NULL OR domain = ?)""",  # noqa: S608
        [*(one.value for one in occasions), format_timestamp(since), domain, domain],
    ).fetchone()
    return int(row[0])


def due_letters(db: Database, now: datetime) -> tuple[OutboxRow, ...]:
    """Letters due for sending, to destinations that are not paused.

    Those whose connection was lost come last; before them those with pictures, which take time to be drawn.
    """
    return select(
        db,
        """WHERE state = 'waiting' AND (next_try IS NULL OR next_try <= :now) AND NOT EXISTS (
               SELECT 1 FROM destinations WHERE until > :now AND name IN (:everywhere, outbox.domain))
           ORDER BY behind, pictures IS NOT NULL, id LIMIT :most""",
        {"now": format_timestamp(now), "everywhere": EVERYWHERE, "most": MOST_DUE_AT_ONCE},
    )


def unsent(db: Database, game: GameName) -> tuple[tuple[str, int, int], ...]:
    """Recipients of letters of a game that were refused at least once: how many wait, how many are given up."""
    rows = db.execute(
        """SELECT recipient, sum(state = 'waiting'), sum(state = 'given-up') FROM outbox
           WHERE game = ? AND state <> 'sent' AND (state = 'given-up' OR tries > 0) GROUP BY recipient""",
        [game],
    )
    return tuple((str(to), int(waiting), int(given_up)) for to, waiting, given_up in rows)


def mark_sent(db: Database, letters: Sequence[HandedOver]) -> None:
    """Note when the relay has accepted each of these letters, so its destination takes letters."""
    rows = [(format_timestamp(one.at), one.letter, one.message_id) for one in letters]
    db.conn.executemany("UPDATE outbox SET state = 'sent', sent = ?, why = NULL WHERE id = ? AND message_id = ?", rows)
    db.conn.executemany(
        "DELETE FROM destinations WHERE name = ? OR name = (SELECT domain FROM outbox WHERE id = ?)",
        [(EVERYWHERE, one.letter) for one in letters],
    )


def mark_failed(db: Database, letter: int, failure: SendFailure, at: datetime) -> None:
    """Note that sending failed at a moment."""
    state = "given-up" if failure.next_try is None else "waiting"
    text = None if failure.next_try is None else format_timestamp(failure.next_try)
    refused = format_timestamp(at) if failure.is_refusal else None
    db.execute(
        """UPDATE outbox SET state = ?, next_try = ?, why = ?, tries = tries + 1, unsure = unsure + ?,
           behind = ?, refused = coalesce(refused, ?) WHERE id = ?""",
        [state, text, failure.why, failure.is_unsure, failure.goes_behind, refused, letter],
    )


# --- digests: who wishes one, the news that waits for it


def digest_readers(db: Database, addresses: Iterable[str]) -> Mapping[Address, DigestReader]:
    """Those of some addresses that wish a digest, or whose last one has yet to leave."""
    named = sorted(addresses)
    which = f"WHERE address IN ({', '.join('?' for _ in named)})"
    return {one.address: one for one in _digest_readers(db, which, *named)} if named else {}


def digest_reader(db: Database, number: int) -> DigestReader | None:
    """The reader of a digest of that number; None for nobody any more."""
    return next(iter(_digest_readers(db, "WHERE number = ?", number)), None)


def _digest_readers(db: Database, which: str, *values: object) -> tuple[DigestReader, ...]:
    columns = "number, address, language, form, issue, rhythm, zone, press_at_once"
    rows = db.execute(f"SELECT {columns} FROM digests {which}", [*values]).fetchall()  # noqa: S608
    return tuple(
        DigestReader(number, Address(to), Digest(rhythm, zone, bool(at_once)), language, LetterForm(form), issue)
        for number, to, language, form, issue, rhythm, zone, at_once in rows
    )


def waiting_news(db: Database, address: str) -> tuple[WaitingNews, ...]:
    """The news that waits for somebody's digest, oldest first."""
    rows = db.execute(
        "SELECT number, game, reader, at, subject, page FROM news_put_off WHERE address = ? ORDER BY number", [address]
    ).fetchall()
    return tuple(
        WaitingNews(number, GameName(game), Reader(reader), parse_timestamp(at), *told)
        for number, game, reader, at, *told in rows
    )


def are_digests_as_seen(db: Database, changes: Iterable[DigestChange]) -> bool:
    """Whether news is put off for those alone who wish a digest, and no digest tells what another one has told."""
    for change in changes:
        match change:
            case NewsPutOff(address=address):
                reader = digest_readers(db, [address]).get(address)
                if reader is None or reader.digest.rhythm == "no":
                    return False
            case DigestSent(news=news):
                there = f"SELECT count(*) FROM news_put_off WHERE number IN ({', '.join('?' for _ in news)})"  # noqa: S608
                if db.execute(there, [*news]).fetchone()[0] != len(news):
                    return False
            case _:
                pass
    return True


_WAITS = "EXISTS (SELECT 1 FROM news_put_off WHERE news_put_off.address = digests.address)"


def change_digest(db: Database, change: DigestChange) -> None:
    """Write who wishes a digest, what waits for it, that one has left; whoever wishes none gets what waits at once."""
    match change:
        case DigestWish(address, None, due):
            db.execute(f"DELETE FROM digests WHERE address = ? AND NOT {_WAITS}", [address])  # noqa: S608
            db.execute(
                "UPDATE digests SET rhythm = 'no', alarm = ? WHERE address = ?", [format_timestamp(due), address]
            )
        case DigestWish(address, Digest(rhythm, zone, at_once), due, language, form):
            db.execute(
                """INSERT INTO digests (address, rhythm, zone, press_at_once, language, form)
                   VALUES (:address, :rhythm, :zone, :at_once, :language, :form)
                   ON CONFLICT (address) DO UPDATE SET rhythm = :rhythm, zone = :zone, press_at_once = :at_once,
                   language = :language, form = :form, alarm = min(alarm, :due)""",
                {
                    "address": address,
                    "rhythm": rhythm,
                    "zone": zone,
                    "at_once": at_once,
                    "language": language,
                    "form": form.value,
                    "due": format_timestamp(due),
                },
            )
        case NewsPutOff(address, game, reader, at, due, subject, page):
            values = [address, game, reader, format_timestamp(at), subject, page]
            db.execute(
                "INSERT INTO news_put_off (address, game, reader, at, subject, page) VALUES (?, ?, ?, ?, ?, ?)", values
            )
            by = {"address": address, "due": format_timestamp(due)}
            db.execute("UPDATE digests SET alarm = min(coalesce(alarm, :due), :due) WHERE address = :address", by)
        case DigestHastened(address, game, due):
            of_game = "EXISTS (SELECT 1 FROM news_put_off WHERE address = :address AND game = :game)"
            db.execute(
                f"UPDATE digests SET alarm = min(alarm, :due) WHERE address = :address AND {of_game}",  # noqa: S608
                {"address": address, "game": game, "due": format_timestamp(due)},
            )
        case DigestSent(number, issue, news, again):
            db.conn.executemany("DELETE FROM news_put_off WHERE number = ?", [(one,) for one in news])
            db.execute(
                f"UPDATE digests SET issue = ?, alarm = CASE WHEN {_WAITS} THEN ? END WHERE number = ?",  # noqa: S608
                [issue, format_timestamp(again), number],
            )
            db.execute("DELETE FROM digests WHERE number = ? AND rhythm = 'no' AND alarm IS NULL", [number])


def postpone_digest(db: Database, number: int, at: datetime) -> None:
    """Set when the next digest of a reader is due."""
    db.execute("UPDATE digests SET alarm = ? WHERE number = ?", [format_timestamp(at), number])
