"""The lines that decide something of a war besides orders: alliances, what the master grants a nation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.game.decide import decide
from judge.game.mastery.messages import MasterAct
from judge.game.mastery.permissions import why_not_permitted
from judge.game.messages import Event
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.game.war.messages import (
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
from judge.handlers.arguments import read_powers
from judge.handlers.names import NamedRegion, RegionReader, notations_of
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_place, write_unit
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Outcome, RefusedPart, Unknown
from judge.reports.names import region_name
from judge.reports.war import too_many_units_text
from judge.requests.vocabulary import (
    Word,
    fold_case,
    vocabulary,
    without_fillers,
    words_in,
)
from judge.requests.war import WarRequest
from judge.rules.board import Board, Location, Power, Province
from judge.rules.corrections import why_cannot_place
from judge.rules.orders import Build
from judge.rules.territory import unit_allowance, unit_balance

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
    board, position = game.board, game.position
    assert position is not None
    fit = (
        write_unit(troop.raised(power, Location(at)), load_notation(session.person.notation), board)
        for troop in board.war.troops.values()
        for at in sorted(board.homes(power))
        if not troop.powers or power in troop.powers
        if not why_cannot_place(board, position, troop.kind, Location(at))
    )
    return tuple(fit)[:1]


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
        case AnnounceAlliance(to=power) | BreakAlliance(to=power) | BuildFactory(power=power):
            what = game.board.name_of(power, after.person.language)
    return Done(Outcome.of(type(events[0])), what)


def _outcome_of_entry(power: Power, after: GameSession) -> Done:
    """Return the outcome of an entry into war.

    Where a nation has more units than its land allows, it will have to disperse some, and the master is told so.
    """
    game = after.game
    assert game.position is not None
    language = after.person.language
    name = game.board.name_of(power, language)
    too_many = -unit_balance(game.board, game.position, power)
    if too_many <= 0:
        return Done(Outcome.WAR_ENTERED, name)
    allowed = unit_allowance(game.board, game.position, power)
    return Done(Outcome.WAR_ENTERED_BEYOND_ALLOWANCE, too_many_units_text(name, allowed, too_many, language))
