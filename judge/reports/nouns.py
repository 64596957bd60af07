"""The names that a board gives to troops and regions, with the article a language wants."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language
from judge.rules.board import Troop

_VOWELS = frozenset("aàâeéèêëiîïoôöuùûüyœ")


@dataclass(frozen=True)
class Noun:
    """A name in a sentence: as the one who acts, behind a French « de », as one that is raised; ``many`` in number."""

    the: str
    of: str
    one: str
    many: bool = False


def troop_name(troop: Troop, language: Language) -> Noun:
    """A troop by its name: ``les chevaliers``, ``des chevaliers``, ``une unité de chevaliers``."""
    name = troop.names[language]
    return _french(name) if language == "fr" else _english(name)


def place_name(name: str, language: Language) -> tuple[str, str, str]:
    """A region whose name may begin with a common noun: as what is attacked, behind a unit, as where something is."""
    head = name.split(maxsplit=1)[0]
    if language == "en":
        said = f"the {name}" if head in _words()["en"]["definite"] else name
        return said, f"in {said}", f"in {said}"
    if head[:1].isupper() or head not in (*_words()["fr"]["masculine"], *_words()["fr"]["feminine"]):
        return name, elided("de", name), f"à {name}"
    noun = _french(name)
    return noun.the, noun.of, f"en {name}" if head == "mer" else f"dans {noun.the}"


def elided(word: str, name: str) -> str:
    """``de Furtenau``, ``d'Eisfurt``."""
    return f"{word[:-1]}'{name}" if name[:1].casefold() in _VOWELS else f"{word} {name}"


def _french(name: str) -> Noun:
    """Of a noun whose gender nobody knows, the unit is spoken of, which has one."""
    head, vowel = name.split(maxsplit=1)[0].casefold(), name[:1].casefold() in _VOWELS
    is_feminine = head in _words()["fr"]["feminine"]
    a_unit = f"une unité {elided('de', name)}"
    if not (is_feminine or head in _words()["fr"]["masculine"]):
        if head.endswith(("s", "x")):
            return Noun(f"les {name}", f"des {name}", a_unit, many=True)
        return Noun(f"l'unité {elided('de', name)}", f"de l'unité {elided('de', name)}", a_unit)
    one = f"une {name}" if is_feminine else f"un {name}"
    if vowel:
        return Noun(f"l'{name}", f"de l'{name}", one)
    return Noun(f"la {name}", f"de la {name}", one) if is_feminine else Noun(f"le {name}", f"du {name}", one)


def _english(name: str) -> Noun:
    head = name.partition(" of ")[0].split()[-1]
    an = "an" if name[:1].casefold() in "aeio" else "a"
    one = f"{an} {name}" if head.casefold() in _words()["en"]["counted"] else f"a unit of {name}"
    return Noun(f"the {name}", f"the {name}", one, many=head.endswith("s") and not head.endswith("ss"))


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads((files("judge.reports") / "languages" / "nouns.toml").read_text(encoding="utf-8"))
