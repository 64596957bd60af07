"""Names of troops and regions stand in a sentence with the article their language wants."""

from judge.game.settings import Language
from judge.reports.names import Noun, place_name, troop_name
from judge.rules.board import Troop, UnitKind
from tests.shared.each_case import each_case

NAMES: list[tuple[Language, str, Noun]] = [
    ("fr", "infanterie", Noun("l’infanterie", "de l’infanterie", "une infanterie")),
    ("fr", "flotte", Noun("la flotte", "de la flotte", "une flotte")),
    ("fr", "corps francs", Noun("le corps francs", "du corps francs", "un corps francs")),
    ("fr", "Warmecs", Noun("les Warmecs", "des Warmecs", "une unité de Warmecs", many=True)),
    ("fr", "archers", Noun("les archers", "des archers", "une unité d’archers", many=True)),
    ("fr", "char", Noun("l’unité de char", "de l’unité de char", "une unité de char")),
    ("en", "infantry", Noun("the infantry", "the infantry", "a unit of infantry")),
    ("en", "fleet", Noun("the fleet", "the fleet", "a fleet")),
    (
        "en",
        "knights of Reinheim",
        Noun("the knights of Reinheim", "the knights of Reinheim", "a unit of knights of Reinheim", many=True),
    ),
]
PLACES: list[tuple[Language, str, tuple[str, str, str]]] = [
    ("fr", "Furtenau", ("Furtenau", "de Furtenau", "à Furtenau")),
    ("fr", "Eisfurt", ("Eisfurt", "d’Eisfurt", "à Eisfurt")),
    ("fr", "mer des Aigles", ("la mer des Aigles", "de la mer des Aigles", "en mer des Aigles")),
    ("fr", "détroit de Milania", ("le détroit de Milania", "du détroit de Milania", "dans le détroit de Milania")),
    ("fr", "île de Milania", ("l’île de Milania", "de l’île de Milania", "dans l’île de Milania")),
    ("en", "Sea of Eagles", ("the Sea of Eagles", "in the Sea of Eagles", "in the Sea of Eagles")),
    ("en", "Furtenau", ("Furtenau", "in Furtenau", "in Furtenau")),
]


@each_case(("language", "name", "noun"), NAMES, ids=[name for _, name, _ in NAMES])
def test_a_troop_has_its_article(language: Language, name: str, noun: Noun) -> None:
    assert troop_name(Troop("X", {language: name}, UnitKind.ARMY, 1, 1, 1, 1), language) == noun


@each_case(("language", "name", "forms"), PLACES, ids=[f"{name}-{lang}" for lang, name, _ in PLACES])
def test_a_region_has_its_article(language: Language, name: str, forms: tuple[str, str, str]) -> None:
    assert place_name(name, language) == forms
