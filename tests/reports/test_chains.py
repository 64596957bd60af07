"""Why an order came out as it did, told as a tree of sentences in each language."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.game_answers import (
    cause_sentences,
    cause_tree,
    what_if_order_text,
    what_if_power_text,
    write_what_if,
    write_why,
)
from judge.reports.language import LetterText, say
from judge.reports.layout import WIDTH, lay_out_page, plain_spaces
from judge.reports.line_answers import AnsweredLine, TextAnswer, WhatIfAnswer
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.book_text import Citing
from judge.rules.explanation import CauseRole, Explanation, explain_verdict, verdict_at, verdicts_by_province
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook, rulebook_names
from judge.rules.verdicts import Dislodgement, Reason, Side, Verdict
from tests.reports.parlour import (
    AUTUMN,
    AUTUMN_ORDERS,
    BOARD,
    FRANCE,
    NOTATION_OF,
    NOW,
    SEATS,
    SPRING,
    SPRING_ORDERS,
    closed,
    game_at,
    order,
    orders,
    position,
    speaking,
)
from tests.reports.reasons import BOTH, REASONS
from tests.rules.skirmishes import STANDARD, armada, judged, melee
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

MUN = Province("MUN")
QUESTION: Mapping[Language, str] = {"en": "WHY A RUM", "fr": "POURQUOI A ROU"}
SUPPOSED: Mapping[Language, Sequence[str]] = {
    "en": ("WHATIF F1903M", "RUSSIA:", "A BOH - MUN", "F BAL - ION", "ENDWHATIF"),
    "fr": ("ESSAI F1903M", "RUSSIE :", "A BOH - MUN", "F BAL - ION", "FIN ESSAI"),
}
TOLD: set[type] = {type(reason) for reason, *_ in REASONS}


# --- sentences -------------------------------------------------------------------------------------------------


@each_case("language", BOTH)
@each_case("role", CauseRole, ids=lambda role: role.value)
def test_every_reason_has_a_sentence_in_a_chain_whatever_its_role(role: CauseRole, language: Language) -> None:
    assert set(get_args(Reason)) == TOLD
    phrasing = Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, SPRING)
    for reason, given_order, *_ in REASONS:
        for driven_out in (None, Dislodgement(Province("BUR"), 2, 1)):
            verdict = Verdict(SPRING.units[MUN], given_order, reason, driven_out)
            because = Explanation(verdict, role, Side(MUN, 2, (Province("RUH"),)), (Side(Province("BUR"), 1),))
            said = plain_spaces(cause_sentences(because, phrasing, FRANCE).text)
            assert said.endswith(".")
            assert "{" not in said
            assert "  " not in said


def told(asked: str, at: Position, written: Mapping[str, Sequence[str]], language: Language) -> list[str]:
    judgement = judge_phase(BOARD, load_rulebook("2023"), at, orders(at, written))
    verdict = verdict_at(judgement, Province(asked))
    assert verdict
    phrasing = Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, at)
    return (
        lay_out_page(cause_tree(explain_verdict(judgement, verdict), phrasing).outline)
        .replace("\N{NO-BREAK SPACE}", " ")
        .splitlines()
    )


NORWAY = position(
    "S1902M", {"ENGLAND": "F NTH, F SKA, A SWE", "RUSSIA": "F NWY, F NWG, A FIN"}, {"RUSSIA": "NWY", "ENGLAND": "SWE"}
)
NORWAY_ORDERS = {
    "ENGLAND": ["F NTH - NWY", "F SKA S F NTH - NWY", "A SWE S F NTH - NWY"],
    "RUSSIA": ["F NWY H", "F NWG S F NWY", "A FIN - SWE"],
}
TRAIN = position("S1902M", {"FRANCE": "A GAS, A PAR, A BUR", "GERMANY": "A MUN, A RUH"}, {})
TRAIN_ORDERS = {"FRANCE": ["A GAS - PAR", "A PAR - BUR", "A BUR - MUN"], "GERMANY": ["A MUN H", "A RUH S A MUN - KIE"]}
LANDING = position("S1902M", {"ENGLAND": "A LON, F NTH", "GERMANY": "F HOL, F DEN, A BEL"}, {})
LANDING_ORDERS = {
    "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
    "GERMANY": ["F HOL - NTH", "F DEN S F HOL - NTH", "A BEL H"],
}

RIVALS = position("S1902M", {"FRANCE": "A PAR, A MAR, A GAS", "GERMANY": "A MUN, A RUH", "ITALY": "A BUR"}, {})
RIVALS_ORDERS = {
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A GAS S A PAR - BUR"],
    "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
    "ITALY": ["A BUR H"],
}

TREES: Mapping[str, tuple[str, Position, Mapping[str, Sequence[str]], list[str], list[str]]] = {
    "a support cut": (
        "NTH",
        NORWAY,
        NORWAY_ORDERS,
        [
            "The fleet in the North Sea did not enter Norway: the Russian fleet",
            "stayed there, two against two. The fleet in the North Sea had the",
            "support of the fleet in the Skagerrak. The Russian fleet in Norway had",
            "the support of the Russian fleet in the Norwegian Sea.",
            "- The support of the army in Sweden for the fleet in the North Sea was",
            "  cut by the Russian army in Finland.",
        ],
        [
            "La flotte de la mer du Nord n’est pas entrée en Norvège : la flotte",
            "russe y était encore, à deux contre deux. La flotte de la mer du Nord",
            "avait le soutien de la flotte du Skagerrak. La flotte russe de Norvège",
            "avait le soutien de la flotte russe de la mer de Groenland et de",
            "Norvège.",
            "- Le soutien de l’armée de Suède à la flotte de la mer du Nord a été",
            "  coupé par l’armée russe de Finlande.",
        ],
    ),
    "a train stopped at its head": (
        "GAS",
        TRAIN,
        TRAIN_ORDERS,
        [
            "The army in Gascony did not enter Paris: the army in Paris stayed there,",
            "with equal strength.",
            "- The army in Paris did not enter Burgundy: the army in Burgundy stayed",
            "  there, with equal strength.",
            "  - The army in Burgundy did not enter Munich: the German army stayed",
            "    there, with equal strength.",
            "    - The support of the German army in the Ruhr came to nothing: the",
            "      German army in Munich was ordered to hold.",
        ],
        [
            "L’armée de Gascogne n’est pas entrée à Paris : l’armée de Paris y était",
            "encore, à forces égales.",
            "- L’armée de Paris n’est pas entrée en Bourgogne : l’armée de Bourgogne",
            "  y était encore, à forces égales.",
            "  - L’armée de Bourgogne n’est pas entrée à Munich : l’armée allemande y",
            "    était encore, à forces égales.",
            "    - Le soutien de l’armée allemande de Rhénanie est resté sans effet :",
            "      l’armée allemande de Munich avait l’ordre de tenir.",
        ],
    ),
    "two opponents of different strength": (
        "PAR",
        RIVALS,
        RIVALS_ORDERS,
        [
            "The army in Paris entered Burgundy in spite of the Italian army in",
            "Burgundy and the German army in Munich, three against two at most. The",
            "army in Paris had the support of the army in Gascony and the army in",
            "Marseilles. The Italian army in Burgundy had a strength of one. The",
            "German army in Munich had a strength of two, with the support of the",
            "German army in the Ruhr.",
        ],
        [
            "L’armée de Paris est entrée en Bourgogne malgré l’armée italienne de",
            "Bourgogne et l’armée allemande de Munich, à trois contre deux au plus.",
            "L’armée de Paris avait le soutien de l’armée de Gascogne et de l’armée",
            "de Toulon. L’armée italienne de Bourgogne avait une force de un. L’armée",
            "allemande de Munich avait une force de deux, avec le soutien de l’armée",
            "allemande de Rhénanie.",
        ],
    ),
    "a convoy broken": (
        "LON",
        LANDING,
        LANDING_ORDERS,
        [
            "The army in London did not reach Belgium: the fleet in the North Sea,",
            "which was convoying it, was dislodged.",
            "- The German fleet in Holland entered the North Sea and dislodged the",
            "  English fleet there, two against one. The German fleet in Holland had",
            "  the support of the German fleet in Denmark.",
        ],
        [
            "L’armée de Londres n’est pas arrivée en Belgique : la flotte de la mer",
            "du Nord, qui la convoyait, a été délogée.",
            "- La flotte allemande des Pays-Bas est entrée en mer du Nord et en a",
            "  délogé la flotte britannique, à deux contre un. La flotte allemande",
            "  des Pays-Bas avait le soutien de la flotte allemande du Danemark.",
        ],
    ),
}


@pytest.mark.parametrize("case", TREES.values(), ids=list(TREES))
def test_a_chain_is_told_as_a_tree(
    case: tuple[str, Position, Mapping[str, Sequence[str]], list[str], list[str]],
) -> None:
    asked, at, written, english, french = case
    assert told(asked, at, written, "en") == english
    assert told(asked, at, written, "fr") == french


# --- whole answers ---------------------------------------------------------------------------------------------


def answered(language: Language, event: PhaseClosed, *answers: Callable[[Phrasing], AnsweredLine]) -> LetterText:
    game = speaking(game_at(event.before, event), SEATS[FRANCE], language)
    phrasing = Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, event.before)
    told = [answer(phrasing) for answer in answers]
    return write_acknowledgement(game, game.people[SEATS[FRANCE]], told, "", "token", NOW)


@pytest.mark.parametrize("language", BOTH)
def test_the_answer_to_why_reads_as_it_was_approved(
    language: Language, golden: Callable[[str, LetterText], None]
) -> None:
    event = closed(SPRING, SPRING_ORDERS)
    game = speaking(game_at(SPRING, event), SEATS[FRANCE], language)
    verdict = verdict_at(event.judgement, Province("RUM"))
    assert verdict
    text = write_why(game, game.people[SEATS[FRANCE]], event, verdict)
    golden(
        f"anyone.why.{language}",
        answered(language, event, lambda _: AnsweredLine(QUESTION[language], TextAnswer(text))),
    )


@pytest.mark.parametrize("language", BOTH)
def test_the_answer_to_what_if_reads_as_it_was_approved(
    language: Language, golden: Callable[[str, LetterText], None]
) -> None:
    event = closed(AUTUMN, AUTUMN_ORDERS)
    game = speaking(game_at(AUTUMN, event), SEATS[FRANCE], language)
    reader = game.people[SEATS[FRANCE]]
    supposed: dict[Power, tuple[Order, ...]] = orders(AUTUMN, {"RUSSIA": SUPPOSED["en"][2:4]})
    judgement = judge_phase(BOARD, game.book, AUTUMN, supposed)
    report = write_what_if(game, reader, AUTUMN, judgement, 9)
    first, power, landing, orders_refused, last = SUPPOSED[language]
    words = answered(
        language,
        event,
        lambda _: AnsweredLine(first, WhatIfAnswer(say(reader.language, "supposed.begun"))),
        lambda _: AnsweredLine(power, WhatIfAnswer(what_if_power_text(reader, Power("RUSSIA"), BOARD))),
        lambda phrasing: AnsweredLine(landing, WhatIfAnswer(what_if_order_text(order(landing, AUTUMN), phrasing))),
        lambda phrasing: AnsweredLine(
            orders_refused, WhatIfAnswer(what_if_order_text(order(orders_refused, AUTUMN), phrasing))
        ),
        lambda _: AnsweredLine(last, WhatIfAnswer(report=report)),
    )
    golden(f"anyone.whatif.{language}", words)


@pytest.mark.parametrize("language", BOTH)
def test_no_heading_of_a_what_if_could_be_one_of_a_report(language: Language) -> None:
    game = speaking(game_at(AUTUMN), SEATS[FRANCE], language)
    judgement = judge_phase(BOARD, game.book, AUTUMN, orders(AUTUMN, AUTUMN_ORDERS))
    lines = write_what_if(game, game.people[SEATS[FRANCE]], AUTUMN, judgement, 9).splitlines()
    mark = {"en": "WHAT IF", "fr": "ESSAI"}[language]
    headings = [line for line in lines if line and not line.startswith(" ") and line.split()[0].strip(",:.").isupper()]
    assert len(headings) >= 5
    assert [line for line in headings if mark not in line] == []
    assert headings[0] == lines[1]
    assert lines.index(headings[-1]) > lines.index(headings[-2]) + 7, "the last mark stands below everything"


@pytest.mark.parametrize("book", rulebook_names())
@pytest.mark.parametrize("language", BOTH)
def test_every_line_of_a_chain_cites_a_rule_which_is_listed_below(book: str, language: Language) -> None:
    phrasing = Phrasing(language, load_notation(NOTATION_OF[language]), STANDARD, SPRING)
    for seed in range(20):
        skirmish = (melee, armada)[seed % 2](Random(seed))
        judgement = judged(skirmish, load_rulebook(book))
        for verdict in verdicts_by_province(judgement).verdicts.values():
            at = replace(phrasing, position=skirmish.position)
            told = cause_tree(explain_verdict(judgement, verdict), at, Citing(book, STANDARD, judgement))
            lines = [plain_spaces(line) for _, line in told.outline.lines]
            cited = {number for line in lines for number in re.findall(r"\((?:rule|règle) ([^)]+)\)", line)}
            assert cited == {rule.number for rule in told.rules}
            assert [line for line in lines if ("rule " if language == "en" else "règle ") not in line] == []


# --- any chain -------------------------------------------------------------------------------------------------

ASKED = st.sampled_from(sorted(SPRING.units))


@given(asked=ASKED, language=st.sampled_from(BOTH))
@drawn(80)
def test_any_tree_fits_the_page(asked: Province, language: Language) -> None:
    event = closed(SPRING, SPRING_ORDERS)
    game = speaking(game_at(SPRING, event), SEATS[FRANCE], language)
    verdict = verdict_at(event.judgement, asked)
    assert verdict
    text = write_why(game, game.people[SEATS[FRANCE]], event, verdict)
    assert max(map(len, text.splitlines())) <= WIDTH
