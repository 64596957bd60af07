"""Names of regions, powers, phases, troops and their traits as a sentence needs them, with article or preposition."""

import tomllib
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.game.settings import Language
from judge.reports.language import alphabetic, begins_with_vowel, listing, of_in_french, say
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
    name = troop.names[language]
    return _french(name) if language == "fr" else _english(name)


def place_name(name: str, language: Language, *, is_sea: bool = False) -> tuple[str, str, str]:
    """Return three forms of a region's name that may begin with a common noun: plain, behind « de », as a location."""
    head = name.split(maxsplit=1)[0]
    if language == "en":
        has_article = is_sea and head not in {"Lake", "the", "The"}  # "the Mere", "the Sound"
        said = f"the {name}" if has_article or head in _words()["en"]["definite"] else name
        return said, f"in {said}", f"in {said}"
    if head[:1].isupper() or head not in (*_words()["fr"]["masculine"], *_words()["fr"]["feminine"]):
        return name, of_in_french(name), f"à {name}"
    noun = _french(name)
    return noun.the, noun.of, f"en {name}" if head == "mer" else f"dans {noun.the}"


def _french(name: str) -> Noun:
    """Return the French forms of a name; a noun of unknown gender is replaced by ``l’unité de …``."""
    head, vowel = name.split(maxsplit=1)[0].casefold(), begins_with_vowel(name)
    is_feminine = head in _words()["fr"]["feminine"]
    a_unit = f"une unité {of_in_french(name)}"
    if not (is_feminine or head in _words()["fr"]["masculine"]):
        if head.endswith(("s", "x")):
            return Noun(f"les {name}", f"des {name}", a_unit, many=True)
        unit = f"l{apostrophe()}unité {of_in_french(name)}"
        return Noun(unit, f"de {unit}", a_unit)
    one = f"une {name}" if is_feminine else f"un {name}"
    if vowel:
        return Noun(f"l{apostrophe()}{name}", f"de l{apostrophe()}{name}", one)
    return Noun(f"la {name}", f"de la {name}", one) if is_feminine else Noun(f"le {name}", f"du {name}", one)


def _english(name: str) -> Noun:
    head = name.partition(" of ")[0].split()[-1]
    an = "an" if name[:1].casefold() in "aeio" else "a"
    one = f"{an} {name}" if head.casefold() in _words()["en"]["counted"] else f"a unit of {name}"
    return Noun(f"the {name}", f"the {name}", one, many=head.endswith("s") and not head.endswith("ss"))


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads((files("judge.reports") / "languages" / "nouns.toml").read_text(encoding="utf-8"))


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
        return _region_name(*place_name(name, language, is_sea=is_sea), table["model"])
    books = ("regions", *table["books"].get(notation, ()))
    forms: Sequence[str] = ChainMap(*(table[book] for book in reversed(books))).get(province, (name,))
    match forms:
        case [name, of, at]:
            return _region_name(name, of, at, table["model"])
        case _:
            of, at = (table["model"][form].format(name=forms[0]) for form in ("of", "at"))
            return _region_name(forms[0], of, at, table["model"])


def bare_region_name(province: Province, board: Board, language: Language, notation: str = "") -> str:
    """Return a region's name without an article, as it stands in a list."""
    name = region_name(province, board, language, notation).name
    articles = (one.replace("'", apostrophe()) for one in _words()[language]["articles"])
    return next((name.removeprefix(one) for one in articles if name.startswith(one)), name)


def _region_name(name: str, of: str, at: str, model: Mapping[str, str]) -> RegionName:
    """Return all forms of a name; the model of the language says which of them follows "go" and "come"."""
    goal, source = (model[form].format(name=name, of=of, at=at) for form in ("goal", "source"))
    return RegionName(*map(with_apostrophes, (name, of, at, goal, source)))


def power_name(power: Power, board: Board, language: Language) -> PowerName:
    """Return the forms of a power's name."""
    table = _table(language)
    name = board.name_of(power, language)
    if table["board"] == board.map and (said := table["called"].get(name) or table["powers"].get(power)):
        name, to, whose = map(with_apostrophes, said)
        return PowerName(name, to, _of(name, language), whose)
    return PowerName(name, table["model"]["to"].format(name=name), _of(name, language))


def _of(name: str, language: Language) -> str:
    """Return a name behind the French « de »; unchanged in a language without such a form."""
    return of_in_french(name) if language == "fr" else name


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
    """Return a phase as a line of a letter names it: its code in English, the words that a player writes in French."""
    return phase_name(phase, names, language) if language == "fr" else str(phase)


def phase_behind_verb(phase: Phase, names: str, language: Language) -> str:
    """Return a phase as it is written behind PHASE or TOUR: ``TOUR 2, ajustements``.

    TOUR is also the French word for a turn, which is not written twice.
    """
    return phase_line(phase, names, language).removeprefix("tour ")


@lru_cache
def _table(language: Language) -> Mapping[str, Any]:
    text = (files("judge.reports") / "languages" / f"places.{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def unit_type_name(board: Board, unit: Unit, language: Language) -> str:
    """Return the name of a unit's troop; of an unknown troop, that it is not known."""
    troop = board.war.troops.get(unit.letter)
    return troop.names[language] if troop else say(language, "troop.unknown")


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
    return say(language, "troop.row", name=troop.names[language], traits=say(language, "words.comma").join(traits))
