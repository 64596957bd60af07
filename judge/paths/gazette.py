"""The paths of an issue, to a letter for each reader: of the gazette from its alarm, of the zine from its editor."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.config import Config
from judge.game.apply import transitions
from judge.game.league import Hobby, Need, Summary
from judge.game.messages import Event
from judge.game.names import Stage
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import PressSent
from judge.game.published import PublicLetter, is_press_published, public_letters
from judge.game.settings import Address, GameName, Language
from judge.game.visibility import is_told_later
from judge.handlers.desk import Editions, ZineNotPublishedError, letters_of_zine
from judge.handlers.outgoing import MailThread, OutgoingLetter, Outsider, address_letters, letter_to_outsider
from judge.handlers.people import decide_about, next_issue_at
from judge.handlers.services import MOST_LISTED, MOST_NAMED, Services
from judge.reports.ending import player_name
from judge.reports.gazette import MOST_LETTERS, MOST_RANKED, GazetteGames, GazettePress, RankedPlayer, write_gazette
from judge.reports.language import LetterText
from judge.rules.position import Phase
from judge.store.overview import open_read_only
from judge.store.records import EditorLetter, GazetteIssue, Occasion, Publication, Subscriber, Transaction, ZineIssue
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import Clock, SystemClock

_A_WEEK = timedelta(days=7)
"""The time that the first issue covers."""


def publish_issue(services: Services) -> Transaction:
    """Write the issue that is due to all its readers; without readers there is none until somebody subscribes.

    It tells what has happened since the last one. Its number is checked where it is written: none goes out twice.
    """
    last, readers = services.store.last_issue(), services.store.subscribers(Publication.GAZETTE)
    now = services.clock.now()
    number, due = (last.number + 1, next_issue_at(services.config.gazette, now)) if readers else (0, None)
    since = last.at or now - _A_WEEK
    tribune = tuple(_tribune(services)) if readers else ()
    words = _words_by_language(services, readers, number, since, tribune)
    letters = [_letter_to_reader(services, reader, number, words[reader.language]) for reader in readers]
    transaction = Transaction(
        letter=None,
        status=LetterStatus.DONE,
        outgoing=address_letters(services, letters),
        issue=GazetteIssue(number, now, due, tuple(one.number for one in tribune)),
    )
    services.store.commit(transaction)
    return transaction


def _words_by_language(
    services: Services,
    readers: Sequence[Subscriber],
    number: int,
    since: datetime,
    tribune: Sequence[EditorLetter],
) -> Mapping[Language, LetterText]:
    """The issue in each language that a reader has; of each game only what has been closed since then is read."""
    languages = dict.fromkeys(reader.language for reader in readers)
    if not languages:
        return {}
    games = _games_told(services, since)
    closed = {game.name: services.phases(game.name, since) for game in games.closed.shown}
    zone = ZoneInfo(services.config.gazette.zone)
    first, last = since.astimezone(zone), services.clock.now().astimezone(zone)
    hobby = services.hobby(Stage.OVER)
    games = replace(games, ranking={language: _ranking(hobby, language) for language in languages}, tribune=tribune)
    return {language: write_gazette(language, number, first, last, closed, games) for language in languages}


def _games_told(services: Services, since: datetime) -> GazetteGames:
    """The games that the issue tells of: of each kind as many as a letter holds."""
    store = services.store
    closed = services.told(store.games_closed_since(since, MOST_NAMED))
    closed = replace(closed, shown=tuple(game for game in closed.shown if not is_told_later(game)))
    ended = services.told(store.games_ended_since(since, MOST_NAMED))
    return GazetteGames(
        openings=services.told(store.games_that_need(Stage.OPENING, Need.NOBODY, MOST_LISTED)),
        seeking=services.told(store.games_that_need(Stage.RUNNING, Need.NAMED, MOST_LISTED)),
        closed=closed,
        ended=ended,
        press=_press_told(services, (*closed.shown, *ended.shown), since),
    )


_MOST_LOGS = 8
"""Games whose logs are read for press: each takes tens of milliseconds."""

_LONGEST_KEPT = timedelta(days=60)
"""Where nobody has written for so long before the last issue, no log is read for press."""


def _press_told(services: Services, games: Sequence[Summary], since: datetime) -> GazettePress:
    """The press to everyone of the phases that have closed in some games, as strangers may read it, in order.

    Each letter is in the issue that tells of the close before which it came out, so in one and in no other.
    """
    written = {game.name: game for game in games if _has_press(services, game.name, since)}
    letters: list[tuple[Summary, PublicLetter]] = []
    read = 0
    for read, game in enumerate(written.values(), 1):
        events = services.store.events_without_orders(game.name)
        letters += [(game, one) for one in _press_before_closes(events, since, is_over=game.ended is not None)]
        if read == _MOST_LOGS or len(letters) > MOST_LETTERS:
            break
    ordered = sorted(letters, key=lambda each: each[1].out)
    return GazettePress(tuple(ordered), tuple(written)[read:])


def _press_before_closes(events: Sequence[Event], since: datetime, *, is_over: bool) -> Iterator[PublicLetter]:
    """The press that came out after the last close before ``since``, up to the last one, or to the end of the game."""
    closes = [event.at for event in events if isinstance(event, PhaseClosed)]
    first = max((at for at in closes if at <= since), default=None)
    for one in public_letters(transitions(None, events)):
        if (first is None or one.out > first) and (is_over or one.out <= max(closes)):
            yield one


def _has_press(services: Services, name: GameName, since: datetime) -> bool:
    """Whether somebody has written in a game lately, and strangers may read it."""
    last, game = services.store.last_press(name), services.game(name)
    is_new = isinstance(last, PressSent) and last.at > since - _LONGEST_KEPT
    return is_new and game is not None and is_press_published(game)


_MOST_OF_TRIBUNE = 10_000
"""Characters of letters to all readers after which no further one is in an issue; it is in the next."""


def _tribune(services: Services) -> Iterator[EditorLetter]:
    """The letters to all readers that an issue prints, oldest first, none of them cut short."""
    if services.config.gazette.tribune == "off":
        return
    printed = 0
    for one in services.store.letters_of_tribune("open"):
        yield one
        printed += len(one.text)
        if printed >= _MOST_OF_TRIBUNE:
            return


def decide_tribune(services: Services, letter: EditorLetter, *, is_printed: bool) -> None:
    """Let a letter that waits through, or leave it out, and tell its writer, in one transaction."""
    told, decided = decide_about(services, letter, is_printed=is_printed)
    outgoing = address_letters(services, [told])
    services.store.commit(Transaction(None, LetterStatus.DONE, outgoing=outgoing, to_editor=(decided,)))


def _ranking(hobby: Hobby, language: Language) -> Sequence[RankedPlayer]:
    """The best players of the games that ended last, under the names that are public."""
    return [
        RankedPlayer(one.place, player_name(hobby, one.player, language), one.tally.games, one.tally.average)
        for one in hobby.ranking[:MOST_RANKED]
    ]


def _letter_to_reader(services: Services, reader: Subscriber, number: int, words: LetterText) -> OutgoingLetter:
    """The letter to one reader; its id is a function of the issue and the reader, so a copy is recognised."""
    thread = MailThread(Publication.GAZETTE.value, (number, reader.number))
    to = Outsider(Address(reader.address), reader.language, reader.form)
    letter = letter_to_outsider(services, to, words, thread, Occasion.NEWS)
    return replace(letter, unsubscribe="GAZETTE OFF")


def plan_next_issue(services: Services) -> None:
    """Set when the next issue is due by the present configuration; one whose hour has passed stays due."""
    now, last = services.clock.now(), services.store.last_issue()
    following = next_issue_at(services.config.gazette, now)
    is_due = last.alarm is not None and last.alarm <= now
    if not services.store.subscribers(Publication.GAZETTE):
        following = None
    if last.alarm != following and not (is_due and following):
        services.store.postpone(None, following)


# --- the path of an issue of the zine: from the editor's finished forms to a letter for each of its subscribers


@contextmanager
def services_beside(config: Config, clock: Clock | None = None) -> Iterator[Services]:
    """The services of a judge on its own database, whether it runs or not; a running one goes on meanwhile.

    FileNotFoundError without a database, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad one: nothing is made
    or migrated under a judge that may be running.
    """
    path, by = config.folders.data / "judge.db", clock or SystemClock()
    with open_read_only(path):
        pass  # it has the tables of this judge, or an error is raised
    store = Store(path, by.now)
    try:
        yield Services(config, store, by)
    finally:
        store.close()


def publish_zine(
    services: Services,
    number: int,
    forms: Editions,
    drafted: datetime,
    games: Mapping[GameName, Phase],
) -> int:
    """Write the issue to all its subscribers, and note it, in one transaction; how many letters there are.

    ``forms`` has it by language, the first being that of readers of a language that is missing. ``drafted`` (UTC) is
    the moment up to which the draft looked, ``games`` the last phase that is told of each game. ZineNotPublishedError
    where the number is not above that of the last issue, where there is no form, or where a file is too large.

    It may run beside a running judge: whatever is in the outbox is sent by that at its next sweep, or after its start.
    """
    letters = address_letters(services, letters_of_zine(services, number, forms))
    issue = ZineIssue(number, services.clock.now(), drafted, games)
    if not services.store.commit(Transaction(None, LetterStatus.DONE, outgoing=letters, issue=issue)):
        last = services.store.last_zine_issue()
        message = f"issue {number} cannot go out: the last one was {last.number if last else 0}; nothing was sent"
        raise ZineNotPublishedError(message)
    return len(letters)
