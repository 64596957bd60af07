"""The formats a game can be exported to: their names, their files, what each can hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from judge.export.diplobn import write_diplobn
from judge.export.diplomacy_package import write_diplomacy_package
from judge.export.njudge import write_njudge
from judge.export.pbm import write_pbm
from judge.export.played import PlayedGame
from judge.export.tables import write_centres, write_units
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal
from judge.game.state import Game
from judge.saved_game import is_on_its_map


@dataclass(frozen=True)
class ExportFormat:
    """How a game is exported.

    ``kind`` is the media type of the text, ``suffix`` ends the name of its file, with the dot. ``on_standard_map`` and
    ``when_over`` are what a game must be; ``without_troops`` where armies and fleets are all the format knows.
    """

    write: Callable[[PlayedGame], str]
    kind: str
    suffix: str
    on_standard_map: bool = False
    without_troops: bool = False
    when_over: bool = False


FORMATS: Mapping[str, ExportFormat] = {
    "diplomacy": ExportFormat(write_diplomacy_package, "application/json", ".json", on_standard_map=True),
    "diplobn": ExportFormat(write_diplobn, "application/json", "-diplobn.json", on_standard_map=True, when_over=True),
    "njudge": ExportFormat(write_njudge, "text/plain", "-njudge.txt", without_troops=True),
    "pbm": ExportFormat(write_pbm, "text/plain", "-pbm.txt"),
    "csv": ExportFormat(write_centres, "text/csv", "-centres.csv"),
    "units": ExportFormat(write_units, "text/csv", "-units.csv"),
}
"""The formats by the names that ``--to`` and EXPORT take; the first is the usual one."""

USUAL = next(iter(FORMATS))
"""The format where none is named."""


def export(game: Game, closed: Sequence[PhaseClosed], name: str, *, sees_all: bool) -> str | Refusal:
    """The text of a game in the format of that name, or why there is none.

    ``game`` and ``closed``, its closed phases, are what the reader may know of them; a game of which they do not see
    all is refused, for no format tells what is hidden from what is not there.
    """
    to = FORMATS[name]
    match game.position:
        case None:
            return Refusal.NOT_STARTED
        case _ if not sees_all:
            return Refusal.EXPORT_HIDDEN
        case _ if to.on_standard_map and not is_on_its_map(game.board):
            return Refusal.EXPORT_OTHER_MAP
        case _ if to.without_troops and game.board.war.troops:
            return Refusal.EXPORT_TROOPS
        case _ if to.when_over and game.ended is None:
            return Refusal.EXPORT_RUNNING
        case position:
            return to.write(PlayedGame(game, closed, position))


def file_name(game: Game, name: str) -> str:
    """The name of the file of a game in a format: ``rome.json``, ``rome-centres.csv``."""
    return f"{game.name}{FORMATS[name].suffix}"
