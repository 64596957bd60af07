"""Answers to the questions of a letter: games, players, tournaments, files, earlier letters."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import accumulate
from zoneinfo import ZoneInfo

from judge.game.apply import transitions
from judge.game.deadlines.messages import HoldForDispute
from judge.game.decide import decide
from judge.game.league import (
    ResultRow,
    Summary,
    player_standings,
    public_games,
    results_by_player,
    results_of,
    team_standings,
)
from judge.game.messages import Event
from judge.game.names import Stage
from judge.game.orders.messages import phase_order
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import DiaryWritten, PressMuted, PressNews, PressSent, SendPress
from judge.game.press.rules import author_of, press_notices, released_press_notices
from judge.game.refusals import Refusal, Refused
from judge.game.settings import NO_READER, Address, GameName, Reader
from judge.game.state import Game
from judge.game.visibility import close_as_seen_by
from judge.handlers.acknowledgement import letter_series_of
from judge.handlers.books import answer_help
from judge.handlers.digests import copies_of_digests, digest_reader_of, terms_of_digest
from judge.handlers.names import notations_of, read_powers, unknown_phase
from judge.handlers.order_questions import answer_why
from judge.handlers.outgoing import fresh_envelope_sender
from judge.handlers.people import letter_to_operator, operator_of
from judge.handlers.plain_words import names_regions
from judge.handlers.services import OnDemand, Services
from judge.handlers.session import GameSession, LineContext, Session, always, handles, handles_in_game, no_player
from judge.mail.compose import compose_again
from judge.mail.headers import Headers, header_block
from judge.mail.identity import press_reply_address, read_recipient, redact_addresses, reply_address
from judge.reports.board_in_words import write_board_in_words, write_threats
from judge.reports.ending import (
    StatisticsSubject,
    write_player,
    write_players,
    write_ranking,
    write_standings,
    write_statistics,
    write_tournaments,
)
from judge.reports.game_answers import (
    dispute_answer,
    dispute_letter,
    why_command,
    write_history,
    write_status,
    write_summary,
    write_terms,
)
from judge.reports.games import write_games
from judge.reports.language import resent_mark
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Outcome, TextAnswer, Unknown
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.people import write_game_record, write_own_record
from judge.reports.press import DiaryNote, PressItem, ReceivedPress, SentPress, write_press_history
from judge.requests.asked import (
    ArchiveRequest,
    ExportRequest,
    PlayerRequest,
    PlayersRequest,
    ProveRequest,
    StandingsRequest,
    StatisticsRequest,
)
from judge.requests.names import HistoryStart, game_name
from judge.requests.questions import (
    DisputeRequest,
    GameInfoRequest,
    GameQuestion,
    HelpRequest,
    HistoryRequest,
    ResendRequest,
    WhyRequest,
)
from judge.requests.seats import RecordRequest
from judge.requests.vocabulary import Word, fold_case, value_of, vocabulary
from judge.rules.board import Power
from judge.rules.position import Phase
from judge.store.records import ComposedLetter, Occasion, OutboxRow, SeriesPlace

# --- answers to the questions of a letter: how a game stands and went, letters, players, tournaments, why


# --- the past of a game


MOST_HISTORY_PHASES = 6
"""Closed phases that are told in one letter, about fifteen thousand characters."""


def answer_history(game: Game, closed: Sequence[PhaseClosed], question: HistoryRequest, reader: Person) -> LineAnswer:
    """Return the results of a phase, or since a phase, a year or a day; without one, those of the last phases.

    ``closed`` are the closed phases of the game, oldest first, as the reader may know them.
    """
    since = question.since
    wanted, is_one = closed[-MOST_HISTORY_PHASES:], False
    if since and isinstance(since.moment, date):  # a clock that was set back leaves days out of order
        wanted = [event for event in closed if is_since(since, event.before.phase, event.at, reader)]
    elif since:
        first = bisect_left(closed, True, key=lambda event: is_since(since, event.before.phase, event.at, reader))
        is_one = isinstance(since.moment, Phase) and not since.onwards
        wanted = closed[first : first + 1] if is_one else closed[first:]
        if is_one and wanted and wanted[0].before.phase != since.moment:
            wanted = closed[:0]
    if not wanted:
        return unknown_phase(since.word if since and closed else None, [event.before.phase for event in closed])
    told, rest = wanted[:MOST_HISTORY_PHASES], wanted[MOST_HISTORY_PHASES:]
    earlier = [] if since else closed[:-MOST_HISTORY_PHASES]
    text = write_history(game, reader, told, _ends(earlier), _ends(rest), is_one=is_one)
    return TextAnswer(text, charted=game.version if game.centre_history.years and not is_one else 0)


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
    """Yield what the reader of this number has received, written and noted, in order; what they muted, too."""
    for step in transitions(None, [event for event in log if not isinstance(event, PressMuted)]):
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
    is_told = is_own or who not in services.store.unlisted()
    found = results_by_player(games if is_own else public_games(games)).get(who, ()) if is_told else ()
    return TextAnswer(write_player(reader, "" if is_own else who, found, {game.name: game for game in games}))


def _list_of_tournaments(services: Services, reader: Person, *, teams: bool = False) -> str:
    there = services.tournaments()
    over = {one.name: services.store.count_over(one.games) for one in there}
    return write_tournaments(reader, there, over, teams=teams)


def _answer_standings(services: Services, question: StandingsRequest, reader: Person) -> LineAnswer:
    """Return the standings of a tournament; the list of tournaments where none is named."""
    there, name = services.tournaments(), question.name
    if name is None:
        return TextAnswer(_list_of_tournaments(services, reader, teams=question.teams))
    tournament = next((one for one in there if one.name == name.text.lower()), None)
    if tournament is None:
        return InvalidCommand.at(Unknown.TOURNAMENT, name, tuple(one.name for one in there)[:3])
    games = services.store.summaries(tournament.games)
    players, teams = (ranked(tournament, games.values()) for ranked in (player_standings, team_standings))
    return TextAnswer(write_standings(reader, tournament, players, teams, games))


def _answer_statistics(services: Services, question: StatisticsRequest, reader: Person) -> LineAnswer:
    """Return totals of finished games: of all, or of the board, the power, the person that are named."""
    who = next((word for word in question.words if "@" in word.text), None)
    if who:
        games, rows = _results_of_person(services, Address(who.text.lower().strip("<>")), reader)
    else:
        hobby = services.hobby(Stage.OVER)
        games, rows = tuple(hobby.games.values()), hobby.results
    boards = {game.settings.board: game.board for game in games}
    named = {fold_case(word.text) for word in question.words} & boards.keys()
    rest = tuple(word for word in question.words if word is not who and fold_case(word.text) not in named)
    powers: tuple[Power, ...] = ()
    for board in (boards[name] for name in (named or boards) if rest):
        read = read_powers(rest, board, notations_of(reader, board)[0])
        powers += read if isinstance(read, tuple) else ()
    if rest and boards and not powers:
        return InvalidCommand.at(Unknown.STATISTICS, rest[0], tuple(boards)[:_SOME])
    found = [row for row in rows if (not named or row.board in named) and (not rest or row.power in powers)]
    about = StatisticsSubject(who.text if who else "", "".join(named), powers[:1])
    return TextAnswer(write_statistics(reader, about, found, boards))


def _results_of_person(
    services: Services, who: Address, reader: Person
) -> tuple[Sequence[Summary], Sequence[ResultRow]]:
    """Return the finished games of somebody, and what their powers came to there: as in ``_answer_player``."""
    is_told = who not in services.store.unlisted()
    games = services.games_of(who, Stage.OVER)
    shown = games if who == reader.address else tuple(public_games(games)) if is_told else ()
    return shown, [row for game in shown for row in results_of(game, is_told=True) if row.player == who]


# --- the questions


_SOME = 3
"""How many games are named to somebody who named none that is there."""


def unknown_game_of_question(
    session: Session,
    _: str,
    question: GameQuestion | ExportRequest | ArchiveRequest | WhyRequest | ProveRequest,
    context: LineContext,
) -> InvalidCommand:
    """No game of that name, or none named: some there are; of WHY, the line once more with such a name in it."""
    near = _suggested_games(context.services, session.person)
    if not isinstance(question, WhyRequest) and names_another_game(session, question.name, context):
        return InvalidCommand.at(Unknown.OTHER_GAME, question.name or Word("", 0))
    if isinstance(question, WhyRequest):
        asked = [word.text for word in (question.phase, *question.unit) if word]
        return InvalidCommand(Unknown.GAME, hints=tuple(why_command(question.language, name, *asked) for name in near))
    return InvalidCommand.at(Unknown.GAME, question.name or Word("", 0), near)


def names_another_game(session: Session, name: Word | None, context: LineContext) -> bool:
    """Whether a line names a game that is not the one its letter speaks of, and that anybody may know of."""
    other = game_name(name.text) if name and session.view else None
    found = context.services.game(other) if other and session.view and other != session.view.name else None
    return found is not None and not found.settings.access.hidden


def _suggested_games(services: Services, reader: Person) -> tuple[GameName, ...]:
    """Return some names of games, the reader's own first; a hidden game only if the reader is part of it."""
    own = services.store.games_of(reader.address, tuple(Stage), _SOME)
    return tuple(dict.fromkeys((*own, *services.store.first_games(_SOME))))[:_SOME]


@handles()
def handle_help(session: Session, line: str, question: HelpRequest, _: LineContext) -> Session:
    """The page of the help."""
    game = session.game
    page = answer_help(question, session.person, game.board if game else STANDARD_BOARD, game.book if game else None)
    return session.told(line, page)


@handles()
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


@handles()
def handle_player(session: Session, line: str, question: PlayerRequest, context: LineContext) -> Session:
    """The finished games of somebody."""
    return session.told(line, _answer_player(context.services, question, session.person))


@handles()
def handle_players(session: Session, line: str, question: PlayersRequest, context: LineContext) -> Session:
    """Who plays here, in games that say so; their ranking, with the tournaments there are."""
    reader, services = session.person, context.services
    if not question.ranking:
        return session.told(line, TextAnswer(write_players(reader, services.hobby(Stage.RUNNING, Stage.OVER))))
    tournaments = _list_of_tournaments(services, reader) if services.tournaments() else ""
    return session.told(line, TextAnswer(write_ranking(reader, services.hobby(Stage.OVER), tournaments)))


@handles()
def handle_statistics(session: Session, line: str, question: StatisticsRequest, context: LineContext) -> Session:
    """How finished games went."""
    return session.told(line, _answer_statistics(context.services, question, session.person))


@handles()
def handle_standings(session: Session, line: str, question: StandingsRequest, context: LineContext) -> Session:
    """How a tournament stands."""
    return session.told(line, _answer_standings(context.services, question, session.person))


@handles(tells_course=lambda question: question.about not in {"list", "terms"})
def handle_game_info(session: Session, line: str, question: GameInfoRequest, context: LineContext) -> Session:
    """The games there are; of one game how it stands, what was agreed, how it went."""
    reader, services = session.person, context.services
    if question.about == "list":
        games, row = services.list_of_games(reader.address, question.page), services.store.queue()
        told = json.loads(row.standing) if row else {}
        queue = told if "together" in told else {}
        return session.told(line, TextAnswer(write_games(games, reader.language, queue)))
    view = session.view
    if view is None or names_another_game(session, question.name, context):
        return session.told(line, unknown_game_of_question(session, line, question, context))
    match question.about:
        case "status":
            return session.told(line, TextAnswer(write_status(view, reader, context.now)))
        case "terms":
            return session.told(line, TextAnswer(write_terms(view, reader, terms_of_digest(session, services))))
        case "board" | "threats" if view.position is None:
            return session.told(line, Refused(Refusal.NOT_STARTED))
        case "board":
            return session.told(line, TextAnswer(board_in_words(view, reader, services)))
        case "threats":
            return session.told(line, TextAnswer(write_threats(view, reader)))
        case _:
            silent = [close_as_seen_by(view, event, reader.address) for event in services.silent_phases(view.name)]
            return session.told(line, TextAnswer(write_summary(view, reader, silent)))


def board_in_words(view: Game, reader: Person, services: Services) -> str:
    """Return the board in words, with what the last phase has changed."""
    closed = closed_phases_as_known(view, reader, services)
    return write_board_in_words(view, reader, closed[-1] if closed else None)


@handles_in_game(unknown_game_of_question)
def handle_history(session: GameSession, line: str, question: HistoryRequest, context: LineContext) -> Session:
    """What has happened in a game, or the letters its writer may read."""
    view, reader, services = session.view, session.person, context.services
    if names_another_game(session, question.name, context):
        return session.told(line, unknown_game_of_question(session, line, question, context))
    if question.press:
        log = services.store.events_without_orders(view.name)
        return session.told(line, _answer_press_history(view, log, question, reader))
    return session.told(line, answer_history(view, closed_phases_as_known(view, reader, services), question, reader))


@handles_in_game(unknown_game_of_question)
def handle_why(session: GameSession, line: str, question: WhyRequest, context: LineContext) -> Session:
    """Why something happened to a unit."""
    view, reader = session.view, session.person
    closed = closed_phases_as_known(view, reader, context.services)
    is_asked_of_judge = line.rstrip().endswith("?") and not (closed and names_regions(session, line))
    if is_asked_of_judge and reader.address in view.people:
        return session.told(line, Done(Outcome.TOLD_HERE))
    return session.told(line, answer_why(view, closed, question, reader))


def closed_phases_as_known(game: Game, reader: Person, services: Services) -> Sequence[PhaseClosed]:
    """Return the closed phases of a game, oldest first, as the reader may know them."""
    closed = services.phases(game.name)
    return OnDemand(range(len(closed)), lambda place: close_as_seen_by(game, closed[place], reader.address))


# --- DISPUTE: why an order came out as it did, told to a master who does not play, else to the operator, to decide


@handles_in_game(no_player, Outcome.TOO_MUCH_PRESS, tells_course=always)
def handle_dispute(session: GameSession, line: str, dispute: DisputeRequest, context: LineContext) -> Session:
    """Answer as WHY does, send line and answer to a master who does not play, or to the operator; say who decides."""
    game, reader = session.view, session.person
    closed = closed_phases_as_known(game, reader, context.services)
    answer = answer_why(game, closed, dispute.asked, reader)
    if not isinstance(answer, TextAnswer):
        return session.told(line, answer)
    language = reader.language
    letter = dispute_letter(redact_addresses(line, context.own_address, reader.token), answer.text, language)
    if session.game.powers_of(session.game.master):
        return _carried_to_operator(session, line, letter, answer.text, context)
    if session.game.master == reader.address:
        return session.told(line, answer)
    decided = decide(session.game, SendPress(reader.address, (), letter, to_master=True), context.now)
    if isinstance(decided, Refused):
        return session.told(line, answer).told(line, decided)
    carried = TextAnswer(dispute_answer(answer.text, language, "dispute.carried"))
    return _with_time_to_decide(session.happened(decided).told(line, carried), context)


def _carried_to_operator(session: GameSession, line: str, letter: str, why: str, context: LineContext) -> Session:
    """Send a dispute to an operator who has no part in the game; where there is none the reasons stand alone."""
    language = session.person.language
    operator = operator_of(context.services)
    if not operator or operator in session.game.people:
        return session.told(line, TextAnswer(dispute_answer(why, language, "dispute.alone")))
    sent = letter_to_operator(session, f"[{session.game.name}] {letter}", context)
    if isinstance(sent, Done):
        return session.told(line, TextAnswer(why)).told(line, sent)
    told = TextAnswer(dispute_answer(why, language, "dispute.operator"))
    return _with_time_to_decide(replace(session, sent=(*session.sent, sent)).told(line, told), context)


def _with_time_to_decide(session: GameSession, context: LineContext) -> Session:
    """Keep the open phase open, where the settings give time for it; a game that is over has none."""
    held = decide(session.game, HoldForDispute(session.person.address), context.now)
    return session if isinstance(held, Refused) else session.happened(held)


# --- handle RESEND: which earlier letters a line asks for, and whether they may be sent again


_NUMBERS = re.compile(r"(?:n°|nº|#)?(\d{1,6})(?:[-–](\d{1,6}))?\.?")


@handles_in_game(no_player)
def handle_resend(session: GameSession, line: str, asked: ResendRequest, context: LineContext) -> Session:
    """Note letters to be sent again, or the writer's digests; refused to whoever has no part in the game."""
    series = letter_series_of(context.services, session.game, session.person)
    if not series.last:
        return session.told(line, Refused(Refusal.NOT_A_PLAYER))
    if asked.words and vocabulary().settings.get(fold_case(asked.words[0].text)) == "digest":
        return _resend_digests(session, line, asked.words[1:], context, series.copies)
    wanted = _read_numbers(line, asked.words, series.last)
    if isinstance(wanted, InvalidCommand):
        return session.told(line, wanted)
    again = tuple(dict.fromkeys((*session.again, *wanted)))
    if not list(copies_of_letters(context.services, session.game, session.person, wanted, context.number)):
        return session.told(line, Refused(Refusal.COPIES_NOT_KEPT))
    if len(again) + len(session.copies) > series.copies:
        return session.told(line, Refused(Refusal.COPIES_USED_UP))
    named = f"{wanted[0]}–{wanted[-1]}" if len(wanted) > 1 else str(wanted[0])
    return replace(session, again=again).told(line, Done(Outcome.LETTERS_RESENT, named))


def _resend_digests(
    session: GameSession, line: str, words: tuple[Word, ...], context: LineContext, most: int
) -> GameSession:
    reader = digest_reader_of(session, context.services)
    if reader is None or not reader.issue:
        return session.told(line, InvalidCommand.missing(Unknown.LETTER, len(line)))
    wanted = _read_numbers(line, words, reader.issue)
    if isinstance(wanted, InvalidCommand):
        return session.told(line, wanted)
    copies = (*session.copies, *copies_of_digests(context.services, reader, wanted, context.number))
    if len(copies) == len(session.copies):
        return session.told(line, Refused(Refusal.COPIES_NOT_KEPT))
    if len(copies) + len(session.again) > most:
        return session.told(line, Refused(Refusal.COPIES_USED_UP))
    named = f"{wanted[0]}–{wanted[-1]}" if len(wanted) > 1 else str(wanted[0])
    return replace(session, copies=copies).told(line, Done(Outcome.LETTERS_RESENT, named))


def _read_numbers(line: str, words: tuple[Word, ...], last: int) -> range | InvalidCommand:
    """Return the numbers from the first word to the second, both between 1 and ``last``."""
    if not words:
        return InvalidCommand.missing(Unknown.LETTER, len(line), (str(last),))
    ends: list[int] = []
    for word in words[:2]:
        found = _NUMBERS.fullmatch(word.text)
        numbers = [int(number) for number in found.groups() if number] if found else []
        if value_of(word.text) == "last":
            numbers = [last]
        if not numbers or not all(1 <= number <= last for number in numbers):
            return InvalidCommand.at(Unknown.LETTER, word, (str(last),))
        ends += numbers
    return range(min(ends), max(ends) + 1)


def copies_of_letters(
    services: Services, game: Game, person: Person, numbers: Sequence[int], request: int
) -> Iterator[ComposedLetter]:
    """Yield letters of a person's own series once more, in the same words.

    ``request`` is the number of the letter that asked for them. A copy has an id of its own, or mail programs would
    hide it behind the one that never came. It goes to the person's present address.
    """
    reader = game.readers[person.address]
    for number in numbers:
        posted = services.store.numbered(game.name, reader, number)
        if posted and posted.raw:
            yield _copy_of_letter(services, game, person, posted, SeriesPlace(reader, number), request)


def _reply_address_of_copy(services: Services, game: Game, person: Person, posted: OutboxRow) -> str:
    """Return the address that replies to a copy go to: the person's own, for the same press as those to the letter."""
    judge = services.config.judge.address
    own = reply_address(judge, game.name, person.token)
    meant = read_recipient(Headers(header_block(posted.raw)).first("reply-to"), judge)
    return (press_reply_address(own, meant.press) if meant and meant.press else None) or own


def _copy_of_letter(
    services: Services, game: Game, person: Person, posted: OutboxRow, place: SeriesPlace, request: int
) -> ComposedLetter:
    now = services.clock.now()
    opaque = services.opaque_letter_id("again", game.name, place.reader, place.number, request)
    message_id = f"<{game.name}.{opaque}@{services.host}>"
    raw = compose_again(
        posted.raw,
        to=person.address,
        reply_to=_reply_address_of_copy(services, game, person, posted),
        message_id=message_id,
        date=now,
        mark=resent_mark(person.language),
    )
    return ComposedLetter(
        message_id,
        game.name,
        person.address,
        fresh_envelope_sender(services),
        raw,
        place,
        Occasion.COPY,
        now,
        posted.pictures,
    )
