"""The lines that decide something of a war: alliances, what the master grants a nation, orders to scouts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.game.decide import decide
from judge.game.mastery.messages import MasterAct
from judge.game.messages import Event
from judge.game.orders.messages import ErrandGiven, GiveErrand
from judge.game.orders.order_status import scouts_without_errand
from judge.game.orders.rules import replaced_errand
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.game.visibility import why_not_permitted
from judge.game.war.messages import (
    AddTroop,
    AnnounceAlliance,
    BreakAlliance,
    BuildFactory,
    EnterWar,
    QuarantineRegion,
    ReleaseRegion,
    RepairUnits,
    StrengthenUnit,
    UnitsRepaired,
    WarCommand,
)
from judge.game.war.rules import repairs_news
from judge.handlers.names import NamedRegion, RegionReader, notations_of, read_powers
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.errands import ScoutHints
from judge.notation.lexicon import find_clashes
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_place, write_unit
from judge.reports.layout import no_wrap
from judge.reports.line_answers import (
    Done,
    InvalidCommand,
    LineAnswer,
    Outcome,
    RefusedPart,
    ScoutOrderAccepted,
    Unknown,
)
from judge.reports.names import region_name, troop_text
from judge.reports.war import too_many_units_text, troop_example
from judge.requests.vocabulary import Word, fold_case, vocabulary, without_fillers, words_in
from judge.requests.war import WarRequest
from judge.rules.board import Board, Location, Power, Province, Troop, UnitKind, with_troops
from judge.rules.corrections import why_cannot_place
from judge.rules.orders import Build
from judge.rules.position import PhaseKind, unit_allowance, unit_balance
from judge.rules.war.scouts import Rest, ScoutOrder, why_futile

# --- units and regions that a line lists


@dataclass(frozen=True)
class ListedRegion:
    """A region or unit of a list, and the words that name it."""

    named: NamedRegion
    words: Word


def _read_region_list(
    written: Word, board: Board, own: Notation, others: Sequence[Notation]
) -> tuple[tuple[ListedRegion, ...], InvalidCommand | None]:
    """Return everything listed up to the first word that names nothing, and what is wrong with that word."""
    names = RegionReader(written, board, own, others)
    listed: list[ListedRegion] = []
    for found in _named(names):
        if isinstance(found, InvalidCommand):
            return tuple(listed), found
        place, named = found
        start, end = names.tokens[place].start, names.tokens[named.end - 1].end
        listed.append(ListedRegion(named, Word(written.text[start:end], written.start + start)))
    return tuple(listed), None


def _named(names: RegionReader) -> Iterator[tuple[int, NamedRegion] | InvalidCommand]:
    """What is named from each token on where something begins; signs part one from the next."""
    place = 0
    while place < names.size:
        token = names.tokens[place]
        if not token.is_word or vocabulary().logic.get(token.text) == "and":
            place += 1
            continue
        named = names.named(place)
        if isinstance(named, InvalidCommand):
            yield named
            return
        yield place, named
        place = named.end


_WITH = frozenset({"with", "avec"})

_SOME = 3
"""Powers that are named to somebody who named none."""


def handle_war(session: GameSession, line: str, asked: WarRequest, context: LineContext) -> Session:
    """Carry out such a line; a refusal shows the words of the unit or region it is about."""
    game, by = session.game, session.person.address
    if asked.key not in {"alliance", "rupture"} and (refused := why_not_permitted(game, by, MasterAct.DECREE)):
        return session.told(line, refused)
    rest = asked.rest or Word("", len(line.rstrip()))
    found = _read_line_of_power(session, game, asked.key, rest) or _read_line_of_places(session, game, asked.key, rest)
    if isinstance(found, InvalidCommand):
        return session.told(line, found)
    events = decide(game, found.command, context.now)
    if isinstance(events, Refused):
        return session.told(line, _barred(events, found.listed))
    happened = session.happened(events)
    return happened.told(line, _outcome_of(found.command, events, happened))


@dataclass(frozen=True)
class _WarLine:
    """The command of a line, and the units or regions that it lists."""

    command: WarCommand
    listed: tuple[ListedRegion, ...] = ()


def _barred(refused: Refused, listed: Sequence[ListedRegion]) -> LineAnswer:
    """The refusal, at the last words that name its region."""
    at = [one.words for one in listed if one.named.at.province == refused.province]
    return RefusedPart(refused, at[-1].start, at[-1].end) if at else refused


# --- lines that name a power


def _read_line_of_power(session: Session, game: Game, key: str, rest: Word) -> _WarLine | InvalidCommand | None:
    by = session.person.address
    match key:
        case "alliance" | "rupture":
            to = _power(session, game, rest)
            made = AnnounceAlliance if key == "alliance" else BreakAlliance
            return to if isinstance(to, InvalidCommand) else _WarLine(made(by, to, session.heading))
        case "factory":
            power = _power(session, game, rest)
            return power if isinstance(power, InvalidCommand) else _WarLine(BuildFactory(by, power))
        case "enter":
            return _read_entry(session, game, rest)
        case "troop":
            troop = _read_troop(session, game, rest)
            return troop if isinstance(troop, InvalidCommand) else _WarLine(AddTroop(by, troop))
        case _:
            return None


def _power(session: Session, game: Game, words: Word) -> Power | InvalidCommand:
    """The one power that is named, small words left out."""
    bare = words_in(words.text.replace(":", " "))
    named = without_fillers(tuple(Word(word.text, words.start + word.start) for word in bare))
    meant = [word for word in named if fold_case(word.text) not in _WITH]
    powers = read_powers(meant, game.board, load_notation(session.person.notation))
    if isinstance(powers, InvalidCommand):
        return powers
    if len(powers) == 1:
        return powers[0]
    own, language = game.powers_of(session.person.address), session.person.language
    others = [names[language] for power, names in game.board.powers.items() if power not in own]
    return InvalidCommand.missing(Unknown.POWER, words.end, tuple(others[:_SOME]))


def _read_entry(session: Session, game: Game, rest: Word) -> _WarLine | InvalidCommand:
    """Read a power and its units: ``milania : I MIL, F DET``.

    Without a colon the first word is the power.
    """
    head, colon, _ = rest.text.partition(":")
    head = head if colon else rest.text.split(" ", 1)[0]
    power = _power(session, game, Word(head, rest.start))
    if isinstance(power, InvalidCommand):
        return power
    behind = rest.text[len(head) + len(colon) :]
    start = rest.end - len(behind.lstrip())
    listed = _read_list(session, game, Word(behind.lstrip(), start), _example_of_entry(session, game, power))
    if isinstance(listed, InvalidCommand):
        return listed
    bare = next((one.words for one in listed if not one.named.troop), None)
    if bare:
        return InvalidCommand.at(Unknown.TROOP, bare, _example_of_entry(session, game, power))
    units = [Build(one.named.kind, one.named.at, one.named.troop) for one in listed if one.named.kind]
    return _WarLine(EnterWar(session.person.address, power, tuple(units)), listed)


def _example_of_entry(session: Session, game: Game, power: Power) -> tuple[str, ...]:
    """Return an example of a unit that a power could have at home."""
    board, position = game.board, game.stands_at
    fit = (
        write_unit(troop.raised(power, Location(at)), load_notation(session.person.notation), board)
        for troop in board.war.troops.values()
        for at in sorted(board.homes(power))
        if not troop.powers or power in troop.powers
        if not why_cannot_place(board, position, troop.kind, Location(at))
    )
    return tuple(fit)[:1]


# --- a line that describes a new kind of troop: ``D dragons, power 2/1, 4 HP, T+C, most 3, Reinheim``


_LETTER = re.compile(r"(?P<letter>[A-Za-z])(?!\w)[\s:.=]*(?P<name>.*)")
_NAME = re.compile(r"[^\W\d_][^\W\d_' -]*(?:[' -][^\W\d_]+){0,3}")
_LONGEST_NAME = 30
_NUMBERS = re.compile(r"\b\d{1,2}(?:/\d){0,2}\b")
_NUMBERED, _PLAIN = frozenset({"power", "health", "most"}), frozenset({"land", "sea", "gifted"})
_LARGEST = 9
"""The most power and hit points of a unit: a figure of one digit, as CORRECT writes them."""


def _read_troop(session: Session, game: Game, rest: Word) -> Troop | InvalidCommand:
    """Read the letter and the name of a troop, then what the table of 004 says of one, in any order."""
    example = (troop_example(game.board, session.person.language),)
    parts = [Word(one.group().rstrip(), rest.start + one.start()) for one in re.finditer(r"[^,;\s][^,;]*", rest.text)]
    head = _LETTER.fullmatch(parts[0].text) if parts else None
    if head is None:
        return InvalidCommand.missing(Unknown.TROOP, rest.start, example)
    letter, name, traits = head["letter"].upper(), head["name"], parts[1:]
    if not name and traits:
        name, traits = traits[0].text, traits[1:]
    if not name:
        return InvalidCommand.missing(Unknown.TROOP_NAME, rest.end, example)
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        return InvalidCommand.at(Unknown.TROOP_NAME, parts[0], example)
    said: dict[str, tuple[int, ...]] = {}
    powers: list[Power] = []
    for part in traits:
        found = _read_trait(part, session, game)
        if isinstance(found, InvalidCommand):
            return replace(found, hints=example)
        powers += found.powers
        said[found.key] = found.numbers
    ground = said.keys() & {"land", "sea"}
    if len(ground) != 1 or not {"power", "health"} <= said.keys():
        return InvalidCommand.missing(Unknown.TRAIT, rest.end, example)
    kind = UnitKind.FLEET if "sea" in ground else UnitKind.ARMY
    attack, *others = said["power"]
    (support, defence) = others if len(others) > 1 else (attack, *(others or [attack]))
    most, health = next(iter(said.get("most", ())), 0), said["health"][0]
    named = {"en": name, "fr": name}
    troop = Troop(letter, named, kind, attack, support, defence, health, most, 0, frozenset(powers), "gifted" in said)
    is_new = letter not in game.board.war.troops
    if is_new and {*find_clashes(with_troops(game.board, (troop,)))} - {*find_clashes(game.board)}:
        return InvalidCommand.at(Unknown.TROOP_NAME, parts[0], example)
    return troop


@dataclass(frozen=True)
class _Trait:
    """What a part of such a line says: the ``key`` of a trait with its numbers, or who alone raises the troop."""

    key: str
    numbers: tuple[int, ...] = ()
    powers: tuple[Power, ...] = ()


def _read_trait(part: Word, session: Session, game: Game) -> _Trait | InvalidCommand:
    written = _NUMBERS.findall(part.text)
    bare = _NUMBERS.sub(" ", part.text)
    key = vocabulary().traits.get(fold_case(" ".join(bare.replace(":", " ").split())), "")
    numbers = tuple(int(number) for one in written for number in one.split("/"))
    if len(written) == 1 and key in _NUMBERED:
        limit = _LARGEST if key != "most" else _LARGEST * _LARGEST
        if all(1 <= number <= limit for number in numbers) and (key == "power" or len(numbers) == 1):
            return _Trait(key, numbers)
    elif not written and key in _PLAIN:
        return _Trait(key)
    elif not written:
        powers = _power(session, game, part)
        if not isinstance(powers, InvalidCommand):
            return _Trait("only", powers=(powers,))
    return InvalidCommand.at(Unknown.TRAIT, part)


# --- lines that name units or regions


def _read_line_of_places(session: Session, game: Game, key: str, rest: Word) -> _WarLine | InvalidCommand:
    is_region = key in {"quarantine", "release"}
    listed = _read_list(
        session, game, rest, _example_region(session, game) if is_region else _example_unit(session, game)
    )
    if isinstance(listed, InvalidCommand):
        return listed
    by, places = session.person.address, tuple(one.named.at.province for one in listed)
    if key == "repair":
        return _WarLine(RepairUnits(by, places), listed)
    if len(listed) > 1:
        more = listed[1].words
        return InvalidCommand.at(Unknown.MORE_THAN_ONE, more)
    match key:
        case "barracks":
            return _WarLine(StrengthenUnit(by, places[0]), listed)
        case "quarantine":
            return _WarLine(QuarantineRegion(by, places[0]), listed)
        case _:
            return _WarLine(ReleaseRegion(by, places[0]), listed)


def _read_list(
    session: Session, game: Game, words: Word, example: tuple[str, ...]
) -> tuple[ListedRegion, ...] | InvalidCommand:
    listed, wrong = _read_region_list(words, game.board, *notations_of(session.person, game.board))
    if wrong:
        return wrong
    return listed or InvalidCommand.missing(Unknown.REGION, words.end, example)


def _example_unit(session: Session, game: Game) -> tuple[str, ...]:
    notation = load_notation(session.person.notation)
    units = sorted(game.position.units.values(), key=lambda unit: unit.at) if game.position else []
    return tuple(write_unit(unit, notation, game.board) for unit in units)[:1]


def _example_region(session: Session, game: Game) -> tuple[str, ...]:
    notation = load_notation(session.person.notation)
    return tuple(write_place(Location(Province(code)), notation, game.board) for code in sorted(game.board.regions))[:1]


# --- what is said of them


def _outcome_of(command: WarCommand, events: Sequence[Event], after: GameSession) -> Done:
    """Return the outcome, with the power or place it is about, or how many repairs are left."""
    game = after.game
    match command:
        case EnterWar(power=power):
            return _outcome_of_entry(power, after)
        case RepairUnits():
            what = str(sum(repairs_news(game, event).left for event in events if isinstance(event, UnitsRepaired)))
        case StrengthenUnit(at=at):
            what = region_name(at, game.board, after.person.language).at
        case QuarantineRegion(at=at) | ReleaseRegion(at=at):
            what = region_name(at, game.board, after.person.language).name
        case AddTroop(troop=troop):
            what = f"{troop.letter}, {troop_text(game.board, troop, after.person.language)}"
        case AnnounceAlliance(to=power) | BreakAlliance(to=power) | BuildFactory(power=power):
            what = game.board.name_of(power, after.person.language)
    return Done(Outcome.of(type(events[0])), what)


def _outcome_of_entry(power: Power, after: GameSession) -> Done:
    """Return the outcome of an entry into war.

    Where a nation has more units than its land allows, it will have to disperse some, and the master is told so.
    """
    game = after.game
    language = after.person.language
    name = game.board.name_of(power, language)
    too_many = -unit_balance(game.board, game.stands_at, power)
    if too_many <= 0:
        return Done(Outcome.WAR_ENTERED, name)
    allowed = unit_allowance(game.board, game.stands_at, power)
    return Done(Outcome.WAR_ENTERED_BEYOND_ALLOWANCE, too_many_units_text(name, allowed, too_many, language))


# --- orders to scouts: read for those the writer has, decided one by one


def scout_hints_for(game: Game, powers: Sequence[Power]) -> ScoutHints | None:
    """Return the scouts of some powers and what these see; None where there are none, or none goes anywhere now.

    ``game`` is the game as its reader knows it.
    """
    position = game.open_position
    if not game.board.war.scouts or position is None or position.phase.kind is PhaseKind.RETREAT:
        return None
    enemies = {
        unit.at.province
        for unit in position.units.values()
        if not any(unit.power == power or position.are_allied(unit.power, power) for power in powers)
    }
    held = (
        centre for power in powers for centre in sorted(game.board.homes(power)) if position.owners.get(centre) == power
    )
    posts = tuple(scout.at for power in powers for scout in game.scouting.of(power))
    return ScoutHints(game.board, tuple(dict.fromkeys(posts)), frozenset(enemies), tuple(held))


def send_scout(session: GameSession, line: str, errand: ScoutOrder, context: LineContext) -> GameSession:
    """Give a scout its errand, or recruit one; the answer tells what already stands against it."""
    by, before = session.person.address, session.game
    command = GiveErrand(by, errand, context.number, context.arrived, context.written, session.phase)
    events = decide(before, command, context.now)
    if isinstance(events, Refused):
        return session.told(line, events)
    session = session.happened(events)
    known = session.view
    for event in events:
        if isinstance(event, ErrandGiven) and known.position:
            futile = why_futile(known.board, known.position, known.scouting, event.power, errand)
            gone = replaced_errand(before.errands.get(event.power, ()), known.errands.get(event.power, ()))
            scout_hints = scout_hints_for(known, (event.power,))
            instead = scout_hints.instead(errand) if scout_hints and futile else ()
            session = session.told(line, ScoutOrderAccepted(event.power, errand, futile, gone, instead))
    return session


def rest_scouts(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Leave every scout of the writer's that has no order where it is."""
    game, by = session.game, session.person.address
    if game.position and game.position.phase.kind is not PhaseKind.MOVEMENT:
        return session.told(line, Refused(Refusal.NO_ERRANDS_NOW, phase=game.position.phase))
    posts = [at for power in game.powers_of(by) for at in scouts_without_errand(game.scouting, game.errands, power)]
    for at in posts:
        command = GiveErrand(by, Rest(at), context.number, context.arrived, context.written, session.phase)
        events = decide(session.game, command, context.now)
        if isinstance(events, Refused):
            return session.told(line, events)
        session = session.happened(events)
    listed = ", ".join(no_wrap(f"E {at}") for at in posts)
    return session.told(line, Done(Outcome.SCOUTS_REST if posts else Outcome.NO_SCOUT_WITHOUT_ORDER, listed))
