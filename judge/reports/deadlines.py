"""Deadlines in words, and the tasks of the open phase."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import assert_never
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import (
    AbsenceSkipped,
    ClockSet,
    Counted,
    DaysSkipped,
    Deadline,
    DeadlineStep,
    Disputed,
    HolidaySkipped,
    Mover,
    NobodyWrote,
    OutageOver,
    PauseOver,
    SeatFilled,
    Shifted,
    Taken,
)
from judge.game.deadlines.messages import AbsenceNews, DeadlineMoved, GamePaused, GameResumed, ScheduleNews
from judge.game.deadlines.rules import FURTHEST_DEADLINE, days_to_take, reserve_left, soonest_close
from judge.game.orders.order_status import OrderStatus, order_status
from judge.game.people.messages import Person
from judge.game.phases.close import powers_waited_for, stays_open_to_deadline
from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.game.visibility import may_know_awaited, sees_all
from judge.reports.language import (
    LetterText,
    alphabetic,
    capitalized,
    clock_text,
    count,
    day_text,
    days_text,
    duration_text,
    fill_template,
    letter_text,
    listing,
    moment_text,
    number_text,
    say,
    subject_of,
)
from judge.reports.layout import DeadlineMoment, plain_spaces
from judge.reports.names import bare_region_name, power_name, power_names
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.war_report import idle_scout_lines
from judge.rules.adjustments import RequiredOrders, possible_builds, required_orders
from judge.rules.board import Board, Location, Power, Province
from judge.rules.fast import kept_for_same
from judge.rules.legality import why_cannot_disperse
from judge.rules.orders import Build, Disband, Hold, Move, Order, Retreat, Waive, province_of
from judge.rules.position import Dislodged, PhaseKind, unit_balance

# --- tasks of the open phase: what a power must order, and lines ready to copy


@dataclass(frozen=True)
class Task:
    """The task of one power, as a template shows it.

    ``summary`` is the task in few words, ``blocks`` are lines ready to copy; ``troops`` when its units are of the
    board's own troops, ``number`` how many builds or removals, in words; ``too_weak`` are dislodged units that no order
    can disperse; ``crowded`` says how many more builds there would be if there were room. ``given`` are the orders in
    force already, empty for none; ``is_done`` when nothing is left to write, else ``left`` are the units without an
    order, where some have one.
    """

    power: str
    summary: str
    kind: str
    units: str
    builds: int
    removals: int
    number: str
    sites: str
    blocks: tuple[tuple[str, ...], ...]
    troops: bool
    too_weak: str
    crowded: str = ""
    given: str = ""
    is_done: bool = False
    left: str = ""


def own_tasks(game: Game, reader: Address, powers: Sequence[Power], phrasing: Phrasing) -> tuple[Task, ...]:
    """Return the tasks of those powers that have one, with the orders that the reader has in force for their own."""
    return tuple(
        _standing(found, order_status(game, power), phrasing) if power in game.powers_of(reader) else found
        for power in powers
        if (found := task(power, phrasing))
    )


def _standing(task: Task, status: OrderStatus, phrasing: Phrasing) -> Task:
    """Return a task with the orders that are in force already."""
    if not status.orders:
        return task
    orders = phrasing.by_place(status.orders, province_of)
    given = phrasing.listing(map(phrasing.order, orders), "words.comma")
    return replace(task, given=given, is_done=status.is_complete, left=phrasing.units_at(status.missing))


def task(power: Power, phrasing: Phrasing) -> Task | None:
    """Return what a power must order now; None when it has nothing to order."""
    due = required_orders(phrasing.board, phrasing.position, power)
    if not due.is_required:
        return None
    return Task(
        power=phrasing.power(power),
        summary=_summary(due, phrasing),
        kind=phrasing.position.phase.kind.value,
        units=phrasing.units_at(due.orders),
        builds=due.builds,
        removals=due.removals,
        number=number_text(due.builds or due.removals, phrasing.language),
        sites=phrasing.regions(due.sites, "goal", "words.or"),
        blocks=_order_blocks(power, due, phrasing),
        troops=bool(phrasing.board.war.troops),
        too_weak=phrasing.units_at(at for at in due.orders if _is_too_weak(at, phrasing)),
        crowded=_crowded(power, due, phrasing),
    )


def _crowded(power: Power, due: RequiredOrders, phrasing: Phrasing) -> str:
    """Return how many units more the centres of a power allow than it has free places to build; empty for none."""
    more = unit_balance(phrasing.board, phrasing.position, power) - due.builds if due.builds else 0
    return phrasing.count("task.crowded", more) if more > 0 and not phrasing.board.war.troops else ""


def example_order(powers: Sequence[Power], phrasing: Phrasing, line: str = "", *, holds: bool = False) -> str:
    """Return an order that one of these powers could give now; empty when none has anything to order.

    Of the units that could move it is the one that a ``line`` names first, if it names one; ``holds`` when that is to
    hold in the example.
    """
    owed_by = {power: required_orders(phrasing.board, phrasing.position, power) for power in powers}
    units = [at for owed in owed_by.values() for at in owed.orders]
    if phrasing.position.phase.kind is PhaseKind.MOVEMENT and units:
        named = _first_named(line, units, phrasing)
        unit = phrasing.position.units[named or units[0]]
        to = min(phrasing.board.neighbours(unit.kind, unit.at))
        return phrasing.order(Hold(unit.at.province) if holds and named else Move(unit.at.province, to))
    for power, owed in owed_by.items():
        if owed.is_required:
            return _order_blocks(power, owed, phrasing)[0][0]
    return ""


def _first_named(line: str, units: Sequence[Province], phrasing: Phrasing) -> Province | None:
    """Return the place of a unit that a line names first, by an abbreviation or in full."""
    said, found = alphabetic(line), dict[Province, int]()
    for at in units:
        bare = bare_region_name(at, phrasing.board, phrasing.language, phrasing.notation.name)
        names = {alphabetic(plain_spaces(name)) for name in (at, phrasing.place(at), bare)}
        if there := re.search(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", said):
            found[at] = there.start()
    return min(found, key=found.__getitem__, default=None)


@kept_for_same
def _tasks_of_all(phrasing: Phrasing) -> Mapping[str, str]:
    """Return what each power must order, by its name."""
    board, position = phrasing.board, phrasing.position
    owed = {phrasing.power(power): required_orders(board, position, power) for power in phrasing.powers}
    return {power: _row(due, phrasing) for power, due in owed.items() if due.is_required}


def _row(due: RequiredOrders, phrasing: Phrasing) -> str:
    summary = _summary(due, phrasing)
    is_retreat = phrasing.position.phase.kind is PhaseKind.RETREAT
    return f"{summary} ({phrasing.units_at(due.orders)})" if is_retreat else summary


def _summary(due: RequiredOrders, phrasing: Phrasing) -> str:
    if due.builds:
        return phrasing.count("task.builds", due.builds)
    if due.removals:
        return phrasing.count("task.removals", due.removals)
    if phrasing.position.phase.kind is PhaseKind.RETREAT:
        return phrasing.count("task.retreats", len(due.orders))
    return phrasing.count("task.orders", len(due.orders))


def _is_too_weak(at: Province, phrasing: Phrasing) -> bool:
    driven = phrasing.position.dislodged.get(at)
    return bool(driven and why_cannot_disperse(phrasing.board, driven.unit))


def _order_blocks(power: Power, due: RequiredOrders, phrasing: Phrasing) -> tuple[tuple[str, ...], ...]:
    """Return lines ready to copy, those for one unit or one choice together."""
    if due.builds:
        choices: list[list[Order]] = [[*possible_builds(phrasing.board, phrasing.position, power), Waive()]]
    elif due.removals:
        choices = [[Disband(unit.at.province) for unit in phrasing.position.units_of(power)]]
    else:
        driven = phrasing.position.dislodged
        owing = phrasing.by_place((at for at in due.orders if at in driven), lambda at: at)
        return tuple(tuple(map(phrasing.order, _retreat_orders(driven[at], phrasing))) for at in owing)
    return tuple(tuple(map(phrasing.order, phrasing.by_place(choice, province_of))) for choice in choices)


def retreats_of(driven: Dislodged, board: Board) -> list[Order]:
    """Return the retreats of a unit, and its dispersal where the rules allow that."""
    at = driven.unit.at.province
    leaves = () if why_cannot_disperse(board, driven.unit) else (Disband(at),)
    return [*(Retreat(at, place) for place in driven.retreats), *leaves]


def _retreat_orders(driven: Dislodged, phrasing: Phrasing) -> list[Order]:
    """Return the same, in the order in which places are printed."""
    return list(phrasing.by_place(retreats_of(driven, phrasing.board), _goal))


def _goal(order: Order) -> Location | None:
    return order.to if isinstance(order, Retreat) else None


def allowed_instead(power: Power, order: Order, phrasing: Phrasing) -> tuple[Order, ...]:
    """Return the orders that the rules allow in place of a void one, where that is a short list.

    These are the coasts of a fleet's target, the retreats of a dislodged unit, the sites of a build; a unit that may
    simply go somewhere else has too many.
    """
    match order:
        case Move(at, to):
            unit = phrasing.position.units[at]
            near = sorted(phrasing.board.neighbours(unit.kind, unit.at))
            return tuple(replace(order, to=place) for place in near if place.province == to.province and place.coast)
        case Retreat(at) if driven := phrasing.position.dislodged.get(at):
            return tuple(_retreat_orders(driven, phrasing))
        case Build():
            return possible_builds(phrasing.board, phrasing.position, power)
        case _:
            return ()


# --- deadlines in words: their steps, the open phase for one reader, letters about deadlines that change


_MOST_DAYS_LISTED = 2
"""The most days that are listed one by one; of more, the first and the last are named."""


@dataclass(frozen=True)
class DeadlineText:
    """A deadline as a template shows it: when, why then, what may close the phase earlier.

    ``exceptions`` are of its reasons those that the settings of the game do not give: holidays, absences, who moved it;
    empty for none. ``is_put_off`` when no time is set, or the deadline has passed and the phase is held open;
    ``is_paused`` in the former case.
    """

    at: str
    why: str
    early: str
    exceptions: str
    is_put_off: bool = False
    is_paused: bool = False


def deadline_text(game: Game, reader: Person, deadline: Deadline, kind: PhaseKind) -> DeadlineText:
    """Return the deadline of a phase of this kind in the reader's language and time zone, with all its steps."""
    explainer = DeadlineExplainer(game, reader, kind)
    if game.timekeeping.paused and game.deadline == deadline:
        why = explainer.say(
            "deadline.paused", since=explainer.moment(game.timekeeping.paused), was=explainer.moment(deadline.at)
        )
        return DeadlineText(explainer.say("deadline.none"), why, "", why, is_put_off=True, is_paused=True)
    early, label = explainer.early(deadline), explainer.say("deadline.label")
    if game.held_open and game.deadline == deadline and game.closes_at:
        why = explainer.say("deadline.held_open", passed=explainer.moment(deadline.at))
        return DeadlineText(DeadlineMoment(explainer.moment(game.closes_at), label), why, early, why, is_put_off=True)
    at = DeadlineMoment(explainer.moment(deadline.at), label)
    return DeadlineText(at, " ".join(explainer.why(deadline)), early, " ".join(explainer.exceptions(deadline)))


@dataclass(frozen=True)
class DeadlineExplainer:
    """Explains the deadline of a phase of one kind to one reader."""

    game: Game
    reader: Person
    kind: PhaseKind

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence in the reader's language."""
        return say(self.reader.language, key, **facts)

    def moment(self, at: datetime) -> str:
        """Return a moment in the reader's time zone."""
        return moment_text(at, self.reader.zone, self.reader.language)

    def why(self, deadline: Deadline) -> Iterator[str]:
        """Return a sentence for each step of a deadline; where no steps were recorded, one for the settings."""
        settings = self.game.settings
        plain = Counted(deadline.opened, settings.lengths.of(self.kind), settings.hour, settings.zone)
        return map(self._step, deadline.steps or (plain,))

    def exceptions(self, deadline: Deadline) -> Iterator[str]:
        """Return a sentence for each step that the settings alone do not give."""
        return (self._step(step) for step in deadline.steps if not isinstance(step, Counted | DaysSkipped))

    def early(self, deadline: Deadline) -> str:
        """Return what may close the phase before its deadline."""
        position = self.game.open_position
        if self.game.reopened or (position and stays_open_to_deadline(self.game, position)):
            return self.say("deadline.early_never")
        if self.game.deadline == deadline and self.game.timekeeping.waits & {*self.game.powers_of(self.reader.address)}:
            return self.say("deadline.early_kept")
        soonest = soonest_close(self.game.settings.timing, deadline)
        if soonest is None:
            return self.say("deadline.early")
        return self.say("deadline.early_not_before", at=self.moment(soonest))

    def _step(self, step: DeadlineStep) -> str:
        language = self.reader.language
        match step:
            case Counted():
                return self._counted(step)
            case DaysSkipped(days):
                return self.say("deadline.days", days=_days(days, language))
            case HolidaySkipped(day, names):
                return capitalized(self.say("deadline.holiday", day=day_text(day, language), name=names[language]))
            case AbsenceSkipped(power, last):
                return self._absence(power, last)
            case Shifted():
                return self._shifted(step)
            case PauseOver(since, until, was):
                key = "deadline.pause"
            case OutageOver(since, until, was):
                key = "deadline.outage"
            case ClockSet(since, until, was):
                key = "deadline.clock_forward" if until > since else "deadline.clock_back"
            case NobodyWrote(was):
                return self.say("deadline.nobody", was=self.moment(was))
            case Disputed(until, was):
                return self.say("deadline.disputed", until=self.moment(until), was=self.moment(was))
            case Taken(power, was, hours):
                who = power_names(self.game.seat_of(power), self.game.board, language)
                facts = {"who": who, "taken": count(language, "calendar.days", len(hours)), "was": self.moment(was)}
                return capitalized(self.say("deadline.taken", **facts))
            case SeatFilled(power, was):
                who = power_names(self.game.seat_of(power), self.game.board, language)
                return self.say("deadline.seat_filled", power=who, was=self.moment(was))
            case _:
                assert_never(step)
        return self.say(key, since=self.moment(since), until=self.moment(until), was=self.moment(was))

    def _counted(self, step: Counted) -> str:
        since = "deadline.since_announced" if step.announced else "deadline.since"
        facts = {
            "since": self.say(since, at=self.moment(step.since)),
            "kind": self.say("deadline.first" if step.first else f"phase.kind.{self.kind.value}"),
            "length": duration_text(step.length, self.reader.language),
        }
        if step.hour is None:
            return self.say("deadline.why_exact", **facts)
        return self.say("deadline.why", **facts, hour=clock_text(step.hour, step.zone, self.reader.language))

    def _absence(self, power: Power | None, last: date) -> str:
        board, language = self.game.board, self.reader.language
        who = power_name(power, board, language).name if power else self.say("deadline.somebody")
        return capitalized(self.say("deadline.absence", who=who, last=day_text(last, language)))

    def _shifted(self, step: Shifted) -> str:
        was = self.moment(step.was)
        if step.length is None:
            key = {Mover.MASTER: "deadline.moved_by_master", Mover.VOTE: "deadline.moved_by_vote"}[step.by]
            return self.say(key, was=was)
        key = {Mover.MASTER: "deadline.by_master", Mover.VOTE: "deadline.by_vote"}[step.by]
        return self.say(key, length=duration_text(step.length, self.reader.language), was=was)


def _awaited_powers_lines(game: Game, reader: Person) -> tuple[str, ...]:
    """Return who is waited for and who holds the close; of other powers only where the game shows it."""
    language, is_public = reader.language, may_know_awaited(game, reader.address)
    own = game.powers_of(reader.address)
    missing = powers_waited_for(game) if is_public else ()
    holding = [power for power in game.timekeeping.waits if is_public or power in own]
    said = (("deadline.awaited", missing), ("deadline.holding", holding))
    return tuple(say(language, key, powers=power_names(powers, game.board, language)) for key, powers in said if powers)


def _reserve_lines(game: Game, reader: Person) -> Iterator[str]:
    """Yield what is left of the reserves of all who play on, and how much of their own the reader may take now."""
    language, board, left = reader.language, game.board, dict[int, list[Power]]()
    if not game.settings.timing.reserve.days or game.settings.practice:
        return
    for power in (power for seat in board.seats if {*seat} & {*game.survivors} for power in seat):
        left.setdefault(reserve_left(game, power), []).append(power)
    rows = [
        say(language, "deadline.reserve_of", days=count(language, "calendar.days", days), powers=named)
        for days, powers in sorted(left.items())
        if (named := power_names(powers, board, language))
    ]
    if len(left) == 1:
        yield say(language, "deadline.reserves_equal", days=count(language, "calendar.days", *left))
    elif rows:
        yield say(language, "deadline.reserves", listed=say(language, "words.semicolon").join(rows))
    if most := max((days_to_take(game, power) for power in game.powers_of(reader.address)), default=0):
        yield say(language, "deadline.may_take", days=count(language, "calendar.days", most))


def _days(days: tuple[date, ...], language: Language) -> str:
    if len(days) > _MOST_DAYS_LISTED:
        return days_text(days[0], days[-1], language)
    return listing(language, [days_text(day, day, language) for day in days], "words.or")


# --- what lies before a reader


@dataclass(frozen=True)
class OpenPhase:
    """The open phase for one reader, as a template shows it.

    ``kind`` is ``M``, ``R`` or ``A``; ``tasks`` are the reader's own. ``scouts`` names the reader's scouts that have no
    order; ``awaited`` says who is waited for and who holds the close, as far as the reader may know, and what reserves
    are left. ``due_of_all`` lists what every power must write, in the words of ``told_of_all``, and is empty where fog
    hides that.
    """

    phase: str
    for_phase: str
    kind: str
    due: DeadlineText
    tasks: tuple[Task, ...]
    awaited: tuple[str, ...]
    scouts: tuple[str, ...]
    told_of_all: Phrasing | None

    @property
    def due_of_all(self) -> str:
        """What every power must write: ``England (one build) and Italy (one removal)``."""
        if self.told_of_all is None:
            return ""
        tasks = _tasks_of_all(self.told_of_all)
        return self.told_of_all.listing(f"{power} ({task})" for power, task in tasks.items())


def open_phase(
    game: Game, reader: Person, deadline: Deadline, powers: tuple[Power, ...], phrasing: Phrasing
) -> OpenPhase:
    """Return the open phase for a reader who plays these powers; ``phrasing`` speaks of the open position."""
    phase = phrasing.position.phase
    return OpenPhase(
        phase=phrasing.phase(phase),
        for_phase=phrasing.phase(phase, "for"),
        kind=phase.kind.value,
        due=deadline_text(game, reader, deadline, phase.kind),
        tasks=own_tasks(game, reader.address, powers, phrasing),
        awaited=(*_awaited_powers_lines(game, reader), *_reserve_lines(game, reader)),
        scouts=tuple(idle_scout_lines(game, powers, phrasing)),
        told_of_all=phrasing if sees_all(game, reader.address) else None,
    )


def open_phase_of(game: Game, reader: Person, powers: tuple[Power, ...]) -> tuple[Phrasing, OpenPhase]:
    """Return the phrasing of the open position and the open phase of the reader; ValueError when no phase is open."""
    if game.open_position is None or game.deadline is None:
        message = f"{game.name} has no open phase"
        raise ValueError(message)
    phrasing = phrasing_for(game, reader, game.open_position)
    return phrasing, open_phase(game, reader, game.deadline, powers, phrasing)


# --- letters about time


def write_deadline_changed(game: Game, reader: Person, news: ScheduleNews) -> LetterText:
    """Return the letter on a deadline that was moved, paused or resumed; ValueError when no phase is open."""
    phrasing, ahead = open_phase_of(game, reader, game.powers_of(reader.address))
    phase, (lead, subject) = phrasing.phase(news.event.phase, "for"), _keys(news)
    text = fill_template(
        reader.language,
        "all.time",
        game.board.book_words,
        game=game.name,
        lead=capitalized(phrasing.say(lead, phase=phase, **_taken(game, reader))),
        ahead=ahead,
        undone_by=_undone_by(game, reader, news),
    )
    return letter_text(subject_of(reader.language, subject, game=game.name, phase=phase), text)


def _keys(news: ScheduleNews) -> tuple[str, str]:
    """Return the keys of the letter's first sentence and of its subject."""
    match news.event:
        case GamePaused():
            return "time.paused", "subject.paused"
        case GameResumed():
            return "time.resumed", "subject.resumed"
        case DeadlineMoved(deadline=deadline):
            match deadline.steps[-1]:
                case OutageOver():
                    return "time.outage", "subject.extended"
                case ClockSet(since, until):
                    return "time.clock_forward" if until > since else "time.clock_back", "subject.extended"
                case Disputed():
                    return "time.disputed", "subject.disputed"
                case Taken():
                    return "time.by_reserve", "subject.extended"
                case Shifted(Mover.VOTE):
                    return "time.by_vote", "subject.extended"
                case _:
                    return "time.by_master", "subject.extended"
        case _:
            assert_never(news.event)


def _taken(game: Game, reader: Person) -> Mapping[str, object]:
    """Return whose reserve moved a deadline last, by how much, how many days are left; nothing where none did."""
    match game.deadline.steps[-1:] if game.deadline else ():
        case (Taken(power, _, hours),):
            who = power_names(game.seat_of(power), game.board, reader.language)
            taken = count(reader.language, "calendar.days", len(hours))
            return {"who": who, "taken": taken, "n": reserve_left(game, power)}
    return {}


def _undone_by(game: Game, reader: Person, news: ScheduleNews) -> str:
    """Return the date and hour to which a master may move the deadline back; empty for others, or if it did not move.

    They are those of the zone in which the master reads hours, as the line is read. It is empty, too, if that hour has
    passed, or is farther away than a line may set.
    """
    event = news.event
    match event:
        case DeadlineMoved(deadline=deadline) if reader.address == game.master:
            match deadline.steps[-1]:
                case ClockSet(was=was) | OutageOver(was=was) if event.at < was <= event.at + FURTHEST_DEADLINE:
                    return f"{was.astimezone(ZoneInfo(reader.zone)):%Y-%m-%d %H:%M}"
    return ""


def write_about_absence(game: Game, reader: Person, news: AbsenceNews) -> LetterText:
    """Return the letter on somebody who will be away, or is back."""
    language = reader.language
    powers = power_names(news.powers, game.board, language)
    if news.last is None:
        said = say(language, "away.back", powers=powers, since=day_text(news.first, language))
    else:
        said = say(language, "away.told", powers=powers, days=days_text(news.first, news.last, language))
    text = fill_template(language, "all.absence", game=game.name, said=capitalized(said), is_back=news.last is None)
    names = ", ".join(game.board.name_of(power, language) for power in news.powers)
    return letter_text(say(language, "subject.absence", game=game.name, who=names), text)
