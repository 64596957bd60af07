"""What the judge keeps of whoever writes to it: told, and sent as a file."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from judge.formats.record.whole import zipped
from judge.game.messages import Event
from judge.game.names import Stage
from judge.game.press.messages import DiaryWritten, PressSent
from judge.game.settings import Address, GameName
from judge.handlers.exports import told_with_file
from judge.handlers.people import with_subscription
from judge.handlers.registry import handles
from judge.handlers.services import Services
from judge.handlers.session import LineContext, Session
from judge.reports.language import moment_text
from judge.reports.layout import no_wrap
from judge.reports.line_answers import Done, Outcome, TextAnswer
from judge.reports.people import (
    NoticeFacts,
    write_contents_of_data,
    write_forgetting,
    write_legal_notice,
    write_own_data,
)
from judge.requests.asked import ForgetMeRequest, MyDataRequest, NoticeRequest
from judge.store.event_json import dump_event
from judge.store.forgetting import MailboxData, StoredLetter
from judge.store.records import Publication, Subscription
from judge.system.files import AttachedFile
from judge.system.log import error_file, last_errors

# --- who runs the judge, what it keeps


@handles()
def handle_notice(session: Session, line: str, _: NoticeRequest, context: LineContext) -> Session:
    """Answer with who runs this judge, what it keeps and how long: the same for everybody."""
    config = context.services.config
    own, kept = config.judge, config.retention
    facts = NoticeFacts(
        own.name,
        no_wrap(own.address),
        own.run_by,
        bool(own.operator),
        config.strangers.kept_days,
        kept.letters_days,
        kept.answers_days,
        kept.envelopes_days,
    )
    return session.told(line, TextAnswer(write_legal_notice(facts, session.person.language)))


# --- forgetting somebody: asked for, and ended


TIME_TO_THINK = timedelta(days=1)
"""Between the wish to be forgotten, once it is confirmed, and its hour."""


@handles()
def handle_forget_me(session: Session, line: str, asked: ForgetMeRequest, context: LineContext) -> Session:
    """Note that the writer is to be forgotten after a day, once they have confirmed it; or no longer."""
    reader, store = session.person, context.services.store
    if not asked.is_on:
        wish = Subscription(Publication.FORGETTING, reader.address, is_on=False)
        if store.forgetting_at(reader.address) is None:
            return session.told(line, Done(Outcome.NO_FORGETTING))
        game = session.in_game if asked.is_bare else None
        stands = Outcome.NOT_FORGOTTEN_ORDERS_STAND if game and game.given else Outcome.NOT_TO_BE_FORGOTTEN
        return with_subscription(session.told(line, Done(stands)), wish)
    if not context.is_confirmed:
        return session.told(line, Done(Outcome.OWN_DATA_ALONE))
    at = context.now + TIME_TO_THINK
    wish = Subscription(Publication.FORGETTING, reader.address, is_on=True, alarm=at)
    hour = moment_text(at, reader.zone, reader.language)
    games = context.services.games_of(reader.address, Stage.OPENING, Stage.RUNNING)
    told = write_forgetting(hour, [one.name for one in games], reader.language)
    return with_subscription(session.told(line, TextAnswer(told)), wish)


# --- what it keeps of one mailbox, as a file
#
# Letters have the numbers of their own series: those that the judge gives them count what others write. Of press that
# is a reply the recipients are left out: they may be more than it shows.


@handles()
def handle_my_data(session: Session, line: str, _: MyDataRequest, context: LineContext) -> Session:
    """Answer with a file of all that is kept of the writer, once they have confirmed that they asked."""
    if not context.is_confirmed:
        return session.told(line, Done(Outcome.OWN_DATA_ALONE))
    reader, services = session.person, context.services
    addresses = addresses_of(services, reader.address)
    pages = {
        "README.txt": write_contents_of_data(reader.address, reader.language),
        **{name: _as_json(rows) for name, rows in _tables(services, addresses).items()},
    }
    kept = services.store.mailbox_data([*addresses])
    letters = {**dict(_files("letters/in", kept.letters_in)), **dict(_files("letters/out", kept.letters_out))}
    file = _zip({**pages, "other.json": _as_json(kept.rows), "log.json": _log_lines(services, kept), **letters})
    if len(file.content) > _MOST_OF_FILE * services.config.relay.attached_bytes:
        file = _zip(pages)
    told = write_own_data(file.name, len(kept.letters_in), len(kept.letters_out), reader.language)
    return told_with_file(session, line, told, file, context)


_MOST_OF_FILE = 0.7
"""The part of what a letter may bear that a file may be: it grows by a third and more on its way."""


def addresses_of(services: Services, address: Address) -> Sequence[Address]:
    """Return the addresses of somebody, those that they had before in a game, too."""
    games = services.store.games_of(address)
    return sorted({address}.union(*(services.store.addresses_of(name, address) for name in games)))


def _zip(pages: Mapping[str, str | bytes]) -> AttachedFile:
    return AttachedFile("my-data.zip", "application/zip", zipped("my-data", pages))


def _files(folder: str, letters: Sequence[StoredLetter]) -> Iterator[tuple[str, bytes]]:
    for number, letter in enumerate(letters, 1):
        if letter.raw:
            yield f"{folder}/{number:05}-{letter.at[:10]}.eml", letter.raw


def _tables(services: Services, addresses: Sequence[Address]) -> Mapping[str, list[dict[str, Any]]]:
    """The rows of each table, by the name of its file: games with what is set in them, press, notes, orders."""
    tables: dict[str, list[dict[str, Any]]] = {f"{what}.json": [] for what in ("games", "press", "diaries", "orders")}
    names = dict.fromkeys(name for address in addresses for name in services.store.games_of(address))
    for name in names:
        game = services.game(name)
        if game is None:
            continue
        own = [game.people[address] for address in addresses if address in game.people]
        told = [{key: value for key, value in asdict(one).items() if key != "token"} for one in own]
        powers = [power for one in own for power in game.powers_of(one.address)]
        is_master = any(one.address == game.master for one in own)
        tables["games.json"].append({"game": name, "powers": powers, "master": is_master, "settings": told})
        for event in services.store.own_events(name, addresses):
            what, row = _row(name, event)
            tables[what].append(row)
    return tables


def _row(game: GameName, event: Event) -> tuple[str, dict[str, Any]]:
    match event:
        case PressSent(text=text, phase=phase, at=at, thread=thread):
            to = [*event.to, *(["master"] if event.to_master else [])] if thread is None else None
            return "press.json", {"game": game, "at": at, "phase": phase, "to": to, "text": text}
        case DiaryWritten(text=text, phase=phase, at=at):
            return "diaries.json", {"game": game, "at": at, "phase": phase, "text": text}
        case _:
            given = json.loads(dump_event(event))
            return "orders.json", {"game": game, **{key: given[key] for key in ("at", "power", "order")}}


def _log_lines(services: Services, kept: MailboxData) -> str:
    """When the log of warnings and errors speaks of letters of theirs, and of which; never what it says."""
    numbers = {one.number: place for place, one in enumerate(kept.letters_in, 1)}
    found = [
        {"at": one.at, "level": one.level, "letter in": numbers[int(named[1])]}
        for one in last_errors(error_file(services.config.folders.data), _MOST_ERRORS)
        if (named := re.match(r"letter (\d{1,18})\b", one.says)) and int(named[1]) in numbers
    ]
    return _as_json(found)


_MOST_ERRORS = 10_000


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=_shown) + "\n"


def _shown(value: object) -> str:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else str(value)
