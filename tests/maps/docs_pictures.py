"""The pictures of docs/maps.md: ``python -m tests.maps.docs_pictures`` draws them again."""

from pathlib import Path

from judge.game.settings import Language
from judge.maps.of_game import ChartView, chart_png
from judge.maps.paper import Sheet
from judge.maps.picture import draw_png
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.position import opening_position
from judge.rules.war.fog import view_for
from judge.rules.war.scouts import starting_scouts
from tests.maps.recorded import BOARD, history_of, judged_phases

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def phase(game: str, name: str, language: Language, notation: str) -> bytes:
    position, judgement = next(found for found in judged_phases(game) if str(found[0].phase) == name)
    return draw_png(MapView(Phrasing(language, load_notation(notation), BOARD, position), "rome", judgement))


def fog() -> bytes:
    board = load_board("seuil")
    scouting = starting_scouts({Power("AADLERON"): [Province("GUE"), Province("AAD")]})
    seen = view_for(board, opening_position(board), scouting, Power("AADLERON"))
    phrasing = Phrasing("en", load_notation(board.notation or "standard"), board, seen.position)
    return draw_png(MapView(phrasing, "seuil", None, seen.sight, seen.scouts))


def chart() -> bytes:
    phrasing = Phrasing("en", load_notation("standard"), BOARD, opening_position(BOARD))
    return chart_png(ChartView(phrasing, history_of("three"), "rome"))


def sheet() -> bytes:
    phrasing = Phrasing("fr", load_notation("1971"), BOARD, opening_position(BOARD))
    return Sheet(MapView(phrasing, "rome"), tuple(map(Power, ("FRANCE", "RUSSIA", "TURKEY"))), "a5").written("png")


if __name__ == "__main__":
    (PICTURES / "movement.png").write_bytes(phase("four", "S1909M", "en", "standard"))
    (PICTURES / "adjustments.png").write_bytes(phase("four", "W1908A", "fr", "18centres"))
    (PICTURES / "fog.png").write_bytes(fog())
    (PICTURES / "sheet.png").write_bytes(sheet())
    (PICTURES / "chart.png").write_bytes(chart())
