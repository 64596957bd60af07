"""The lines of one proven letter, carried out one after the other, each with its answer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from judge.desk.asked import newcomer, opening_settings, person_settings, read_power
from judge.game.commands import (
    Command,
    GiveOrder,
    JoinGame,
    OpenGame,
    Person,
    SendPress,
    SetPreference,
    WithdrawOrders,
)
from judge.game.decide import decide
from judge.game.events import Event, OrderGiven
from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName, Token
from judge.game.state import Game, after
from judge.mail.verbs import (
    Ask,
    Clear,
    Join,
    Line,
    MaybeOrder,
    NamePhase,
    Open,
    PressText,
    Set,
    Stop,
    Word,
)
from judge.notation.misread import Misread
from judge.notation.read import read_order, split_orders
from judge.notation.tables import load_notation, notation_names
from judge.reports.echo import Answer, Answered, Deed, Did, Ordered, PressTaken, Unknown, Wrong
from judge.rules.board import Power
from judge.rules.legality import why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import Phase, Position


@dataclass(frozen=True)
class Reading:
    """What the carrying out needs to know of a letter: its number, its own date, when it came, when it is read."""

    number: int
    written: datetime | None
    arrived: datetime
    now: datetime


@dataclass(frozen=True)
class Progress:
    """How far a letter has been carried out. ``phase`` is the one its lines have named."""

    game: Game | None
    person: Person
    events: tuple[Event, ...] = ()
    answers: tuple[Answered, ...] = ()
    phase: Phase | None = None
    stopped: bool = False

    def told(self, line: str, answer: Answer) -> "Progress":
        """With one more line answered."""
        return replace(self, answers=(*self.answers, Answered(line, answer)))

    def happened(self, events: Iterable[Event]) -> "Progress":
        """With more events, folded in."""
        progress = self
        for event in events:
            progress = replace(progress, game=after(progress.game, event), events=(*progress.events, event))
        game = progress.game
        return replace(progress, person=game.people.get(self.person.address, self.person)) if game else progress


@dataclass(frozen=True)
class Sources:
    """What is not in the letter: the game it named, answers to questions, fresh secrets."""

    named: GameName | None
    answer: Callable[[Ask, Game | None, Person], Answer]
    secret: Callable[[], Token]


def carry_out(game: Game | None, person: Person, reading: Reading, lines: Sequence[Line], sources: Sources) -> Progress:
    """Carry out every line in order; a line that cannot be carried out changes nothing and the next one is read."""
    progress = Progress(game, person)
    for line in lines:
        below = progress.stopped
        progress = _below_the_end(progress, line) if below else _carry_out(progress, line, reading, sources)
    return progress


def _carry_out(progress: Progress, line: Line, reading: Reading, sources: Sources) -> Progress:
    match line.meaning:
        case Open() as opening:
            return _open(progress, line.text, opening, reading, sources)
        case Join() as joining:
            return _join(progress, line.text, joining, reading, sources)
        case PressText() as press:
            return _press(progress, line.text, press, reading)
        case Ask() as question:
            return progress.told(line.text, sources.answer(question, progress.game, progress.person))
        case Clear():
            return _decided(progress, line.text, WithdrawOrders(progress.person.address), reading, Did(Deed.WITHDRAWN))
        case Set() as change:
            return _set(progress, line.text, change, reading)
        case NamePhase(code):
            return _name_phase(progress, line.text, code)
        case Stop():
            return replace(progress, stopped=True)
        case MaybeOrder():
            return _orders(progress, line.text, reading)


def _decided(progress: Progress, line: str, command: Command, reading: Reading, answer: Answer) -> Progress:
    """Decide a command; its answer if it happens, the refusal if not."""
    decided = decide(progress.game, command, reading.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    return progress.happened(decided).told(line, answer)


def _open(progress: Progress, line: str, opening: Open, reading: Reading, sources: Sources) -> Progress:
    if opening.name is None or sources.named is None or opening.name.text.lower() != sources.named:
        return progress.told(line, _wrong_game(line, opening.name))
    settings = opening_settings(opening.settings, line)
    if isinstance(settings, Wrong):
        return progress.told(line, settings)
    person = person_settings(newcomer(progress.person, opening.language), opening.settings, line)
    if isinstance(person, Wrong):
        return progress.told(line, person)
    command = OpenGame(sources.named, settings, person, seed=sources.secret())
    return _decided(progress, line, command, reading, Did(Deed.OPENED, sources.named))


def _join(progress: Progress, line: str, joining: Join, reading: Reading, sources: Sources) -> Progress:
    game = progress.game
    if game is None or joining.name is None or joining.name.text.lower() != sources.named:
        return progress.told(line, _wrong_game(line, joining.name))
    known = game.people.get(progress.person.address)
    person = person_settings(known or newcomer(progress.person, joining.language), joining.settings, line)
    if isinstance(person, Wrong):
        return progress.told(line, person)
    wish = read_power(joining.power, game.board) if joining.power else None
    if isinstance(wish, Wrong):
        return progress.told(line, wish)
    return _decided(progress, line, JoinGame(person, (wish,) if wish else ()), reading, Did(Deed.JOINED, game.name))


def _wrong_game(line: str, word: Word | None) -> Wrong:
    if word is None:
        return Wrong(Unknown.GAME, "", len(line), len(line))
    return Wrong(Unknown.GAME, word.text, word.start, word.end)


def _press(progress: Progress, line: str, press: PressText, reading: Reading) -> Progress:
    game = progress.game
    if game is None:
        return progress.told(line, Refused(Refusal.NOT_STARTED))
    to: list[Power] = []
    for word in press.to:
        power = read_power(word, game.board)
        if isinstance(power, Wrong):
            return progress.told(line, power)
        to.append(power)
    if not to and not press.everyone:
        end = len(line.partition("\n")[0])
        return progress.told(line, Wrong(Unknown.POWER, "", end, end))
    command = SendPress(progress.person.address, tuple(to), press.text)
    decided = decide(game, command, reading.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    held = progress.happened(decided)
    was_held = held.game is not None and held.game.held_press != game.held_press
    return held.told(line, PressTaken(tuple(to), held=was_held))


def _set(progress: Progress, line: str, change: Set, reading: Reading) -> Progress:
    if not change.settings:
        return progress.told(line, Wrong(Unknown.SETTING, "", len(line), len(line)))
    wanted = person_settings(progress.person, change.settings, line, strict=True)
    if isinstance(wanted, Wrong):
        return progress.told(line, wanted)
    command = SetPreference(wanted.address, wanted.language, wanted.notation, wanted.zone)
    said = f"{wanted.language}, {wanted.notation}, {wanted.zone}"
    return _decided(progress, line, command, reading, Did(Deed.PREFERENCE_SET, said))


def _name_phase(progress: Progress, line: str, code: Word | None) -> Progress:
    position = progress.game.open_position if progress.game else None
    try:
        phase = Phase.parse(code.text.upper()) if code else None
    except ValueError:
        phase = None
    if phase is None:
        place = code or Word("", len(line))
        hint = (f"PHASE {position.phase}",) if position else ()
        return progress.told(line, Wrong(Unknown.VALUE, place.text, place.start, place.end, hint))
    return replace(progress, phase=phase)


def _below_the_end(progress: Progress, line: Line) -> Progress:
    """A line below the end is not read; one that looked like an order is pointed out."""
    position = progress.game.open_position if progress.game else None
    if progress.game is None or position is None or not isinstance(line.meaning, MaybeOrder):
        return progress
    if any(isinstance(read, Misread) for read in _readings(progress.game, position, progress.person, line.text)):
        return progress
    return progress.told(line.text, Did(Deed.NOT_READ))


def _orders(progress: Progress, line: str, reading: Reading) -> Progress:
    game, person = progress.game, progress.person
    position = game.open_position if game else None
    if game is None or position is None or not game.powers_of(person.address):
        return progress.told(line, _no_orders_here(game))
    for part, read in zip(
        split_orders(line, load_notation(person.notation)), _readings(game, position, person, line), strict=True
    ):
        progress = progress.told(part, read) if isinstance(read, Misread) else _give(progress, part, read, reading)
    return progress


def _no_orders_here(game: Game | None) -> Answer:
    if game is None:
        return Wrong(Unknown.COMMAND, "", 0, 0)
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    return Refused(Refusal.NOT_A_PLAYER)


def _readings(game: Game, position: Position, person: Person, line: str) -> tuple[Order | Misread, ...]:
    own = load_notation(person.notation)
    others = [load_notation(name) for name in notation_names() if name != person.notation]
    powers = game.powers_of(person.address)
    power = powers[0] if len(powers) == 1 else None
    return tuple(read_order(part, position, game.board, power, own, others) for part in split_orders(line, own))


def _give(progress: Progress, line: str, order: Order, reading: Reading) -> Progress:
    game = progress.game
    if game is None or game.position is None:
        return progress.told(line, Refused(Refusal.NOT_STARTED))
    command = GiveOrder(
        progress.person.address, order, reading.number, reading.arrived, reading.written, progress.phase
    )
    decided = decide(game, command, reading.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    given = progress.happened(decided)
    void = why_illegal(game.board, game.position, order)
    for event in decided:
        if isinstance(event, OrderGiven):
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            given = given.told(line, Ordered(event.power, order, void, replaced=had))
    return given
