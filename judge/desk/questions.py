"""Answers to the questions of a letter: how a game stands and went, letters, players, tournaments, why."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import accumulate
from zoneinfo import ZoneInfo

from judge.desk.ask_why import answer_why
from judge.desk.context import Context
from judge.desk.help import answer_help
from judge.desk.office import Office
from judge.desk.phases import no_phase
from judge.desk.progress import InGame, Progress
from judge.game.league import player_standings, public, results, team_standings
from judge.game.messages import Event
from judge.game.orders.plans import rank
from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.press.effects import kept_back, press_notices
from judge.game.press.messages import DiaryWritten, Press, PressSent
from judge.game.press.post import author_of
from judge.game.settings import Address, GameName
from judge.game.sight import close_as_known
from judge.game.state import Game
from judge.game.trail import transitions
from judge.mail.leagues import AskPlayer, AskStandings
from judge.mail.meanings import Ask, Help, Recall, Why
from judge.mail.past import Since
from judge.mail.succession import AskRecord
from judge.mail.words import Word
from judge.reports.echo import Answer, Shown, Unknown, Wrong
from judge.reports.examples import STANDARD
from judge.reports.games import write_games
from judge.reports.league import write_player, write_standings, write_tournaments
from judge.reports.people import write_own_record, write_record_of
from judge.reports.press import Noted, Paper, Received, Sent, write_papers
from judge.reports.states import write_history, write_state, write_summary, write_terms
from judge.reports.why import line_that_asks
from judge.rules.position import Phase

# --- the past of a game


MOST_PHASES = 6
"""Closed phases that one letter tells again, some fifteen thousand characters of them."""


def answer_history(game: Game, closed: Sequence[PhaseClosed], question: Recall, reader: Person) -> Answer:
    """The results since a phase, a year or a day; without one, those of the last phases.

    ``closed`` are the closed phases of the game, oldest first. All of it is public.
    """
    since = question.since
    wanted = closed[-MOST_PHASES:]
    if since:
        wanted = [event for event in closed if is_since(since, event.before.phase, event.at, reader)]
    if not wanted:
        return no_phase(since.word if since and closed else None, [event.before.phase for event in closed])
    told, rest = wanted[:MOST_PHASES], wanted[MOST_PHASES:]
    return Shown(write_history(game, reader, told, rest[0] if rest else None))


def is_since(since: Since, phase: Phase, at: datetime, reader: Person) -> bool:
    """Whether something of a phase, which happened at that moment, belongs to what is asked for."""
    match since.moment:
        case Phase() as first:
            return rank(phase) >= rank(first)
        case date() as day:
            return at.astimezone(ZoneInfo(reader.zone)).date() >= day
        case year:
            return phase.year >= year


# --- letters received, written, noted


MOST_PAPERS = 40
MOST_CHARACTERS = 40_000
"""Letters that one letter tells again, and how long they are together."""


def answer_press(game: Game, log: Sequence[Event], question: Recall, reader: Person) -> Answer:
    """Everything since a phase, a year or a day; without one the newest. ``log`` is all that has happened, in order.

    Whoever has taken a seat over does not read what was written to, or by, the one who left it.
    """
    papers = list(papers_of(log, game.readers.get(reader.address, 0)))
    since = question.since
    wanted = papers[-MOST_PAPERS:] if since is None else [paper for paper in papers if _is_since(paper, since, reader)]
    if not wanted and since:
        return no_phase(since.word, [])
    room = sum(length <= MOST_CHARACTERS for length in accumulate(len(_facts(paper).text) for paper in wanted))
    most = max(min(room, MOST_PAPERS), 1)
    told, rest = wanted[:most], wanted[most:]
    more = f"{_facts(rest[0]).at.astimezone(UTC):%Y-%m-%d}" if rest else ""
    return Shown(write_papers(game, reader, told, more=more))


def papers_of(log: Sequence[Event], reader: int) -> Iterator[Paper]:
    """What the reader of this number has received, written and noted, in order."""
    for step in transitions(None, log):
        game, event = step.after, step.event
        if isinstance(event, DiaryWritten) and event.reader == reader:
            yield Noted(event)
        if isinstance(event, PressSent):
            author = author_of(game, event)
            if author and game.readers[author] == reader:
                yield Sent(event)
            told = [*press_notices(game, event)]
        else:
            told = []
        told += kept_back(step.before, game)
        own = (one.news for one in told if game.readers[one.to] == reader)
        yield from (Received(news) for news in own if isinstance(news, Press))


def _facts(paper: Paper) -> Press | PressSent | DiaryWritten:
    match paper:
        case Received(letter):
            return letter
        case Sent(press):
            return press
        case Noted(note):
            return note


def _is_since(paper: Paper, since: Since, reader: Person) -> bool:
    facts = _facts(paper)
    return facts.phase is not None and is_since(since, facts.phase, facts.at, reader)


# --- players and tournaments


def answer_player(office: Office, question: AskPlayer, reader: Person) -> Answer:
    """The finished games of the reader; of somebody else those that told the world who played."""
    games = office.store.summaries()
    who = Address(question.who.text.lower().strip("<>")) if question.who else reader.address
    is_own = who == reader.address
    found = results(games if is_own else public(games)).get(who, ())
    return Shown(write_player(reader, "" if is_own else who, found, {game.name: game for game in games}))


def answer_standings(office: Office, question: AskStandings, reader: Person) -> Answer:
    """How a tournament stands; which there are, where none is named."""
    there, name = office.tournaments(), question.name
    games = {game.name: game for game in office.store.summaries()}
    if name is None:
        over = {one.name: sum(bool(games[game].ended) for game in one.games if game in games) for one in there}
        return Shown(write_tournaments(reader, there, over))
    tournament = next((one for one in there if one.name == name.text.lower()), None)
    if tournament is None:
        return Wrong.at(Unknown.TOURNAMENT, name, tuple(one.name for one in there)[:3])
    players, teams = (ranked(tournament, games.values()) for ranked in (player_standings, team_standings))
    return Shown(write_standings(reader, tournament, players, teams, games))


# --- the questions


_SOME = 3
"""How many games are named to somebody who named none that is there."""


def tell_help(progress: Progress, line: str, question: Help, _: Context) -> Progress:
    """The page of the help."""
    game = progress.game
    page = answer_help(question, progress.person, game.board if game else STANDARD, game.book if game else None)
    return progress.told(line, page)


def tell_record(progress: Progress, line: str, question: AskRecord, context: Context) -> Progress:
    """Anybody's own figures; those of a game that does not hide its players, without what others hide of them."""
    game, reader, name, office = progress.game, progress.person, question.name, context.office
    if name and (game is None or game.name != name.text.lower()):
        wrong = Wrong.at(Unknown.GAME, name, _near(office, reader))
        return progress.told(line, wrong)
    if name and game:
        told = {one.name for one in public(office.store.summaries())} | {game.name}
        figures = {one: office.figures(one, told) for one in game.seated}
        return progress.told(line, Shown(write_record_of(game, reader, figures)))
    return progress.told(line, Shown(write_own_record(reader, office.figures(reader.address))))


def tell_player(progress: Progress, line: str, question: AskPlayer, context: Context) -> Progress:
    """The finished games of somebody."""
    return progress.told(line, answer_player(context.office, question, progress.person))


def tell_standings(progress: Progress, line: str, question: AskStandings, context: Context) -> Progress:
    """How a tournament stands."""
    return progress.told(line, answer_standings(context.office, question, progress.person))


def tell_state(progress: Progress, line: str, question: Ask, context: Context) -> Progress:
    """The games there are; of one game how it stands, what was agreed, how it went."""
    reader, office = progress.person, context.office
    if question.about == "list":
        games = Shown(write_games(office.store.summaries(), reader.language, reader.address))
        return progress.told(line, games)
    view = progress.view
    if view is None:
        return progress.told(line, no_game(progress, line, question, context))
    match question.about:
        case "status":
            return progress.told(line, Shown(write_state(view, reader, context.now)))
        case "terms":
            return progress.told(line, Shown(write_terms(view, reader)))
        case _:
            return progress.told(line, Shown(write_summary(view, reader, _closed(view, reader, office))))


def tell_past(progress: InGame, line: str, question: Recall, context: Context) -> Progress:
    """What has happened in a game, or the letters its writer may read."""
    view, reader, office = progress.view, progress.person, context.office
    if question.press:
        return progress.told(line, answer_press(view, office.store.events(view.name), question, reader))
    return progress.told(line, answer_history(view, _closed(view, reader, office), question, reader))


def tell_why(progress: InGame, line: str, question: Why, context: Context) -> Progress:
    """Why something happened to a unit."""
    view, reader = progress.view, progress.person
    return progress.told(line, answer_why(view, _closed(view, reader, context.office), question, reader))


def _closed(game: Game, reader: Person, office: Office) -> Sequence[PhaseClosed]:
    """The closed phases of a game as a reader may know them."""
    return tuple(close_as_known(game, event, reader.address) for event in office.phases(game.name))


def no_game(progress: Progress, _: str, question: Ask | Recall | Why, context: Context) -> Wrong:
    """No game of that name, or none named: some there are; of WHY, the line once more with such a name in it."""
    near = _near(context.office, progress.person)
    if isinstance(question, Why):
        asked = [word.text for word in (question.phase, *question.unit) if word]
        return Wrong(Unknown.GAME, hints=tuple(line_that_asks(question.language, name, *asked) for name in near))
    return Wrong.at(Unknown.GAME, question.name or Word("", 0), near)


def _near(office: Office, reader: Person) -> tuple[GameName, ...]:
    """Some games, the reader's own before others; a hidden one is named to its own people alone."""
    games = sorted(office.store.summaries(), key=lambda game: reader.address not in game.languages)
    seen = (game for game in games if reader.address in game.languages or not game.settings.access.hidden)
    return tuple(game.name for game in seen)[:_SOME]
