"""What is stored of somebody, and how it goes: what is to be gone is found first, then goes in one transaction.

Events stay, with another address in the place of theirs and a mark in the place of their words; letters stay as rows
without bytes; all else of them is deleted. What others wrote of them goes where it names them or bears their words.
"""

import json
import quopri
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from secrets import token_hex
from typing import Any

from sqlite_utils import Database

from judge.game.apply import transitions
from judge.game.mastery.messages import SettingsChanged
from judge.game.messages import Event, Transition
from judge.game.people.messages import AddressChanged
from judge.game.press.messages import DiaryWritten, PressMadeReady, PressSent
from judge.game.settings import NO_READER, Address, GameName
from judge.game.state import Game
from judge.store import event_chain, event_log
from judge.store.event_json import as_json, read_event
from judge.store.outbox import NOBODY
from judge.store.records import QUEUE
from judge.store.retention import count_dropped, drop_answer
from judge.store.rows import format_timestamp, parse_timestamp

FORGOTTEN_WORDS = "[a former player, forgotten · un ancien joueur, oublié]"
"""What stands in the place of their words, in both languages, for whoever reads the game."""

_WORD_FIELDS = {
    "press-sent": {"text"},
    "diary-written": {"text"},
    "press-made-ready": {"text"},
    "position-corrected": {"reason"},
    "game-ended": {"reason"},
    "act-proposed": {"reason", "paragraphs"},
    "settings-changed": {"paragraphs"},
    "advance-kept": {"text"},
    "plan-taken": {"line"},
    "lines-left": {"title", "plans"},
}
"""The fields of events that hold words as somebody wrote them, by the kind of event."""

_TAKEN_OVER = frozenset({"act-proposed", "settings-changed", "plan-taken", "lines-left"})
"""The kinds of events that bear as well what an earlier one has said: of the same power, or of the game."""

_OF_ORDERS = frozenset({"advance-kept", "plan-taken", "lines-left"})
"""The kinds of events whose texts are orders: such a text tells nothing of its writer but where it is a sentence."""


@dataclass
class ForgottenPerson:
    """Who is forgotten: all their addresses, names and words, as far as they are found.

    ``common_names`` may as well mean something else; they count in a letter in which the judge ``lists`` people.
    """

    addresses: set[str]
    names: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    common_names: set[str] = field(default_factory=set)
    lists: re.Pattern[str] = re.compile(r"(?!)")

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds their addresses in a text, with a tag behind the name, too."""
        each = "|".join(f"{re.escape(local)}(?:\\+[^@\\s]*)?@{re.escape(domain)}" for local, domain in self._parts())
        return re.compile(rf"(?<![\w.+-])(?:{each})(?![\w-])", re.IGNORECASE)

    def _parts(self) -> Iterator[tuple[str, str]]:
        for one in sorted(self.addresses):
            local, _, domain = one.rpartition("@")
            yield local.partition("+")[0], domain

    def is_in(self, text: str) -> bool:
        """Whether a text names them or bears words of theirs, however its lines are broken and quoted."""
        if self.pattern.search(text) or any(re.search(rf"\b{re.escape(name)}\b", text) for name in self.names):
            return True
        letters = _letters(text)
        return any(word in letters for word in self.words)

    def is_in_letter(self, raw: bytes) -> bool:
        """The same of a letter as bytes, in whatever way it is encoded; a common name where the judge lists people."""
        return any(self.is_in(text) or self._is_listed(text) for text in _texts(raw))

    def _is_listed(self, text: str) -> bool:
        names = [name for name in self.common_names if re.search(rf"\b{re.escape(name)}\b", text)]
        return any(self.lists.search(text) or re.search(_BLOCKS.format(re.escape(name)), text) for name in names)


_BLOCKS = r"(?im)^(?:> ?)*(?:UN)?BLOCK {0}\W*$|^(?:> ?)*(?:D[ÉE])?BLOQUER {0}\W*$"
"""A line by which somebody else blocks that name."""


_NO_LETTERS, _OF_ASCII = re.compile(r"[\W_]+"), bytes(one for one in range(128) if not chr(one).isalnum())


def _letters(text: str) -> str:
    others = text.casefold().encode("utf-8", "surrogatepass").translate(None, _OF_ASCII)  # most of them, and soon
    return _NO_LETTERS.sub("", others.decode("utf-8", "surrogatepass"))


def _texts(raw: bytes) -> Iterator[str]:
    yield raw.decode("utf-8", "replace")
    if b"=" in raw and (decoded := quopri.decodestring(raw)) != raw:
        yield decoded.decode("utf-8", "replace")
    if b"base64" in raw.lower():
        for part in message_from_bytes(raw).walk():
            content = part.get_payload(decode=True) if part.get_content_maintype() == "text" else None
            if isinstance(content, bytes):
                yield content.decode(part.get_content_charset("utf-8"), "replace")


@dataclass(frozen=True)
class Forgetting:
    """All that is to be done: events by game with their new text, letters in and out that lose their bytes.

    ``versions`` are those of the games when that was found; ``answers`` the letters out, with the addresses that those
    to them get; ``wait`` those that have not left: letters to them need not, letters to others must first.
    It ``is_early`` while news with their words waits for somebody's digest.
    """

    person: ForgottenPerson
    versions: Mapping[GameName, int]
    events: Mapping[GameName, Mapping[int, str]]
    own_letters: Sequence[int]
    letters: Sequence[int]
    answers: Mapping[int, str | None]
    wait: Sequence[int]
    is_early: bool


def due(db: Database, now: datetime) -> tuple[str, ...]:
    """The addresses of those who are to be forgotten by now; an empty one where the file is to be written anew."""
    rows = db.execute("SELECT due, address FROM forgetting WHERE due <= ?", [format_timestamp(now)])
    return tuple(str(address) for _, address in sorted(rows.fetchall()))


def hour_of(db: Database, address: str) -> datetime | None:
    """When somebody is to be forgotten; None where nobody has asked for it."""
    row = db.execute("SELECT due FROM forgetting WHERE address = ?", [address]).fetchone()
    return parse_timestamp(row[0]) if row else None


@dataclass(frozen=True)
class JudgesWords:
    """What tells a name: the words that stand in the judge's own texts, and what the letters have that list people."""

    words: Collection[str]
    lists: re.Pattern[str]

    def is_common(self, name: str) -> bool:
        """Whether a name may mean something else: it is one word, or all of its words are the judge's, too."""
        words = re.findall(r"\w+", name.casefold())
        return len(words) == 1 or all(word in self.words for word in words)


def find(db: Database, address: str, judges: JudgesWords) -> Forgetting:
    """What is to be done to forget somebody."""
    person = ForgottenPerson({address}, lists=judges.lists)
    logs = _logs(db, person)
    own_letters = [*_own_letters(db, person)]
    names = _names_in_tournaments(db, person)
    person.common_names |= {name for name in names if judges.is_common(name)}
    person.names |= names - person.common_names
    authors = frozenset(own_letters)
    stand_ins: dict[GameName, Mapping[str, str]] = {}
    events: dict[GameName, Mapping[int, str]] = {}
    for game, rows in logs.items():
        stand_ins[game] = {one: f"former-player-{token_hex(5)}{NOBODY}" for one in sorted(person.addresses)}
        events[game] = dict(_rewritten(person, rows, stand_ins[game], authors))
    answers, wait = dict[int, str | None](), list[int]()
    for number, game, to, raw, state in db.execute("SELECT id, game, recipient, raw, state FROM outbox").fetchall():
        if person.pattern.fullmatch(to):
            known = stand_ins.get(game, {})
            answers[number] = known.get(to.lower(), f"former-player{NOBODY}")
        elif raw and person.is_in_letter(raw):
            answers[number] = None
        if number in answers and state == "waiting":
            wait.append(number)
    others = "SELECT letter, raw FROM letter_bytes JOIN letters ON letter = id WHERE state <> 'new'"
    letters = [number for number, raw in db.execute(others) if number not in authors and person.is_in_letter(raw)]
    news = db.execute("SELECT address, subject, page FROM news_put_off").fetchall()
    is_early = any(person.is_in(f"{subject} {page}") for to, subject, page in news if not person.pattern.fullmatch(to))
    versions = {game: len(rows) for game, rows in logs.items()}
    return Forgetting(person, versions, events, own_letters, letters, answers, wait, is_early)


def _own_letters(db: Database, person: ForgottenPerson) -> Iterator[int]:
    for number, *written_by in db.execute("SELECT id, author, sender FROM letters WHERE state <> 'new'"):
        if any(one and person.pattern.fullmatch(one) for one in written_by):
            yield number


_Row = tuple[int, int | None, str]
"""An event as it is stored: its number, its letter, its text."""


def _logs(db: Database, person: ForgottenPerson) -> Mapping[GameName, Sequence[_Row]]:
    """The logs that name somebody; their other addresses in these games become known, and are looked for as well."""
    found: dict[GameName, Sequence[_Row]] = {}
    while True:
        for game in event_log.games(db):
            if game in found:
                continue
            query = "SELECT number, letter, event FROM events WHERE game = ? ORDER BY number"
            rows = db.execute(query, [game]).fetchall()
            if any(person.pattern.search(text) for _, _, text in rows):
                found[game] = rows
        known = len(person.addresses)
        for log in found.values():
            moves = [read_event(text) for _, _, text in log if '"address-changed"' in text]
            for move in reversed(moves):
                if isinstance(move, AddressChanged) and person.addresses & {move.to, move.address}:
                    person.addresses |= {move.address, move.to}
        if len(person.addresses) == known:
            return found


# --- events


def _rewritten(
    person: ForgottenPerson, rows: Sequence[_Row], stand_ins: Mapping[str, str], authors: Collection[int]
) -> Iterator[tuple[int, str]]:
    """The events that change, by number; their words become known."""
    steps = [*transitions(None, [read_event(text) for _, _, text in rows])]
    press, said, kept = set[int](), set[tuple[str, str]](), _still_to_come(steps)
    for (number, letter, text), step in zip(rows, steps, strict=True):
        is_theirs = letter in authors if letter else False
        fields = json.loads(text)
        names, power = _WORD_FIELDS.get(fields["is"], set()), str(fields.get("power", ""))
        whose, texts = power if fields["is"] in _TAKEN_OVER else str(number), {*_texts_of(fields, names)} - kept
        if _is_by(step.event, step.before, person, is_theirs=is_theirs):
            press.add(number)
        if number in press or is_theirs:
            new = texts - {*_paragraphs(step.before)}
            said |= {(one, each) for one in (whose, power) for each in new}
            person.words |= {*_found_by(new, is_of_orders=fields["is"] in _OF_ORDERS)}
        fields = _without_texts(fields, names, {one for one in texts if (whose, one) in said})
        fields = _without_subjects(fields, press)
        if new_text := _without_address(fields, person, stand_ins, text):
            yield number, new_text


def _still_to_come(steps: Sequence[Transition[Event]]) -> set[str]:
    """The order texts that a game still has to read: those of a seat that somebody else shares."""
    game = steps[-1].after
    texts = _texts_of(as_json((game.advance, game.left_open)), {"text", "plans"})
    return {*texts}


def _paragraphs(game: Game | None) -> Iterator[str]:
    """The house rules in force: who changes a setting has not written them."""
    return (text for one in (game.settings.house_rules if game else ()) for text in one.paragraphs)


def _texts_of(value: Any, names: Collection[str]) -> Iterator[str]:
    """The texts in fields of some names, wherever they stand in JSON."""
    if isinstance(value, dict):
        for key, one in value.items():
            own = one if isinstance(one, list) else [one]
            yield from (text for text in own if key in names and isinstance(text, str) and text)
            yield from _texts_of(one, names)
    elif isinstance(value, list):
        for one in value:
            yield from _texts_of(one, names)


def _without_texts(value: Any, names: Collection[str], gone: Collection[str]) -> Any:
    """JSON with a mark in the place of some texts, in fields of these names; of several in a row one is left."""
    if isinstance(value, list):
        return [_without_texts(one, names, gone) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _marked(one, gone) if key in names else _without_texts(one, names, gone) for key, one in value.items()}


def _marked(value: Any, gone: Collection[str]) -> Any:
    if isinstance(value, list):
        return [*dict.fromkeys(_marked(one, gone) for one in value)]
    return FORGOTTEN_WORDS if value in gone else value


def _found_by(texts: Collection[str], *, is_of_orders: bool) -> Iterator[str]:
    """The letters of texts and of each of their lines by which they are found elsewhere, too."""
    lines = (line for text in texts for line in (text, *text.splitlines()))
    told = (line for line in lines if not is_of_orders or len(_PROSE.findall(line)) >= _MOST_WORDS_OF_ORDER)
    return (part for line in told if len(part := _letters(line)) >= _SHORTEST)


_PROSE = re.compile(r"\b[^\W\d_A-Z]{3,}\b")
"""A word in small letters."""

_MOST_WORDS_OF_ORDER = 4
"""Words in small letters from which on an order is a sentence of somebody's: ``fleet London to North Sea`` has two."""


def _is_by(event: Event, before: Game, person: ForgottenPerson, *, is_theirs: bool) -> bool:
    """Whether somebody wrote what an event bears: by its letter, or else by who has the seat."""
    match event:
        case PressSent(sender=sender, observer=observer):
            if sender:
                writers = before.players_of(sender)
                return is_theirs or (len(writers) == 1 and writers[0] in person.addresses)
            writer = before.address_of(observer) if observer != NO_READER else before.master
            return is_theirs or writer in person.addresses
        case SettingsChanged(by=by):
            return by in person.addresses
        case DiaryWritten(reader=reader) | PressMadeReady(reader=reader):
            return before.address_of(reader) in person.addresses
        case _:
            return False


_SHORTEST = 12
"""Letters of a text by which it is found elsewhere; fewer may stand anywhere."""


def _without_subjects(value: Any, press: Collection[int]) -> Any:
    """JSON without the subjects of exchanges that somebody began."""
    if isinstance(value, dict):
        begun = value.get("number") in press and "subject" in value
        fields = {key: _without_subjects(one, press) for key, one in value.items()}
        return {**fields, "subject": ""} if begun else fields
    return [_without_subjects(one, press) for one in value] if isinstance(value, list) else value


def _without_address(value: Any, person: ForgottenPerson, stand_ins: Mapping[str, str], text: str) -> str:
    """The text of an event with another address, empty where nothing has changed."""
    pattern, nobody = person.pattern, f"former-player{NOBODY}"

    def other(found: re.Match[str]) -> str:
        return stand_ins.get(found[0].lower(), nobody)

    def replaced(one: Any) -> Any:
        if isinstance(one, dict):
            fields = {pattern.sub(other, key): replaced(each) for key, each in one.items()}
            is_theirs = isinstance(one.get("address"), str) and pattern.fullmatch(one["address"])
            return {**fields, "token": token_hex(8)} if is_theirs and "token" in one else fields
        if isinstance(one, list):
            return [replaced(each) for each in one]
        return pattern.sub(other, one) if isinstance(one, str) else one

    new = json.dumps(replaced(value), ensure_ascii=False)
    return new if new != text else ""


# --- all of it, in one transaction


_OTHERWISE = frozenset({"events", "letters", "outbox", "tournaments", "snapshots", "summaries"})
"""The tables of which more is left, or which follow from others; of all others a row with an address of theirs goes."""


def let_go(db: Database, plan: Forgetting, until: datetime, now: datetime) -> None:
    """Have letters to somebody that wait leave no more, and forget them later, once none is on its way."""
    for number in plan.wait:
        if plan.answers[number]:
            drop_answer(db, number, now)
    for address in plan.person.addresses:
        db.execute("UPDATE forgetting SET due = ? WHERE address = ?", [format_timestamp(until), address])


def note_written_anew(db: Database, again: datetime | None) -> None:
    """Note that the file was written anew, or that it is to be once more."""
    db.execute("DELETE FROM forgetting WHERE address = ''")
    if again:
        db.execute("INSERT INTO forgetting VALUES ('', ?)", [format_timestamp(again)])


def carry_out(db: Database, plan: Forgetting, now: datetime) -> bool:
    """Forget somebody; False, with nothing done, where one of their games has gone on since it was found what to do."""
    if any(event_log.version(db, game) != seen for game, seen in plan.versions.items()):
        return False
    for game, texts in plan.events.items():
        event_chain.rewrite(db, game, texts)
    pattern = plan.person.pattern
    for table, column in _columns_of_text(db):
        for (text,) in db.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall():  # noqa: S608
            if text and pattern.fullmatch(text):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", [text])  # noqa: S608
    for number in (*plan.own_letters, *plan.letters):
        _forget_letter(db, number, now, is_theirs=number in plan.own_letters)
    for number, to in plan.answers.items():
        (size,) = db.execute("SELECT length(raw) FROM outbox WHERE id = ?", [number]).fetchone()
        drop_answer(db, number, now)
        count_dropped(db, "forgotten", size)
        db.execute("UPDATE outbox SET recipient = coalesce(?, recipient), why = NULL WHERE id = ?", [to, number])
    _forget_in_tournaments(db, plan.person)
    db.execute("INSERT OR REPLACE INTO forgetting VALUES ('', ?)", [format_timestamp(now)])
    return True


def _columns_of_text(db: Database) -> Iterator[tuple[str, str]]:
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (table,) in tables:
        for _, column, kind, *_ in db.execute(f"PRAGMA table_info({table})").fetchall():
            if kind == "TEXT" and table not in _OTHERWISE:
                yield table, column


def _forget_letter(db: Database, number: int, now: datetime, *, is_theirs: bool) -> None:
    """Have a letter in lose its bytes, and what is noted of its envelope where it is theirs."""
    (size,) = db.execute("SELECT coalesce(sum(length(raw)), 0) FROM letter_bytes WHERE letter = ?", [number]).fetchone()
    db.execute("DELETE FROM letter_bytes WHERE letter = ?", [number])
    db.execute("DELETE FROM holds WHERE letter = ?", [number])
    envelope = ", sender = NULL, recipient = '', author = NULL, message_id = NULL" if is_theirs else ""
    db.execute(
        f"""UPDATE letters SET junk = 0, gone = coalesce(gone, ?), again = NULL,
            state = CASE state WHEN 'held' THEN 'done' ELSE state END{envelope} WHERE id = ?""",  # noqa: S608
        [format_timestamp(now), number],
    )
    count_dropped(db, "forgotten", size)


def _names_in_tournaments(db: Database, person: ForgottenPerson) -> set[str]:
    """The names that somebody has in tournaments; short ones may stand anywhere."""
    texts = (text for row in db.execute("SELECT standing, state FROM tournaments").fetchall() for text in row)
    found = (name for text in texts for name in _names(json.loads(text), person))
    return {name for name in found if len(name) >= _SHORTEST_NAME}


_SHORTEST_NAME = 5


def _names(value: Any, person: ForgottenPerson) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if person.pattern.fullmatch(key):
                yield one["name"] if isinstance(one, dict) and "name" in one else str(one)
            yield from _names(one, person)
        if any(isinstance(one, str) and person.pattern.fullmatch(one) for one in value.values()) and "name" in value:
            yield str(value["name"])
    elif isinstance(value, list):
        for one in value:
            yield from _names(one, person)


def _forget_in_tournaments(db: Database, person: ForgottenPerson) -> None:
    nobody = {one: f"former-player-{token_hex(5)}{NOBODY}" for one in person.addresses}

    def forgotten(text: str) -> str:
        return _without_address(_without_name(json.loads(text), person), person, nobody, text) or text

    for name, *texts in db.execute("SELECT name, standing, state FROM tournaments").fetchall():
        new = [forgotten(text) for text in texts]
        if new != texts:
            query = "UPDATE tournaments SET standing = ?, state = ?, version = version + 1 WHERE name = ?"
            db.execute(query, [*new, name])


def _without_name(value: Any, person: ForgottenPerson) -> Any:
    """JSON of a tournament without the name beside an address, or below it."""
    if isinstance(value, list):
        return [_without_name(one, person) for one in value]
    if not isinstance(value, dict):
        return value
    own = any(isinstance(one, str) and person.pattern.fullmatch(one) for one in value.values())
    fields = {
        key: _nameless(one) if person.pattern.fullmatch(key) else _without_name(one, person)
        for key, one in value.items()
    }
    return _nameless(fields) if own else fields


def _nameless(value: Any) -> Any:
    if isinstance(value, dict) and "name" in value:
        return {**value, "name": ""}
    return "" if isinstance(value, str) else value


# --- what is stored of one mailbox


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
