"""Every reason, mistake and refusal has its sentence in each language, and no sentence is left over."""

import re
import string
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import judge.formats.record
import judge.handlers
import judge.maps
import judge.reports
import judge.shell
import judge.site
import judge.zine
from judge.formats.export import FORMATS
from judge.game.figures import Betrayed
from judge.game.league import TIE_BREAKS
from judge.game.mastery.rules import kinds_of_acts
from judge.game.phases.messages import CloseReason, Ending
from judge.game.phases.phase_facts import FactKind
from judge.game.practice.rules import lessons
from judge.game.press.messages import PressWriter
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import AllotmentReason
from judge.game.settings import (
    Byline,
    DrawRule,
    Entry,
    Language,
    LetterForm,
    MapForm,
    PlayingStrength,
    PressSignature,
    Seating,
    ShortPhasePress,
    VoteSecrecy,
    WatchPermission,
)
from judge.handlers.asked_sentence import asking_table, themes
from judge.handlers.desk import NotPlaced, Placed
from judge.handlers.settings import GAME_SETTINGS, PERSONAL_SETTINGS
from judge.mail.identity import Proof
from judge.notation.line import Misread, MisreadReason, OfferReason
from judge.notation.tables import load_notation
from judge.reports.language import NO_BREAK_SPACE, phrasebook
from judge.reports.line_answers import Outcome, Unknown, UnreadableReason
from judge.reports.order_examples import RESULTS
from judge.reports.own_texts import TEMPLATE_FOLDER, templates_of
from judge.reports.phrasing import OF_TROOPS, Phrasing
from judge.reports.verdict_sentences import explain_verdict_plainly
from judge.reports.void_orders import explain_misread, explain_refused, explain_void
from judge.rules.board import Power, Province, Terrain, UnitKind
from judge.rules.board_file import board_names
from judge.rules.corrections import CorrectionError
from judge.rules.ending import scoring_names
from judge.rules.legality import SlipKind
from judge.rules.orders import Hold, Move, Order, UnusedConvoy
from judge.rules.position import PhaseKind
from judge.rules.rulebook import CentreControl, Damage, rulebook_names
from judge.rules.verdicts import Bounced, Cut, Dislodgement, Harm, Illegal, Reason, Stood, Verdict
from judge.rules.war.scouts import ErrandFailure, UnitTrait
from judge.site.frame import SECTIONS
from tests.reports.parlour import BOARD, NOTATION_OF, OPENED, SPRING
from tests.reports.reasons import A_MUN_BUR, BOTH, ORDER_KINDS, REASONS, RUH_SUPPORTS, at, provinces
from tests.shared.each_case import each_case

A_PAR_BUR = Move(Province("PAR"), at("BUR"))


def verdict(reason: Reason, order: Order | None, dislodged: Dislodgement | None = None) -> Verdict:
    province = getattr(order, "at", Province("MUN"))
    return Verdict(SPRING.units.get(province), order, reason, dislodged)


def plain(text: str) -> str:
    return text.replace(NO_BREAK_SPACE, " ")


@each_case(("reason", "order", "english", "french"), REASONS, ids=lambda case: type(case).__name__)
def test_reason_is_told_in_the_language_and_notation_of_the_reader(
    reason: Reason, order: Order | None, english: str, french: str
) -> None:
    told = {
        language: plain(
            explain_verdict_plainly(
                verdict(reason, order), SPRING, BOARD, load_notation(NOTATION_OF[language]), language
            )
        )
        for language in BOTH
    }
    assert told == {"en": english, "fr": french}


def test_no_reason_is_without_a_case() -> None:
    assert {type(reason) for reason, *_ in REASONS} == set(get_args(Reason))


def test_a_dislodged_unit_is_told_by_whom_beside_its_own_reason() -> None:
    driven = Dislodgement(Province("BUR"), 2, 1)
    cut = verdict(Cut(provinces("BEL")), RUH_SUPPORTS, driven)
    held = verdict(Stood(), Hold(Province("MUN")), driven)
    standard = load_notation("standard")
    by = "Dislodged by A BUR (France), 2 against 1."
    assert explain_verdict_plainly(cut, SPRING, BOARD, standard, "en") == f"The support is cut by A BEL (France). {by}"
    assert explain_verdict_plainly(held, SPRING, BOARD, standard, "en") == by


def test_a_unit_that_was_hurt_is_told_by_whom_and_how_much() -> None:
    hurt = replace(verdict(Bounced(provinces("BUR"), 1, 2), A_MUN_BUR), harm=Harm(provinces("BUR"), 1, 2))
    lost = replace(verdict(Bounced(provinces("BUR"), 1, 4), A_MUN_BUR), harm=Harm(provinces("BUR"), 3, 0))
    told = [
        plain(explain_verdict_plainly(one, SPRING, BOARD, load_notation("18centres"), "fr")) for one in (hurt, lost)
    ]
    assert told == [
        (
            "L’attaque échoue, 1 contre 2, face à A BOU (France). "
            "Perd 1 point de vie face à A BOU (France) ; il en reste 2."
        ),
        (
            "L’attaque échoue, 1 contre 4, face à A BOU (France). "
            "Perd 3 points de vie face à A BOU (France), et il n’en reste aucun : unité annihilée."
        ),
    ]
    told = [plain(explain_verdict_plainly(one, SPRING, BOARD, load_notation("standard"), "en")) for one in (hurt, lost)]
    assert told == [
        "Bounced, 1 against 2: A BUR (France) stood in the way. Loses 1 hit point to A BUR (France); 2 left.",
        (
            "Bounced, 1 against 4: A BUR (France) stood in the way. "
            "Loses 3 hit points to A BUR (France), and has none left: annihilated."
        ),
    ]


# --- void orders, refusals, misreadings -----------------------------------------------------------------------


@each_case("language", BOTH)
@each_case("illegal", Illegal, ids=lambda illegal: illegal.value)
def test_every_void_order_has_its_sentence_whatever_its_kind(illegal: Illegal, language: Language) -> None:
    phrasing = Phrasing(language, load_notation(NOTATION_OF[language]), BOARD, SPRING)
    for order in ORDER_KINDS:
        sentence = explain_void(illegal, order, phrasing)
        assert sentence.endswith(".")
        assert "{" not in sentence
    assert {type(order) for order in ORDER_KINDS} == set(get_args(Order))


@each_case("language", BOTH)
@each_case("refusal", Refusal, ids=lambda refusal: refusal.value)
def test_every_refusal_has_its_sentence(refusal: Refusal, language: Language) -> None:
    phrasing = Phrasing(language, load_notation("standard"), BOARD, SPRING)
    refused = Refused(refusal, Province("MUN"), Power("GERMANY"), SPRING.phase, OPENED)
    assert explain_refused(refused, phrasing, "Europe/Paris").endswith(".")


@each_case("language", BOTH)
@each_case("misreading", MisreadReason, ids=lambda misreading: misreading.value)
def test_every_misreading_has_its_sentence(misreading: MisreadReason, language: Language) -> None:
    phrasing = Phrasing(language, load_notation("standard"), BOARD, SPRING)
    assert explain_misread(Misread("A MUN", 0, 1, misreading), phrasing).endswith(".")


# --- the languages as files ------------------------------------------------------------------------------------


def values(section: str, kinds: Iterable[Enum]) -> set[str]:
    return {f"{section}.{kind.value}" for kind in kinds}


MOTIONS = ("draw", "draw_between", "concession", "extension", "ending", "proposal", "master")


PHASES = ("SM", "SR", "FM", "FR", "WA")
PHASE_FORMS = tuple(f"{form}.{phase}" for form in ("name", "of", "for") for phase in PHASES)
KINDS_OF_OTHERS = ("of_power", "several", "several_of_power", "there")
CHOSEN_BY_VALUE = (
    values("illegal", Illegal)
    | values("reason.unused", UnusedConvoy)
    | values("happened.unused", UnusedConvoy)
    | {f"kind.{form}.{sign}" for form in KINDS_OF_OTHERS for sign in ("A", "F", "unknown")}
    | {f"subject.{name}_short" for name in ("results", "extended", "waits", "warned", "grace")}
    | values("refusal", Refusal)
    | {f"act.{act.value}" for act in kinds_of_acts()}
    | values("slip", SlipKind)
    | {"digest.daily", "digest.weekly"}
    | values("clockwork", PlayingStrength)
    | {f"lesson.{lesson.key}.{part}" for lesson in lessons() for part in ("title", "teach", "task", "met", "hint")}
    | {f"lesson.{lesson.key}.hint_{one.hint}" for lesson in lessons() for one in lesson.mistakes}
    | {f"lesson.press.{part}" for part in ("sample", "solution", "answer")}
    | {f"export.{name}" for name in FORMATS}
    | {f"league.tie.{one}" for one in TIE_BREAKS}
    | {f"cup.{happened}" for happened in ("seated", "standing", "over", "too_few")}
    | {
        f"{kind}.{one.value}"
        for kind in ("unnamed", "to_unnamed")
        for one in PressWriter
        if one is not PressWriter.MASTER
    }
    | {f"book.{name}" for name in rulebook_names()}
    | values("misreading", MisreadReason)
    | values("outcome", Outcome)
    | values("unknown", Unknown)
    | values("missing", Unknown)
    | values("trouble", UnreadableReason)
    | values("proof", Proof)
    | values("because", CloseReason)
    | values("closing", CloseReason)
    | values("conclusion", Ending)
    | {"conclusion.term_of_turns"}
    | values("fact", FactKind)
    | values("fact.nothing", PhaseKind)
    | {f"fact.{who}_to" for who in ("own_unit", "each_other", "unseen")}
    | {f"{section}.own.{sign}" for section in ("fact", "notable") for sign in ("A", "F", "troop")}
    | {f"notable.more.{kind}" for kind in ("eliminated", "gained", "dislodged", "lost", "retreated", "built")}
    | values("words", Seating)
    | {f"master_plays.{name}" for name in ("you", "known", "hidden")}
    | values("terms.entry", Entry)
    | (values("list", Entry) - {"list.anyone"})
    | (values("allotted", AllotmentReason) - {"allotted.wish"})
    | {f"scoring.{name}" for name in scoring_names()}
    | values("terms.draws", DrawRule)
    | values("terms.votes", VoteSecrecy)
    | values("terms.signature", PressSignature)
    | values("terms.watching", WatchPermission)
    | (values("terms.talk", ShortPhasePress) - {"terms.talk.usual"})
    | values("writer", PressWriter)
    | values("wrote", PressWriter)
    | values("byline", {Byline.POWER, Byline.MASTER})
    | values("form", LetterForm)
    | values("maps", MapForm)
    | {"league.points"}
    | {f"order.{what}{way}" for what in ("move", "attack") for way in ("", "_by_sea")}
    | {f"{section}.support_{what}" for section in ("order", "ordered") for what in ("move", "attack")}
    | {"ordered.move", "ordered.attack"}
    | {f"sign.{name}" for name in RESULTS}
    | {"subject.pair_agreed", "subject.pair_declined", "subject.pair_for_one"}
    | {"press_to.master", "press_to.observer", "press_to.power"}
    | values("uncorrectable", CorrectionError)
    | values("offered", OfferReason)
    | values("kind", UnitKind)
    | values("futile", ErrandFailure)
    | values("trait", UnitTrait)
    | values("new", UnitKind)
    | values("phase.kind", PhaseKind)
    | (values("zine.orders", PhaseKind) - {"zine.orders.A"})
    | {f"site.section_{section}" for section in SECTIONS}
    | {"zine.form.number", "zine.form.contents", "zine.form.power"}
    | {f"desk.{how}" for how in get_args(get_type_hints(Placed)["how"])}
    | {f"desk.{why}" for why in get_args(get_type_hints(NotPlaced)["why"])}
    | {f"{calendar}.{form}" for calendar in ("phase", "turn") for form in PHASE_FORMS}
    | {f"autumn.{form}.WA" for form in ("name", "of", "for")}
    | {f"zine.{year}_{calendar}" for year in ("year", "year_drawn") for calendar in ("years", "turns")}
    | {f"{section}.{calendar}" for section in ("last", "votes", "victory_from") for calendar in ("years", "turns")}
    | {f"course.change_{calendar}" for calendar in ("years", "turns")}
    | {f"{section}.{motion}" for section in ("motion", "vote_line") for motion in MOTIONS}
    | {f"course.after_{kind.value}" for kind in Betrayed}
    | {f"course.{name}" for name in ("standoff", "gain", "loss", "supports")}
    | {f"board.{name}" for name in board_names()}
    | {f"board_title.{name}" for name in (*board_names(), "own")}
    | {f"coast.{side}" for side in ("north", "east", "south", "west")}
    | values("quoted", PressWriter)
    | values("troop.ground", UnitKind)
    | {f"bounds.{option.bounds}" for option in (*GAME_SETTINGS.values(), *PERSONAL_SETTINGS.values()) if option.bounds}
    | values("war.control", CentreControl)
    | values("regions.is", Terrain)
    | values("regions.next", UnitKind)
    | {"regions.next.F_coast"}
    | (values("war.damage", Damage) - {"war.damage.none"})
    | {f"asked.rule.{theme.key}" for theme in themes() if theme.does == "rule"}
    | {f"asked.{key}" for key in (*asking_table()["letters"], "letter")}
)
COUNTED = re.compile(r"\.(one|next|same|mutual|many)$")


FORM = re.compile(r"_(at|of|to)$")
"""The form of a region or a power: each language has its own behind the same verb."""


_SPEAKING = (judge.reports, judge.maps, judge.formats.record, judge.zine, judge.site, judge.shell, judge.handlers)
"""The packages whose modules name sentences."""


def chosen_by_name() -> set[str]:
    """Every key that the code names."""
    folders = (Path(package.__path__[0]) for package in _SPEAKING)
    templates = TEMPLATE_FOLDER.glob("site*.html")
    files = (*(path for folder in folders for path in folder.rglob("*.py")), *templates)
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    settings = {"gazette.zone"}  # as init writes it into config.toml
    return set(re.findall(r"""["']([a-z]+\.(?!(?:html|css|zip)\b)[a-z_]+)["']""", source)) - settings | {
        f"calendar.{unit}" for unit in ("days", "hours")
    }


@pytest.mark.parametrize("language", BOTH)
def test_no_sentence_is_missing_and_none_is_left_over(language: Language) -> None:
    sections = {key.split(".")[0] for key in phrasebook(language).sentences}
    named = {key for key in chosen_by_name() if key.split(".")[0] in sections}
    there = {COUNTED.sub("", key) for key in phrasebook(language).sentences}
    retold = {key.replace("reason.", f"{section}.", 1) for key in named for section in ("happened", "then")}
    named |= retold & there  # prose tells most reasons, and what became of a unit, by their names
    assert there - {"typography.no_break_before", "typography.no_break_after"} == named | CHOSEN_BY_VALUE


def test_both_languages_tell_the_same_facts() -> None:
    english, french = (phrasebook(language).sentences for language in BOTH)
    for key, sentence in english.items():
        assert facts_of(sentence) == facts_of(french[key]), key


@pytest.mark.parametrize("language", BOTH)
def test_what_is_said_of_troops_tells_no_fact_that_the_plain_sentence_has_not(language: Language) -> None:
    told = {key: facts_of(sentence) for key, sentence in phrasebook(language).sentences.items()}
    for plain_key, key in OF_TROOPS.items():
        for form in ("", ".one", ".many"):
            assert (plain_key + form in told) == (key + form in told), key
            assert told.get(key + form, set()) <= told.get(plain_key + form, set()), key


def facts_of(sentence: str) -> set[str]:
    """The facts of a sentence, whatever the form in which it names them."""
    return {FORM.sub("", name).casefold() for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_french_punctuation_never_begins_a_line() -> None:
    for sentence in phrasebook("fr").sentences.values():
        assert not re.search(r" [;:!?»]|« ", sentence)


def test_both_languages_have_the_same_templates() -> None:
    english, french = ({path.name for path in templates_of(language).glob("*.txt")} for language in BOTH)
    assert english == french
