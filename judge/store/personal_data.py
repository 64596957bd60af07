"""What is stored of one mailbox."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from judge.game.messages import Event
from judge.game.people.messages import AddressChanged
from judge.game.settings import Address, GameName
from judge.store.event_json import read_event
from judge.store.records import QUEUE


@dataclass(frozen=True)
class StoredLetter:
    """A letter in or out: its number, when it came or was written (as stored), its bytes, empty where they are gone."""

    number: int
    at: str
    raw: bytes


@dataclass(frozen=True)
class MailboxData:
    """What is stored of a mailbox besides games: letters in that are proven to be its own, letters out to it.

    ``rows`` are those of other tables, by what they are.
    """

    letters_in: Sequence[StoredLetter]
    letters_out: Sequence[StoredLetter]
    rows: Mapping[str, Sequence[Mapping[str, Any]]]


_ROWS = {
    "subscriptions": "SELECT publication, language, form, pdf FROM subscribers WHERE address IN",
    "not named in lists": "SELECT address FROM not_named WHERE address IN",
    "letters to the editor": "SELECT at, language, signature, text, tribune FROM editor_letters WHERE address IN",
    "blocked": "SELECT named, game FROM blocks WHERE address IN",
    "addresses": "SELECT address, later FROM moves WHERE address IN",
    "digest": "SELECT rhythm, zone FROM digests WHERE address IN",
    "news that waits for it": "SELECT game, at, subject, page FROM news_put_off WHERE address IN",
    "letters to be confirmed": "SELECT letter FROM holds WHERE NOT cancelled AND address IN",
}


def mailbox_data(db: Database, addresses: Collection[str]) -> MailboxData:
    """All that is stored of somebody's addresses."""
    own, marks = [*addresses], ", ".join("?" * len(addresses))
    letters_in = f"""SELECT id, arrived, coalesce(raw, x'') FROM letters LEFT JOIN letter_bytes ON letter = id
        WHERE message_id IS NOT NULL AND author IN ({marks}) ORDER BY id"""  # noqa: S608
    letters_out = f"SELECT id, coalesce(queued, ''), raw FROM outbox WHERE recipient IN ({marks}) ORDER BY id"  # noqa: S608
    rows = {what: [*db.query(f"{query} ({marks})", own)] for what, query in _ROWS.items()}
    cups = "SELECT name FROM tournaments, json_tree(state) WHERE json_tree.value IN"
    named = {row["name"] for row in db.query(f"{cups} ({marks})", own)}
    rows["tournaments"] = [{"name": name} for name in sorted(named - {QUEUE})]
    rows["queue"] = [{"line": "PLAY ANY"}] if QUEUE in named else []
    return MailboxData(
        tuple(StoredLetter(*row) for row in db.execute(letters_in, own)),
        tuple(StoredLetter(*row) for row in db.execute(letters_out, own)),
        rows,
    )


def own_events(db: Database, game: GameName, addresses: Collection[str]) -> tuple[Event, ...]:
    """The orders, press and notes of a game that came in letters of somebody's."""
    marks = ", ".join("?" * len(addresses))
    rows = db.execute(
        f"""SELECT event FROM events JOIN letters ON letters.id = events.letter WHERE game = ? AND author IN ({marks})
            AND json_extract(event, '$.is') IN ('order-given', 'press-sent', 'diary-written') ORDER BY number""",  # noqa: S608
        [game, *addresses],
    )
    return tuple(read_event(text) for (text,) in rows.fetchall())


def addresses_of(db: Database, game: GameName, address: Address) -> frozenset[Address]:
    """The addresses that somebody has had in a game, up to the one they have now."""
    own = {address}
    moves = "SELECT event FROM events WHERE game = ? AND json_extract(event, '$.is') = 'address-changed'"
    for (text,) in db.execute(f"{moves} ORDER BY number DESC", [game]).fetchall():
        moved = read_event(text)
        if isinstance(moved, AddressChanged) and moved.to in own:
            own.add(moved.address)
    return frozenset(own)
