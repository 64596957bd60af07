"""Tables of any board by mail: opened, joined, played by letters whose orders a seed has chosen."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Token
from judge.game.state import Game
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Location, Power, Terrain, UnitKind
from judge.rules.orders import Build, Disband, Hold, Move, Order, Retreat, SupportHold
from judge.rules.position import PhaseKind, Position
from judge.shell.local_game import GAME, Correspondent, LocalGame, start_local_game

WORDS = {"fr": ("OUVRIR", "JOUER", "Oui, c'est bien moi."), "en": ("OPEN", "JOIN", "Yes, that was me.")}

EVERYONE = ["edith", "florence", "anton", "greta", "ivo", "raisa", "tarik"]
"""Those who sit down, in their order."""


def at_table(folder: Path) -> LocalGame:
    """A judge whose lots are always the same."""
    return start_local_game(folder, seed=lambda: Token("seedofthelots"))


def closed(table: LocalGame) -> list[PhaseClosed]:
    """The closes of its game."""
    return [event for event in table.judge.services.store.events(table.game.name) if isinstance(event, PhaseClosed)]


def seat(
    table: LocalGame, opening: str, names: list[str], wishes: Mapping[str, str] | None = None
) -> list[Correspondent]:
    """Open a game with these words behind its name; the first of these people opens it, all of them join."""
    own = table.judge.services.config.judge.address
    people = {player.address.partition("@")[0]: player for player in table.players.values()}
    players = [people[name] for name in names]
    for player in players:
        open_, join, yes = WORDS[player.language]
        wish = (wishes or {}).get(player.address.partition("@")[0], "")
        begin = f"{open_} {GAME} {opening}\n" if player is players[0] else ""
        player.write(own, f"{begin}{join} {GAME} {wish}\n")
        table.settle()
        player.answer(yes)
        table.settle()
    return players


def play_until(table: LocalGame, players: list[Correspondent], year: int) -> Iterator[Position]:
    """Play until a year begins, one letter of each player a phase; yields the position before each phase."""
    chance = random.Random(1971)
    while not table.game.ended and (position := table.game.position) and position.phase.year < year:
        yield position
        number = table.game.phases_closed
        for player in players:
            if lines := list(letter(table.game, position, player, chance)):
                player.answer("\n".join(lines))
        table.settle()
        deadline = table.game.deadline
        if deadline and table.game.phases_closed == number:
            table.clock.advance_to(deadline.at)
            table.judge.wake()
            table.settle()


def letter(game: Game, position: Position, player: Correspondent, chance: random.Random) -> Iterator[str]:
    """All orders of a player; those of each power under its name in movements, without any heading elsewhere."""
    person = next(person for address, person in game.people.items() if address == player.address)
    for power in game.powers_of(person.address):
        orders = list(_orders(game.board, position, power, chance))
        if orders and position.phase.kind is PhaseKind.MOVEMENT:
            yield game.board.powers[power][person.language]
        yield from (_written(order, game, position, person) for order in orders)


def _written(order: Order, game: Game, position: Position, person: Person) -> str:
    return write_order(order, position, game.board, load_notation(person.notation))


def _orders(board: Board, position: Position, power: Power, chance: random.Random) -> Iterator[Order]:
    due = required_orders(board, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            for unit in position.units_of(power):
                if power not in board.standing:
                    yield _movement(board, position, unit.at, chance)
        case PhaseKind.RETREAT:
            for at in due.orders:
                ways = position.dislodged[at].retreats
                yield Retreat(at, chance.choice(ways)) if ways else Disband(at)
        case PhaseKind.ADJUSTMENT:
            for site in due.sites[: due.builds]:
                is_fleet = board.terrain(site) is Terrain.COAST and not board.regions[site].coasts
                yield Build(
                    chance.choice((UnitKind.ARMY, UnitKind.FLEET)) if is_fleet else UnitKind.ARMY, Location(site)
                )
            for unit in position.units_of(power)[: due.removals]:
                yield Disband(unit.at.province)


def _movement(board: Board, position: Position, at: Location, chance: random.Random) -> Order:
    unit = position.units[at.province]
    ways = sorted(board.neighbours(unit.kind, unit.at))
    near = sorted(place.province for place in ways if place.province in position.units)
    choice = chance.random()
    if near and choice < 0.2:
        return SupportHold(at.province, chance.choice(near))
    return Move(at.province, chance.choice(ways)) if ways and choice < 0.9 else Hold(at.province)
