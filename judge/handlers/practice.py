"""Handle practice games and lessons, and work out the orders of clockwork players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.clockwork import clockwork_orders
from judge.game.apply import Trail
from judge.game.decide import WEEK_OF_SILENCE
from judge.game.names import Stage
from judge.game.people.messages import Person
from judge.game.practice.messages import ChooseLesson, ClockworkOrdered, LessonState, OpenTutorial
from judge.game.practice.rules import (
    WAR,
    clockwork_players,
    clockwork_powers_to_order,
    lesson_after,
    lesson_named,
    lesson_numbered,
    lessons,
)
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import OpenPractice
from judge.game.settings import (
    Access,
    DrawRule,
    Entry,
    GameName,
    Language,
    Lengths,
    Missing,
    PlayingStrength,
    PressRules,
    Settings,
    Timing,
    VoteRules,
    WatchPermission,
    board_of_settings,
)
from judge.game.state import Game
from judge.game.visibility import has_fog, known_position
from judge.handlers.names import read_powers
from judge.handlers.session import LineContext, Session, handles
from judge.handlers.settings import (
    read_opening_settings,
    read_person_settings,
    read_settings_on_board,
    with_game_defaults,
)
from judge.notation.tables import load_notation, notation_names
from judge.reports.line_answers import CommandFault, Done, InvalidCommand, Outcome, Unknown, answer_for_faults
from judge.reports.tutorial import practice_word, tutorial_word
from judge.requests.setting_lists import PracticeRequest, TutorialRequest, WrittenSetting
from judge.requests.vocabulary import Word, fold_case, value_of, vocabulary
from judge.rules.board import Power
from judge.rules.board_file import board_names
from judge.rules.orders import Order
from judge.rules.position import Position

# --- handle PRACTICE


MOST_PRACTICE_GAMES_OPEN = 2
"""Practice games that one person may have open at once."""

MOST_PRACTICE_GAMES_A_DAY = 5
"""Practice games of one person that are open or have ended within a day: no more can be opened in one."""

_DAY = timedelta(days=1)

_TAKEN = frozenset({"rules", "board", "last", "zone", "reports", "language", "notation"})
"""Settings that PRACTICE takes; the others are for several players."""


@dataclass(frozen=True)
class _Bare:
    """What words without a setting name: a strength, a board, powers."""

    strength: PlayingStrength
    board: tuple[WrittenSetting, ...]
    powers: tuple[Word, ...]


@handles()
def handle_practice(session: Session, line: str, wanted: PracticeRequest, context: LineContext) -> Session:
    """Open a practice game, whose name the judge makes up; it needs a letter that is about no other game."""
    if session.game or session.would_be_game:
        return session.told(line, Done(Outcome.PRACTICE_ELSEWHERE, context.own_address))
    if refused := why_too_much_practice(session.person, context):
        return session.told(line, refused)
    bare = _bare_words(wanted.words)
    given = [one for one in (*bare.board, *wanted.settings) if one.name in _TAKEN]
    read = read_settings_on_board(given, line, context.services.config.judge.zone, context.services.own_boards)
    settings = practice_settings(read.settings)
    by = read_person_settings(with_game_defaults(session.person, wanted.language, settings), given, line, settings)
    powers = read_powers(bare.powers, board_of_settings(settings), load_notation(by.settings.notation))
    faults: list[CommandFault] = [*_untaken(wanted.settings), *read.faults, *by.faults]
    if isinstance(powers, InvalidCommand):
        return session.told(line, answer_for_faults((*faults, powers)))
    if powers[1:]:
        faults.append(InvalidCommand.at(Unknown.NOT_IN_PRACTICE, bare.powers[-1]))
    if faults:
        return session.told(line, answer_for_faults(faults))
    name = _made_up_name(practice_word(by.settings.language), context)
    power = next(iter(powers), None)
    command = OpenPractice(name, settings, by.settings, power, bare.strength, context.services.seed())
    return session.decided(line, command, context, Done(Outcome.PRACTICE_OPENED, name))


def practice_settings(agreed: Settings) -> Settings:
    """Return the settings of a practice game on the board and under the rule book that are agreed on."""
    return replace(
        agreed,
        lengths=Lengths(WEEK_OF_SILENCE, WEEK_OF_SILENCE, WEEK_OF_SILENCE),
        timing=Timing(exact=True),
        access=Access(Entry.NAMED, hidden=True),
        missing=Missing(published=False),
        votes=VoteRules(draws=DrawRule.NONE, concessions=False),
        press=PressRules(signatures=(), watching=WatchPermission.NOBODY),
        practice=True,
    )


def why_too_much_practice(person: Person, context: LineContext) -> Refused | None:
    """Return why somebody cannot have one more practice game, or lessons, now."""
    games = context.services.games_of(person.address, Stage.PRACTICE)
    still_open = sum(not game.ended for game in games)
    if still_open >= MOST_PRACTICE_GAMES_OPEN:
        return Refused(Refusal.TOO_MUCH_PRACTICE, days=MOST_PRACTICE_GAMES_OPEN)
    lately = sum(game.ended is not None and game.ended.at > context.now - _DAY for game in games)
    if still_open + lately >= MOST_PRACTICE_GAMES_A_DAY:
        return Refused(Refusal.PRACTICE_USED_UP, days=MOST_PRACTICE_GAMES_A_DAY)
    return None


def _bare_words(words: Sequence[Word]) -> _Bare:
    """Return what words name that belong to no setting; the last strength counts."""
    strengths = [PlayingStrength(value_of(word.text)) for word in words if _is_strength(word)]
    boards = tuple(WrittenSetting("board", word, word) for word in words if _is_board(word))
    powers = tuple(word for word in words if not _is_strength(word) and not _is_board(word))
    return _Bare(strengths[-1] if strengths else PlayingStrength.FAIR, boards, powers)


def _is_strength(word: Word) -> bool:
    return value_of(word.text) in {strength.value for strength in PlayingStrength}


def _is_board(word: Word) -> bool:
    return word.text.lower() in board_names() or fold_case(word.text) in vocabulary().boards


def _untaken(given: Iterable[WrittenSetting]) -> list[CommandFault]:
    """Return a fault for each setting that a practice game does not take."""
    return [InvalidCommand.at(Unknown.NOT_IN_PRACTICE, one.word) for one in given if one.name not in _TAKEN]


def _made_up_name(word: str, context: LineContext) -> GameName:
    """Return a name for a practice game, the same whenever this letter is carried out."""
    return GameName(f"{word}-{context.services.opaque_id('practice', context.number)[:6]}")


# --- handle TUTORIAL and LESSON: begin lessons, or go to another one of those that are under way


_OF_GAME = frozenset({"rules"})
_OF_PERSON = frozenset({"zone", "language", "notation"})
"""Settings that lessons take; the others are for games."""


@dataclass(frozen=True)
class _BareLesson:
    """What words without a setting name: a number of a lesson, which one next (``step``), a notation."""

    number: int | None = None
    step: str = ""
    course: str = ""
    notation: tuple[WrittenSetting, ...] = ()
    faults: tuple[InvalidCommand, ...] = ()


@handles()
def handle_tutorial(session: Session, line: str, wanted: TutorialRequest, context: LineContext) -> Session:
    """Begin lessons, or go to one of those under way; a letter about any other game begins none."""
    bare, state = _read_bare(wanted.words), session.game.lesson if session.game else None
    if session.would_be_game or (session.game and state is None):
        return session.told(line, Done(Outcome.TUTORIAL_ELSEWHERE, context.own_address))
    if state is None:
        return _begin(session, line, wanted, bare, context)
    faults = (*bare.faults, *(InvalidCommand.at(Unknown.NOT_IN_TUTORIAL, one.word) for one in wanted.settings))
    if faults:
        return session.told(line, answer_for_faults(faults))
    command = ChooseLesson(session.person.address, _lesson_chosen(bare, state))
    return session.decided(line, command, context, Done(Outcome.LESSON_CHOSEN))


def _lesson_chosen(bare: _BareLesson, state: LessonState) -> str | None:
    """Return the key of the lesson that is wanted: the open one where none is named, None for the end."""
    if bare.step == "stop":
        return None
    if bare.step == "next":
        later = lesson_after(state.key)
        return later.key if later else None
    course = bare.course or lesson_named(state.key).course
    numbered = lesson_numbered(bare.number, course) if bare.number else None
    return numbered.key if numbered else state.key


def _begin(session: Session, line: str, wanted: TutorialRequest, bare: _BareLesson, context: LineContext) -> Session:
    """Begin lessons in a game of their own, whose name the judge makes up, within the limits of practice."""
    if refused := why_too_much_practice(session.person, context):
        return session.told(line, refused)
    faults: list[CommandFault] = [*bare.faults]
    taken = _OF_GAME | _OF_PERSON
    faults += [InvalidCommand.at(Unknown.NOT_IN_TUTORIAL, one.word) for one in wanted.settings if one.name not in taken]
    of_game = [one for one in wanted.settings if one.name in _OF_GAME]
    read = read_opening_settings(of_game, line, context.services.config.judge.zone)
    settings = tutorial_settings(read.settings)
    if bare.course == WAR:
        settings = replace(settings, board="seuil", rulebook="stim", notation="stim")
    own = [one for one in (*bare.notation, *wanted.settings) if one.name in _OF_PERSON]
    by = read_person_settings(_as_elsewhere(session.person, wanted.language, settings, context), own, line, settings)
    faults += [*read.faults, *by.faults]
    if faults:
        return session.told(line, answer_for_faults(faults))
    first = lesson_numbered(bare.number or 1, bare.course) or lessons()[0]
    name = _made_up_name(tutorial_word(by.settings.language), context)
    command = OpenTutorial(name, settings, by.settings, first.key, context.services.seed())
    return session.decided(line, command, context, Done(Outcome.LESSON_CHOSEN))


def tutorial_settings(agreed: Settings) -> Settings:
    """Return the settings of lessons under the rule book that is agreed on: practice, with press to clockwork."""
    return replace(practice_settings(agreed), press=PressRules(watching=WatchPermission.NOBODY), tutorial=True)


def _as_elsewhere(person: Person, language: Language, settings: Settings, context: LineContext) -> Person:
    """Return somebody with the notation and the time zone of the last game in which they play, else the usual ones."""
    reader = with_game_defaults(person, language, settings)
    games = [context.services.game(one.name) for one in context.services.games_of(person.address, Stage.RUNNING)[-1:]]
    known = next((game.people[person.address] for game in games if game and person.address in game.people), None)
    return replace(reader, notation=known.notation, zone=known.zone) if known else reader


def _read_bare(words: Sequence[Word]) -> _BareLesson:
    """Return what words name that belong to no setting; the last one of a kind counts."""
    bare = _BareLesson()
    for word in words:
        text = word.text.strip(".,:;!?()")
        if text.isdecimal() and lesson_numbered(int(text)):
            bare = replace(bare, number=int(text))
        elif vocabulary().lessons.get(fold_case(text)) == WAR:
            bare = replace(bare, course=WAR)
        elif step := vocabulary().lessons.get(fold_case(text)):
            bare = replace(bare, step=step)
        elif text.lower() in notation_names():
            bare = replace(bare, notation=(WrittenSetting("notation", word, Word(text, word.start)),))
        elif text:
            bare = replace(bare, faults=(*bare.faults, InvalidCommand.at(Unknown.NOT_IN_TUTORIAL, word)))
    return bare


# --- work out the orders of clockwork players, as soon as a phase is open


def with_clockwork_orders(trail: Trail, now: datetime) -> Trail:
    """Return the events with the orders that clockwork players still owe for the open phase, if they owe any."""
    game = trail.game
    position = game.open_position if game else None
    if game is None or position is None:
        return trail
    players = clockwork_players(game)
    orders = {power: _thought(game, position, power, players[power]) for power in clockwork_powers_to_order(game)}
    new = {power: given for power, given in orders.items() if given != game.orders_of(power)}
    return trail.on((ClockworkOrdered(position.phase, new, now),)) if new else trail


def _thought(game: Game, position: Position, power: Power, strength: PlayingStrength) -> tuple[Order, ...]:
    """Return what a clockwork player orders by what it may know."""
    known = known_position(game, position, game.seat_of(power)) if has_fog(game) else position
    return clockwork_orders(game.board, game.book, known, power, strength, game.seed)
