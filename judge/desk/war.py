"""The lines that decide something of a war besides orders: alliances, what the master grants a nation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from judge.desk.asked import read_powers
from judge.desk.context import Context
from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress
from judge.desk.regions import Named, Names
from judge.game.decide import decide
from judge.game.mastery.permissions import Act, why_not
from judge.game.messages import Event
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.game.war.effects import repaired
from judge.game.war.messages import AnnounceAlliance, BreakAlliance, BuildFactory, CloseRegion, EnterWar, ReopenRegion, RepairUnits, StrengthenUnit, UnitsRepaired, WarCommand
from judge.mail.of_war import OfWar
from judge.mail.vocabulary import fold, vocabulary
from judge.mail.words import Word, without_fillers, words_in
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_place, write_unit
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Barred, Did, Unknown, Wrong
from judge.reports.names import region_name
from judge.reports.war import too_many_told
from judge.rules.board import Board, Location, Power, Province
from judge.rules.corrections import why_not_there
from judge.rules.orders import Build
from judge.rules.territory import allowance, balance

# --- units and regions that a line lists


@dataclass(frozen=True)
class Listed:
    """What some words of a line name, and those words."""

    named: Named
    words: Word


def roll(
    written: Word, board: Board, own: Notation, others: Sequence[Notation]
) -> tuple[tuple[Listed, ...], Wrong | None]:
    """Everything listed up to the first word that names nothing, with what is wrong with that word."""
    names = Names(written, board, own, others)
    listed: list[Listed] = []
    for found in _named(names):
        if isinstance(found, Wrong):
            return tuple(listed), found
        place, named = found
        start, end = names.tokens[place].start, names.tokens[named.end - 1].end
        listed.append(Listed(named, Word(written.text[start:end], written.start + start)))
    return tuple(listed), None


def _named(names: Names) -> Iterator[tuple[int, Named] | Wrong]:
    """What is named from each token on where something begins; signs part one from the next."""
    place = 0
    while place < names.size:
        token = names.tokens[place]
        if not token.is_word or vocabulary().logic.get(token.text) == "and":
            place += 1
            continue
        named = names.named(place)
        if isinstance(named, Wrong):
            yield named
            return
        yield place, named
        place = named.end


_WITH = frozenset({"with", "avec"})

_SOME = 3
"""Powers that are named to somebody who named none."""


def wage(progress: InGame, line: str, asked: OfWar, context: Context) -> Progress:
    """Decide such a line; of a unit or a region that speaks against it, the place is told."""
    game, by = progress.game, progress.person.address
    if asked.key not in {"alliance", "rupture"} and (refused := why_not(game, by, Act.DECREE)):
        return progress.told(line, refused)
    rest = asked.rest or Word("", len(line.rstrip()))
    found = _named_power(progress, game, asked.key, rest) or _at_places(progress, game, asked.key, rest)
    if isinstance(found, Wrong):
        return progress.told(line, found)
    events = decide(game, found.command, context.now)
    if isinstance(events, Refused):
        return progress.told(line, _barred(events, found.listed))
    happened = progress.happened(events)
    return happened.told(line, _done(found.command, events, happened))


@dataclass(frozen=True)
class _Found:
    """What a line asks for, and what it has listed."""

    command: WarCommand
    listed: tuple[Listed, ...] = ()


def _barred(refused: Refused, listed: Sequence[Listed]) -> Answer:
    """The refusal, at the last words that name its region."""
    at = [one.words for one in listed if one.named.at.province == refused.province]
    return Barred(refused, at[-1].start, at[-1].end) if at else refused


# --- lines that name a power


def _named_power(progress: Progress, game: Game, key: str, rest: Word) -> _Found | Wrong | None:
    by = progress.person.address
    match key:
        case "alliance" | "rupture":
            to = _power(progress, game, rest)
            made = AnnounceAlliance if key == "alliance" else BreakAlliance
            return to if isinstance(to, Wrong) else _Found(made(by, to, progress.heading))
        case "factory":
            power = _power(progress, game, rest)
            return power if isinstance(power, Wrong) else _Found(BuildFactory(by, power))
        case "enter":
            return _entering(progress, game, rest)
        case _:
            return None


def _power(progress: Progress, game: Game, words: Word) -> Power | Wrong:
    """The one power that is named, small words left out."""
    bare = words_in(words.text.replace(":", " "))
    named = without_fillers(tuple(Word(word.text, words.start + word.start) for word in bare))
    meant = [word for word in named if fold(word.text) not in _WITH]
    powers = read_powers(meant, game.board, load_notation(progress.person.notation))
    if isinstance(powers, Wrong):
        return powers
    if len(powers) == 1:
        return powers[0]
    own, language = game.powers_of(progress.person.address), progress.person.language
    others = [names[language] for power, names in game.board.powers.items() if power not in own]
    return Wrong.missing(Unknown.POWER, words.end, tuple(others[:_SOME]))


def _entering(progress: Progress, game: Game, rest: Word) -> _Found | Wrong:
    """The power, a colon, its units: ``milania : I MIL, F DET``; without a colon the first word is the power."""
    head, colon, _ = rest.text.partition(":")
    head = head if colon else rest.text.split(" ", 1)[0]
    power = _power(progress, game, Word(head, rest.start))
    if isinstance(power, Wrong):
        return power
    behind = rest.text[len(head) + len(colon) :]
    start = rest.end - len(behind.lstrip())
    listed = _listed(progress, game, Word(behind.lstrip(), start), _may_stand(progress, game, power))
    if isinstance(listed, Wrong):
        return listed
    bare = next((one.words for one in listed if not one.named.troop), None)
    if bare:
        return Wrong.at(Unknown.TROOP, bare, _may_stand(progress, game, power))
    units = [Build(one.named.kind, one.named.at, one.named.troop) for one in listed if one.named.kind]
    return _Found(EnterWar(progress.person.address, power, tuple(units)), listed)


def _may_stand(progress: Progress, game: Game, power: Power) -> tuple[str, ...]:
    """A unit that a power could have at home."""
    board, position = game.board, game.position
    assert position is not None
    fit = (
        write_unit(troop.raised(power, Location(at)), load_notation(progress.person.notation), board)
        for troop in board.war.troops.values()
        for at in sorted(board.homes(power))
        if not troop.powers or power in troop.powers
        if not why_not_there(board, position, troop.kind, Location(at))
    )
    return tuple(fit)[:1]


# --- lines that name units or regions


def _at_places(progress: Progress, game: Game, key: str, rest: Word) -> _Found | Wrong:
    is_region = key in {"quarantine", "release"}
    listed = _listed(progress, game, rest, _a_region(progress, game) if is_region else _a_unit(progress, game))
    if isinstance(listed, Wrong):
        return listed
    by, places = progress.person.address, tuple(one.named.at.province for one in listed)
    if key == "repair":
        return _Found(RepairUnits(by, places), listed)
    if len(listed) > 1:
        more = listed[1].words
        return Wrong.at(Unknown.ONE_ONLY, more)
    match key:
        case "barracks":
            return _Found(StrengthenUnit(by, places[0]), listed)
        case "quarantine":
            return _Found(CloseRegion(by, places[0]), listed)
        case _:
            return _Found(ReopenRegion(by, places[0]), listed)


def _listed(progress: Progress, game: Game, words: Word, example: tuple[str, ...]) -> tuple[Listed, ...] | Wrong:
    listed, wrong = roll(words, game.board, *notations_of(progress.person, game.board))
    if wrong:
        return wrong
    return listed or Wrong.missing(Unknown.REGION, words.end, example)


def _a_unit(progress: Progress, game: Game) -> tuple[str, ...]:
    notation = load_notation(progress.person.notation)
    units = sorted(game.position.units.values(), key=lambda unit: unit.at) if game.position else []
    return tuple(write_unit(unit, notation, game.board) for unit in units)[:1]


def _a_region(progress: Progress, game: Game) -> tuple[str, ...]:
    notation = load_notation(progress.person.notation)
    return tuple(write_place(Location(Province(code)), notation, game.board) for code in sorted(game.board.regions))[:1]


# --- what is said of them


def _done(command: WarCommand, events: Sequence[Event], after: InGame) -> Did:
    """The deed, with the power or the place it was about, or how many repairs are left."""
    game = after.game
    match command:
        case EnterWar(power=power):
            return _about_entry(power, after)
        case RepairUnits():
            what = str(sum(repaired(game, event).left for event in events if isinstance(event, UnitsRepaired)))
        case StrengthenUnit(at=at):
            what = region_name(at, game.board, after.person.language).at
        case CloseRegion(at=at) | ReopenRegion(at=at):
            what = region_name(at, game.board, after.person.language).name
        case AnnounceAlliance(to=power) | BreakAlliance(to=power) | BuildFactory(power=power):
            what = game.board.powers[power][after.person.language]
    return Did(Deed.of(type(events[0])), what)


def _about_entry(power: Power, after: InGame) -> Did:
    """Of more units than its land allows the nation will have to disperse some, which the master is told."""
    game = after.game
    assert game.position is not None
    language = after.person.language
    name = game.board.powers[power][language]
    too_many = -balance(game.board, game.position, power)
    if too_many <= 0:
        return Did(Deed.WAR_ENTERED, name)
    allowed = allowance(game.board, game.position, power)
    return Did(Deed.WAR_ENTERED_BEYOND, too_many_told(name, allowed, too_many, language))
