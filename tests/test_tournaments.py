"""A tournament by mail, from the letter that opens it to its last standings: letters settled, hours run, no waiting."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from email.policy import default as modern
from pathlib import Path

import pytest

from judge.config import Config, FolderConfig, JudgeConfig
from judge.game.league import player_standings
from judge.game.settings import Address, GameName
from judge.handlers.services import Services
from judge.paths.receive import settle_letter
from judge.service.timeline import Timeline
from judge.shell.play.local_game import no_dkim_keys
from judge.store.store import Store
from judge.system.clock import SettableClock

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
    return Desk(Services(config, store, clock, no_dkim_keys), clock)


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
    assert "final standings" in desk.letters(ORGANISER)[-1]
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


def test_nobody_opens_one_where_the_operator_does_not_want_it_nor_more_than_two(tmp_path: Path) -> None:
    closed = desk_at(tmp_path / "closed", JudgeConfig(tournaments="nobody"))
    assert "only its operator" in closed.write(ORGANISER, "OPEN TOURNAMENT winter")
    desk = desk_at(tmp_path / "open")
    for name in ("one", "two"):
        assert "open for entries" in desk.write(ORGANISER, f"OPEN TOURNAMENT {name}")
    assert "nobody has more at once" in " ".join(desk.write(ORGANISER, "OPEN TOURNAMENT three").split())
    assert "of that name already" in desk.write("other@example.org", "OPEN TOURNAMENT one")
