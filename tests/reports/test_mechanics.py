"""Faults that a machine finds in letters, sentences and templates: elision, contraction, doubled words, articles."""

import re
from collections.abc import Iterable, Iterator, Mapping

import pytest

from judge.game.settings import Language
from judge.reports.language import NO_BREAK_SPACE, name_form, phrasebook
from judge.reports.own_texts import templates_of
from tests.reports.kept_letters import FRENCH_LETTERS, LETTERS, paragraphs, sentences
from tests.shared.each_case import each_case

_VOWELS = "aàâeéèêiîoôuœAÀÂEÉÈÊIÎOÔUŒ"
_NEVER_TWICE = "de|du|des|le|la|les|à|au|et|en|que|qui|pour|par|dans|sur|est|the|a|an|of|to|in|and|is|for|by|at|with"
DOUBLED = re.compile(rf"\b({_NEVER_TWICE}) \1\b")
FRENCH: Mapping[str, re.Pattern[str]] = {
    "elision": re.compile(
        r"(?<![\w-])(?:[Dd]e|[Ll]e|[Ll]a|[Nn]e|[Ss]e|[Mm]e|[Qq]ue|[Jj]e|[Jj]usque|[Ll]orsque|[Pp]uisque) "
        rf"(?!on[zc]|oui|un\b|[A-ZÀÉ]{{2,}}|[A-Z] )[{_VOWELS}]\w*"
    ),
    "si il": re.compile(r"\b[Ss]i ils?\b"),
    "contraction": re.compile(r"\b(?:de|à) les? (?![a-zà-ÿ]+(?:er|ir|re|oir)\b)\w+"),
    "none is singular": re.compile(r"(?<![\d.,:/+-])0 [a-zéè]{3,}s\b"),
    "doubled": DOUBLED,
    "quotation marks": re.compile(r"«(?! )|(?<! )»"),
    "a space before": re.compile(r"[a-zà-ÿ](?:[;!?]|:(?= ))"),
}
ENGLISH: Mapping[str, re.Pattern[str]] = {
    "a before a vowel": re.compile(r"\b[Aa] (?!one|uni|us[eu]|eu|ub|once)[aeio][a-z]+"),
    "an before a consonant": re.compile(r"\b[Aa]n (?!hour|hono|heir)[b-df-hj-np-tv-z][a-z]+"),
    "doubled": DOUBLED,
    "a space before": re.compile(r"[a-z] [:,!?](?= |$)"),
}
NOT_OURS = re.compile(
    r"^(?:From: |To: |Subject: |\[text/|[A-Z-]+[:;])|^\[rome\] .*: |« Re: |^A [A-Z][a-z]{2}\b"
    r"|shall we leave Piedmont empty"
)
"""Heads of letters, entries of calendars, subjects that players wrote, orders."""

_PLACED = re.compile(r"\{[{%].*?[}%]\}|\{\w*\}")
"""Where a template has a fact of its letter, or goes one of two ways."""


def templates(language: Language) -> Iterator[tuple[str, str]]:
    for path in sorted(templates_of(language).rglob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.name, _PLACED.sub("…", line)


def table(language: Language) -> Iterator[tuple[str, str]]:
    for key, text in phrasebook(language).sentences.items():
        if not key.startswith("typography."):
            yield key, _PLACED.sub("…", text.replace(NO_BREAK_SPACE, " "))


def french() -> Iterator[tuple[str, str]]:
    yield from ((name, one) for name, letter in FRENCH_LETTERS.items() for one in paragraphs(letter))
    yield from table("fr")
    yield from templates("fr")


def english() -> Iterator[tuple[str, str]]:
    in_english = {name: text for name, text in LETTERS.items() if name.endswith(".en.txt")}
    yield from ((name, one) for name, letter in in_english.items() for one in sentences(letter))
    yield from table("en")
    yield from templates("en")


def faults(pattern: re.Pattern[str], texts: Iterable[tuple[str, str]]) -> list[str]:
    return [
        f"{name}: {found[0]!r} in {text[:120]}"
        for name, text in texts
        if not NOT_OURS.search(text)
        for found in pattern.finditer(text)
    ]


@each_case("pattern", FRENCH.values(), ids=FRENCH)
def test_no_french_text_has_a_mechanical_fault(pattern: re.Pattern[str]) -> None:
    assert faults(pattern, french()) == []


@pytest.mark.parametrize("pattern", ENGLISH.values(), ids=ENGLISH)
def test_no_english_text_has_a_mechanical_fault(pattern: re.Pattern[str]) -> None:
    assert faults(pattern, english()) == []


FOUND = {
    "elision": ("Lettre n° 1 de entrainement-x", "plus que aucune", "le armée"),
    "si il": ("si il part",),
    "contraction": ("l’armée de le Yorkshire", "à les joueurs"),
    "none is singular": ("compte 0 comptes",),
    "doubled": ("venue de de Brest",),
    "quotation marks": ("« oui»",),
    "a space before": ("la France: Trieste", "quand?"),
}


@each_case(("family", "texts"), FOUND.items(), ids=FOUND)
def test_such_a_fault_is_found(family: str, texts: tuple[str, ...]) -> None:
    assert all(faults(FRENCH[family], [("here", text)]) for text in texts)


def test_the_name_of_a_game_loses_the_vowel_before_it() -> None:
    assert [name_form("of", name, "fr") for name in ("rome", "oslo")] == ["de rome", "d’oslo"]
