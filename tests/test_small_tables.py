"""The tables of 1971 for two to six (001 XIV.2), other boards and boards of one's own, played by mail."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.formats.record.verifying import verify
from judge.game.seats.allotment import seat_to_join
from judge.rules.board import Power, Province
from judge.rules.rulebook import Damage
from judge.shell.local_game import LocalGame, text_of
from tests.shared.seated import agree
from tests.shared.shares import in_turn
from tests.shared.small_tables import at_table, closed, play_until, seat
from tests.stories.conversations import Conversation, compare

ITALY = Power("ITALY")
STORIES = Path(__file__).parent / "stories"
PAGE = Path(__file__).parents[1] / "docs" / "boards.md"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = at_table(tmp_path)
    yield table
    table.judge.stop()


def in_one_line(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def test_italy_joins_by_the_coin_of_the_recorded_seed(table: LocalGame) -> None:
    people = seat(table, "BOARD 1971-two ANONYMOUS no", ["edith", "florence"])
    list(play_until(table, people, 1915))
    side = seat_to_join(table.game.seed, table.game.board, ITALY)
    player = table.game.seats[side[0]]
    assert table.game.seats[ITALY] == player
    told = {one.address: " ".join(map(in_one_line, one.read)) for one in people}
    assert ("Its units then await your orders" in told["edith@example.net"]) is (player == "edith@example.net")
    assert all("seedofthelots:ITALY" in letters for letters in told.values())
    assert ITALY not in table.game.board.standing
    pages = table.judge.services.config.folders.archive / table.game.name
    assert "joined the player of" in " ".join(next(pages.glob("*-joined.txt")).read_text(encoding="utf-8").split())
    assert any(verdict.unit for verdict in closed(table)[0].judgement.verdicts[ITALY])


@pytest.mark.parametrize(("back_to", "stands_aside"), in_turn([("F1914M", True), ("S1915M", False)], 0, of=2))
def test_a_rollback_behind_the_coin_takes_italy_back_and_it_falls_anew(
    table: LocalGame, back_to: str, stands_aside: bool
) -> None:
    people = seat(table, "BOARD 1971-two ANONYMOUS no", ["edith", "florence"])
    list(play_until(table, people, 1916))
    with_italy = table.game.seats
    people[0].answer(f"ROLLBACK {back_to}")
    table.settle()
    agree(table)
    assert table.game.position is not None
    assert str(table.game.position.phase) == back_to
    assert (ITALY not in table.game.seats) is stands_aside
    assert (ITALY not in table.game.joined) is stands_aside
    list(play_until(table, people, 1916))
    assert table.game.seats == with_italy
    pages = table.judge.services.config.folders.archive / table.game.name
    record = {page.name: page.read_text(encoding="utf-8") for page in pages.glob("*.txt")}
    assert verify(record).difference is None


def test_nobody_asks_for_a_power_that_nobody_plays(table: LocalGame) -> None:
    seat(table, "BOARD 1971-six", ["edith"], {"edith": "ITALY"})
    letters = map(in_one_line, table.players[Power("ENGLAND")].read)
    assert any("Nobody plays Italy on this board" in letter for letter in letters)


@pytest.mark.parametrize(
    ("name", "opening", "reader", "players", "first"),
    [
        ("two-1914", "CARTE 1971-two", "florence", ["florence", "edith"], 1914),
        ("four-1901", "BOARD 1971-four", "edith", ["edith", "florence", "anton", "greta"], 1901),
    ],
)
def test_two_years_of_a_small_table_as_one_player_received_them(
    table: LocalGame, name: str, opening: str, reader: str, players: list[str], first: int
) -> None:
    people = seat(table, opening, players)
    conversation = Conversation(table, (reader,))
    for _ in play_until(table, people, first + 2):
        pass
    compare("".join(conversation.letters_out()), STORIES / f"table-{name}.txt")


# --- boards of one's own


def own_text(number: int = 0) -> str:
    blocks: list[str] = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return blocks[number]


@pytest.fixture
def with_own_boards(table: LocalGame) -> Path:
    folder = table.judge.services.config.folders.boards
    folder.mkdir()
    return folder


def test_the_board_of_the_page_is_played_by_mail(table: LocalGame, with_own_boards: Path) -> None:
    file = with_own_boards / "isles.toml"
    file.write_text(own_text(), encoding="utf-8")
    people = seat(table, "BOARD isles", ["edith", "florence"], {"edith": "Kite", "florence": "Phoque"})
    edith, florence = people
    assert table.game.seats == {"KITE": edith.address, "SEAL": florence.address}
    file.write_text("changed", encoding="utf-8")
    kept = table.judge.services.config.folders.archive / table.game.name / "isles.toml"
    assert kept.read_text(encoding="utf-8") == own_text()
    edith.answer("KITE\nA Ardmore H\nF BRY - Hythe/NC\nA COL - GAR")
    florence.answer("Phoque\nA Grandedune - FOY\nF ERN - FOE\nA FOY - Havre\nF Aigle - Fosse extérieure")
    florence.answer("PRÊT")  # one of her lines was not read
    table.settle()
    position = closed(table)[-1].judgement.after
    assert {Province("HYT"), Province("GAR")} & position.units.keys()
    list(play_until(table, people, 1803))
    assert table.game.ended or len(closed(table)) > 3


def test_a_board_with_faults_opens_no_game(table: LocalGame, with_own_boards: Path) -> None:
    (with_own_boards / "broken.toml").write_text(own_text().replace("BRY FOY", "BRY FOX"), encoding="utf-8")
    (with_own_boards / "short.toml").write_text(own_text(1), encoding="utf-8")
    edith = table.players[Power("ENGLAND")]
    for words in ("BOARD broken", "BOARD brocken"):
        seat(table, words, ["edith"])
        assert not table.judge.services.store.games()
    told = list(map(in_one_line, edith.read))
    assert any("The file of that board has faults" in letter for letter in told)
    assert any("brocken" in letter and "short" in letter for letter in told)
    seat(table, "BOARD short", ["edith"])
    assert (table.game.settings.rulebook, table.game.settings.last_year, table.game.free_seats) == ("1971", 1907, 3)


@pytest.mark.parametrize(("words", "first"), [("LAST 19", "1901"), ("BOARD 1971-two LAST 1907", "1914")])
def test_a_last_year_before_the_first_opens_no_game(table: LocalGame, words: str, first: str) -> None:
    seat(table, words, ["edith"])
    assert not table.judge.services.store.games()
    assert any(first in in_one_line(letter) for letter in table.players[Power("ENGLAND")].read)


@pytest.mark.parametrize(
    ("words", "rulebook", "notation", "last"),
    [
        ("BOARD brink", "stim", "stim", 5),
        ("BOARD brink RULES 2023 REPORTS standard LAST 9", "2023", "standard", 9),
    ],
)
def test_a_campaign_of_ones_own_says_what_the_line_does_not(
    table: LocalGame, with_own_boards: Path, words: str, rulebook: str, notation: str, last: int
) -> None:
    """But what it chooses instead of its rule book's choices holds under any."""
    (with_own_boards / "brink.toml").write_text(own_text(2), encoding="utf-8")
    seat(table, words, ["edith"])
    settings = table.game.settings
    assert (settings.rulebook, settings.notation, settings.last_year) == (rulebook, notation, last)
    assert (table.game.book.name, table.game.book.damage) == (rulebook, Damage.DISLODGED)
    assert table.game.board.war.penalties == {"REINHEIM": 3}
