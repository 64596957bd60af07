"""The first sentences of a report: what happened to the reader's own units, as somebody would tell it."""

import re
from collections.abc import Mapping, Sequence

import pytest

from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import FactKind, PhaseFact, UnitFact
from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.reports.language import NO_BREAK_SPACE
from judge.reports.layout import plain_spaces
from judge.reports.phase_facts import FactWords, fact_paragraphs
from judge.reports.phrasing import Phrasing
from judge.rules.board import Location, Power, Province
from tests.reports.parlour import BOARD, NOTATION_OF, SPRING, SPRING_ORDERS, closed, position
from tests.reports.real_games import closes
from tests.reports.reasons import BOTH, at, provinces
from tests.shared.each_case import each_case

FRANCE, GERMANY, ITALY = map(Power, ("FRANCE", "GERMANY", "ITALY"))


def unit(place: str, goal: str = "", by: str = "", helped: str = "") -> UnitFact:
    """What happened to the unit of a region in the spring of 1903."""
    aim: Location | None = at(goal) if goal else None
    return UnitFact(SPRING.units[Province(place)], aim, provinces(by), Province(helped) if helped else None)


def fact(kind: FactKind, *units: UnitFact, centres: str = "", powers: Sequence[Power] = (), n: int = 0) -> PhaseFact:
    return PhaseFact(kind, units, provinces(centres), tuple(powers), n)


K = FactKind
SENTENCES: Sequence[tuple[PhaseFact, str, str]] = [
    (
        fact(K.ELIMINATED),
        "your power is eliminated: it has nothing left on the board",
        "votre puissance est éliminée : il ne lui reste rien sur la carte",
    ),
    (
        fact(K.DISLODGED, unit("BUR", by="MUN")),
        "your army in Burgundy was dislodged by Germany coming from Munich",
        "votre armée de Bourgogne a été délogée par l’Allemagne depuis Munich",
    ),
    (
        fact(K.DISLODGED, unit("BUR", by="MUN"), unit("BRE", by="ENG"), unit("PAR", by="BUR")),
        (
            "your armies in Burgundy and Paris and your fleet in Brest "
            "were dislodged by Germany, England and another of your units"
        ),
        (
            "vos armées de Bourgogne et de Paris et votre flotte de Brest ont été délogées par l’Allemagne, "
            "la Grande-Bretagne et une autre de vos unités"
        ),
    ),
    (
        fact(K.DESTROYED, unit("BEL", by="ENG"), unit("BRE", by="ENG")),
        (
            "your army in Belgium was destroyed by England coming from the English Channel "
            "and your fleet in Brest by England coming from the English Channel"
        ),
        (
            "votre armée de Belgique a été annihilée par la Grande-Bretagne depuis la Manche "
            "et votre flotte de Brest par la Grande-Bretagne depuis la Manche"
        ),
    ),
    (fact(K.ANNIHILATED, unit("BEL")), "your army in Belgium was destroyed", "votre armée de Belgique a été annihilée"),
    (
        fact(K.COLLIDED, unit("BEL", "PIC", by="ENG")),
        "your army in Belgium was destroyed, for another unit retreated to the same region",
        "votre armée de Belgique a été annihilée, une autre unité ayant fait retraite vers la même région",
    ),
    (
        fact(K.UNRETREATED, unit("BEL")),
        "your army in Belgium left the board for want of an order",
        "votre armée de Belgique a quitté la carte, faute d’ordre",
    ),
    (
        fact(K.VOID_LOST, unit("BEL"), unit("BRE")),
        "your army in Belgium and your fleet in Brest left the board, their orders being void",
        "votre armée de Belgique et votre flotte de Brest ont quitté la carte, leurs ordres étant nuls",
    ),
    (
        fact(K.REMOVED, unit("BEL")),
        "your army in Belgium was removed by the civil disorder rule",
        "votre armée de Belgique a été démobilisée par la règle du désordre civil",
    ),
    (
        fact(K.CENTRES_LOST, centres="BEL SPA", powers=(GERMANY, ITALY)),
        "you lost Belgium and Spain to Germany and Italy",
        "vous avez perdu la Belgique et l’Espagne face à l’Allemagne et à l’Italie",
    ),
    (
        fact(K.HARMED, unit("BEL"), unit("PAR")),
        "your armies in Belgium and Paris lost hit points",
        "vos armées de Belgique et de Paris ont perdu des points de vie",
    ),
    (fact(K.SCOUTS_LOST, n=2), "you lost 2 scouts", "vous avez perdu 2 éclaireurs"),
    (
        fact(K.LAPSED, n=1),
        "you lost a build for want of an order",
        "vous avez perdu une mobilisation, faute d’ordre",
    ),
    (
        fact(K.SILENT, unit("BEL"), unit("PAR")),
        "you gave no orders: your armies in Belgium and Paris held",
        "vous n’avez rien ordonné : vos armées de Belgique et de Paris ont tenu",
    ),
    (
        fact(K.BOUNCED, unit("BUR", "MUN", by="MUN"), unit("BRE", "ENG", by="ENG NTH")),
        (
            "your army in Burgundy bounced with Germany in Munich "
            "and your fleet in Brest with England in the English Channel"
        ),
        (
            "votre armée de Bourgogne s’est heurtée à l’Allemagne à Munich "
            "et votre flotte de Brest à la Grande-Bretagne dans la Manche"
        ),
    ),
    (
        fact(K.BOUNCED, unit("BUR", "GAS", by="PAR"), unit("PAR", "GAS", by="BUR")),
        "your armies in Burgundy and Paris kept each other out of Gascony",
        "vos armées de Bourgogne et de Paris se sont gênées en Gascogne",
    ),
    (
        fact(K.BOUNCED, unit("BUR", "PIC")),
        "your army in Burgundy bounced with a unit out of sight in Picardy",
        "votre armée de Bourgogne s’est heurtée à une unité hors de vue en Picardie",
    ),
    (
        fact(K.UNCONVOYED, unit("BEL", "LON")),
        "your army in Belgium found no convoy to London",
        "votre armée de Belgique n’a pas trouvé de convoi vers Londres",
    ),
    (
        fact(K.CUT, unit("BEL", by="YOR"), unit("PAR", by="BUR PIC")),
        (
            "the support of your army in Belgium was cut by England "
            "and that of your army in Paris by a unit out of sight and another of your units"
        ),
        (
            "le soutien de votre armée de Belgique a été coupé par la Grande-Bretagne "
            "et celui de votre armée de Paris par une unité hors de vue et une autre de vos unités"
        ),
    ),
    (
        fact(K.CUT, unit("BEL", by="YOR"), unit("BRE", by="ENG"), unit("PAR", by="ENG")),
        "the support of your armies in Belgium and Paris and of your fleet in Brest was cut by England",
        (
            "les soutiens de vos armées de Belgique et de Paris et de votre flotte de Brest "
            "ont été coupés par la Grande-Bretagne"
        ),
    ),
    (
        fact(K.INEFFECTIVE, unit("BEL")),
        "the order of your army in Belgium had no effect",
        "l’ordre de votre armée de Belgique est resté sans effet",
    ),
    (
        fact(K.VOID, unit("BEL"), unit("BRE")),
        "the orders of your army in Belgium and of your fleet in Brest were void",
        "les ordres de votre armée de Belgique et de votre flotte de Brest étaient nuls",
    ),
    (
        fact(K.UNORDERED, unit("BEL")),
        "your army in Belgium had no order",
        "votre armée de Belgique n’avait pas d’ordre",
    ),
    (
        fact(K.CENTRES_GAINED, centres="POR SPA"),
        "you gained Portugal and Spain",
        "vous avez gagné l’Espagne et le Portugal",
    ),
    (
        fact(K.DISLODGING, unit("BRE", "ENG", by="ENG"), unit("BUR", "MUN", by="MUN")),
        (
            "your fleet in Brest dislodged England from the English Channel "
            "and your army in Burgundy dislodged Germany from Munich"
        ),
        (
            "votre flotte de Brest a délogé la Grande-Bretagne de la Manche "
            "et votre armée de Bourgogne l’Allemagne de Munich"
        ),
    ),
    (
        fact(K.RETREATED, unit("BUR", "PIC")),
        "your army in Burgundy retreated to Picardy",
        "votre armée de Bourgogne a fait retraite vers la Picardie",
    ),
    (fact(K.BUILT, unit("BRE")), "you built a fleet in Brest", "vous avez mobilisé une flotte à Brest"),
    (
        fact(K.DISBANDED, unit("BRE")),
        "your fleet in Brest left the board on your order",
        "votre flotte de Brest a quitté la carte selon votre ordre",
    ),
    (
        fact(K.UNREAD, unit("BUR")),
        "the order of your army in Burgundy could not be read",
        "l’ordre de votre armée de Bourgogne n’a pas pu être lu",
    ),
    (
        fact(K.UNREAD, unit("BUR"), unit("BRE")),
        "the orders of your army in Burgundy and of your fleet in Brest could not be read",
        "les ordres de votre armée de Bourgogne et de votre flotte de Brest n’ont pas pu être lus",
    ),
    (
        fact(K.UNANSWERED, unit("BUR")),
        "your army in Burgundy held, as the order offered got no yes",
        "votre armée de Bourgogne a tenu, l’ordre proposé n’ayant reçu aucun OUI",
    ),
    (
        fact(K.UNANSWERED, unit("BUR"), unit("BRE")),
        "your army in Burgundy and your fleet in Brest held, as the orders offered got no yes",
        "votre armée de Bourgogne et votre flotte de Brest ont tenu, les ordres proposés n’ayant reçu aucun OUI",
    ),
    (fact(K.WAIVED, n=2), "you waived two builds", "vous avez renoncé à deux mobilisations"),
    (
        fact(K.MOVED, unit("BUR", "PIC"), unit("SPA", "LYO")),
        "your army in Burgundy moved to Picardy and your fleet in Spain to the Gulf of Lyon",
        "votre armée de Bourgogne est allée en Picardie et votre flotte d’Espagne dans le golfe du Lion",
    ),
    (
        fact(K.MOVED, unit("BUR", "PIC"), unit("SPA", "LYO"), unit("PAR", "BUR")),
        "your armies in Burgundy and Paris and your fleet in Spain moved as ordered",
        "vos armées de Bourgogne et de Paris et votre flotte d’Espagne ont fait mouvement selon vos ordres",
    ),
    (
        fact(K.SUPPORTED, unit("PAR", helped="BUR"), unit("BEL", "BUR", helped="MUN")),
        "your army in Paris supported your army in Burgundy and your army in Belgium supported Germany into Burgundy",
        (
            "votre armée de Paris a soutenu votre armée de Bourgogne "
            "et votre armée de Belgique a soutenu l’Allemagne vers la Bourgogne"
        ),
    ),
    (
        fact(K.SUPPORTED, unit("PAR", helped="RUH"), unit("BEL", helped="RUH"), unit("BUR", helped="RUH")),
        "your armies in Belgium, Burgundy and Paris supported Germany in the Ruhr",
        "vos armées de Belgique, de Bourgogne et de Paris ont soutenu l’Allemagne en Rhénanie",
    ),
    (
        fact(K.CONVOYED, unit("BRE", "LON", helped="BEL")),
        "your fleet in Brest convoyed your army in Belgium",
        "votre flotte de Brest a convoyé votre armée de Belgique",
    ),
    (fact(K.HELD, unit("BEL")), "your army in Belgium held", "votre armée de Belgique a tenu"),
]


def phrasing(language: Language) -> Phrasing:
    return Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, SPRING)


def plain(text: str) -> str:
    return plain_spaces(text).replace(NO_BREAK_SPACE, " ")


@each_case(("one", "english", "french"), SENTENCES, ids=[one.kind.value for one, *_ in SENTENCES])
def test_what_happened_is_told_as_somebody_would_tell_it(one: PhaseFact, english: str, french: str) -> None:
    told = {language: plain(FactWords(FRANCE, phrasing(language), total=9).clause(one, 2)) for language in BOTH}
    assert told == {"en": english, "fr": french}


def test_no_kind_of_fact_is_without_its_sentence() -> None:
    assert {one.kind for one, *_ in SENTENCES} == {*FactKind}


# --- whole paragraphs -----------------------------------------------------------------------------------------


def paragraphs(event: PhaseClosed, language: Language, *powers: Power, sees_all: bool = True) -> list[str]:
    words = Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, event.before)
    return [plain(text) for text in fact_paragraphs(event, powers, words, sees_all=sees_all)]


ARMIES = "A PAR, A BUR, A GAS, A MAR, A PIC, A BEL, A HOL, A RUH, A MUN, A KIE"
FLEETS = "F BRE, F MAO, F ENG, F NTH, F SPA/SC, F LYO, F TYS"
SEVENTEEN = position(
    "S1910M",
    {"FRANCE": f"{ARMIES}, {FLEETS}", "ITALY": "F TUN, A ROM", "GERMANY": "A BER, A SIL"},
    {"FRANCE": "PAR MAR BRE"},
)
MANY_ORDERS = {
    "FRANCE": ["A PAR - GAS", "A GAS - PAR", "A BUR S A MUN", "A RUH S A MUN", "A KIE - BER", "F TYS - ROM"],
    "GERMANY": ["A SIL - MUN", "A BER S A SIL - MUN"],
    "ITALY": ["F TUN - TYS", "A ROM H"],
}
SEVENTEEN_TOLD: Mapping[Language, str] = {
    "en": (
        "Your armies in Gascony, Kiel and Paris and your fleet in the Tyrrhenian Sea bounced with Germany, Italy and "
        "another of your units. Eleven of your units had no orders. Your armies in Burgundy and the Ruhr supported "
        "your army in Munich."
    ),
    "fr": (
        "Vos armées de Gascogne, de Kiel et de Paris et votre flotte de la mer Tyrrhénienne se sont heurtées à "
        "l’Allemagne, à l’Italie et à une autre de vos unités. Onze de vos unités n’avaient pas d’ordres. Vos armées "
        "de Bourgogne et de Rhénanie ont soutenu votre armée de Munich."
    ),
}


@pytest.mark.parametrize("language", BOTH)
def test_seventeen_units_are_told_of_in_three_sentences(language: Language) -> None:
    assert paragraphs(closed(SEVENTEEN, MANY_ORDERS), language, FRANCE) == [SEVENTEEN_TOLD[language]]


def test_powers_of_one_player_have_a_paragraph_each() -> None:
    assert paragraphs(closed(SPRING, SPRING_ORDERS, ["ITALY"]), "en", FRANCE, ITALY) == [
        (
            "France: The support of your army in Belgium was cut by England. Your fleet in Brest dislodged England "
            "from the English Channel. Your 4 other units did as ordered."
        ),
        (
            "Italy: You gave no orders: your fleets in the Ionian Sea and Tunis and your armies in Piedmont and Venice "
            "held."
        ),
    ]


def test_who_has_no_units_is_told_what_happened_on_the_board() -> None:
    assert paragraphs(closed(SPRING, SPRING_ORDERS), "fr") == [
        (
            "La France a délogé la Grande-Bretagne de la Manche ; la Turquie a délogé la Russie de Roumanie. "
            "Quatre mouvements sur 17 ont réussi."
        )
    ]
    assert paragraphs(closed(SPRING, SPRING_ORDERS), "fr", sees_all=False) == []


@pytest.mark.parametrize("language", BOTH)
def test_every_report_of_a_real_game_begins_with_one_to_three_sentences(language: Language) -> None:
    for event, _ in closes("two"):
        for power in (*((power,) for power in BOARD.powers), ()):
            (text,) = paragraphs(event, language, *power)
            sentences = re.findall(r"[^.]+\.(?: |$)", text)
            assert 1 <= len(sentences) <= 3, text
            assert "".join(sentences) == text
            assert all(sentence[0].isupper() or sentence[0].isdigit() for sentence in sentences), text
