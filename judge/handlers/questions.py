"""Answers to the questions of a letter: how a game stands and went, letters, players, tournaments, why."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import accumulate
from zoneinfo import ZoneInfo

from judge.game.apply import transitions
from judge.game.league import player_standings, public_games, results_by_player, team_standings
from judge.game.listing import Stage
from judge.game.messages import Event
from judge.game.orders.plans import phase_order
from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.press.delivery import author_of
from judge.game.press.messages import DiaryWritten, PressNews, PressSent
from judge.game.press.rules import press_notices, released_press_notices
from judge.game.refusals import Refusal, Refused
from judge.game.settings import NO_READER, Address, GameName, Reader
from judge.game.state import Game
from judge.game.visibility import close_as_seen_by
from judge.handlers.help import answer_help
from judge.handlers.names import unknown_phase
from judge.handlers.on_demand import OnDemand
from judge.handlers.services import Services
from judge.handlers.session import GameSession, LineContext, Session
from judge.handlers.why import answer_why
from judge.reports.board_in_words import write_board_in_words
from judge.reports.game_answers import write_history, write_status, write_summary, write_terms
from judge.reports.games import write_games
from judge.reports.league import write_player, write_standings, write_tournaments
from judge.reports.line_answers import InvalidCommand, LineAnswer, TextAnswer, Unknown
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.people import write_game_record, write_own_record
from judge.reports.press import DiaryNote, PressItem, ReceivedPress, SentPress, write_press_history
from judge.reports.threats import write_threats
from judge.reports.why import why_command
from judge.requests.game_files import ArchiveRequest, ExportRequest
from judge.requests.league import PlayerRequest, StandingsRequest
from judge.requests.names import HistoryStart
from judge.requests.proofs import ProveRequest
from judge.requests.replacements import RecordRequest
from judge.requests.requests import GameInfoRequest, HelpRequest, HistoryRequest, WhyRequest
from judge.requests.vocabulary import Word
from judge.rules.position import Phase

# --- the past of a game


MOST_HISTORY_PHASES = 6
"""Closed phases that are told in one letter, about fifteen thousand characters."""


def answer_history(game: Game, closed: Sequence[PhaseClosed], question: HistoryRequest, reader: Person) -> LineAnswer:
    """Return the results since a phase, a year or a day; without one, those of the last phases.

    ``closed`` are the closed phases of the game, oldest first, as the reader may know them.
    """
    since = question.since
    wanted = closed[-MOST_HISTORY_PHASES:]
    if since and isinstance(since.moment, date):  # a clock that was set back leaves days out of order
        wanted = [event for event in closed if is_since(since, event.before.phase, event.at, reader)]
    elif since:
        first = bisect_left(closed, True, key=lambda event: is_since(since, event.before.phase, event.at, reader))
        wanted = closed[first:]
    if not wanted:
        return unknown_phase(since.word if since and closed else None, [event.before.phase for event in closed])
    told, rest = wanted[:MOST_HISTORY_PHASES], wanted[MOST_HISTORY_PHASES:]
    earlier = [] if since else closed[:-MOST_HISTORY_PHASES]
    text = write_history(game, reader, told, _ends(earlier), _ends(rest))
    return TextAnswer(text, charted=game.version if game.centre_history.years else 0)


def _ends(phases: Sequence[PhaseClosed]) -> Sequence[PhaseClosed]:
    """Return the first and the last of some closed phases."""
    return [phases[0], phases[-1]] if phases else []


def is_since(since: HistoryStart, phase: Phase, at: datetime, reader: Person) -> bool:
    """Return whether something that happened in a phase at a moment falls into the time asked for."""
    match since.moment:
        case Phase() as first:
            return phase_order(phase) >= phase_order(first)
        case date() as day:
            return at.astimezone(ZoneInfo(reader.zone)).date() >= day
        case year:
            return phase.year >= year


# --- letters received, written, noted


_MOST_PRESS_LETTERS = 40
MOST_CHARACTERS = 40_000
"""Letters that one letter tells again, and how long they are together."""


def _answer_press_history(game: Game, log: Sequence[Event], question: HistoryRequest, reader: Person) -> LineAnswer:
    """Return all since a phase, a year or a day; without one the newest.

    ``log`` are the events of the game, in order; it needs no orders and no verdicts. Whoever has taken a seat over does
    not read what was written to, or by, the player before.
    """
    papers = list(press_and_notes_of(log, game.readers.get(reader.address, NO_READER)))
    since = question.since
    wanted = (
        papers[-_MOST_PRESS_LETTERS:]
        if since is None
        else [paper for paper in papers if _is_since(paper, since, reader)]
    )
    if not wanted and since:
        return unknown_phase(since.word, [])
    room = sum(length <= MOST_CHARACTERS for length in accumulate(len(_content_of(paper).text) for paper in wanted))
    most = max(min(room, _MOST_PRESS_LETTERS), 1)
    told, rest = wanted[:most], wanted[most:]
    more = f"{_content_of(rest[0]).at.astimezone(UTC):%Y-%m-%d}" if rest else ""
    return TextAnswer(write_press_history(game, reader, told, more=more))


def press_and_notes_of(log: Sequence[Event], reader: Reader) -> Iterator[PressItem]:
    """Yield what the reader of this number has received, written and noted, in order."""
    for step in transitions(None, log):
        game, event = step.after, step.event
        if isinstance(event, DiaryWritten) and event.reader == reader:
            yield DiaryNote(event)
        if isinstance(event, PressSent):
            author = author_of(game, event)
            if author and game.readers[author] == reader:
                yield SentPress(event)
            told = [*press_notices(game, event)]
        else:
            told = []
        told += released_press_notices(step.before, game)
        own = (one.news for one in told if game.readers[one.to] == reader)
        yield from (ReceivedPress(news) for news in own if isinstance(news, PressNews))


def _content_of(paper: PressItem) -> PressNews | PressSent | DiaryWritten:
    match paper:
        case ReceivedPress(letter):
            return letter
        case SentPress(press):
            return press
        case DiaryNote(note):
            return note


def _is_since(paper: PressItem, since: HistoryStart, reader: Person) -> bool:
    facts = _content_of(paper)
    return facts.phase is not None and is_since(since, facts.phase, facts.at, reader)


# --- players and tournaments


def _answer_player(services: Services, question: PlayerRequest, reader: Person) -> LineAnswer:
    """Return the finished games of the reader; of somebody else only those that showed who played."""
    who = Address(question.who.text.lower().strip("<>")) if question.who else reader.address
    is_own = who == reader.address
    games = services.games_of(who, Stage.OVER)
    found = results_by_player(games if is_own else public_games(games)).get(who, ())
    return TextAnswer(write_player(reader, "" if is_own else who, found, {game.name: game for game in games}))


def _answer_standings(services: Services, question: StandingsRequest, reader: Person) -> LineAnswer:
    """Return the standings of a tournament; the list of tournaments where none is named."""
    there, name = services.tournaments(), question.name
    if name is None:
        over = {one.name: services.store.count_over(one.games) for one in there}
        return TextAnswer(write_tournaments(reader, there, over))
    tournament = next((one for one in there if one.name == name.text.lower()), None)
    if tournament is None:
        return InvalidCommand.at(Unknown.TOURNAMENT, name, tuple(one.name for one in there)[:3])
    games = services.store.summaries(tournament.games)
    players, teams = (ranked(tournament, games.values()) for ranked in (player_standings, team_standings))
    return TextAnswer(write_standings(reader, tournament, players, teams, games))


# --- the questions


_SOME = 3
"""How many games are named to somebody who named none that is there."""


def handle_help(session: Session, line: str, question: HelpRequest, _: LineContext) -> Session:
    """The page of the help."""
    game = session.game
    page = answer_help(question, session.person, game.board if game else STANDARD_BOARD, game.book if game else None)
    return session.told(line, page)


def handle_record(session: Session, line: str, question: RecordRequest, context: LineContext) -> Session:
    """Anybody's own figures; those of a game that does not hide its players, without what others hide of them."""
    game, reader, name, services = session.game, session.person, question.name, context.services
    if name and (game is None or game.name != name.text.lower()):
        wrong = InvalidCommand.at(Unknown.GAME, name, _suggested_games(services, reader))
        return session.told(line, wrong)
    if name and game:
        figures = {one: services.figures(one, game.name) for one in game.addresses_of(game.members.seated)}
        return session.told(line, TextAnswer(write_game_record(game, reader, figures)))
    return session.told(line, TextAnswer(write_own_record(reader, services.figures(reader.address))))


def handle_player(session: Session, line: str, question: PlayerRequest, context: LineContext) -> Session:
    """The finished games of somebody."""
    return session.told(line, _answer_player(context.services, question, session.person))


def handle_standings(session: Session, line: str, question: StandingsRequest, context: LineContext) -> Session:
    """How a tournament stands."""
    return session.told(line, _answer_standings(context.services, question, session.person))


def handle_game_info(session: Session, line: str, question: GameInfoRequest, context: LineContext) -> Session:
    """The games there are; of one game how it stands, what was agreed, how it went."""
    reader, services = session.person, context.services
    if question.about == "list":
        games = services.list_of_games(reader.address, question.page)
        return session.told(line, TextAnswer(write_games(games, reader.language)))
    view = session.view
    if view is None:
        return session.told(line, unknown_game_of_question(session, line, question, context))
    match question.about:
        case "status":
            return session.told(line, TextAnswer(write_status(view, reader, context.now)))
        case "terms":
            return session.told(line, TextAnswer(write_terms(view, reader)))
        case "board" | "threats" if view.position is None:
            return session.told(line, Refused(Refusal.NOT_STARTED))
        case "board":
            closed = closed_phases_as_known(view, reader, services)
            return session.told(line, TextAnswer(write_board_in_words(view, reader, closed[-1] if closed else None)))
        case "threats":
            return session.told(line, TextAnswer(write_threats(view, reader)))
        case _:
            silent = [close_as_seen_by(view, event, reader.address) for event in services.silent_phases(view.name)]
            return session.told(line, TextAnswer(write_summary(view, reader, silent)))


def handle_history(session: GameSession, line: str, question: HistoryRequest, context: LineContext) -> Session:
    """What has happened in a game, or the letters its writer may read."""
    view, reader, services = session.view, session.person, context.services
    if question.press:
        log = services.store.events_without_orders(view.name)
        return session.told(line, _answer_press_history(view, log, question, reader))
    return session.told(line, answer_history(view, closed_phases_as_known(view, reader, services), question, reader))


def handle_why(session: GameSession, line: str, question: WhyRequest, context: LineContext) -> Session:
    """Why something happened to a unit."""
    view, reader = session.view, session.person
    return session.told(
        line, answer_why(view, closed_phases_as_known(view, reader, context.services), question, reader)
    )


def closed_phases_as_known(game: Game, reader: Person, services: Services) -> Sequence[PhaseClosed]:
    """Return the closed phases of a game, oldest first, as the reader may know them."""
    closed = services.phases(game.name)
    return OnDemand(range(len(closed)), lambda place: close_as_seen_by(game, closed[place], reader.address))


def unknown_game_of_question(
    session: Session,
    _: str,
    question: GameInfoRequest | HistoryRequest | ExportRequest | ArchiveRequest | WhyRequest | ProveRequest,
    context: LineContext,
) -> InvalidCommand:
    """No game of that name, or none named: some there are; of WHY, the line once more with such a name in it."""
    near = _suggested_games(context.services, session.person)
    if isinstance(question, WhyRequest):
        asked = [word.text for word in (question.phase, *question.unit) if word]
        return InvalidCommand(Unknown.GAME, hints=tuple(why_command(question.language, name, *asked) for name in near))
    return InvalidCommand.at(Unknown.GAME, question.name or Word("", 0), near)


def _suggested_games(services: Services, reader: Person) -> tuple[GameName, ...]:
    """Return some names of games, the reader's own first; a hidden game only if the reader is part of it."""
    own = services.store.games_of(reader.address, tuple(Stage), _SOME)
    return tuple(dict.fromkeys((*own, *services.store.first_games(_SOME))))[:_SOME]
