"""Orders that a letter passes on, or has in its subject, are offered, and never in force; those in it come first."""

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import carried_out
from tests.corpus.collection import CorpusLetter
from tests.shared.each_case import each_case

QUOTED = "> A PAR - BUR\n> F BRE - MAO\n> this is what I would play"
FORWARDED = """---------- Forwarded message ---------
From: Lena <lena@example.org>
To: Marc <marc@example.org>
Subject: my turn

Paris goes to Burgundy, Brest to the Mid-Atlantic."""
TRANSMIS = """----- Message d’origine -----
De : Léna <lena@example.org>
À : Marc <marc@example.org>
Objet : mon tour

Paris va en Bourgogne, Brest en Atlantique."""


def read(text: str, language: Language = "en") -> tuple[frozenset[str], frozenset[str]]:
    done = carried_out(CorpusLetter(language, "mail", 1, "opening", "FRANCE", "standard", (text,)))
    return done.executed, done.offered


@each_case(
    ("language", "text"),
    [
        ("en", f"FYI, see below.\n\n{QUOTED}"),
        ("en", f"{QUOTED}\n\nThis came from Germany."),
        ("en", FORWARDED),
        ("en", f"I sent this from the wrong account yesterday:\n\n{FORWARDED}"),
        ("en", f"Did my orders arrive? I forward them to be on the safe side.\n\n{FORWARDED}"),
        ("en", f"I'll be away from 10 to 14 December. My orders are below.\n\n{FORWARDED}"),
        ("en", f"My orders again, see below. When is the deadline?\n\n{FORWARDED}"),
        ("fr", f"Mes ordres sont-ils bien arrivés ? Je vous les remets ci-dessous.\n\n{TRANSMIS}"),
        ("fr", f"Je vous fais suivre mes ordres.\n\n{TRANSMIS}"),
        ("fr", TRANSMIS),
    ],
)
def test_orders_that_a_letter_passes_on_are_offered(language: Language, text: str) -> None:
    assert read(text, language) == (frozenset(), frozenset({"A PAR - BUR", "F BRE - MAO"}))


def test_orders_of_a_letter_leave_what_it_quotes_alone() -> None:
    assert read(f"A PAR - PIC\n\n{QUOTED}") == (frozenset({"A PAR - PIC"}), frozenset())


@pytest.mark.parametrize("others", ["> A MUN - BUR\n> F KIE - DEN", "> See you in Leeds."])
def test_what_is_passed_on_of_others_is_no_order_of_its_reader(others: str) -> None:
    assert read(f"FYI, see below.\n\n{others}") == (frozenset(), frozenset())


def test_a_reply_to_an_answer_passes_nothing_on() -> None:
    texts = ("A PAR - BUR", "Thanks!\n\nOn 1 May 2026 at 10:00, Judge wrote:\n> A PAR - BUR\n> F BRE - MAO")
    done = carried_out(CorpusLetter("en", "mail", 1, "opening", "FRANCE", "standard", texts))
    assert (done.executed, done.offered) == (frozenset({"A PAR - BUR"}), frozenset())


IN_SUBJECT = "A PAR - BUR, F BRE - MAO"


def with_subject(
    text: str, subject: str = IN_SUBJECT, language: Language = "en"
) -> tuple[frozenset[str], frozenset[str]]:
    done = carried_out(CorpusLetter(language, "mail", 1, "opening", "FRANCE", "standard", (text,), subject=subject))
    return done.executed, done.offered


@each_case(
    ("language", "text"),
    [
        ("en", "Orders are in the subject line, it was quicker.\nCheers, Pete"),
        ("en", "See subject."),
        ("en", "As above.\n\nPete"),
        ("en", ""),
        ("en", "Sent from my phone"),
        ("fr", "Mes ordres sont dans l’objet, c’était plus rapide."),
        ("fr", "Voir l’objet.\nPierre"),
        ("fr", ""),
    ],
)
def test_orders_of_a_subject_are_offered_where_the_letter_has_none(language: Language, text: str) -> None:
    assert with_subject(text, language=language) == (frozenset(), frozenset({"A PAR - BUR", "F BRE - MAO"}))


@each_case(
    ("language", "text"),
    [
        ("en", "Ignore the subject line, that was last turn's."),
        ("en", "Please don't run the subject yet."),
        ("en", "Did this bounce?"),
        ("en", "Dear Italy,\nthis is what I am going to do."),
        ("fr", "Ne tenez pas compte de l’objet, c’est celui du tour dernier."),
        ("fr", "Est-ce que c’est permis ?"),
    ],
)
def test_a_subject_that_is_taken_back_asked_about_or_for_others_is_not_offered(language: Language, text: str) -> None:
    assert with_subject(text, language=language) == (frozenset(), frozenset())


@pytest.mark.parametrize("subject", [f"Re: {IN_SUBJECT}", "A MUN - BUR, F KIE - DEN", "Par avion"])
def test_subjects_of_replies_and_for_others_are_no_orders(subject: str) -> None:
    assert with_subject("See subject.", subject) == (frozenset(), frozenset())


def test_orders_of_a_letter_come_before_its_subject() -> None:
    assert with_subject("A PAR - PIC") == (frozenset({"A PAR - PIC"}), frozenset())
