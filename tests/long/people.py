"""The people of a game: when each of them writes, what comes into their heads besides orders."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from random import Random
from zoneinfo import ZoneInfo

from judge.game.deadlines.messages import (
    CancelAbsence,
    HoldClose,
    MoveDeadline,
    PauseGame,
    ReleaseClose,
    ResumeGame,
    TakeReserve,
    TellAbsence,
)
from judge.game.mastery.messages import (
    AcceptGame,
    ChangeSettings,
    CorrectPosition,
    ForceClose,
    OfferGame,
    Predict,
    Terminate,
)
from judge.game.messages import Command
from judge.game.orders.messages import (
    AskWhatIf,
    BuildWish,
    DropAdvance,
    KeepAdvance,
    KeepWish,
    OrderText,
    RemovalWish,
    RetreatWish,
    WithdrawOrders,
)
from judge.game.people.messages import AskMove, ChangeToken, ConfirmMove, Person, RecordBounce, SetPreference
from judge.game.press.circle import answered_press
from judge.game.press.messages import MutePress, PressSent, Recipients, SendPress, StopWatching, Watch, WriteDiary
from judge.game.press.rules import press_as_read, press_readers
from judge.game.replacements.messages import DeclineSeat, EjectPlayer, ReplacePlayer, Resign, ReturnToSeat, TakeSeat
from judge.game.seats.messages import AddStandby, LeaveGame
from judge.game.settings import Address, Reminders, Token
from judge.game.state import Game
from judge.game.votes.messages import (
    CastVote,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    WithdrawVotes,
)
from judge.rules.board import Location, UnitKind, Year
from judge.rules.corrections import AddUnit, GiveCentre, RemoveUnit
from judge.rules.orders import Build
from judge.rules.position import Phase, PhaseKind, Season
from tests.long.settings_at_random import other_settings

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Habit(Enum):
    """How somebody plays by mail."""

    PUNCTUAL = "punctual"
    LAST_MINUTE = "last-minute"
    LATE = "late"
    FORGETFUL = "forgetful"
    ABSENT = "absent"  # goes away often, and says so
    QUITTER = "quitter"
    RETURNER = "returner"  # vanishes for some phases
    GARBLER = "garbler"


def writes_at(random: Random, habit: Habit, opened: datetime, due: datetime) -> datetime | None:
    """When somebody writes for a phase; None when not at all."""
    whole = max(due - opened, HOUR)
    lot = random.random()
    if habit is Habit.LAST_MINUTE:
        return due - lot * lot * 3 * HOUR
    if habit is Habit.LATE:
        return due + lot * 20 * HOUR if lot < 0.5 else opened + lot * whole
    if habit is Habit.FORGETFUL and lot < 0.3:
        return None
    return opened + (0.02 + 0.6 * lot) * whole


class Mind:
    """What comes into the head of somebody who writes: commands by chance, allowed or not."""

    def __init__(self, random: Random, newcomer: Callable[[], Person]) -> None:
        self.random = random
        self.newcomer = newcomer
        self.letters = 0
        self.heard: list[PressSent] = []

    def of_anybody(self, game: Game, by: Address, now: datetime) -> Command | None:
        """Something a player, a stand-by, an observer writes."""
        lot = self.random.random()
        if lot < 0.5:
            return self._press(game, by)
        if lot < 0.62:
            return self._vote(game, by)
        if lot < 0.77:
            return self._ahead(game, by)
        if lot < 0.87:
            return self._of_time(game, by, now)
        return self._of_seats(game, by)

    def _press(self, game: Game, by: Address) -> Command | None:
        random, powers = self.random, list(game.board.powers)
        self.letters += 1
        text = f"letter {self.letters} of {game.name}"
        if random.random() < 0.12:
            return WriteDiary(by, text)
        if self.heard and random.random() < 0.25:
            return self._reply(game, by, text)
        to = tuple(random.sample(powers, random.choice((0, 1, 1, 2))))
        return SendPress(
            by,
            to,
            text,
            to_master=random.random() < 0.15,
            to_observers=random.random() < 0.1,
            all_but=bool(to) and random.random() < 0.1,
            grey=random.random() < 0.15,
            signed=random.choice(powers) if random.random() < 0.1 else None,
            as_master=random.random() < 0.1,
            shown=Recipients((random.choice(powers),)) if random.random() < 0.07 else None,
            until=self._phase(game) if random.random() < 0.15 else None,
        )

    def _reply(self, game: Game, by: Address, text: str) -> Command:
        """A reply to one of the last letters they have got; to any where they have got none."""
        last = self.heard[-30:]
        press = self.random.choice([one for one in last if by in press_readers(game, one)] or last)
        answered = answered_press(press, press_as_read(press), "")
        return SendPress(by, (), text, grey=self.random.random() < 0.1, answers=answered)

    def _phase(self, game: Game) -> Phase | None:
        if game.position is None:
            return None
        now = game.position.phase
        fall = Phase(Season.FALL, now.year, PhaseKind.MOVEMENT)
        return self.random.choice((now, replace(now, year=Year(now.year + 1)), fall))

    def _vote(self, game: Game, by: Address) -> Command:
        random, powers = self.random, list(game.board.powers)
        one = random.choice(powers)
        motions = (
            ForDraw(),
            ForDraw(tuple(power for power in powers if random.random() < 0.6)),
            ForConcession(one),
            ForExtension(random.choice((DAY, 3 * DAY, 5 * HOUR))),
            ForMaster(one),
            ForEnding(),
        )
        kind = random.choice((None, ForDraw, ForExtension))
        return CastVote(by, random.choice(motions)) if random.random() < 0.8 else WithdrawVotes(by, kind)

    def _ahead(self, game: Game, by: Address) -> Command | None:
        random, position = self.random, game.position
        phase = self._phase(game)
        if position is None or phase is None:
            return None
        own = [unit for power in game.powers_of(by) for unit in position.units_of(power)]
        lines = [f"{unit.kind.value} {unit.at} H" for unit in own] or ["A XXX - YYY"]
        places = tuple(unit.at.province for unit in own)
        homes = [home for power in game.powers_of(by) for home in game.board.homes(power)]
        builds = tuple(Build(UnitKind.ARMY, Location(home)) for home in homes)
        return random.choice(
            (
                KeepAdvance(by, phase, OrderText(random.choice(lines)), "standard", self.letters),
                KeepWish(by, RetreatWish(None, (), disband=True), self.letters),
                KeepWish(by, RemovalWish(places), self.letters),
                KeepWish(by, BuildWish(builds, waive=True), self.letters),
                DropAdvance(by),
                AskWhatIf(by),
                WithdrawOrders(by),
            )
        )

    def _of_time(self, game: Game, by: Address, now: datetime) -> Command:
        random = self.random
        first = now.astimezone(ZoneInfo(game.settings.zone)).date() + timedelta(random.randint(0, 20))
        away = TellAbsence(by, first, first + timedelta(random.choice((0, 4, 9))))
        take = TakeReserve(by, random.randint(1, 3), now)
        return random.choice((away, away, CancelAbsence(by), HoldClose(by), HoldClose(by), ReleaseClose(by), take))

    def _of_seats(self, game: Game, by: Address) -> Command:
        random, known = self.random, game.people.get(by, Person(by, Token("guest")))
        to = Address(f"{by.partition('@')[0]}@moved{self.letters}.example.net")
        preference = SetPreference(by, reminders=Reminders(random.choice((None, (), (HOUR, 2 * DAY)))))
        power = random.choice(list(game.board.powers))
        return random.choice(
            (
                *([Resign(by, at_once=random.random() < 0.3)] if random.random() < 0.3 else []),
                LeaveGame(by) if by in game.standbys else DeclineSeat(by),
                ReturnToSeat(by),
                TakeSeat(known, random.choice((None, power))),
                AddStandby(known),
                Watch(known),
                StopWatching(by),
                MutePress(by, (power,), is_on=random.random() < 0.5),
                AskMove(by, to, Token(f"old{self.letters}"), Token(f"new{self.letters}")),
                RecordBounce(by, hard=random.random() < 0.5),
                ChangeToken(by, Token(f"fresh{self.letters}")),
                preference,
            )
        )

    def confirmations(self, game: Game) -> tuple[ConfirmMove, ...]:
        """The answers of both mailboxes of a move that somebody has asked for."""
        for address, move in game.by_address(game.address_book.moves).items():
            fresh = Token(f"moved{game.version}")
            return (ConfirmMove(address, move.old_code, fresh), ConfirmMove(move.to, move.new_code, fresh))
        return ()

    def of_master(self, game: Game, by: Address, now: datetime) -> Command | None:
        """Something a master does, or anybody who takes themselves for one."""
        random, powers, position = self.random, list(game.board.powers), game.position
        to = now + random.choice((DAY, 9 * DAY, 2 * HOUR))
        if position is None:
            return None
        place, unit = random.choice(sorted(position.units.items()))
        corrections = random.choice(
            (
                (RemoveUnit(place),),
                (RemoveUnit(place), AddUnit(unit.power, unit.kind, unit.at)),
                (GiveCentre(random.choice(sorted(game.board.centres)), unit.power),),
            )
        )
        acts: tuple[Command, ...] = (
            MoveDeadline(by, length=random.choice((DAY, -DAY, 5 * HOUR))),
            MoveDeadline(by, to=to),
            PauseGame(by),
            ChangeSettings(by, other_settings(random, game.settings)),
            ForceClose(by),
            CorrectPosition(by, corrections, random.choice(("a slip", "a slip", ""))),
            OfferGame(by, random.choice(list(game.people)), Token(f"offer{game.version}")),
            EjectPlayer(by, random.choice(powers)),
            ReplacePlayer(by, random.choice(powers), self.newcomer()),
            ChangeToken(by, Token(f"given{game.version}"), random.choice(powers)),
            Predict(by),
            *([Terminate(by, "nobody is left")] if random.random() < 0.05 else []),
        )
        return random.choice(acts)

    def answers_of_others(self, game: Game) -> Command | None:
        """Whoever was asked to be master mostly says yes."""
        offered, to = game.members.offered, game.address_book.candidate
        if offered is None or to is None or self.random.random() < 0.3:
            return None
        return AcceptGame(game.people.get(to, Person(to, Token("asked"))), offered.code)

    def resume(self, game: Game) -> Command:
        """The master lets a paused game go on."""
        return ResumeGame(game.master)
