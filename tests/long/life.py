"""The life of one game: letters and hours in their order, every one of them by the judge's own five verbs."""

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import count
from random import Random

from judge.formats.record.verifying import verify
from judge.formats.record.whole import record_of
from judge.game.apply import Trail, apply
from judge.game.deadlines.messages import PauseGame
from judge.game.deadlines.rules import compensate_outage
from judge.game.decide import decide
from judge.game.folded_log import FoldedLog, continue_fold, fold_log, game_at_opening, valid_phases
from judge.game.mastery.decide import rollback_to
from judge.game.messages import Command, Event
from judge.game.orders.messages import GiveOrder
from judge.game.orders.rules import fingerprint_key
from judge.game.people.messages import Person, RecordReached
from judge.game.phases.close import close_early, due_events, next_alarm
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import PressSent, Watch
from judge.game.refusals import Refused
from judge.game.replacements.messages import ReturnToSeat
from judge.game.seats.messages import (
    AddStandby,
    AnswerMuster,
    ApprovePlayer,
    JoinGame,
    OpenGame,
    PlacePlayer,
    StartGame,
)
from judge.game.seats.rules import extend_muster_after_outage
from judge.game.settings import Address, GameName, Seating, Token
from judge.game.state import Game
from judge.handlers.plans import with_plans_taken_up
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.orders import Order
from judge.rules.position import Phase
from judge.store.event_json import dump_folded_log, dump_summary, read_folded_log, read_summary
from tests.long.invariants import INVARIANTS, LONG_AGO, Invariant, Moment
from tests.long.people import DAY, HOUR, Habit, Mind, writes_at
from tests.long.secrecy import SECRECY, Post, Told
from tests.long.settings_at_random import some_settings
from tests.long.witnesses import Archivist, Counts, Positions, who_is_counted_had_not_written
from tests.long.writing import orders_for, through_the_reader, without_needless_coast
from tests.shared.notified import notices

BEGINNING = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
AN_AFTERLIFE = timedelta(days=60)
"""So long people go on writing to a game that is over."""

MOST_AT_AN_HOUR = 200
"""Things that may happen at one instant, before something turns in a circle."""

Act = Callable[[datetime], None]


class BrokenError(Exception):
    """Something that must always hold does not; the message says what, in which game, at which event."""


class Life:
    """A game from its opening to its end, or to the end of the time it is given."""

    def __init__(self, seed: str, number: int, years: float) -> None:
        self.random = Random(f"{seed}:{number}")
        self.name = GameName(f"game-{number}")
        self.seed = f"{seed}:{number}"
        self.now = self.began = BEGINNING + self.random.random() * 365 * DAY
        self.until = self.began + years * 365 * DAY
        self.game: Game | None = None
        self.log: list[Event] = []
        self._folded = FoldedLog()
        self.tallies: Counter[str] = Counter()
        self.habits: dict[int, Habit] = {}
        self._numbers = count(1)
        self._order = count()
        self._agenda: list[tuple[datetime, int, Act]] = []
        self._opening: object = None
        self._mustered: datetime | None = None
        self._quits: dict[int, int] = {}
        self._mind = Mind(self.random, self._newcomer)
        self._post, self._archivist, self._counts, self._positions = Post(), Archivist(), Counts(), Positions()
        self._invariants: tuple[Invariant, ...] = (
            *INVARIANTS,
            who_is_counted_had_not_written,
            self._counts.the_counts_are_those_of_the_log,
            self._positions.going_back_finds_the_very_position,
            self._archivist.what_is_written_down_is_the_game,
        )

    # --- the timeline

    def live(self) -> None:
        """Everything that happens, letters before hours of the same instant, as the judge takes them."""
        self._open()
        last, same = self.now, 0
        while self.now < self.until and not self._is_over():
            hour = next_alarm(self._known)
            letter = self._agenda[0][0] if self._agenda else None
            if hour is None and letter is None:
                break
            if letter is not None and (hour is None or letter <= hour):
                at, _, act = heapq.heappop(self._agenda)
                self.now = max(self.now, at)
                act(self.now)
            elif hour is not None:
                self.now = max(self.now, hour)
                self._ring(hour)
            last, same = self.now, same + 1 if self.now == last else 0
            self._must(same < MOST_AT_AN_HOUR, "the same hour comes again and again")
        self._look_back()

    def _is_over(self) -> bool:
        ended = self._known.ended
        return ended is not None and self.now > ended.at + AN_AFTERLIFE

    @property
    def _known(self) -> Game:
        assert self.game is not None
        return self.game

    def _later(self, at: datetime, act: Act) -> None:
        heapq.heappush(self._agenda, (at, next(self._order), act))

    def _ring(self, hour: datetime) -> None:
        before = self._known
        events = with_plans_taken_up(Trail(before).on(due_events(before, hour, self.now)), self.now).events
        self.tallies["hours"] += 1
        self._happen(events)
        due = next_alarm(self._known)
        self._must(bool(events) or due != hour, f"the hour {hour} brings nothing and comes again")
        self._must(due is None or due > self.now - LONG_AGO or bool(events), f"the hour {due} has long passed")

    def letter(self, *commands: Command | None) -> None:
        """One letter with some commands in it, each decided after the ones above it."""
        start = self.game
        happened: tuple[Event, ...] = ()
        self.tallies["letters"] += 1
        for command in commands:
            if command is None:
                continue
            game = reduce(apply, happened, start)
            decided = decide(game, command, self.now)
            if isinstance(decided, Refused):
                self.tallies[f"refused {decided.why.value}"] += 1
                continue
            self.tallies[f"did {type(command).__name__}"] += 1
            is_closed = any(isinstance(event, PhaseClosed) for event in decided)
            happened += with_plans_taken_up(Trail(game).on(decided), self.now).events if is_closed else decided
        game = reduce(apply, happened, start)
        if game and happened:
            happened += with_plans_taken_up(Trail(game).on(close_early(game, self.now)), self.now).events
        self._happen(happened)

    # --- what happens, looked at closely

    def _happen(self, events: Sequence[Event]) -> None:
        before, game = self.game, self.game
        states: list[Game] = []
        for event in events:
            was, game = game, apply(game, event)
            states += [was or game] if not states else []
            states.append(game)
            self.log.append(event)
            self.tallies["events"] += 1
            self.tallies["phases"] += isinstance(event, PhaseClosed)
            self._mind.heard += [event] if isinstance(event, PressSent) else []
            moment = Moment(was or game, event, game, len(self.log))
            for holds in self._invariants:
                self._must(holds(moment), holds.__doc__ or "", event)
        self.game = game
        self._folded = continue_fold(self._folded, events) or fold_log(self.log)
        if events:
            self._tell(before, events, states)
            self._answer_musters()
        self._people_act()

    def _tell(self, before: Game | None, events: Sequence[Event], states: Sequence[Game]) -> None:
        told = notices(before, events)
        self.tallies["notices"] += len(told)
        due = self._post.expected(states, events)
        sent = self._post.sent(told)
        self._must(due == sent, f"each letter reaches its readers once: {due - sent} missing, {sent - due} too many")
        for notice in told:
            for holds in SECRECY:
                self._must(holds(Told(notice, states, self._post.letters)), holds.__doc__ or "", notice)

    def _must(self, holds: bool, what: str, about: object = "") -> None:
        if not holds:
            raise BrokenError(f"{self.seed}, event {len(self.log)}, {self.now}: {what}\n{about}")

    def _look_back(self) -> None:
        """At the end: the whole log once more, from its text; every game has ended, goes on, or says why it waits."""
        game = self._known
        self._must(self._archivist.fold_all() == game, "the game is not the fold of the whole log as it was written")
        waits = not game.position or bool(game.timekeeping.paused) or game.ended is not None
        self._must(waits or next_alarm(game) is not None, "a game that goes on has no hour ahead")
        kept = [press for press in game.press.held if press.sweep is None]
        self._must(not game.ended or not kept, "letters are kept back in a game that is over")
        self._must(self._folded == fold_log(self.log), "what is folded on piece by piece is not the whole")
        stored = read_folded_log(dump_folded_log(self._folded))
        self._must(stored == self._folded, "a snapshot is kept as it is")
        summary = self._folded.summary
        self._must(summary is not None and read_summary(dump_summary(summary)) == summary, "a summary is kept as it is")
        record = record_of(self.log)
        difference = verify(record).difference if len(record) > 1 else None
        self._must(difference is None, "the record does not verify", difference)
        self.tallies["pages verified"] += len(record)
        percents = [figures.percent for figures in self._folded.tally.figures.values()]
        self._must(all(0 <= percent <= 100 for percent in percents), "somebody is more than reliable")
        self.tallies["press delivered"] = self._post.delivered
        ending = game.ended.ending.value if game.ended else "paused" if game.timekeeping.paused else "goes on"
        self.tallies[f"ending {ending if game.position else 'never full'}"] += 1

    # --- before the first phase

    def _newcomer(self) -> Person:
        number = next(self._numbers)
        address = Address(f"person{number}.{self.name}@example.org")
        return Person(address, Token(f"t{number}"), self.random.choice(("en", "fr")), zone="Europe/Paris")

    def _open(self) -> None:
        random, settings = self.random, some_settings(self.random)
        board = load_board(settings.board)
        settings = replace(settings, rulebook=board.rulebook or settings.rulebook)
        master = self._newcomer()
        self.letter(OpenGame(self.name, settings, master, self.seed, fingerprint_key(self.seed)))
        self._later(self.now + 200 * DAY, lambda _: self._again_if_empty())
        for _ in range(len(board.seats) + random.choice((0, 1, 2, 3))):
            self._later(self.now + random.random() * 20 * DAY, lambda _: self._enter(self._newcomer()))
        self._later(self.now + 25 * DAY, lambda _: self._begin())

    def _enter(self, who: Person) -> None:
        game, random = self._known, self.random
        powers = list(game.board.powers)
        wishes = tuple(random.sample(powers, random.randint(1, len(powers))))
        choosy = game.settings.seating is not Seating.LOTS and random.random() < 0.7
        self.letter(JoinGame(who, wishes if choosy else ()))
        if who.address not in self._known.wishes and who.address not in self._known.applicants:
            self.letter(JoinGame(who), AddStandby(who), Watch(who))
        if who.address in self._known.applicants:
            self._later(self.now + DAY, lambda _: self.letter(ApprovePlayer(self._known.master, who.address)))

    def _begin(self) -> None:
        """The master does what is still wanting, and asks again later."""
        game = self._known
        if game.position or game.ended:
            return
        for power, player in zip(game.board.powers, game.players, strict=False):
            if game.settings.seating is Seating.HAND and self.random.random() < 0.5:
                self.letter(PlacePlayer(game.master, player, power))
        for _ in range(self._known.free_seats):
            self._enter(self._newcomer())
        self.letter(StartGame(self._known.master))
        self._later(self.now + 4 * DAY, lambda _: self._begin())

    def _answer_musters(self) -> None:
        """Most of those who are asked whether they are there say so in time."""
        muster = self._known.members.muster
        if muster is None or muster.called == self._mustered:
            return
        self._mustered = muster.called
        for player in self._known.mustered:
            if self.random.random() < 0.95:
                at = self.now + self.random.random() * (muster.until - self.now)
                self._later(at, lambda _, one=player: self.letter(AnswerMuster(one)))  # type: ignore[misc]

    def _again_if_empty(self) -> None:
        self._must(bool(self._known.position or self._known.ended), "after 200 days the game has not begun")

    # --- while it is played

    def _people_act(self) -> None:
        """Whenever a phase opens everybody thinks of when to write, and of what else to do."""
        game = self.game
        if game is None or game.open_position is None or game.deadline is None:
            return
        opening = (game.phases_closed, len(game.undone), game.position, game.timekeeping.paused is not None)
        if opening == self._opening:
            return
        self._opening = opening
        due = game.deadline.at
        for player in dict.fromkeys(game.seats.values()):
            self._plan(player, due)
        for _ in range(self.random.randint(0, 12)):
            at = self.now + self.random.random() * max(due - self.now, HOUR)
            self._later(at, lambda _: self._something())

    def _habit(self, player: Address) -> Habit:
        number = self._known.readers[player]
        if number not in self.habits:
            self.habits[number] = self.random.choice(tuple(Habit))
            self._quits[number] = self._known.phases_closed + self.random.randint(3, 25)
        return self.habits[number]

    def _plan(self, player: Address, due: datetime) -> None:
        game, habit = self._known, self._habit(player)
        number, phase = game.readers[player], game.position.phase if game.position else None
        gone = game.phases_closed - self._quits[number]
        if (habit is Habit.QUITTER and gone >= 0) or (habit is Habit.RETURNER and 0 <= gone < 4):
            if habit is Habit.RETURNER:
                self._later(self.now + 20 * DAY, lambda _: self._back(number))
            return
        at = writes_at(self.random, habit, self.now, due)
        named = phase if self.random.random() < 0.4 else None
        if at:
            self._later(at, lambda _: self._write(number, named, habit))

    def _address(self, number: int) -> Address | None:
        return next((one for one, reader in self._known.readers.items() if reader == number), None)

    def _back(self, number: int) -> None:
        player = self._address(number)
        if player:
            self.letter(RecordReached(player), ReturnToSeat(player))

    def _write(self, number: int, named: Phase | None, habit: Habit) -> None:
        """Orders for every unit, perhaps not all of them readable; what was misread is written once more, mostly."""
        player, game, position = self._address(number), self._known, self._known.position
        if player is None or position is None:
            return
        slips = 0.25 if habit is Habit.GARBLER else 0.0
        for _ in range(2):
            given = [
                self._read(power, order, slips)
                for power in game.powers_of(player)
                for order in orders_for(self.random, game.board, position, power)
            ]
            partly = habit is Habit.FORGETFUL and self.random.random() < 0.4
            kept = [order for order in given if order and not (partly and self.random.random() < 0.5)]
            self._mind.letters += 1
            self.letter(
                RecordReached(player),
                *(GiveOrder(player, order, self._mind.letters, self.now, phase=named) for order in kept),
            )
            if len(kept) == len(given) or self.random.random() < 0.4:
                break
            slips = 0.0
            if self._known.position is not position:
                break

    def _read(self, power: Power, order: Order, slips: float) -> Order | None:
        game = self._known
        assert game.position is not None
        if slips or self.random.random() < 0.05:
            read = through_the_reader(self.random, game.board, game.position, power, order, slips)
            self.tallies["lines read"] += 1
            self.tallies["lines misread"] += read is None
            return read
        return without_needless_coast(order, game.board, game.position) if self.random.random() < 0.5 else order

    def _something(self) -> None:
        """Somebody writes about something else: a player mostly, the master now and then, a stranger rarely."""
        game, random = self._known, self.random
        lot = random.random()
        if game.timekeeping.paused and lot < 0.5:
            return self.letter(self._mind.resume(game))
        if lot < 0.1:
            return self._of_master(game)
        if lot < 0.13:
            return self._sleep(random.choice((HOUR / 2, 5 * HOUR, 3 * DAY)))
        if lot < 0.2:
            who = self._newcomer()
            return self.letter(random.choice((Watch(who), AddStandby(who))))
        others = (*self._mind.confirmations(game), self._mind.answers_of_others(game))
        if lot < 0.3 and any(others):
            return self.letter(*others)
        by = random.choice(list(game.seats.values() if lot < 0.8 and game.seats else game.people))
        if game.settings.timing.absences.days and self.habits.get(game.readers[by]) is Habit.ABSENT and lot < 0.5:
            by = random.choice(game.players or (by,))
        one = self._mind.of_anybody(game, by, self.now)
        return self.letter(RecordReached(by), one)

    def _of_master(self, game: Game) -> None:
        random = self.random
        by = game.master if random.random() < 0.9 else random.choice(list(game.people))
        closed = valid_phases(self.log)
        if closed and random.random() < 0.12:
            place = max(0, len(closed) - random.choice((1, 1, 2, 6)))
            was = game_at_opening(self.log, closed[place])
            assert was is not None
            undone = tuple(one.number for one in closed[place:])
            return self.letter(rollback_to(by, closed[place], was, undone, keep=random.random() < 0.6))
        one = self._mind.of_master(game, by, self.now)
        if game.timekeeping.paused is None and isinstance(one, PauseGame):
            self._later(self.now + random.choice((3, 20)) * DAY, lambda _: self.letter(self._mind.resume(self._known)))
        return self.letter(one)

    def _sleep(self, length: timedelta) -> None:
        """The judge does not run for a while; when it is back it first gives the time back."""
        since = self.now
        self.now += length
        game = self._known
        if length > HOUR:
            self._happen(
                (*compensate_outage(game, since, self.now), *extend_muster_after_outage(game, since, self.now))
            )
            self.tallies["outages"] += 1
