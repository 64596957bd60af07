"""Units of a board's own troops in words: what they are called, their power, their hit points, what they can do."""

from collections.abc import Collection, Iterator

from judge.game.settings import Language
from judge.reports.language import say
from judge.rules.board import Board, Kind, Troop, Unit
from judge.rules.errands import Trait


def called(board: Board, unit: Unit, language: Language) -> str:
    """What a unit is called by the table of troops of its board; that its troop is not known."""
    troop = board.war.troops.get(unit.letter)
    return troop.names[language] if troop else say(language, "troop.unknown")


def power_told(attack: int, support: int, defence: int, language: Language) -> str:
    """``power 2, 1 in defence``: the power of a unit by what it does."""
    if attack == support == defence:
        return say(language, "troop.power", n=attack)
    key = "troop.power_but_defence" if attack == support else "troop.powers"
    return say(language, key, n=attack, support=support, defence=defence)


def health_told(health: int, language: Language) -> str:
    """``3 HP``."""
    return say(language, "troop.health", n=health)


def traits_told(board: Board, unit: Unit, traits: Collection[Trait], language: Language) -> tuple[str, ...]:
    """What some traits of a unit are, its name before all others."""
    return (called(board, unit, language), *_traits(board, unit, traits, language))


def _traits(board: Board, unit: Unit, traits: Collection[Trait], language: Language) -> Iterator[str]:
    corps, troop = unit.corps, board.war.troops.get(unit.letter)
    if Trait.HEALTH in traits and corps:
        yield health_told(corps.health, language)
    if Trait.GROUND in traits:
        yield ground_told(unit.kind, language)
    if Trait.POWER in traits and corps:
        yield power_told(unit.strength, corps.support, corps.defence, language)
    if Trait.REACH in traits:
        yield say(language, "troop.reach")
    if Trait.GIFTS in traits and troop:
        yield say(language, "troop.gifted" if troop.gifted else "troop.not_gifted")


def ground_told(kind: Kind, language: Language) -> str:
    """Where a unit may go."""
    return say(language, f"troop.ground.{kind.value}")


def troop_told(board: Board, troop: Troop, language: Language) -> str:
    """One row of the table of troops: its name, its numbers, who may have how many of it."""
    traits = [
        power_told(troop.attack, troop.support, troop.defence, language),
        health_told(troop.health, language),
        ground_told(troop.kind, language),
    ]
    traits += [say(language, "troop.convoys")] * (troop.kind is Kind.FLEET)
    traits += [say(language, "troop.gifted")] * troop.gifted
    traits += [say(language, "troop.most", n=troop.most)] * bool(troop.most)
    traits += [say(language, "troop.more", n=troop.more)] * bool(troop.more)
    traits += [
        say(language, "troop.only", power=names[language])
        for power, names in board.powers.items()
        if power in troop.powers
    ]
    return say(language, "troop.row", name=troop.names[language], traits=say(language, "words.comma").join(traits))
