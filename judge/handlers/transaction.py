"""The transaction of all that has happened to a game in one go, and the entries for calendars in its letters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from judge.game.apply import Trail
from judge.game.deadlines.rules import calendar_entries
from judge.game.messages import Event
from judge.game.people.rules import own_deadline
from judge.game.phases.close import close_failed, next_alarm
from judge.game.phases.messages import CloseFailed, PhaseClosed
from judge.game.state import Game
from judge.handlers.letter_context import LetterContext
from judge.handlers.outgoing import OutgoingLetter, address_letters, letters_of_news
from judge.handlers.services import Services, contained
from judge.reports.layout import page_as_json
from judge.reports.orders import game_fingerprint
from judge.store.event_chain import hashes
from judge.store.event_json import dump_event
from judge.store.records import ComposedLetter, DigestHastened, NewsPutOff, Transaction
from judge.store.rows import LetterStatus, StuckGame

# --- give each close of a trail the fingerprint of the game, which follows from all that was written before


def with_game_fingerprints(services: Services, trail: Trail) -> Trail:
    """Return the trail with the fingerprint of the game in each of its closes; a practice game has none.

    To be called once all is decided, and before anything is told of it.
    """
    game = trail.game
    if game is None or game.settings.practice or not any(isinstance(event, PhaseClosed) for event in trail.events):
        return trail
    key, log = services.store.key(services.seed), services.store.last_hash(game.name, services.seed)
    return fingerprinted_trail(trail, key, log)


def fingerprinted_trail(trail: Trail, key: str, log: str) -> Trail:
    """Return a trail behind events whose last hash is ``log``, with the fingerprint of the game in its closes. Pure."""
    last, events = trail.before.fingerprint if trail.before else "", list[Event]()
    for step in trail.steps:
        events.append(step.event)
        if isinstance(step.event, PhaseClosed):
            found = game_fingerprint(replace(step.before, fingerprint=last), step.event, log, step.before.acts)
            events[-1], last = replace(step.event, fingerprint=found), found.own
        (log,) = hashes(key, log, (dump_event(events[-1]),))
    return Trail(trail.before).on(events)


# --- the transaction of all that has happened to a game in one go, and the entries for calendars in its letters


def with_calendar_entries(trail: Trail, drafts: Sequence[OutgoingLetter], now: datetime) -> tuple[OutgoingLetter, ...]:
    """Return the letters, with the changed deadline as an entry for readers who want such entries.

    It goes with the letter that tells of the deadline; with the answer where only the wish for entries is new.
    """
    game, letters = trail.game, list(drafts)
    assert game is not None
    for place in _places(letters).values():
        find = partial(calendar_entries, trail.before, game, letters[place].to, now)
        entries = contained(find, lambda: (), "a letter leaves without its entry for a calendar")
        letters[place] = replace(letters[place], entries=entries)
    return tuple(letters)


def _places(drafts: Sequence[OutgoingLetter]) -> dict[int, int]:
    """Where the letter stands that an entry goes with, by the number of its reader."""
    places: dict[int, int] = {}
    for place, draft in enumerate(drafts):
        if draft.reader is None:
            continue
        known = places.get(draft.reader)
        if known is None or (draft.tells_deadline and not drafts[known].tells_deadline):
            places[draft.reader] = place
    return places


def new_transaction(
    services: Services,
    trail: Trail,
    letters: Sequence[OutgoingLetter],
    *,
    letter: int | None = None,
    status: LetterStatus = LetterStatus.DONE,
) -> Transaction:
    """The events, the next alarm, the letters out; ``letter`` is the number of the one that is settled by it."""
    game = trail.game
    assert game is not None
    return Transaction(
        letter=letter,
        status=status,
        game=game.name,
        seen=trail.before.version if trail.before else 0,
        events=trail.events,
        alarm=next_alarm(game),
        outgoing=address_letters(services, (one for one in letters if not _waits_for_digest(one))),
        stuck=_stuck_by(trail),
        digests=(*_put_off(services, letters), *hastened(services, game)),
    )


# --- what waits for the digest of its reader


def _waits_for_digest(letter: OutgoingLetter) -> bool:
    """Return whether a letter leaves with its reader's digest: one with an entry for a calendar does not."""
    return letter.put_off is not None and not letter.entries


def _put_off(services: Services, letters: Sequence[OutgoingLetter]) -> Iterator[NewsPutOff]:
    """Yield those of some letters that wait."""
    now = services.clock.now()
    for one in letters:
        if _waits_for_digest(one):
            assert one.game
            assert one.reader
            assert one.put_off
            page = page_as_json(one.words.text)
            yield NewsPutOff(one.to, one.game, one.reader, now, one.put_off, one.words.subject, page)


def hastened(services: Services, game: Game) -> Iterator[DigestHastened]:
    """Yield until when news of a game waits for those who have a deadline in it, as it is now."""
    now = services.clock.now()
    for reader in services.store.digest_readers(game.people).values():
        if deadline := own_deadline(game, reader.address):
            yield DigestHastened(reader.address, game.name, reader.digest.latest_hour(deadline, now))


# --- the transaction where a close fails, that of a letter


def unless_failed(trail: Trail, now: datetime, follow: Callable[[], Trail]) -> Trail:
    """Return what follows from a trail; where the judge fails over it, the trail as it is and that a close failed."""
    return contained(follow, lambda: trail.on(close_failed(trail.game, now)), "a phase stays open")


SOONEST_RETRY = timedelta(minutes=10)
"""After how long a close that has failed is tried again."""


def _stuck_by(trail: Trail) -> StuckGame | None:
    """How the game stands still, if a trail has left the open phase so that it could not be closed."""
    game, failed = trail.game, [event for event in trail.events if isinstance(event, CloseFailed)][-1:]
    if game is None or game.open_position is None or game.open_position.phase not in {one.phase for one in failed}:
        return None
    at = failed[0].at
    return StuckGame(game.name, at, at + SOONEST_RETRY, 1, "closing early")


def transaction_of_letter(
    case: LetterContext,
    trail: Trail,
    answered: Sequence[OutgoingLetter] = (),
    again: Sequence[ComposedLetter] = (),
    *,
    answered_by_news: bool = False,
) -> Transaction:
    """Return the transaction of a letter that has caused events.

    With ``answered_by_news`` the first of the news to its sender is the answer to the letter.
    """
    trail = with_game_fingerprints(case.services, trail)
    told = letters_of_news(case.services, trail)
    told = tuple(replace(one, put_off=None) if one.to == case.sender else one for one in told)
    told = (*answered, *(_news_as_answer(case, told) if answered_by_news else told))
    letters = with_calendar_entries(trail, told, case.services.clock.now())
    transaction = new_transaction(case.services, trail, letters, letter=case.kept.id)
    return case.marked(replace(transaction, outgoing=(*transaction.outgoing, *again)))


def _news_as_answer(case: LetterContext, told: Sequence[OutgoingLetter]) -> Iterator[OutgoingLetter]:
    """Yield the news; the first piece for the sender hangs in the thread of their letter."""
    first = next((one for one in told if one.to == case.sender), None)
    for one in told:
        yield replace(one, thread=replace(one.thread, answers=case.thread.answers)) if one is first else one
