"""A recorded game played by real mail, from the letters that open it to its last report."""

from pathlib import Path

from judge.config import read_config
from judge.play.recorded_play import play_recorded_game


def test_a_recorded_game_is_played_to_its_end_by_real_mail(tmp_path: Path) -> None:
    said: list[str] = []
    assert play_recorded_game("one", tmp_path, said.append)
    text = "\n".join(said)
    assert "All 34 positions (16 of them after moves) are as recorded" in text
    assert "Fin de partie : la Grande-Bretagne remporte une victoire absolue" in text
    pages = sorted(path.name for path in (tmp_path / "archive" / "rome").glob("*.txt"))
    assert pages[0] == "000-opening.txt"
    assert pages[-1] == "035-end.txt"
    assert len(pages) == 36
    maps = sorted(path.name for path in (tmp_path / "maps").iterdir())
    assert (maps[0], maps[-2:], len(maps)) == ("001-S1901M.svg", ["034-F1908R.svg", "centres.svg"], 35)
    assert read_config(tmp_path / "config.toml").folders.data == tmp_path / "data"


def test_a_game_that_was_never_recorded_is_named_as_such(tmp_path: Path) -> None:
    said: list[str] = []
    assert not play_recorded_game("six", tmp_path, said.append)
    assert said == ["There is no recorded game “six”; there are five, four, one, three, two."]
