"""The board a game is opened on: one that comes with the judge, or a file of the operator's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.desk.asked import opening_settings
from judge.game.boards import board_of
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Settings
from judge.mail.meanings import Setting
from judge.notation.clashes import clashes
from judge.reports.echo import Unknown, Wrong
from judge.rules.boardfile import BoardError, board_names, own_board

OwnBoards = Callable[[], Mapping[str, str]]
"""The texts of the operator's boards, by name."""


def no_own_boards() -> Mapping[str, str]:
    """Of an operator who has none."""
    return {}


def settings_on_a_board(given: Sequence[Setting], line: str, own: OwnBoards) -> Settings | Wrong | Refused:
    """The settings a game is opened with: of rule book, last year and notation its board speaks where no word does.

    The text of an own board is kept with the settings, so that the game stays what it was when the file changes.
    """
    named = next((one for one in given if one.name == "board" and one.value), None)
    wanted = named.value.text.lower() if named and named.value else ""
    boards = own() if named and wanted not in board_names() else {}
    text = boards.get(wanted)
    settings = opening_settings([one for one in given if text is None or one is not named], line)
    if isinstance(settings, Wrong):
        is_board = named is not None and named.value is not None and settings.start == named.value.start
        return replace(settings, hints=(*settings.hints, *boards)) if is_board else settings
    if text is not None:
        if not _is_fit(wanted, text):
            return Refused(Refusal.BOARD_UNFIT)
        settings = replace(settings, board=wanted, board_text=text)
    settings = _with_scenario(settings, {one.name for one in given})
    return _too_early(settings, given) or settings


def _too_early(settings: Settings, given: Sequence[Setting]) -> Wrong | None:
    """What is wrong with a last year before the first one of the board."""
    first = board_of(settings).start_year
    last = next((one.value for one in given if one.name == "last" and one.value), None)
    if last is None or settings.last_year is None or settings.last_year >= first:
        return None
    return Wrong(Unknown.VALUE, last.text, last.start, last.end, (str(first),))


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
