"""What a board and a rule book bring to a game that is opened: the board, the terms that no word names."""

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from judge.desk.asked import Given, opening_settings, preset_of, preset_table
from judge.desk.options import OPTIONS
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language, Settings, board_of
from judge.mail.meanings import Setting
from judge.mail.vocabulary import form_of, written_value
from judge.mail.words import Word
from judge.notation.clashes import clashes
from judge.reports.echo import Barred, Fault, Unknown, Wrong
from judge.rules.boardfile import board_names, own_board
from judge.rules.boardpage import BoardError


def book_terms(settings: Settings) -> Mapping[str, str]:
    """The terms of the rule book of a game, each by the key of its setting with its word."""
    terms = dict(_terms().get(settings.rulebook, {}))
    years, board = terms.pop("years", None), board_of(settings)
    last = {"last": str(board.start_year + int(years) - 1)} if years and not board.last_year else {}
    return {**last, **terms}


def with_terms(settings: Settings, named: Collection[str]) -> Settings:
    """The settings with the terms of their rule book, but for those that are named already."""
    for key, word in book_terms(settings).items():
        if key not in named:
            settings = OPTIONS[key].put(settings, OPTIONS[key].read(word))
    return settings


def named_in(given: Sequence[Setting]) -> frozenset[str]:
    """The settings that a letter names, itself or by its preset."""
    preset = preset_of(given)
    return frozenset(one.name for one in given if one.name) | frozenset(preset_table(preset) if preset else ())


@lru_cache(maxsize=1)
def _terms() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("judge.desk") / "book_terms.toml").read_text(encoding="utf-8"))


OwnTexts = Mapping[str, str]
"""The texts of the operator's boards, by name."""

OwnBoards = Callable[[], OwnTexts]


def no_own_boards() -> OwnTexts:
    """Of an operator who has none."""
    return {}


def settings_on_a_board(given: Sequence[Setting], line: str, own: OwnBoards) -> Given[Settings]:
    """The settings a game is opened with: of rule book, last year and notation its board speaks where no word does.

    The text of an own board is kept with the settings, so that the game stays what it was when the file changes.
    """
    named = next((one for one in given if one.name == "board" and one.value), None)
    wanted = named.value if named else None
    name = wanted.text.lower() if wanted else ""
    boards = own() if name and name not in board_names() else {}
    text = boards.get(name)
    read = opening_settings([one for one in given if text is None or one is not named], line)
    faults = [_with_boards(fault, wanted, boards) for fault in read.faults]
    settings = read.settings
    if text is not None and wanted and not _is_fit(name, text):
        faults.append(Barred(Refused(Refusal.BOARD_UNFIT), wanted.start, wanted.end))
    elif text is not None:
        settings = replace(settings, board=name, board_text=text)
    settings = _with_scenario(settings, {one.name for one in given})
    settings = with_terms(settings, named_in(given))
    return Given(settings, (*faults, *_too_early(settings, given)))


def _with_boards(fault: Fault, wanted: Word | None, boards: OwnTexts) -> Fault:
    """A wrong name of a board, with those of the operator's boards among what would work."""
    is_board = isinstance(fault, Wrong) and wanted is not None and fault.start == wanted.start
    return replace(fault, hints=(*fault.hints, *boards)) if is_board and isinstance(fault, Wrong) else fault


def _too_early(settings: Settings, given: Sequence[Setting]) -> Iterator[Wrong]:
    """What is wrong with a last year before the first one of the board."""
    first = board_of(settings).start_year
    last = next((one.value for one in given if one.name == "last" and one.value), None)
    if last and settings.last_year is not None and settings.last_year < first:
        yield Wrong.at(Unknown.VALUE, last, (str(first),))


def _is_fit(name: str, text: str) -> bool:
    try:
        board = own_board(name, text)
    except BoardError:
        return False
    return not any(clashes(board))


def _with_scenario(settings: Settings, said: set[str | None]) -> Settings:
    """The settings with what the board says and the line does not."""
    board = board_of(settings)
    if board.rulebook and "rules" not in said:
        settings = replace(settings, rulebook=board.rulebook)
    if board.last_year and "last" not in said:
        settings = replace(settings, last_year=board.last_year)
    if board.notation and "reports" not in said:
        settings = replace(settings, notation=board.notation)
    return settings


def terms_brought(settings: Settings, given: Sequence[Setting], language: Language) -> tuple[str, ...]:
    """The terms that the rule book brought because nothing else named them, each as a letter would name it."""
    return tuple(
        f"{form_of('settings', key, language)} {written_value(word, language)}"
        for key, word in book_terms(settings).items()
        if key not in named_in(given)
    )
