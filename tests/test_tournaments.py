"""A tournament by mail, from the letter that opens it to its last standings: letters settled, hours run, no waiting."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from email.policy import default as modern
from hashlib import sha256
from pathlib import Path

import pytest

from judge.config import Config, FolderConfig, JudgeConfig
from judge.game.league import player_standings
from judge.game.settings import Address, GameName, Token
from judge.handlers.services import Services
from judge.handlers.tournaments import run_tournament
from judge.paths.receive import settle_letter
from judge.service.timeline import Timeline
from judge.shell.local_game import no_dkim_keys
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.shared.each_case import each_case

START = datetime(2026, 12, 1, 9, tzinfo=UTC)
ORGANISER = "olga@example.org"


@dataclass
class Desk:
    """A judge without doors, whose letters are all confirmed."""

    services: Services
    clock: SettableClock
    written: int = 0

    def write(self, sender: str, text: str, to: str = "judge@localhost") -> str:
        """Have a letter settled; the text of its answer, empty where there is none."""
        self.written += 1
        head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{self.written}@example.org>\r\n"
        raw = f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n".encode()
        number = self.services.store.keep("smtp", sender, to, raw).result()
        kept = replace(self.services.store.letter(number), confirmed=True)
        transaction = settle_letter(self.services, kept)
        assert self.services.store.commit(transaction)
        mine = [one for one in transaction.outgoing if one.to == sender]
        return text_of(mine[0].raw) if mine else ""

    def run(self, until: datetime | None = None) -> None:
        """Run every hour that is due."""
        if until:
            self.clock.advance_to(until)
            self.services.store.heartbeat(self.clock.heartbeat())
        timeline = Timeline(self.services)
        while timeline.step():
            pass

    def letters(self, to: str, kind: str = "tournament") -> list[str]:
        """The letters of a kind to somebody, oldest first."""
        asked = "SELECT raw FROM outbox WHERE recipient = ? AND message_id LIKE ? ORDER BY id"
        with closing(sqlite3.connect(self.services.config.folders.data / "judge.db")) as db:
            return [text_of(raw) for (raw,) in db.execute(asked, [to, f"<{kind}.%"])]

    def seats(self, name: str) -> dict[str, str]:
        game = self.services.game(GameName(name))
        assert game
        assert game.position
        return {str(power): str(player) for power, player in game.seats.items()}

    def reply(self, name: str, player: str, text: str) -> str:
        game = self.services.game(GameName(name))
        assert game
        return self.write(player, text, f"judge+{name}.{game.people[Address(player)].token}@localhost")

    def draw(self, name: str) -> None:
        """Everybody in a game votes for a draw."""
        for player in self.seats(name).values():
            self.reply(name, player, "VOTE DRAW")


def text_of(raw: bytes) -> str:
    body = BytesParser(policy=modern).parsebytes(raw).get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def desk_at(folder: Path, judge: JudgeConfig | None = None) -> Desk:
    clock = SettableClock(START)
    folders = FolderConfig(*(folder / one.name for one in fields(FolderConfig)))
    config = Config(judge=judge or JudgeConfig(), folders=folders)
    store = Store(folder / "data" / "judge.db", clock.now)
    return Desk(Services(config, store, clock, no_dkim_keys, lambda: Token("seedofthelots")), clock)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = desk_at(tmp_path)
    yield desk
    desk.services.store.close()


def enter(desk: Desk, count: int, more: str = "") -> list[str]:
    players = [f"player{number}@example.org" for number in range(1, count + 1)]
    for number, player in enumerate(players, 1):
        desk.write(player, f"ENTER TOURNAMENT winter NAME Player {number} {more.format(number % 7)}")
    return players


def test_a_tournament_is_opened_entered_closed_and_seated_and_its_game_opens_by_itself(desk: Desk) -> None:
    assert "open for entries" in desk.write(ORGANISER, "OPEN TOURNAMENT winter MOVEMENT 7d TITLE Winter Cup")
    players = enter(desk, 8)
    assert "Player 8" in desk.write("reader@example.org", "TOURNAMENT winter")
    assert "Winter Cup" in desk.write("reader@example.org", "TOURNAMENTS")
    assert "You have left" in desk.write(players[7], "LEAVE TOURNAMENT winter")
    assert "Only whoever opened" in desk.write(players[0], "CLOSE TOURNAMENT winter")
    assert "are closed" in desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    assert {*desk.seats("winter-1-1").values()} == {*players[:7]}
    (told,) = desk.letters(players[0])
    assert "winter-1-1" in told
    assert re.search(r"Seed: \w{20,}", " ".join(told.split()))
    desk.draw("winter-1-1")
    desk.run()
    assert "tournament is over" in desk.letters(ORGANISER)[-1]
    assert "14 2/7 points" in desk.write("reader@example.org", "STANDINGS winter")


def test_28_players_in_teams_play_four_rounds_that_follow_each_other(desk: Desk) -> None:
    options = "ROUNDS 4 TEAMS 4 BEST 3 ENTRIES 2026-12-20 SCORING sum-of-squares MOVEMENT 30d"
    opening = f"OPEN TOURNAMENT winter {options}"
    assert "open for entries" in desk.write(ORGANISER, opening)
    players = enter(desk, 28, "TEAM Team {}")
    desk.run(datetime(2026, 12, 20, 23, tzinfo=UTC))
    powers: dict[str, set[str]] = {player: set() for player in players}
    for number in range(1, 5):
        names = [f"winter-{number}-{table}" for table in range(1, 5)]
        for name in names:
            seats = desk.seats(name)
            assert len({int(player[6:-12]) % 7 for player in seats.values()}) == 7, "one of each team"
            for power, player in seats.items():
                powers[player].add(power)
            if number == 4:
                for player in seats.values():
                    desk.reply(name, player, "CONCEDE Austria")
            else:
                desk.draw(name)
        desk.run(desk.clock.now() + timedelta(hours=1))
    assert all(len(had) == 4 for had in powers.values())
    (cup,) = desk.services.tournaments()
    assert len(cup.games) == 16
    standings = player_standings(cup, desk.services.store.summaries(cup.games).values())
    assert [one.played for one in standings] == [4] * 28
    assert len(desk.letters(players[5])) == 5
    assert "tournament is over" in desk.write(players[0], "LEAVE TOURNAMENT winter")


def test_whoever_finds_no_seat_stands_by_in_the_games(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter MOVEMENT 7d")
    players = enter(desk, 9)
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    game = desk.services.game(GameName("winter-1-1"))
    assert game
    assert [str(one) for one in game.standbys] == players[7:]


def test_a_reserve_takes_the_seat_of_a_player_who_resigns_and_has_the_result(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter MOVEMENT 7d")
    players = enter(desk, 8)
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    desk.reply("winter-1-1", players[0], "RESIGN winter-1-1 NOW")
    desk.run()
    assert "TAKEOVER" in desk.letters(players[7], "winter-1-1")[-1]
    desk.reply("winter-1-1", players[7], "TAKEOVER")
    desk.draw("winter-1-1")
    (cup,) = desk.services.tournaments()
    standings = player_standings(cup, desk.services.store.summaries(cup.games).values())
    assert {one.who for one in standings} == {f"Player {number}" for number in range(2, 9)}


REFUSED = ("ANONYMOUS yes", "GUNBOAT yes", "HIDDEN yes", "ACCESS anyone", "POWERS lots", "MUSTER 7d")
HEEDED = ("ANONYMOUS no", "HIDDEN no", "RELIABILITY 80", "PRESS white", "blitz")


def test_settings_that_its_games_cannot_have_are_refused_with_the_reason(desk: Desk) -> None:
    for setting in REFUSED:
        told = desk.write(ORGANISER, f"OPEN TOURNAMENT winter MOVEMENT 7d {setting}")
        assert "its own draw seats them" in " ".join(told.split()), setting
    told = desk.write(ORGANISER, "OUVRIR TOURNOI hiver MOUVEMENTS 7j ANONYME oui")
    assert "son propre tirage" in " ".join(told.split())
    assert desk.services.tournaments() == ()


@each_case("setting", HEEDED)
def test_settings_that_say_what_its_games_are_anyway_are_no_fault(setting: str, desk: Desk) -> None:
    name = f"cup{HEEDED.index(setting)}"
    opening = f"OPEN TOURNAMENT {name} {setting}"
    assert "open for entries" in desk.write(f"olga{HEEDED.index(setting)}@example.org", opening)


def test_everybody_gets_the_standings_as_each_game_ends_but_once(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter MOVEMENT 7d")
    players = enter(desk, 21)
    desk.write(players[3], "INSCRIPTION TOURNOI winter NOM Quatre")
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    for number in (1, 2):
        desk.draw(f"winter-1-{number}")
        desk.run()
        desk.run(desk.clock.now() + timedelta(hours=1))
        for player in (players[0], ORGANISER):
            seated, *told = desk.letters(player)
            assert len(told) == number
            assert "How it was seated" in seated
            assert "How it was seated" not in told[-1]
            assert f"{number} of 3 games" in told[-1]
            assert told[-1].count("14 2/7 points") == 7 * number
    (french,) = {one.splitlines()[0] for one in desk.letters(players[3])[1:]}
    assert "classement" in french
    desk.draw("winter-1-3")
    desk.run()
    assert [("tournament is over" in one) for one in desk.letters(players[0])] == [False, False, False, True]


def test_who_enters_during_a_round_sits_in_the_next_and_who_leaves_does_not(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter ROUNDS 2 MOVEMENT 7d")
    players = enter(desk, 7)
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    desk.write("late@example.org", "INSCRIPTION TOURNOI winter NOM Tardif")
    desk.write(players[0], "LEAVE TOURNAMENT winter")
    desk.draw("winter-1-1")
    desk.run()
    assert {*desk.seats("winter-2-1").values()} == {*players[1:], "late@example.org"}


# --- blocks


def together(desk: Desk, *players: str) -> bool:
    """Whether these are at one table of the first round of two."""
    return any({*players} <= {*desk.seats(name).values()} for name in ("winter-1-1", "winter-1-2"))


def drawn(desk: Desk, options: str, count: int = 14, *, blocker: int = 0) -> list[str]:
    """A round of a tournament; who blocks does so with the one they would meet at its table."""
    desk.write(ORGANISER, f"OPEN TOURNAMENT winter {options} MOVEMENT 7d")
    players = enter(desk, count)
    if blocker:
        desk.write(players[blocker - 1], f"BLOCK {players[0]}")
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    return players


@pytest.fixture
def neighbour(tmp_path: Path) -> int:
    """The number of somebody whom the draw puts at the table of the first, where nobody blocks anybody."""
    desk = desk_at(tmp_path / "before")
    players = drawn(desk, "BLOCKS yes")
    found = next(number for number, one in enumerate(players[1:], 2) if together(desk, players[0], one))
    desk.services.store.close()
    return found


@pytest.mark.parametrize(
    ("options", "apart"), [("BLOCKS yes", True), ("BLOCAGES oui", True), ("BLOCKS no", False), ("", False)]
)
def test_blocks_count_in_the_draw_where_the_organiser_says_so(
    desk: Desk, neighbour: int, options: str, *, apart: bool
) -> None:
    players = drawn(desk, options, blocker=neighbour)
    assert together(desk, players[0], players[neighbour - 1]) is not apart


def test_nobody_learns_of_a_block_by_the_letters_of_a_tournament(tmp_path: Path) -> None:
    """Two worlds, alike but for who blocks whom, of two who would not meet anyway, of two of one table alone."""
    told = []
    for place, blocker in enumerate((0, 5)):
        desk = desk_at(tmp_path / str(place))
        players = drawn(desk, "BLOCKS yes", 8, blocker=blocker)
        told.append([desk.letters(one, kind) for one in (ORGANISER, *players) for kind in ("tournament", "winter-1-1")])
        told[-1].append([desk.write("reader@example.org", f"{line} winter") for line in ("TOURNAMENT", "STANDINGS")])
        desk.services.store.close()
    assert told[0] == told[1]


def test_where_blocks_count_nothing_is_told_from_which_the_draw_could_be_repeated(desk: Desk) -> None:
    """Whoever repeated it would see what is kept apart: neither seed nor its hash nor the cost is told."""
    players = drawn(desk, "BLOCKS yes ROUNDS 2")
    page = desk.letters(players[0])[0] + desk.write(players[0], "TOURNAMENT winter")
    assert "Whoever is not to meet" in page
    assert not re.search(r"Seed: |SHA-256|costs \d", page)


def test_a_reserve_takes_no_seat_where_one_sits_who_is_not_to_be_met(desk: Desk) -> None:
    players = drawn(desk, "BLOCKS yes", 8, blocker=8)
    desk.reply("winter-1-1", players[1], "RESIGN winter-1-1 NOW")
    desk.run()
    assert "TAKEOVER" in desk.letters(players[7], "winter-1-1")[-1]
    assert "There is no seat for you in this game as it stands." in " ".join(
        desk.reply("winter-1-1", players[7], "TAKEOVER").split()
    )


def test_a_game_whose_name_somebody_has_taken_gets_another_one(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter MOVEMENT 7d")
    enter(desk, 7)
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    assert desk.services.store.commit(run_tournament(desk.services, "winter"))
    desk.write("somebody@example.org", "OPEN winter-1-1")
    desk.run()
    assert len(desk.seats("winter-1-1a")) == 7


def test_a_step_that_was_decided_on_an_older_state_is_not_written(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter MOVEMENT 7d")
    enter(desk, 7)
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    step = run_tournament(desk.services, "winter")
    desk.write("late@example.org", "ENTER TOURNAMENT winter NAME Late")
    assert not desk.services.store.commit(step)
    desk.run()
    assert "Late" in desk.letters("late@example.org")[-1]


def test_a_tournament_that_is_called_off_or_has_too_few_says_so(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter ENTRIES 2026-12-05")
    (player,) = enter(desk, 1)
    assert "a game takes" in " ".join(desk.write(ORGANISER, "CLOSE TOURNAMENT winter").split())
    desk.run(datetime(2026, 12, 6, tzinfo=UTC))
    assert "too few players" in desk.letters(ORGANISER)[-1]
    assert desk.letters(player) == []
    desk.write(ORGANISER, "CANCEL TOURNAMENT winter")
    desk.run()
    assert "is over" in desk.letters(player)[-1]


def test_the_hash_of_each_seed_is_told_before_the_round_that_it_seats(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter ROUNDS 2 MOVEMENT 7d")
    enter(desk, 7)
    told = [desk.write("reader@example.org", "TOURNAMENT winter")]
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    desk.draw("winter-1-1")
    desk.run()
    told += desk.letters(ORGANISER)
    hashes = [re.search(r"next round:\s+([0-9a-f]{64})", one) for one in told[:2]]
    seeds = [re.search(r"Seed:\s+(\w+)", one) for one in told[1:]]
    assert [one and one[1] for one in hashes] == [one and sha256(one[1].encode()).hexdigest() for one in seeds]


def test_the_operators_file_goes_on_beside_those_by_mail(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter TITLE By mail")
    folder = desk.services.config.folders.tournaments
    folder.mkdir()
    (folder / "summer.toml").write_text('title = "A file"\ngames = ["rome"]\n', encoding="utf-8")
    assert [one.titles["en"] for one in desk.services.tournaments()] == ["A file", "By mail"]
    assert "A file" in desk.write("reader@example.org", "TOURNAMENT summer")
    assert "of that name already" in desk.write("other@example.org", "OPEN TOURNAMENT summer")
    (folder / "winter.toml").write_text('title = "Another"\ngames = []\n', encoding="utf-8")
    assert [one.titles["en"] for one in desk.services.tournaments()] == ["A file", "Another"]


def test_no_page_of_a_tournament_tells_an_address(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter")
    assert "no name for the lists" in desk.write("a@example.org", "ENTER TOURNAMENT winter NAME me@home.example")
    enter(desk, 7)
    desk.write(ORGANISER, "CLOSE TOURNAMENT winter")
    desk.run()
    for text in (desk.write("reader@example.net", "TOURNAMENT winter"), *desk.letters(ORGANISER)):
        assert "@example.org" not in text


def test_nothing_but_a_confirmed_letter_changes_a_tournament(desk: Desk) -> None:
    desk.write(ORGANISER, "OPEN TOURNAMENT winter")
    raw = b"From: eve@example.org\r\nTo: judge@localhost\r\n\r\nENTER TOURNAMENT winter NAME Eve\r\n"
    number = desk.services.store.keep("smtp", "eve@example.org", "judge@localhost", raw).result()
    transaction = settle_letter(desk.services, desk.services.store.letter(number))
    assert transaction.tournaments == ()
    assert transaction.hold


def test_nobody_opens_one_where_the_operator_does_not_want_it_nor_more_than_two(tmp_path: Path) -> None:
    closed = desk_at(tmp_path / "closed", JudgeConfig(tournaments="nobody"))
    assert "only its operator" in closed.write(ORGANISER, "OPEN TOURNAMENT winter")
    desk = desk_at(tmp_path / "open")
    for name in ("one", "two"):
        assert "open for entries" in desk.write(ORGANISER, f"OPEN TOURNAMENT {name}")
    assert "nobody has more at once" in " ".join(desk.write(ORGANISER, "OPEN TOURNAMENT three").split())
    assert "of that name already" in desk.write("other@example.org", "OPEN TOURNAMENT one")
