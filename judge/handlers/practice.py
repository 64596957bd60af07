"""Handle PRACTICE: open a game in which clockwork players have the other seats, within the limits of one address."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from judge.game.clockwork.messages import PlayingStrength
from judge.game.clockwork.practice import WEEK_OF_SILENCE
from judge.game.deadlines.settings import Lengths, Timing
from judge.game.listing import Stage
from judge.game.people.address_book import Person
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import OpenPractice
from judge.game.settings import (
    Access,
    DrawRule,
    Entry,
    GameName,
    Missing,
    PressRules,
    Settings,
    VoteRules,
    WatchPermission,
    board_of_settings,
)
from judge.handlers.arguments import read_person_settings, read_powers, read_settings_on_board, with_game_defaults
from judge.handlers.session import LineContext, Session
from judge.notation.tables import load_notation
from judge.reports.line_answers import CommandFault, Done, InvalidCommand, Unknown, answer_for_faults
from judge.reports.outcomes import Outcome
from judge.reports.practice import practice_word
from judge.requests.requests import PracticeRequest, WrittenSetting
from judge.requests.vocabulary import Word, fold_case, value_of, vocabulary
from judge.rules.board_file import board_names

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
    by = read_person_settings(with_game_defaults(session.person, wanted.language, settings), given, line)
    powers = read_powers(bare.powers, board_of_settings(settings), load_notation(by.settings.notation))
    faults: list[CommandFault] = [*_untaken(wanted.settings), *read.faults, *by.faults]
    if isinstance(powers, InvalidCommand):
        return session.told(line, answer_for_faults((*faults, powers)))
    if powers[1:]:
        faults.append(InvalidCommand.at(Unknown.NOT_IN_PRACTICE, bare.powers[-1]))
    if faults:
        return session.told(line, answer_for_faults(faults))
    name = _made_up_name(by.settings, context)
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


def _made_up_name(person: Person, context: LineContext) -> GameName:
    """Return the name of a practice game, the same whenever this letter is carried out."""
    return GameName(f"{practice_word(person.language)}-{context.services.opaque_id('practice', context.number)[:6]}")
