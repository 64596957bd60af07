"""Every region and power has the forms a sentence needs, made of the name the board prints."""

from dataclasses import replace

import pytest

from judge.game.settings import Language, Settings
from judge.handlers.names import read_powers
from judge.languages import language_table
from judge.notation.lexer import folded_words
from judge.notation.tables import load_notation
from judge.reports.board_tables import position_table
from judge.reports.names import bare_region_name, phase_behind_verb, phase_name, power_name, region_name
from judge.reports.own_texts import with_apostrophes
from judge.reports.phrasing import Phrasing
from judge.reports.terms import agreed_paragraphs
from judge.requests.names import phase_named
from judge.requests.orders import PhaseHeading
from judge.requests.press import SendPressRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Location, Power, Province, Terrain, UnitKind, Year
from judge.rules.board_file import board_names, load_board
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Phase, opening_position
from tests.reports.parlour import AUTUMN, BOARD, SPRING, position
from tests.shared.each_case import each_case

BOTH: tuple[Language, ...] = ("en", "fr")
ARTICLES = {"en": ("", "the "), "fr": ("", "le ", "la ", "les ", "l’")}
OF = {"en": ("in ", "in the "), "fr": ("de ", "d’", "du ", "des ", "de la ", "de l’")}
AT = {"en": OF["en"], "fr": ("à ", "en ", "au ", "aux ", "dans le ", "dans la ", "dans les ", "dans l’", "sur la ")}
TO = {"en": ("",), "fr": ("à la ", "à l’")}


def on_the_map(name: str) -> set[Power]:
    """The powers of a board that is drawn on the standard map."""
    board = load_board(name)
    return set(board.powers) if board.map == BOARD.map else set()


@pytest.mark.parametrize("language", BOTH)
def test_every_region_and_power_of_the_board_has_its_row(language: Language) -> None:
    table = language_table(language, "places.toml")
    assert set(table["regions"]) == set(BOARD.regions)
    assert set(table["powers"]) == {power for name in board_names() for power in on_the_map(name)}


@pytest.mark.parametrize("language", BOTH)
def test_every_form_of_a_region_is_its_printed_name_behind_a_preposition_or_an_article(language: Language) -> None:
    for code, region in BOARD.regions.items():
        forms, printed = region_name(code, BOARD, language), with_apostrophes(region.names[language])
        assert forms.name in {article + printed for article in ARTICLES[language]}, code
        assert forms.of in {before + printed for before in OF[language]}, code
        assert forms.at in {before + printed for before in AT[language]}, code
        goes, comes = {"fr": (forms.at, forms.of), "en": (forms.name, forms.name)}[language]
        assert (forms.goal, forms.source) == (goes, comes), code


@pytest.mark.parametrize("language", BOTH)
def test_every_form_of_a_power_is_its_printed_name_behind_a_preposition_or_an_article(language: Language) -> None:
    for power, names in BOARD.powers.items():
        forms = power_name(power, BOARD, language)
        assert forms.name in {article + names[language] for article in ARTICLES[language]}
        assert forms.to in {before + names[language] for before in TO[language]}
        assert forms.of in {before + names[language] for before in {"en": ("",), "fr": ("de la ", "de l’")}[language]}


CODES = [f"{season}1902{kind}" for season, kinds in (("S", "MR"), ("F", "MR"), ("W", "A")) for kind in kinds]


@each_case("form", ["name", "for"])
@each_case("calendar", ["years", "turns"])
@each_case("code", CODES)
def test_a_phase_in_french_words_is_read_as_that_phase(code: str, calendar: str, form: str) -> None:
    """What a French letter calls a phase can be written behind TOUR."""
    phase = Phase.parse(code if calendar == "years" else code.replace("1902", "2"))
    told = phase_name(phase, calendar, "fr", form)
    assert phase_named(told) == phase
    (line,) = read_lines(f"TOUR {told}")
    assert isinstance(line.request, PhaseHeading)
    assert line.request.phase == phase
    (line,) = read_lines(f"TOUR {phase_behind_verb(phase, calendar, 'fr')}")
    assert isinstance(line.request, PhaseHeading)
    assert line.request.phase == phase


@pytest.mark.parametrize("name", ["standard", "nine"])
def test_press_that_a_french_letter_proposes_goes_to_that_power(name: str) -> None:
    board = load_board(name)
    for power in board.powers:
        (line,) = read_lines(f"PRESSE {power_name(power, board, 'fr').to.upper()}\nBonjour.\nFIN PRESSE")
        assert isinstance(line.request, SendPressRequest)
        assert read_powers(line.request.to.powers, board, load_notation("18centres")) == (power,)


BOOKS = {"standard": "001", "1971": "001", "stim": "001", "soop": "003", "18centres": "000", "faf": "000"}
"""Whose French names go with each notation; where 001 alone lists them all, 003 and 004 follow it."""

OWN_NAMES = {
    "001": """Albanie; Méditerranée orientale; Hollande; Livonie; Atlantique central; Marseille; Afrique du Nord;
        mer de Norvège; Ruhr; Sébastopol; Tunis; Tyrol; Galles""",
    "003": """Albanie; Méditerranée orientale; Hollande; Livonie; Atlantique moyen; Marseille; Afrique du Nord;
        mer de Norvège; Ruhr; Sébastopol; Tunis; Tyrol; Galles""",
    "000": """Monténégro-et-Albanie; mer du Levant; Pays-Bas; Lituanie; océan Atlantique; Toulon; Maroc-et-Algérie;
        mer de Groenland et de Norvège; Rhénanie; Odessa; Tunisie; Alpes tyroliennes; Cornouailles""",
}
"""The regions whose names differ: 001 annex 2, 003, 000 XVI, in the order of their codes."""

DIFFER = ["ALB", "EAS", "HOL", "LVN", "MAO", "MAR", "NAF", "NWG", "RUH", "SEV", "TUN", "TYR", "WAL"]


@each_case("notation", BOOKS)
def test_a_french_gloss_calls_every_region_as_the_book_of_the_notation_does(notation: str) -> None:
    names = dict(zip(DIFFER, (name.strip() for name in OWN_NAMES[BOOKS[notation]].split(";")), strict=True))
    for code, region in BOARD.regions.items():
        said = region_name(code, BOARD, "fr", notation)
        own = names.get(code, with_apostrophes(region.names["fr"]))
        forms = (said.name, said.of, said.at)
        assert [form for form in forms if not form.endswith(own)] == [], (notation, code)


@each_case("notation", BOOKS)
def test_an_english_gloss_has_the_names_of_the_only_book_that_prints_them(notation: str) -> None:
    """001 annex 2; whatever a Frenchman's edition calls Marseilles."""
    for code, region in BOARD.regions.items():
        assert region_name(code, BOARD, "en", notation).name.removeprefix("the ") == region.names["en"]


@each_case("language", BOTH)
@each_case("notation", BOOKS)
def test_whoever_copies_a_name_from_a_gloss_is_understood(notation: str, language: Language) -> None:
    """Every name that is shown is read again as the region it was shown for."""
    phrases = load_notation(notation).phrases
    for code in BOARD.regions:
        name = region_name(code, BOARD, language, notation).name
        bare = name.removeprefix("the ").removeprefix("la ").removeprefix("le ").removeprefix("les ").removeprefix("l’")
        assert Province(code) in {lexeme.value for lexeme in phrases[folded_words(bare)]}, name


@each_case("language", BOTH)
@each_case("notation", BOOKS)
def test_a_gloss_and_a_list_say_what_is_an_army_and_what_a_fleet(notation: str, language: Language) -> None:
    """002 writes no letter in its orders; a position without one would tell nobody what stands where."""
    phrasing = Phrasing(language, load_notation(notation), BOARD, opening_position(BOARD))
    table = position_table(phrasing)
    for unit in phrasing.position.units.values():
        assert phrasing.unit(unit).replace("\ue000", " ") in table.replace("\ue000", " ")
        assert phrasing.unit(unit).startswith(unit.kind.value)


@pytest.mark.parametrize("language", BOTH)
def test_every_sea_has_its_article(language: Language) -> None:
    seas = [code for code, region in BOARD.regions.items() if region.terrain is Terrain.SEA]
    names = [(region_name(sea, BOARD, language).name, BOARD.regions[sea].names[language]) for sea in seas]
    assert all(said != printed for said, printed in names)


def test_french_elides_before_a_vowel() -> None:
    for code in BOARD.regions:
        of = region_name(code, BOARD, "fr").of
        assert not of.startswith(("de A", "de É", "de E", "de I", "de O", "de U")), of
        assert not of.startswith(("de le ", "de les ")), of


def test_a_board_without_a_table_follows_the_model_of_the_language() -> None:
    other = replace(BOARD, name="other", map="other")
    assert region_name(Province("NTH"), other, "en").at == "in the North Sea"
    assert region_name(Province("PAR"), other, "fr").at == "à Paris"
    assert power_name(Power("ITALY"), other, "fr").to == "à Italie"


SPOKEN: list[tuple[Order, str, str]] = [
    (Hold(Province("PAR")), "the army in Paris holds", "l’armée de Paris tient sa position"),
    (
        Move(Province("BUR"), Location(Province("RUH"))),
        "the army in Burgundy attacks the Ruhr",
        "l’armée de Bourgogne attaque la Rhénanie",
    ),
    (
        Move(Province("YOR"), Location(Province("HOL")), by_sea=True),
        "the army in Yorkshire attacks Holland by convoy",
        "l’armée du Yorkshire attaque les Pays-Bas par convoi",
    ),
    (
        Move(Province("BUR"), Location(Province("GAS"))),
        "the army in Burgundy goes to Gascony",
        "l’armée de Bourgogne va en Gascogne",
    ),
    (
        Move(Province("YOR"), Location(Province("NWY")), by_sea=True),
        "the army in Yorkshire goes to Norway by convoy",
        "l’armée du Yorkshire va en Norvège par convoi",
    ),
    (
        SupportHold(Province("HOL"), Province("NTH")),
        "the fleet in Holland supports the fleet in the North Sea where it stands",
        "la flotte des Pays-Bas soutient la flotte de la mer du Nord sur place",
    ),
    (
        SupportMove(Province("MAO"), Province("SPA"), Location(Province("LYO"))),
        (
            "the fleet in the Mid-Atlantic Ocean supports the fleet in Spain (south coast) "
            "in its move to the Gulf of Lyon"
        ),
        "la flotte de l’océan Atlantique soutient le mouvement de la flotte d’Espagne (côte sud) vers le golfe du Lion",
    ),
    (
        SupportHold(Province("MUN"), Province("TYR")),
        "the army in Munich supports a unit in Tyrolia where it stands",
        "l’armée de Munich soutient une unité dans les Alpes tyroliennes sur place",
    ),
    (
        Convoy(Province("ENG"), Province("YOR"), Province("DEN")),
        "the fleet in the English Channel convoys the army in Yorkshire to Denmark",
        "la flotte de la Manche convoie l’armée du Yorkshire vers le Danemark",
    ),
    (
        Retreat(Province("BUR"), Location(Province("PIE"))),
        "the army in Burgundy retreats to Piedmont",
        "l’armée de Bourgogne fait retraite vers le Piémont",
    ),
    (Disband(Province("ALB")), "the fleet in Albania is disbanded", "la flotte du Monténégro-et-Albanie est dispersée"),
    (
        Build(UnitKind.FLEET, Location(Province("STP"), "NC")),
        "a fleet is built in St Petersburg (north coast)",
        "une flotte est mobilisée à Saint-Pétersbourg (côte nord)",
    ),
    (Waive(), "every build not ordered is waived", "vous renoncez à toute mobilisation non ordonnée"),
]


@each_case(("order", "english", "french"), SPOKEN, ids=[english for _, english, _ in SPOKEN])
def test_an_order_in_full_words_is_said_as_people_say_it(order: Order, english: str, french: str) -> None:
    said = {
        "en": Phrasing("en", load_notation("standard"), BOARD, SPRING).words(order),
        "fr": Phrasing("fr", load_notation("18centres"), BOARD, SPRING).words(order),
    }
    assert {language: text.replace("\ue000", " ") for language, text in said.items()} == {"en": english, "fr": french}


def test_a_removal_is_said_otherwise_than_a_disbanding() -> None:
    winter = replace(AUTUMN, phase=position("W1903A", {}, {}).phase)
    assert Phrasing("fr", load_notation("18centres"), BOARD, winter).words(Disband(Province("PAR"))) == (
        "l’armée de Paris est démobilisée"
    )


TURNS = {
    "en": ("turn 3, first phase", "the retreats of the second phase of turn 3", "the adjustments of turn 3"),
    "fr": ("tour 3, première phase", "des retraites de la deuxième phase du tour 3", "les ajustements du tour 3"),
}


@pytest.mark.parametrize("language", BOTH)
def test_a_board_that_counts_turns_names_its_phases_by_them(language: Language) -> None:
    """004 4; the codes of phases stay what players write."""
    board = load_board("seuil")
    phrasing = Phrasing(language, load_notation("stim"), board, opening_position(board))
    first, retreats, winter = (Phase.parse(code) for code in ("S3M", "F3R", "W3A"))
    assert (phrasing.phase(first), phrasing.phase(retreats, "of"), phrasing.phase(winter, "for")) == TURNS[language]


ENDS_OF_A_WAR = {
    ("en", Year(3)): "The game ends after turn 3; no number of territories ends it sooner.",
    (
        "fr",
        Year(3),
    ): "La partie s’arrête à la fin du tour 3\N{NO-BREAK SPACE}; aucun nombre de territoires n’y met fin plus tôt.",
    ("en", None): "No number of territories ends the game: a vote does, or the game master.",
    ("fr", None): (
        "Aucun nombre de territoires ne met fin à la partie\N{NO-BREAK SPACE}: "
        "elle s’arrête par un vote, ou quand le maître de jeu y met fin."
    ),
}


@pytest.mark.parametrize(("language", "last"), ENDS_OF_A_WAR)
def test_a_war_ends_with_its_last_turn_and_by_no_number_of_territories(language: Language, last: Year | None) -> None:
    """004 2: as many as possible."""
    told = " ".join(agreed_paragraphs(Settings(board="seuil", rulebook="stim", last_year=last), language))
    assert ENDS_OF_A_WAR[language, last] in told.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")


def test_a_list_declines_no_name_of_a_region() -> None:
    listed = [bare_region_name(Province(at), BOARD, "de") for at in ("ADR", "BOT", "PIC")]
    assert listed == ["Adriatisches Meer", "Bottnischer Meerbusen", "Picardie"]
