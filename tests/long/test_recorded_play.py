"""A recorded game played by real mail, from the letters that open it to its last report."""

from io import StringIO
from pathlib import Path

from rich.console import Console

from judge.config import read_config
from judge.game.settings import Language
from judge.shell.play import Screen, play_recorded_game


def screen(language: Language) -> tuple[Screen, StringIO]:
    written = StringIO()
    return Screen(Console(file=written), language), written


def test_a_recorded_game_is_played_to_its_end_by_real_mail(tmp_path: Path) -> None:
    shown, written = screen("fr")
    assert play_recorded_game("one", tmp_path, shown)
    text = written.getvalue()
    assert "Les 34 positions, dont 16 après des mouvements, sont celles de l’original" in text
    assert "Fin de partie : la Grande-Bretagne l’emporte" in text
    assert f"{tmp_path}/maps/index.html" in text
    assert "> LITIGE " in text
    assert "> RÈGLE " in text
    assert "À : " not in text  # headers are the mail's own
    assert "To: florence@example.com" in text
    lines = [line for line in text.splitlines() if line.startswith("  ") and " 190" in line[:20]]
    assert lines[0].split(maxsplit=2)[2] == "les 17 mouvements ont réussi, et aucune unité n’a été délogée"
    assert len(lines) == 34
    assert max(map(len, lines)) <= 120
    pages = sorted(path.name for path in (tmp_path / "archive" / "rome").glob("*.txt"))
    assert pages[0] == "000-opening.txt"
    assert pages[-2:] == ["035-end.txt", "index.txt"]
    assert len(pages) == 37
    maps = sorted(path.name for path in (tmp_path / "maps").glob("*.svg"))
    assert (maps[0], maps[-2:], len(maps)) == ("001-S1901M.svg", ["034-F1908R.svg", "centres.svg"], 35)
    page = (tmp_path / "maps" / "index.html").read_text(encoding="utf-8")
    assert [name for name in maps if f'<img src="{name}"' not in page] == []
    assert page.index("001-S1901M.svg") < page.index("034-F1908R.svg") < page.index("centres.svg")
    assert "refresh" not in page
    assert f"  le zine       {tmp_path}/zine.pdf, et zine.html\n" in text
    assert (tmp_path / "zine.pdf").read_bytes().startswith(b"%PDF-")
    assert "Automne 1908" in (tmp_path / "zine.html").read_text(encoding="utf-8")
    assert read_config(tmp_path / "config.toml").folders.data == tmp_path / "data"
