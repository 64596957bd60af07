"""A game that is taken over from its pages: the same pages again, the same position, and it goes on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from judge.formats.positions_json import position_json
from judge.formats.record.logs import NewGame, log_of_pages, log_of_position
from judge.formats.record.verifying import Cast, verify
from judge.formats.record.whole import dump_private_part, private_part_of, read_index, read_private_part, record_of
from judge.game.folded_log import fold_log, valid_phases
from judge.game.messages import Event
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.settings import Access, Address, GameName, Language, Settings, Token
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.shell.local_game import GAME, start_local_game, text_of
from judge.shell.play import recorded_games
from judge.shell.take_over import Newcomers, cast_of, import_game, taken_over
from judge.shell.terminal import config_at
from judge.store.overview import open_read_only
from judge.system.clock import SettableClock
from tests.shared.recorded_logs import eventful_log, recorded_log, unplayed_log
from tests.shared.shell import SEALED, folder_of, lay_half_written_table, shell

KNOWN = Settings(access=Access(anonymous=False))
LOGS: dict[str, Callable[[], tuple[Event, ...]]] = {
    **{name: partial(recorded_log, name) for name in recorded_games()},
    "a game whose seed is told": lambda: recorded_log("one", KNOWN, phases=4),
    "a running game": lambda: recorded_log("two", phases=20),
    "acts of the master, press, diaries": eventful_log,
    "the same in French": lambda: eventful_log("fr"),
    "a war": lambda: unplayed_log("seuil"),
    "a power that joins by a coin": lambda: unplayed_log("1971-two"),
    "a position of another judge": lambda: moved_log("W1901A"),
    "one with units that must retreat, in French": lambda: moved_log("F1902R", "fr"),
}


def moved_log(phase: str, language: Language = "en") -> tuple[Event, ...]:
    """A game that another judge had up to a phase, and the phase that follows."""
    closed = next(one for one in valid_phases(recorded_log("one", phases=6)) if str(one.before.phase) == phase)
    master = Person(Address("anton@example.org"), Token("anton"), language)
    log = log_of_position(position_json(closed.before), None, NewGame(GAME, Cast(master), "seed", Settings(), CLOSED))
    game = fold_log(log).game
    assert game is not None
    return (*log, *close_at_deadline(game, CLOSED + timedelta(days=9)))


CLOSED = datetime(2026, 2, 3, 20, 0, tzinfo=UTC)


def read_again(log: tuple[Event, ...]) -> tuple[Event, ...]:
    found = verify(record_of(log))
    assert found.difference is None
    return log_of_pages(found, GameName(found.name), Cast(), found.seed)


@pytest.mark.parametrize("what", LOGS)
def test_the_pages_of_a_game_taken_over_are_the_same_byte_for_byte(what: str) -> None:
    log = LOGS[what]()
    assert record_of(read_again(log)) == record_of(log)


# --- by the shell


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The folder of a judge with a running game, which has stopped."""
    table = lay_half_written_table(tmp_path / "there")
    table.judge.stop()
    return configured(folder_of(table))


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder of an empty judge."""
    folder = tmp_path / "here"
    folder.mkdir()
    return configured(folder)


def configured(folder: Path) -> Path:
    (folder / "config.toml").write_text('[folders]\narchive = "archive"\n', encoding="utf-8")
    return folder


def test_a_game_goes_on_elsewhere_with_its_people_its_orders_and_its_clean_books(there: Path, here: Path) -> None:
    private = there / "rome.json"
    written = shell(there, "archive", "rome", "--for-import", str(private))
    assert written.output == (
        f"{private} is for the operators alone; with the pages in {there / 'archive' / 'rome'} another judge goes on\n"
        "not in it: letters between players: they stay with the judge that delivered them\n"
    )
    assert private.stat().st_mode & 0o777 == 0o600
    taken = shell(here, "import", str(there / "archive" / "rome"), "--private", str(private))
    assert taken.exit_code == 0, taken.output
    assert taken.output.startswith("rome: 2 pages taken over, F1901M, deadline ")
    assert shell(here, "fsck").exit_code == 0
    assert pages_of(here) == pages_of(there)
    one, other = game_in(there), game_in(here)
    assert (other.seats, other.master, other.seed) == (one.seats, one.master, one.seed)
    assert {power: other.orders_of(power) for power in other.orders} == {
        power: one.orders_of(power) for power in one.orders
    }
    assert not {person.token for person in one.people.values()} & {person.token for person in other.people.values()}


def test_without_what_is_private_seats_are_free_or_given_by_hand(there: Path, here: Path) -> None:
    taken = shell(here, "import", str(there / "archive" / "rome"), "--player", "France=Alice@example.org")
    assert [line for line in taken.output.splitlines()[1:] if line] == [
        *(f"the seat of {power} is free: TAKEOVER {power}" for power in sorted(POWERS - {"FRANCE"})),
        "not taken over: the seed of the lots: lots that are still to come are drawn by a new one",
        "not taken over: letters between players, diaries, votes, orders of the open phase, stand-bys, observers",
        "not taken over: reliability: it is counted from the pages, for those who are named",
        "everybody with a part in it is written to when the judge serves again",
    ]
    game = game_in(here)
    assert {**game.seats} == {"FRANCE": "alice@example.org"}
    assert (game.master, {*game.sought}) == ("judge@localhost", POWERS - {"FRANCE"})
    assert shell(here, "fsck").exit_code == 0


def test_the_phase_that_was_open_closes_here_and_its_players_play_on_by_mail(there: Path, here: Path) -> None:
    """England's order came to the other judge; the results come from this one, and answers to them are understood."""
    with open_read_only(there / "data" / "judge.db") as found:
        log = found.events(GAME)
    texts = record_of(log)
    private = read_private_part(dump_private_part(private_part_of(fold_log(log), log, own_of(texts))))
    assert private.deadline
    now = private.deadline - timedelta(days=1)
    cast = cast_of(GAME, Newcomers(), private, Address("judge@localhost"))
    config = config_at(here / "config.toml")
    import_game(config, SettableClock(now), taken_over(verify(texts), GAME, cast, private, now))
    table = start_local_game(here, now=now)
    try:
        assert table.game.closes_at == private.deadline
        england = table.players[Power("ENGLAND")]
        table.settle()
        england.fetch()
        assert "goes on with this judge" in text_of(england.read[0])
        table.clock.advance_to(private.deadline + timedelta(seconds=1))
        table.judge.wake()
        table.settle()
        england.fetch()
        assert SEALED in text_of(england.read[-1])
        england.answer("F LON B")
        table.settle()
        assert "F LON B" in text_of(england.read[-1])
        assert table.game.orders_of(Power("ENGLAND"))
    finally:
        table.judge.stop()


def test_a_game_that_is_over_is_taken_over_under_another_name(tmp_path: Path, here: Path) -> None:
    pages = lay_pages(tmp_path, recorded_log("one"))
    taken = shell(here, "import", str(pages), "--name", "paris")
    assert taken.output.splitlines() == [
        "paris: 36 pages taken over, over: solo",
        "not taken over: who played: the pages name powers alone (--player FRANCE=alice@example.org)",
    ]
    assert shell(here, "verify", str(here / "archive" / "paris")).exit_code == 0
    assert shell(here, "fsck").exit_code == 0


# --- what is refused, with nothing stored


def a_result_is_altered(pages: Path) -> None:
    page = pages / "001-S1901M.txt"
    page.write_text(page.read_text(encoding="utf-8").replace("A VIE - TRI", "A VIE - TYR", 1), encoding="utf-8")


def nothing(_: Path) -> None:
    pass


REFUSED = {
    "pages that do not verify": (a_result_is_altered, [], "001-S1901M.txt, line "),
    "a power that is none": (nothing, ["--player", "Fance=alice@example.org"], "AUSTRIA=alice@example.org would"),
    "a power without a player": (nothing, ["--player", "France"], "AUSTRIA=alice@example.org would"),
    "an address that is none": (nothing, ["--player", "France=alice"], "alice@example.org would be one"),
    "a master that is none": (nothing, ["--master", "@"], "alice@example.org would be one"),
    "a name that is none": (nothing, ["--name", "../rome"], "“rome” or “rome-2” would do"),
    "a private file that is none": (nothing, ["--private", "config.toml"], "it is no JSON"),
}


@pytest.mark.parametrize(("change", "words", "told"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_taken_over_is_answered_and_nothing_is_stored(
    tmp_path: Path, here: Path, change: Callable[[Path], None], words: list[str], told: str
) -> None:
    pages = lay_pages(tmp_path, recorded_log("one", phases=2))
    change(pages)
    words = [str(here / word) if word == "config.toml" else word for word in words]
    refused = shell(here, "import", str(pages), *words)
    assert refused.exit_code == 1
    assert told in refused.output
    assert not (here / "data").exists()


def test_a_name_that_is_taken_and_a_folder_with_other_pages_are_left_alone(tmp_path: Path, here: Path) -> None:
    pages = lay_pages(tmp_path, recorded_log("one", phases=2))
    assert shell(here, "import", str(pages)).exit_code == 0
    again = shell(here, "import", str(pages))
    assert (again.exit_code, "“--name” gives this one another name" in again.output) == (1, True)
    (here / "archive" / "paris").mkdir(parents=True)
    (here / "archive" / "paris" / "000-opening.txt").write_text("another", encoding="utf-8")
    other = shell(here, "import", str(pages), "--name", "paris")
    assert (other.exit_code, "is there already, and another page" in other.output) == (1, True)


def test_the_private_part_of_another_moment_is_refused(tmp_path: Path, there: Path, here: Path) -> None:
    private = there / "rome.json"
    assert shell(there, "archive", "rome", "--for-import", str(private)).exit_code == 0
    pages = lay_pages(tmp_path, recorded_log("one", phases=2))
    refused = shell(here, "import", str(pages), "--private", str(private))
    assert (refused.exit_code, "of another moment" in refused.output) == (1, True)
    among = shell(there, "archive", "rome", "--for-import", str(there / "archive" / "rome" / "x.json"))
    assert (among.exit_code, "which anybody may read" in among.output) == (1, True)


# --- helpers

POWERS = {*load_board("standard").powers}


def lay_pages(folder: Path, log: tuple[Event, ...]) -> Path:
    """The pages of a log in a folder."""
    pages = folder / "pages"
    pages.mkdir()
    for name, text in record_of(log).items():
        (pages / name).write_text(text, encoding="utf-8")
    return pages


def pages_of(folder: Path) -> dict[str, bytes]:
    """The pages in the archive of the judge of a folder."""
    return {path.name: path.read_bytes() for path in config_at(folder / "config.toml").folders.archive.rglob("*.txt")}


def game_in(folder: Path) -> Game:
    """The game in the database of the judge of a folder."""
    with open_read_only(folder / "data" / "judge.db") as found:
        game = found.game(GAME)
    assert game is not None
    return game


def own_of(texts: dict[str, str]) -> str:
    """The hash of the last page."""
    return read_index(texts["index.txt"])[-1].own
