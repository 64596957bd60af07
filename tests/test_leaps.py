"""A wall clock that leaps moves no deadline before it has stood; meanwhile the uptime tells the time."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.game.deadlines.deadline import ClockSet, OutageOver
from judge.game.deadlines.messages import DeadlineMoved, PhaseExtended
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from judge.mail.maildir import make_maildir
from judge.paths.receive import inbox_of
from judge.service.app import Judge
from judge.shell.local_game import GAME
from tests.crash.lives import config_of
from tests.shared.kinds import kinds_of
from tests.shared.machine import Machine
from tests.shared.seated import lay_seated_table

SECOND, MINUTE, HOUR, DAY = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days"))
YEAR = 365 * DAY
FRANCE, MASTER = "florence@example.com", Address("anton@example.org")


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, datetime]:
    """A folder where seven players wait for the first deadline of a game, and the hour at which its judge stopped."""
    folder = tmp_path_factory.mktemp("seated")
    table = lay_seated_table(folder)
    table.judge.stop()
    return folder, table.clock.now()


@dataclass
class Life:
    """A judge on a machine, driven by hand, with all that was told to one player since."""

    folder: Path
    machine: Machine
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.judge = Judge(config_of(self.folder), self.machine.clock())
        self.judge.timeline.catch_up()
        self.look()

    def stop(self) -> None:
        """As ``Judge.stop`` does for one that was started."""
        self.judge.timeline.heartbeat()
        self.judge.stop()

    def look(self) -> None:
        """What the wake-ups and the pulse bring about."""
        while self.judge.timeline.step():
            pass
        self.judge.timeline.heartbeat()

    def passes(self, length: timedelta) -> None:
        """Time goes by, with a look at least every half hour."""
        while length > timedelta():
            self.machine.passes(min(length, HOUR / 2))
            self.look()
            length -= HOUR / 2

    def leaps(self, length: timedelta) -> None:
        self.machine.leaps(length)
        self.look()

    @property
    def due(self) -> datetime:
        game = self.judge.services.game(GAME)
        assert game
        assert game.deadline
        return game.deadline.at

    @property
    def heartbeat(self) -> datetime:
        last = self.judge.services.store.last_heartbeat()
        assert last
        return last.at

    @property
    def letters(self) -> int:
        return sum(
            letter.to == FRANCE for letter in self.judge.services.store.outgoing(self.judge.services.clock.now())
        )


Act = Callable[[Life], None]


def passes(length: timedelta) -> Act:
    return lambda life: life.passes(length)


def leaps(length: timedelta, then: timedelta = timedelta()) -> Act:
    """The wall clock leaps, and ``then`` time goes by."""

    def act(life: Life) -> None:
        life.leaps(length)
        life.passes(then)

    return act


def returns(length: timedelta, after: timedelta) -> Act:
    """The wall clock leaps, and leaps back."""

    def act(life: Life) -> None:
        leaps(length, after)(life)
        life.leaps(-length)

    return act


def suspended(length: timedelta) -> Act:
    """The machine sleeps: its wall clock and its uptime go on."""

    def act(life: Life) -> None:
        life.machine.passes(length)
        life.look()

    return act


def down(length: timedelta, leap: timedelta = timedelta()) -> Act:
    """The judge is stopped for so long, and the wall clock leaps meanwhile."""

    def act(life: Life) -> None:
        life.stop()
        life.machine.passes(length)
        life.machine.leaps(leap)
        life.start()

    return act


def off(length: timedelta) -> Act:
    """The machine is switched off for so long, as its wall clock tells it."""

    def act(life: Life) -> None:
        life.stop()
        life.machine.boots(length)
        life.start()

    return act


def killed(life: Life) -> None:
    """The judge ends without noting anything, and is started again."""
    life.judge.stop()
    life.start()


NOTHING = timedelta()
HELD = True
"""The judge goes by uptime in the end, and not by the wall clock."""

LEAPS: dict[str, tuple[tuple[Act, ...], timedelta, int, bool]] = {
    # what happens; how far the deadline moves, how many letters tell of it, whether the wall clock is disbelieved
    "a minute forward": ((leaps(MINUTE, HOUR),), NOTHING, 0, False),
    "ten minutes forward, for five seconds": ((returns(10 * MINUTE, 5 * SECOND),), NOTHING, 0, False),
    "a day forward, for five seconds": ((returns(DAY, 5 * SECOND), passes(3 * HOUR)), NOTHING, 0, False),
    "a year forward, for a minute": ((returns(YEAR, MINUTE), passes(3 * HOUR)), NOTHING, 0, False),
    "a month forward, for less than an hour": ((leaps(30 * DAY, 59 * MINUTE),), NOTHING, 0, HELD),
    "a day forward, which stands": ((leaps(DAY, 61 * MINUTE),), DAY, 1, False),
    "ten minutes forward, which stand": ((leaps(10 * MINUTE, 61 * MINUTE),), NOTHING, 0, False),
    "a year forward, which stands": ((leaps(YEAR, 61 * MINUTE),), YEAR, 1, False),
    "a year forward, which stands, and back": (
        (leaps(YEAR, 2 * HOUR), leaps(-YEAR, 59 * MINUTE), passes(2 * MINUTE), passes(3 * HOUR)),
        NOTHING,
        2,
        False,
    ),
    "now here, now there": (
        tuple(leaps(length, 40 * MINUTE) for length in (DAY, 2 * DAY, -9 * DAY, 3 * DAY)),
        NOTHING,
        0,
        HELD,
    ),
    "a day back, for five seconds": ((returns(-DAY, 5 * SECOND), passes(3 * HOUR)), NOTHING, 0, False),
    "a day back, for less than an hour": ((leaps(-DAY, 59 * MINUTE),), NOTHING, 0, HELD),
    "half a day back, which stands: the deadline is younger": ((leaps(-DAY / 2, 2 * HOUR),), -DAY / 2, 1, False),
    "half a day back, long after the phase opened": ((passes(DAY), leaps(-DAY / 2, 2 * HOUR)), NOTHING, 0, False),
    "set right little by little": (tuple(leaps(2 * SECOND, HOUR / 2) for _ in range(100)), NOTHING, 0, False),
    "a day, while the judge is down": ((down(10 * MINUTE, DAY), passes(30 * MINUTE)), NOTHING, 0, HELD),
    "a day, while the judge is down, which stands": ((down(10 * MINUTE, DAY), passes(HOUR)), DAY, 1, False),
    "a day back, while the judge is down": ((down(10 * MINUTE, -DAY), passes(30 * MINUTE)), NOTHING, 0, HELD),
    "a day, with a new start every half hour": (
        (leaps(DAY, HOUR / 2), down(SECOND), passes(MINUTE), killed, passes(31 * MINUTE)),
        DAY,
        1,
        False,
    ),
    "an outage of five hours": ((down(5 * HOUR), passes(HOUR)), 5 * HOUR, 1, False),
    "an outage of two hours, and a leap of a day": ((down(2 * HOUR, DAY), passes(MINUTE)), 2 * HOUR, 1, HELD),
    "an outage of an hour": ((down(HOUR), passes(HOUR)), NOTHING, 0, False),
    "switched off for five hours": ((off(5 * HOUR), passes(HOUR)), 5 * HOUR, 1, False),
    "switched off for five hours, with a clock that stood still": (
        (off(MINUTE), leaps(5 * HOUR, 2 * HOUR)),
        5 * HOUR,
        1,
        False,
    ),
    "switched on a year later, as the clock says": ((off(YEAR), passes(59 * MINUTE)), NOTHING, 0, HELD),
    "switched on years ago, as the clock says": ((off(-20 * YEAR), passes(59 * MINUTE)), NOTHING, 0, HELD),
    "switched off while its clock was in doubt": ((leaps(DAY, MINUTE), off(HOUR / 4)), NOTHING, 0, HELD),
    "suspended for eight hours": ((suspended(8 * HOUR), passes(HOUR)), 8 * HOUR, 1, False),
    "suspended for an hour": ((suspended(HOUR),), NOTHING, 0, False),
    "suspended while its clock was in doubt": ((leaps(DAY, MINUTE), suspended(8 * HOUR)), 8 * HOUR + DAY, 2, False),
}


@pytest.mark.parametrize("name", LEAPS)
def test_what_a_leap_does_to_deadlines_letters_and_the_heartbeat(
    name: str, seated: tuple[Path, datetime], tmp_path: Path
) -> None:
    acts, shift, letters, held = LEAPS[name]
    folder, at = seated
    machine = Machine(at)
    life = Life(shutil.copytree(folder, tmp_path / "judge"), machine)
    was, told, log = life.due, life.letters, life.judge.services.store.events(GAME)
    for act in acts:
        act(life)
    new = life.judge.services.store.events(GAME)[len(log) :]
    assert kinds_of(new) == [DeadlineMoved] * letters
    assert abs(life.due - was - shift) <= 2 * MINUTE, "each deadline keeps the time it had left"
    assert life.letters - told == letters
    now = life.judge.services.clock.now()
    assert (abs(now - machine.wall) > MINUTE) is held
    assert life.heartbeat == now, "the judge notes that it runs, whatever the wall clock says"
    life.judge.stop()


def test_a_year_that_did_not_stand_closes_nothing_and_hours_are_met_by_uptime(
    seated: tuple[Path, datetime], tmp_path: Path
) -> None:
    folder, at = seated
    life = Life(shutil.copytree(folder, tmp_path / "judge"), Machine(at))
    was, log = life.due, life.judge.services.store.events(GAME)
    life.passes(was - at - 10 * MINUTE)
    reminded = life.judge.services.store.events(GAME)
    life.leaps(YEAR)
    life.passes(9 * MINUTE)
    assert life.judge.services.store.events(GAME) == reminded
    assert not any(isinstance(event, PhaseClosed | DeadlineMoved) for event in reminded[len(log) :])
    life.passes(2 * MINUTE)
    (extended,) = life.judge.services.store.events(GAME)[len(reminded) :]
    assert isinstance(extended, PhaseExtended), "nobody had written when the hour came by the time gone by"
    assert was <= extended.at <= was + MINUTE
    life.judge.stop()


def test_a_letter_that_comes_while_the_clock_is_in_doubt_bears_the_hour_by_uptime(
    seated: tuple[Path, datetime], tmp_path: Path
) -> None:
    folder, at = seated
    life = Life(shutil.copytree(folder, tmp_path / "judge"), Machine(at))
    store = life.judge.services.store
    for leap in (YEAR, -YEAR):
        before = life.judge.services.clock.now()
        life.machine.leaps(leap)
        life.machine.passes(MINUTE)
        kept = store.keep("smtp", FRANCE, "judge@localhost", f"X: {leap}\r\n\r\nHELP\r\n".encode()).result()
        assert store.letter(kept).arrived == before + MINUTE
        life.machine.leaps(-leap)
    life.judge.stop()


@pytest.mark.parametrize("killed_before", ["the clock is believed", "any game is given its time", "it is done"])
def test_a_judge_killed_while_it_comes_to_believe_a_clock_gives_the_time_once(
    killed_before: str, seated: tuple[Path, datetime], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, at = seated
    life = Life(shutil.copytree(folder, tmp_path / "judge"), Machine(at))
    was = life.due
    life.leaps(DAY)
    life.passes(59 * MINUTE)
    life.machine.passes(2 * MINUTE)
    timeline, clock = life.judge.timeline, life.judge.services.clock
    place, name = {
        "the clock is believed": (clock, "accept_wall_clock"),
        "any game is given its time": (timeline, "_give_back"),
        "it is done": (timeline, "_archive"),
    }[killed_before]

    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(place, name, kill)
        with pytest.raises(KeyboardInterrupt):
            timeline.step()
    life.judge.stop()
    life.start()
    life.passes(2 * HOUR)
    assert abs(life.due - was - DAY) <= 2 * MINUTE
    game = life.judge.services.game(GAME)
    assert game
    assert game.deadline
    assert sum(isinstance(step, ClockSet | OutageOver) for step in game.deadline.steps) == 1
    life.judge.stop()


def test_its_master_has_the_deadline_where_it_was_by_the_line_that_the_letter_names(
    seated: tuple[Path, datetime], tmp_path: Path
) -> None:
    folder, at = seated
    life = Life(shutil.copytree(folder, tmp_path / "judge"), Machine(at))
    was = life.due
    life.leaps(DAY)
    life.passes(61 * MINUTE)
    assert life.due > was
    game = life.judge.services.game(GAME)
    assert game
    line = master_s_line(life)
    for verb in ("EXTEND TO", "PROLONGER AU"):
        drop(life, f"judge+{GAME}.{game.people[MASTER].token}@localhost", line.replace("EXTEND TO", verb))
        assert life.due == was
        drop(life, f"judge+{GAME}.{game.people[MASTER].token}@localhost", "EXTEND 1d")
        assert life.due == was + DAY
    life.judge.stop()


def master_s_line(life: Life) -> str:
    waiting = life.judge.services.store.outgoing(life.judge.services.clock.now())
    told = {letter.to: letter.raw.decode().splitlines() for letter in waiting}
    assert not any("EXTEND TO" in line for to, lines in told.items() if to != MASTER for line in lines)
    (line,) = [line.strip() for line in told[MASTER] if "EXTEND TO" in line]
    return line


def drop(life: Life, to: str, line: str) -> None:
    """A letter of the master, through the folder that is looked into."""
    folder = inbox_of(life.judge.services)
    make_maildir(folder)
    number = len(life.judge.services.store.events(GAME))
    raw = f"From: {MASTER}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{line}\r\n"
    (folder / "new" / f"{number}.dropped").write_bytes(raw.encode())
    life.judge._worker._intake.take_in()
    life.look()
