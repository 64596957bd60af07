"""The queue of those who want to play anything: the lines about it, and the tables that the judge makes of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from operator import attrgetter
from typing import Any

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.orders.rules import fingerprint_key
from judge.game.people.messages import Person
from judge.game.queue import FULL, Apart, Gathered, Queue, QueuePlace, find_table, nearest_table, next_for
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import OpenGame, PlayerJoined
from judge.game.seats.rules import with_consequences
from judge.game.settings import Entry, GameName, Language, Settings, Token, settings_of_new_games
from judge.game.state import Game
from judge.handlers.outgoing import (
    MailThread,
    OutgoingLetter,
    address_letters,
    as_outsider,
    letter_to_outsider,
    letters_of_news,
)
from judge.handlers.services import Services, fresh_secret
from judge.handlers.session import LineContext, Session, handles
from judge.handlers.settings import GAME_SETTINGS, read_settings_on_board, with_game_defaults
from judge.handlers.transaction import new_transaction
from judge.reports.language import fill_template, letter_text, listing, moment_text, say
from judge.reports.line_answers import (
    CommandFault,
    Done,
    InvalidCommand,
    Outcome,
    RefusedPart,
    TextAnswer,
    Unknown,
    answer_for_faults,
)
from judge.requests.peace import LeaveQueueRequest, PlayAnyRequest, QueueRequest
from judge.requests.setting_lists import WrittenSetting
from judge.requests.vocabulary import Word, form_of, written_value
from judge.store.event_json import as_json, from_json
from judge.store.records import QUEUE, Occasion, StoredTournament, Transaction
from judge.store.rows import LetterStatus

# --- as it is stored


def _read(row: StoredTournament | None) -> Queue:
    """The queue without whoever has been forgotten meanwhile: their address is none that mail can reach (RFC 2606)."""
    queue: Queue = from_json(json.loads(row.state), Queue) if row else Queue()
    return queue.without([one.person.address for one in queue.waiting if one.person.address.endswith(".invalid")])


def _written(queue: Queue, row: StoredTournament | None, alarm: datetime | None) -> StoredTournament:
    """The row of the queue; what anybody may know of it is told beside lists of games."""
    nearest = nearest_table(queue.waiting)
    told: dict[str, Any] = {"together": len(nearest.people), "size": nearest.size} if nearest else {}
    told |= {"games": queue.opening} if queue.opening else {}  # whose seats wake it
    return StoredTournament(QUEUE, row.seen if row else 0, json.dumps(told), json.dumps(as_json(queue)), alarm)


def _row(session: Session, context: LineContext) -> StoredTournament | None:
    """The queue as the lines above have left it."""
    changed = [one for one in session.tournaments if one.name == QUEUE]
    return changed[-1] if changed else context.services.store.queue()


def _changed(session: Session, queue: Queue, row: StoredTournament | None, at: datetime) -> Session:
    others = (one for one in session.tournaments if one.name != QUEUE)
    return replace(session, tournaments=(*others, _written(queue, row, at)))


# --- the lines about it


MOST_WAITING = 140
"""People in the queue; to look for tables among as many takes a second or two."""

_WISHED = {"movement", "rules", "board", "languages", "anonymous", "reliability"}
"""The settings that may be wished for."""


@handles()
def handle_play_any(session: Session, line: str, asked: PlayAnyRequest, context: LineContext) -> Session:
    """Put the writer into the queue, or change what they wish there."""
    row = _row(session, context)
    queue, faults, wishes, least = _read(row), list[CommandFault](), dict[str, str](), 0
    for wish in asked.settings:
        key = "languages" if wish.name == "language" else wish.name or ""
        said = _canonical(key, wish.value.text) if key in _WISHED and wish.value else None
        if said is None:
            faults.append(_fault(wish, key, line))
        elif key == "reliability":
            least = int(said)
        elif said:
            wishes[key] = said
    fewest = int(asked.seats.text) if asked.seats and asked.seats.text in {*map(str, range(2, FULL + 1))} else FULL
    if asked.seats and asked.seats.text != str(fewest):
        faults.append(InvalidCommand.at(Unknown.VALUE, asked.seats, ("5", str(FULL))))
    if faults:
        return session.told(line, answer_for_faults(faults))
    if queue.of(session.person.address) is None and len(queue.waiting) >= MOST_WAITING:
        return session.told(line, Done(Outcome.QUEUE_FULL))
    person = replace(with_game_defaults(session.person, asked.language, settings_of_new_games()), token=Token(""))
    queue = queue.joined_by(QueuePlace(person, context.now, wishes, least, fewest))
    told = wishes_in_words(wishes, least, fewest, person.language)
    return _changed(session, queue, row, context.now).told(line, Done(Outcome.QUEUE_JOINED, told))


def _canonical(key: str, word: str) -> str | None:
    """A value as all write it who wish the same; empty where anything will do, None where it is none."""
    match GAME_SETTINGS[key].read(word):
        case None:
            return None
        case bool() as said:
            return "yes" if said else "no"
        case timedelta() as length:
            hours = int(length.total_seconds() // 3600)
            return f"{hours // 24}d" if hours % 24 == 0 else f"{hours}h"
        case tuple() as several:
            return str(several[0]) if len(several) == 1 else ""
        case read:
            return str(read)


def _fault(wish: WrittenSetting, key: str, line: str) -> CommandFault:
    if key not in _WISHED:
        end = wish.value.end if wish.value and key else wish.word.end
        return RefusedPart(Refused(Refusal.NOT_WISHED), wish.word.start, end)
    examples = GAME_SETTINGS[key].examples
    if wish.value is None:
        return InvalidCommand.missing(Unknown.VALUE, len(line), examples, "", key)
    return InvalidCommand.at(Unknown.VALUE, wish.value, examples, "", key)


@handles()
def handle_leave_queue(session: Session, line: str, _: LeaveQueueRequest, context: LineContext) -> Session:
    """Take the writer out of the queue."""
    row, by = _row(session, context), session.person.address
    queue = _read(row)
    if queue.of(by) is None:
        return session.told(line, Done(Outcome.NOT_IN_QUEUE))
    return _changed(session, queue.without([by]), row, context.now).told(line, Done(Outcome.QUEUE_LEFT))


@handles()
def handle_queue(session: Session, line: str, asked: QueueRequest, context: LineContext) -> Session:
    """Where the writer stands; of others how many there are, and how many wish what goes with it."""
    queue, person, language = _read(_row(session, context)), session.person, asked.language
    own = queue.of(person.address)
    if own is None:
        return session.told(line, TextAnswer(say(language, "queue.not_in", waiting=len(queue.waiting))))
    nearest = nearest_table(queue.waiting, own)
    assert nearest is not None
    since = moment_text(own.since, person.zone, language)
    told = say(
        language,
        "queue.in",
        since=since,
        place=queue.waiting.index(own) + 1,
        waiting=len(queue.waiting),
        wishes=wishes_in_words(own.wishes, own.reliability, own.fewest, language),
        together=len(nearest.people),
        size=nearest.size,
    )
    return session.told(line, TextAnswer(told))


def wishes_in_words(wishes: Mapping[str, str], least: int, fewest: int, language: Language) -> str:
    """What somebody wishes, each as a letter would name it; a word for anything where that is nothing."""
    said = {**wishes, **({"reliability": str(least)} if least else {})}
    told = [f"{form_of('settings', key, language)} {written_value(word, language)}" for key, word in said.items()]
    told += [f"{form_of('tournament', 'seats', language)} {fewest}"] if fewest < FULL else []
    return listing(language, told) if told else say(language, "queue.anything")


# --- what becomes of it at its hour


_OFFERED_AFTER = timedelta(days=7)
"""After how long a smaller table is offered to somebody."""

_LOOKED_AT_EVERY = timedelta(days=1)
"""How often the queue is looked at though nobody has come: a block may have been taken back."""

_MUSTER = timedelta(days=3)
"""How long everybody at a new table has to answer."""


def run_queue(services: Services) -> Transaction:
    """What is to be written of the queue: a table is made of it, or those who have waited for long are offered one.

    After a table the next step is due at once.
    """
    row, now = services.store.queue(), services.clock.now()
    queue = _read(row)
    games = [game for name in queue.opening if (game := services.game(name)) and not (game.position or game.ended)]
    queue = replace(queue, opening=tuple(game.name for game in games))
    people = [one.person.address for one in queue.waiting]
    apart = {one: services.kept_apart(one, unseen=True) for one in people}
    for game in games:
        if one := _next_for(services, game, queue.waiting, apart):
            return _seated(services, queue, game, one, row, now)
    is_asked = any(one.reliability for one in queue.waiting)
    percent = {one: services.figures(one).percent for one in people} if is_asked else {}
    if table := find_table(queue.waiting, apart, percent):
        return _opened(services, queue, table, row, now)
    late = [one for one in queue.waiting if not one.offered and one.since + _OFFERED_AFTER <= now]
    late = [one for one in late if one.fewest == FULL]
    told = tuple(replace(one, offered=True) if one in late else one for one in queue.waiting)
    written = _written(replace(queue, waiting=told), row, now + _LOOKED_AT_EVERY if told else None)
    letters = [_offer(services, one, queue.waiting) for one in late]
    return Transaction(None, LetterStatus.DONE, tournaments=(written,), outgoing=address_letters(services, letters))


def _opened(
    services: Services, queue: Queue, table: Gathered, row: StoredTournament | None, now: datetime
) -> Transaction:
    """A game of some people, whom it asks whether they are still there; who has waited longest is its master."""
    read = read_settings_on_board(_as_written(table.wishes), "", services.config.judge.zone, dict).settings
    least = max(one.reliability for one in table.people)
    access = replace(read.access, entry=Entry.ANYONE, muster=_MUSTER, reliability=least)
    settings = replace(read, access=access)
    name = next(one for n in count(queue.made + 1) if not services.store.is_game(one := GameName(f"table-{n}")))
    people = [_at_table(one.person, settings) for one in table.people]
    key = fingerprint_key(services.opaque_id("fingerprints", name, "queue"))
    opened = decide(None, OpenGame(name, settings, people[0], services.seed(), key), now)
    assert not isinstance(opened, Refused)
    *first, last = (PlayerJoined(one, (), now) for one in people)
    trail = Trail(None).on(opened).on(first)
    assert trail.game is not None
    trail = trail.on(with_consequences(trail.game, (last,), now))
    left = queue.without([one.address for one in people])
    left = replace(left, made=queue.made + 1, opening=(*queue.opening, name))
    written = new_transaction(services, trail, letters_of_news(services, trail))
    return replace(written, tournaments=(_written(left, row, now if left.waiting else None),))


def _next_for(services: Services, game: Game, waiting: Sequence[QueuePlace], apart: Apart) -> QueuePlace | None:
    """Who gets a seat that has become free before a game of the queue has begun; None where nobody fits."""
    if not game.free_seats:
        return None
    people = {game.master, *game.players}
    asking = [one for one in waiting if _is_as_wished(game.settings, one)]
    percent = {one: services.figures(one).percent for one in (*people, *(each.person.address for each in asking))}
    able = [one for one in asking if percent[one.person.address] >= game.settings.access.reliability]
    return next(next_for(able, people, len(game.board.seats), apart, percent), None)


def _is_as_wished(settings: Settings, one: QueuePlace) -> bool:
    """Whether a game is what somebody wishes, in all that they have said of it."""
    wished = read_settings_on_board(_as_written(one.wishes), "", settings.zone, dict).settings
    chosen = (attrgetter(".".join(GAME_SETTINGS[key].path)) for key in one.wishes)
    return all(each(wished) == each(settings) for each in chosen)


def _as_written(wishes: Mapping[str, str]) -> Sequence[WrittenSetting]:
    return [WrittenSetting(key, Word(key, 0), Word(word, 0)) for key, word in wishes.items()]


def _seated(
    services: Services, queue: Queue, game: Game, one: QueuePlace, row: StoredTournament | None, now: datetime
) -> Transaction:
    """Somebody of the queue has a seat of a game that has not begun; it asks them, too, whether they are there."""
    person = game.people.get(one.person.address) or _at_table(one.person, game.settings)
    trail = Trail(game).on(with_consequences(game, (PlayerJoined(person, (), now),), now))
    written = new_transaction(services, trail, letters_of_news(services, trail))
    return replace(written, tournaments=(_written(queue.without([person.address]), row, now),))


def _at_table(person: Person, settings: Settings) -> Person:
    """Somebody with a reply address of that game, who reads what is usual there."""
    return replace(with_game_defaults(person, person.language, settings), token=fresh_secret())


def _offer(services: Services, one: QueuePlace, waiting: Sequence[QueuePlace]) -> OutgoingLetter:
    language = one.person.language
    nearest = nearest_table(waiting, one)
    assert nearest is not None
    book = {key: word for key, word in one.wishes.items() if key == "rules"}
    practice = f" {wishes_in_words(book, 0, FULL, language)}" if book else ""
    text = fill_template(language, "anyone.queue", together=len(nearest.people), size=nearest.size, practice=practice)
    words = letter_text(say(language, "subject.queue"), text)
    thread = MailThread("queue", (one.person.address, f"{one.since:%Y-%m-%d %H:%M}"))
    return letter_to_outsider(services, as_outsider(one.person), words, thread, Occasion.NEWS)
