"""Names of regions, powers, phases, troops and their traits as a sentence needs them, with article or preposition."""

from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from judge.game.settings import Language
from judge.languages import FALLBACK, NAMES, articles_of, facts_of, formed, language_table
from judge.reports.language import alphabetic, listing, name_form, say
from judge.reports.own_texts import apostrophe, with_apostrophes
from judge.rules.board import Board, Power, Province, Terrain, Troop, Unit, UnitKind
from judge.rules.position import Phase, PhaseKind
from judge.rules.war.scouts import UnitTrait


@dataclass(frozen=True)
class Noun:
    """The forms of a name: ``the`` with its article, ``of`` behind a French « de », ``one`` for a single unit.

    ``many`` when the name is a plural.
    """

    the: str
    of: str
    one: str
    many: bool = False


def troop_name(troop: Troop, language: Language) -> Noun:
    """Return the forms of a troop's name: ``les chevaliers``, ``des chevaliers``, ``une unité de chevaliers``."""
    said = formed("troops", troop.name_in(language), language)
    the, of, one = (with_apostrophes(said[form]) for form in ("the", "of", "one"))
    return Noun(the, of, one, said.get("many", False))


def place_name(name: str, language: Language, *, is_sea: bool = False) -> tuple[str, ...]:
    """Return the forms of a region's name that may begin with a common noun, as ``RegionName`` names them.

    Those behind "go" and "come" are left out where the model of the language gives them.
    """
    said = formed("places", name, language, is_sea=is_sea)
    return tuple(with_apostrophes(said[form]) for form in ("name", "of", "at", "goal", "source") if form in said)


# --- regions, powers, phases


@dataclass(frozen=True)
class RegionName:
    """The forms of a region's name in a sentence.

    ``name`` is the target of an attack, ``of`` follows the word for a unit, ``at`` is where something stands; ``goal``
    follows "go", in English "go to"; ``source`` follows "come", in English "come from".
    """

    name: str
    of: str
    at: str
    goal: str
    source: str


@dataclass(frozen=True)
class PowerName:
    """The forms of a power's name: as the subject; ``to`` behind « à »; ``of`` behind « de ».

    ``whose`` is the adjective beside the word for one of its units; empty for a power that has none.
    """

    name: str
    to: str
    of: str
    whose: str = ""


def region_name(province: Province, board: Board, language: Language, notation: str = "") -> RegionName:
    """Return the forms of a region's name, as the rule book of a notation calls the region.

    On a board without a table of names they are formed by the model of the language.
    """
    return _named_region(province, board, language, notation, apostrophe())


@lru_cache(maxsize=2000)
def _named_region(province: Province, board: Board, language: Language, notation: str, _sign: str) -> RegionName:
    table = _table(language)
    name = board.regions[province].names[language]
    if table["board"] != board.map:
        is_sea = board.regions[province].terrain is Terrain.SEA
        return _region_name(place_name(name, language, is_sea=is_sea), table["model"])
    books = ("regions", *table["books"].get(notation, ()))
    forms: Sequence[str] = ChainMap(*(table[book] for book in reversed(books))).get(province, (name,))
    return _region_name(forms, table["model"])


def bare_region_name(province: Province, board: Board, language: Language, notation: str = "") -> str:
    """Return a region's name without an article, as it stands in a list, which is how a ``names.toml`` has it."""
    return _bare_region(province, board, language, notation, apostrophe())


@lru_cache(maxsize=2000)
def _bare_region(province: Province, board: Board, language: Language, notation: str, sign: str) -> str:
    if language_table(language, NAMES):
        return board.regions[province].names[language]
    name = region_name(province, board, language, notation).name
    articles = (one.replace("'", sign) for one in articles_of(language))
    return next((name.removeprefix(one) for one in articles if name.startswith(one)), name)


def _region_name(forms: Sequence[str], model: Mapping[str, str]) -> RegionName:
    """Return all forms of a name; those that are not given follow the model of the language."""
    said = dict(zip(("name", "of", "at", "goal", "source"), forms, strict=False))
    for form in ("of", "at", "goal", "source"):
        said.setdefault(form, model[form].format(**said))
    return RegionName(**{form: with_apostrophes(text) for form, text in said.items()})


def power_name(power: Power, board: Board, language: Language) -> PowerName:
    """Return the forms of a power's name."""
    return _named_power(power, board, language, apostrophe())


@lru_cache(maxsize=500)
def _named_power(power: Power, board: Board, language: Language, _sign: str) -> PowerName:
    table = _table(language)
    name = board.name_of(power, language)
    if table["board"] == board.map and (said := table["called"].get(name) or table["powers"].get(power)):
        name, to, whose = map(with_apostrophes, said)
        return PowerName(name, to, name_form("of", name, language), whose)
    return PowerName(name, table["model"]["to"].format(name=name), name_form("of", name, language))


def names_of_powers(board: Board, language: Language) -> Mapping[Power, str]:
    """Return the name of each power of a board as letters print it, in alphabetical order."""
    names = {power: board.name_of(power, language) for power in board.powers}
    return dict(sorted(names.items(), key=lambda named: alphabetic(named[1])))


def alphabetical(powers: Collection[Power], board: Board, language: Language) -> tuple[Power, ...]:
    """Return powers in the order of the names that letters print."""
    return tuple(power for power in names_of_powers(board, language) if power in powers)


def power_names(powers: Collection[Power], board: Board, language: Language) -> str:
    """Return powers with their articles, as a list by their names."""
    return listing(language, [power_name(one, board, language).name for one in alphabetical(powers, board, language)])


def powers_listed(powers: Collection[Power], board: Board, language: Language) -> str:
    """Return powers by their bare names, as a list by these."""
    return listing(language, [board.name_of(one, language) for one in alphabetical(powers, board, language)])


def board_title(name: str, language: Language, *, is_own: bool = False) -> str:
    """Return what a board is called where people read of it, not the name by which a game is opened on it."""
    return say(language, "board_title.own", name=name) if is_own else say(language, f"board_title.{name}")


def within_sentence(title: str) -> str:
    """Return a title as it stands inside a sentence: its first letter small."""
    return f"{title[:1].lower()}{title[1:]}"


def phase_name(phase: Phase, names: str, language: Language, form: str = "name") -> str:
    """Return a phase in words, by the ``phase_names`` of its board; ``form`` is ``name``, ``of`` or ``for``."""
    in_autumn = names == "autumn" and phase.kind is PhaseKind.ADJUSTMENT
    table = "turn" if names == "turns" else "autumn" if in_autumn else "phase"
    return say(language, f"{table}.{form}.{phase.season.value}{phase.kind.value}", year=phase.year)


def phase_line(phase: Phase, names: str, language: Language) -> str:
    """Return a phase as a line of a letter names it: its code, or the words that a player writes in the language."""
    return phase_name(phase, names, language) if facts_of(language)["phases"] == "words" else str(phase)


def phase_behind_verb(phase: Phase, names: str, language: Language) -> str:
    """Return a phase as it is written behind PHASE or TOUR: ``TOUR 2, ajustements``.

    TOUR is also the French word for a turn, which is not written twice.
    """
    return phase_line(phase, names, language).removeprefix("tour ")


def _table(language: Language) -> Mapping[str, Any]:
    return language_table(language, "places.toml") or language_table(FALLBACK, "places.toml")


def unit_type_name(board: Board, unit: Unit, language: Language) -> str:
    """Return the name of a unit's troop; of an unknown troop, that it is not known."""
    troop = board.war.troops.get(unit.letter)
    return troop.name_in(language) if troop else say(language, "troop.unknown")


def strength_text(attack: int, support: int, defence: int, language: Language) -> str:
    """Return the power of a unit in attack, support and defence: ``power 2, 1 in defence``."""
    if attack == support == defence:
        return say(language, "troop.power", n=attack)
    key = "troop.power_but_defence" if attack == support else "troop.powers"
    return say(language, key, n=attack, support=support, defence=defence)


def hit_points_text(health: int, language: Language) -> str:
    """Return hit points: ``3 HP``."""
    return say(language, "troop.health", n=health)


def trait_texts(board: Board, unit: Unit, traits: Collection[UnitTrait], language: Language) -> tuple[str, ...]:
    """Return the name of a unit and those of its traits that are listed in ``traits``."""
    return (unit_type_name(board, unit, language), *_traits(board, unit, traits, language))


def _traits(board: Board, unit: Unit, traits: Collection[UnitTrait], language: Language) -> Iterator[str]:
    corps, troop = unit.corps, board.war.troops.get(unit.letter)
    if UnitTrait.HEALTH in traits and corps:
        yield hit_points_text(corps.health, language)
    if UnitTrait.GROUND in traits:
        yield _terrain_text(unit.kind, language)
    if UnitTrait.POWER in traits and corps:
        yield strength_text(unit.strength, corps.support, corps.defence, language)
    if UnitTrait.REACH in traits:
        yield say(language, "troop.reach")
    if UnitTrait.GIFTS in traits and troop:
        yield say(language, "troop.gifted" if troop.gifted else "troop.not_gifted")


def _terrain_text(kind: UnitKind, language: Language) -> str:
    """Return where a kind of unit may go."""
    return say(language, f"troop.ground.{kind.value}")


def troop_text(board: Board, troop: Troop, language: Language) -> str:
    """Return one row of the table of troops: its name, its numbers, how many a power may have."""
    traits = [
        strength_text(troop.attack, troop.support, troop.defence, language),
        hit_points_text(troop.health, language),
        _terrain_text(troop.kind, language),
    ]
    traits += [say(language, "troop.convoys")] * (troop.kind is UnitKind.FLEET)
    traits += [say(language, "troop.gifted")] * troop.gifted
    traits += [say(language, "troop.most", n=troop.most)] * bool(troop.most)
    traits += [say(language, "troop.more", n=troop.more)] * bool(troop.more)
    traits += [
        say(language, "troop.only", power=name)
        for power, name in names_of_powers(board, language).items()
        if power in troop.powers
    ]
    return say(language, "troop.row", name=troop.name_in(language), traits=say(language, "words.comma").join(traits))
