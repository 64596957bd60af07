"""Find the board a game is opened on: a packaged one, or a file of the operator's."""

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language, Settings, board_of_settings
from judge.handlers.arguments import ReadSettings, preset_key_of, preset_table, read_opening_settings
from judge.handlers.setting_options import GAME_SETTINGS
from judge.notation.lexicon import find_clashes
from judge.reports.line_answers import CommandFault, InvalidCommand, RefusedPart, Unknown
from judge.requests.requests import WrittenSetting
from judge.requests.vocabulary import Word, form_of, written_value
from judge.rules.board_file import board_names, own_board
from judge.rules.board_source import BoardError


def book_terms(settings: Settings) -> Mapping[str, str]:
    """Return the words of the terms of a game's rule book, by the keys of their settings."""
    terms = dict(_load_terms().get(settings.rulebook, {}))
    years, board = terms.pop("years", None), board_of_settings(settings)
    last = {"last": str(board.start_year + int(years) - 1)} if years and not board.last_year else {}
    return {**last, **terms}


def with_book_terms(settings: Settings, named: Collection[str]) -> Settings:
    """Return the settings with the terms of their rule book, except those that are named already."""
    for key, word in book_terms(settings).items():
        if key not in named:
            settings = GAME_SETTINGS[key].put(settings, GAME_SETTINGS[key].read(word))
    return settings


def settings_named_in(given: Sequence[WrittenSetting]) -> frozenset[str]:
    """Return the keys of the settings that a letter names, itself or by its preset."""
    preset = preset_key_of(given)
    return frozenset(one.name for one in given if one.name) | frozenset(preset_table(preset) if preset else ())


@lru_cache(maxsize=1)
def _load_terms() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("judge.handlers") / "book_terms.toml").read_text(encoding="utf-8"))


BoardTexts = Mapping[str, str]
"""The texts of the operator's board files, by name."""

LoadBoardTexts = Callable[[], BoardTexts]


def read_settings_on_board(given: Sequence[WrittenSetting], line: str, own: LoadBoardTexts) -> ReadSettings[Settings]:
    """Read the settings a game is opened with, its board included.

    Rule book, last year and notation are the board's where the line names none. The text of the operator's board is
    kept with the settings, so that the game stays the same when the file changes.
    """
    named = next((one for one in given if one.name == "board" and one.value), None)
    wanted = named.value if named else None
    name = wanted.text.lower() if wanted else ""
    boards = own() if name and name not in board_names() else {}
    text = boards.get(name)
    read = read_opening_settings([one for one in given if text is None or one is not named], line)
    faults = [_with_board_hints(fault, wanted, boards) for fault in read.faults]
    settings = read.settings
    if text is not None and wanted and not _is_playable(name, text):
        faults.append(RefusedPart(Refused(Refusal.BOARD_UNFIT), wanted.start, wanted.end))
    elif text is not None:
        settings = replace(settings, board=name, board_text=text)
    settings = _with_board_defaults(settings, {one.name for one in given})
    settings = with_book_terms(settings, settings_named_in(given))
    return ReadSettings(settings, (*faults, *_last_year_faults(settings, given)))


def _with_board_hints(fault: CommandFault, wanted: Word | None, boards: BoardTexts) -> CommandFault:
    """Return a fault; if it is a wrong board name, with the operator's boards among the hints."""
    is_board = isinstance(fault, InvalidCommand) and wanted is not None and fault.start == wanted.start
    return replace(fault, hints=(*fault.hints, *boards)) if is_board and isinstance(fault, InvalidCommand) else fault


def _last_year_faults(settings: Settings, given: Sequence[WrittenSetting]) -> Iterator[InvalidCommand]:
    """Yield the fault of a last year before the first year of the board."""
    first = board_of_settings(settings).start_year
    last = next((one.value for one in given if one.name == "last" and one.value), None)
    if last and settings.last_year is not None and settings.last_year < first:
        yield InvalidCommand.at(Unknown.VALUE, last, (str(first),))


def _is_playable(name: str, text: str) -> bool:
    try:
        board = own_board(name, text)
    except BoardError:
        return False
    return not any(find_clashes(board))


def _with_board_defaults(settings: Settings, said: set[str | None]) -> Settings:
    """Return the settings with what the board says where the line (``said``) does not."""
    board = board_of_settings(settings)
    if board.rulebook and "rules" not in said:
        settings = replace(settings, rulebook=board.rulebook)
    if board.last_year and "last" not in said:
        settings = replace(settings, last_year=board.last_year)
    if board.notation and "reports" not in said:
        settings = replace(settings, notation=board.notation)
    return settings


def book_terms_in_words(settings: Settings, given: Sequence[WrittenSetting], language: Language) -> tuple[str, ...]:
    """Return the terms that come from the rule book alone, each as a letter would name it."""
    return tuple(
        f"{form_of('settings', key, language)} {written_value(word, language)}"
        for key, word in book_terms(settings).items()
        if key not in settings_named_in(given)
    )
