"""Reasons of a report in whole sentences: who did not get where, who was in the way, how strong."""

import re
from collections.abc import Mapping, Sequence
from random import Random

import pytest

from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.reports.board_tables import power_results
from judge.reports.language import NO_BREAK_SPACE
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing
from judge.reports.verdict_sentences import reasons_of_phase, verdict_in_prose, wants_reason
from judge.rules.board import Power, Province
from judge.rules.book_text import citing, load_book_text
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Move
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook, rulebook_names
from judge.rules.verdicts import Bounced, Cut, Dislodgement, Judgement, Moved, Verdict
from tests.reports.parlour import BOARD, NOTATION_OF, SPRING, orders, position
from tests.reports.real_games import closes
from tests.reports.reasons import BOTH, REASONS
from tests.rules.skirmishes import STANDARD, armada, melee
from tests.rules.skirmishes import judged as judged_by
from tests.shared.each_case import each_case

Units = Mapping[str, Sequence[str]]

TOLD: Mapping[str, tuple[Units, str, str]] = {
    "two powers to one region": (
        {"RUSSIA": ["A WAR - GAL"], "AUSTRIA": ["A VIE - GAL"]},
        (
            "The army in Warsaw did not enter Galicia: the Austrian army in Vienna was ordered there too, with equal "
            "strength."
        ),
        (
            "L’armée de Varsovie n’est pas entrée en Galicie : l’armée autrichienne de Vienne voulait y entrer aussi, "
            "à forces égales."
        ),
    ),
    "a plural region, two rivals": (
        {"FRANCE": ["A BEL - HOL"], "GERMANY": ["A KIE - HOL"], "ENGLAND": ["F NTH - HOL"]},
        (
            "The army in Belgium did not enter Holland: the German army in Kiel and the English fleet in the North "
            "Sea were ordered there too, with equal strength."
        ),
        (
            "L’armée de Belgique n’est pas entrée aux Pays-Bas : l’armée allemande de Kiel et la flotte britannique"
            " de la mer du Nord voulaient y entrer aussi, à forces égales."
        ),
    ),
    "a defender with help": (
        {"GERMANY": ["A MUN - BUR"], "FRANCE": ["A BUR H", "A PAR S A BUR"]},
        "The army in Munich did not enter Burgundy: the French army stayed there, two against one.",
        "L’armée de Munich n’est pas entrée en Bourgogne : l’armée française y était encore, à deux contre un.",
    ),
    "head to head, and dislodged": (
        {"RUSSIA": ["A RUM - BUL"], "TURKEY": ["A BUL - RUM", "F BLA S A BUL - RUM"]},
        (
            "The army in Rumania did not enter Bulgaria: the Turkish army attacked the other way and dislodged it, "
            "two against one."
        ),
        (
            "L’armée de Roumanie n’est pas entrée en Bulgarie : l’armée turque attaquait en sens inverse et l’a "
            "délogée, à deux contre un."
        ),
    ),
    "a support cut by whoever dislodges": (
        {"ENGLAND": ["F ENG S F NTH - BEL", "F NTH - BEL"], "FRANCE": ["F BRE - ENG", "F MAO S F BRE - ENG"]},
        (
            "The support of the fleet in the English Channel was cut by the French fleet in Brest, which dislodged "
            "it, two against one."
        ),
        (
            "Le soutien de la flotte de la Manche a été coupé par la flotte française de Brest, qui l’a délogée, à "
            "deux contre un."
        ),
    ),
    "a support for what was not ordered": (
        {"RUSSIA": ["F SEV S A RUM", "A RUM - BUL"]},
        "The support of the fleet in Sevastopol came to nothing: the army in Rumania was ordered to go to Bulgaria.",
        (
            "Le soutien de la flotte d’Odessa est resté sans effet : l’armée de Roumanie avait l’ordre d’aller "
            "en Bulgarie."
        ),
    ),
}


def judged(written: Units) -> tuple[Judgement, Position]:
    units = {power: ", ".join(line[:5] for line in lines) for power, lines in written.items()}
    at = position("S1903M", units, {})
    return judge_phase(BOARD, load_rulebook("2023"), at, orders(at, written)), at


def phrasing(at: Position, language: Language) -> Phrasing:
    return Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, at)


def told(written: Units, language: Language) -> list[str]:
    """The reason of the first order that has one, and whatever else is told of its power, one by one."""
    judgement, at = judged(written)
    verdicts = filter(wants_reason, judgement.verdicts[Power(next(iter(written)))])
    return [shown(verdict_in_prose(verdict, phrasing(at, language))) for verdict in verdicts]


def told_once(written: Units, language: Language = "en") -> dict[str, list[str]]:
    """What a report tells below each power."""
    judgement, at = judged(written)
    reasons = reasons_in(judgement, phrasing(at, language))
    return {power: [*map(shown, texts)] for power, texts in reasons.items() if texts}


def reasons_in(judgement: Judgement, words: Phrasing) -> Mapping[Power, Sequence[str]]:
    return reasons_of_phase(judgement.verdicts, words)


def shown(text: str) -> str:
    return plain_spaces(text).replace(NO_BREAK_SPACE, " ")


@each_case(("written", "english", "french"), TOLD.values(), ids=TOLD)
def test_a_reason_is_told_as_a_person_tells_it(written: Units, english: str, french: str) -> None:
    assert [told(written, language)[0] for language in BOTH] == [english, french]


def test_units_that_kept_each_other_out_are_told_in_one_sentence_below_the_first() -> None:
    written = {"ENGLAND": ["F LON - ENG"], "FRANCE": ["A MAR - BUR", "A PAR - BUR", "F BRE - ENG"]}
    assert told_once(written, "fr") == {
        "ENGLAND": ["La flotte française de Brest et la flotte de Londres se sont gênées dans la Manche."],
        "FRANCE": ["Les armées de Paris et de Toulon se sont gênées en Bourgogne."],
    }


def test_how_strong_units_were_that_kept_each_other_out_is_told_where_somebody_helped() -> None:
    written = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    assert told_once(written) == {
        "FRANCE": ["The German army in Munich and the army in Paris kept each other out of Burgundy, two against two."]
    }


def test_units_that_kept_each_other_out_of_where_somebody_stayed_are_told_once() -> None:
    written = {"ITALY": ["A GRE - BUL"], "TURKEY": ["A CON - BUL", "F BUL/SC H"]}
    assert told_once(written) == {
        "ITALY": [
            (
                "The Turkish army in Constantinople and the army in Greece kept each other out of Bulgaria, where the "
                "Turkish fleet stayed."
            )
        ]
    }


def test_supports_of_a_power_that_were_cut_are_one_sentence() -> None:
    written = {
        "AUSTRIA": ["A BUD S A VIE", "A GAL S A VIE", "A VIE H"],
        "RUSSIA": ["A RUM - BUD", "A WAR - GAL"],
    }
    assert told_once(written, "fr")["AUSTRIA"] == [
        (
            "Le soutien de l’armée de Budapest a été coupé par l’armée russe de Roumanie, celui de l’armée de "
            "Galicie par l’armée russe de Varsovie."
        )
    ]


def test_a_unit_that_is_stronger_than_one_of_its_rivals_is_told_of_by_each() -> None:
    """Italy comes alone to where two others are as strong as each other."""
    weak = {"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"], "AUSTRIA": ["A TYR - MUN", "A BOH S A TYR - MUN"]}
    reasons = told_once({**weak, "GERMANY": ["A BER - MUN"]})
    assert [len(texts) for texts in reasons.values()] == [1, 1]
    assert "Berlin" in reasons["GERMANY"][0]


def test_who_won_is_told_by_those_who_lost() -> None:
    written = {
        "FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"],
        "GERMANY": ["A MUN H"],
        "AUSTRIA": ["A TYR - MUN"],
    }
    reasons = told_once(written)
    assert "FRANCE" not in reasons
    assert reasons["GERMANY"] == ["The army in Munich was dislodged by the French army in Burgundy, two against one."]
    assert reasons["AUSTRIA"] == [
        "The army in Tyrolia did not enter Munich: the French army in Burgundy was ordered there too, two against one."
    ]


def test_no_order_that_failed_stands_without_its_reason() -> None:
    """In all movement phases of a real game: its own sentence, or one that names its unit beside others."""
    found = 0
    for event, _ in closes("three"):
        words = phrasing(event.before, "en")
        told_of = " ".join(shown(text) for texts in reasons_in(event.judgement, words).values() for text in texts)
        for one in (one for listed in event.judgement.verdicts.values() for one in listed if wants_reason(one)):
            whole = shown(verdict_in_prose(one, words)).replace(", with equal strength", "")
            if whole in told_of or isinstance(one.reason, Moved):
                continue
            found += 1
            assert isinstance(one.reason, Bounced | Cut)
            assert one.unit
            name = shown(words.region(one.unit.at.province, "name"))
            shared = "kept each other out of" if isinstance(one.reason, Bounced) else ", that of"
            assert any(name in said and shared in said for said in told_of.split(". "))
    assert found > 10


@pytest.mark.parametrize("book", rulebook_names())
@pytest.mark.parametrize("language", BOTH)
def test_every_reason_in_results_names_a_rule_of_the_book(book: str, language: Language) -> None:
    numbers = {rule.number for rule in load_book_text(book).paragraphs}
    for seed in range(20):
        skirmish = (melee, armada)[seed % 2](Random(seed))
        judgement = judged_by(skirmish, load_rulebook(book))
        rules = citing(book, STANDARD, judgement)
        words = Phrasing(language, load_notation(NOTATION_OF[language]), STANDARD, skirmish.position)
        for power in power_results(judgement, (), words, citing=rules):
            for text in map(plain_spaces, power.told):
                named = re.findall(r"\((?:rule|règle) ([^)]+)\)", text)
                assert named, text
                assert set(named) <= numbers


@pytest.mark.parametrize("language", BOTH)
def test_every_reason_has_its_sentence(language: Language) -> None:
    for reason, order, *_ in REASONS:
        unit = SPRING.units[getattr(order, "at", Province("MUN"))] if not isinstance(order, Build) else None
        for dislodged in (None, Dislodgement(Province("BUR"), 2, 1) if unit else None):
            one = Verdict(unit, order, reason, dislodged)
            said = plain_spaces(verdict_in_prose(one, phrasing(SPRING, language)))
            assert bool(said) == wants_reason(one)
            assert not said or (said[0].isupper() and said.endswith(".") and "  " not in said)


def test_who_is_told_to_have_stayed_stayed_and_who_came_too_came() -> None:
    """In all movement phases of two real games."""
    found = 0
    for event, _ in (*closes("one"), *closes("three")):
        by_place = {one.unit.at.province: one for all_ in event.judgement.verdicts.values() for one in all_ if one.unit}
        for one in by_place.values():
            goal = one.order.to.province if isinstance(one.order, Move) else None
            for opponent in one.reason.by if isinstance(one.reason, Bounced) else ():
                found += 1
                if opponent == goal:
                    assert not isinstance(by_place[opponent].reason, Moved)
                else:
                    order = by_place[opponent].order
                    assert isinstance(order, Move)
                    assert order.to.province == goal
            if goal and isinstance(one.reason, Moved) and one.reason.opposed_by == (goal,):
                found += 1
                driven = by_place[goal].dislodged
                assert driven
                assert one.unit
                assert driven.by == one.unit.at.province
    assert found > 200


def test_a_unit_without_a_retreat_bears_the_word_of_its_book() -> None:
    written = {"ITALY": ["A VEN H"], "AUSTRIA": ["A TYR - VEN", "A TRI S A TYR - VEN", "A PIE H", "A TUS H"]}
    surrounded = {**written, "FRANCE": ["A ROM H", "F APU H"]}
    judgement, at = judged(surrounded)
    marks = {
        notation: power_results(judgement, (), Phrasing("fr", load_notation(notation), BOARD, at))
        for notation in ("18centres", "faf", "1971")
    }
    italy = {name: results[[one.name for one in results].index("Italie")] for name, results in marks.items()}
    assert {name: one.orders[0].text.replace("\ue000", " ") for name, one in italy.items()} == {
        "18centres": "A VEN T (annihilée)",
        "faf": "VEN XXX (détruite)",
        "1971": "A Ven (H) (retirée)",
    }
