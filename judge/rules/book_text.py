"""The rule books in numbered paragraphs, told in our own words: their texts, their examples, the terms they use."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any
from unicodedata import combining, normalize

from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.explanation import VerdictsByProvince, verdicts_by_province
from judge.rules.fast import kept_for_same
from judge.rules.grounds import Keys, Part, grounds_of
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import rulebook_names
from judge.rules.verdicts import Judgement, Verdict

_PARTS = re.compile(r"\w+")
_UNIT = re.compile(r"([AF]) ([A-Z]{3})(?:/([NSEW]C))?")
_FIRST_PHASE = "S1901M"

Told = Mapping[str, str]
"""A text by its language, ``en`` or ``fr``."""


@dataclass(frozen=True)
class RuleExample:
    """A phase of movement that a paragraph shows: its ``position``, and the lines of each power as they are written."""

    position: Position
    lines: tuple[tuple[Power, str], ...]


@dataclass(frozen=True)
class RuleParagraph:
    """One rule: its ``number`` as its text has it, a title, what it says; ``policies`` carry it (``RuleBook``).

    ``reasons`` are the keys of what it decides, as ``rules/grounds.py`` has them: ``illegal.not_adjacent``,
    ``verdict.Cut``, ``verdict.Moved.ring``.
    """

    number: str
    title: Told
    text: Told
    policies: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    examples: tuple[RuleExample, ...] = ()


@dataclass(frozen=True)
class Term:
    """A word of a book: how it is written by language, the usual form first; its paragraph; what it means."""

    words: Mapping[str, tuple[str, ...]]
    paragraph: str
    text: Told


@dataclass(frozen=True)
class BookText:
    """A rule book as people read it; ``book`` is its name."""

    book: str
    paragraphs: tuple[RuleParagraph, ...]
    terms: tuple[Term, ...]

    def numbered(self, number: str) -> Sequence[RuleParagraph]:
        """The paragraph of that number, however it is parted (``xii 3``), and those below it; none for others."""
        asked = _parts(number)
        return [one for one in self.paragraphs if asked and _parts(one.number)[: len(asked)] == asked]

    def meaning(self, words: str) -> Term | None:
        """The entry of a word, however it is written; None for words that the book does not use."""
        for form in (_folded, _singular):
            asked = form(words)
            if found := next((one for one in self.terms if asked in map(form, _all_words(one))), None):
                return found
        return None

    def mentioning(self, words: str) -> Sequence[RuleParagraph]:
        """The paragraphs that have these words one after the other, in either language; none for a sign alone."""
        asked = f" {_singular(_folded(words))} "
        return [one for one in self.paragraphs if _PARTS.search(asked) and asked in _words_of(one)]

    def deciding(self, keys: Keys) -> RuleParagraph | None:
        """The paragraph that decides by one of these keys, the first that the book knows; None where it knows none."""
        return next((self._by_key[key] for key in keys if key in self._by_key), None)

    @cached_property
    def _by_key(self) -> Mapping[str, RuleParagraph]:
        return {key: one for one in reversed(self.paragraphs) for key in one.reasons}


Cited = Mapping[Part, RuleParagraph]
"""The paragraphs that decide the parts of a verdict; none for a part of which a book says nothing."""
NOTHING_CITED: Cited = MappingProxyType({})
Cites = Callable[[Verdict], Cited]
"""What finds them."""


def cite_nothing(_: Verdict) -> Cited:
    """Cite no rule, whatever the verdict."""
    return NOTHING_CITED


@dataclass(frozen=True)
class Citing:
    """Cites a rule book behind the verdicts of one phase, as far as they are known; ``book`` is its name."""

    book: str
    board: Board
    judgement: Judgement

    def rules_of(self, verdict: Verdict) -> Cited:
        """Return the paragraph that decides each part of a verdict."""
        text = load_book_text(self.book)
        grounds = grounds_of(verdict, self._phase, self.board)
        return {part: rule for part, keys in grounds.items() if (rule := text.deciding(keys))}

    def rule_of(self, verdict: Verdict) -> RuleParagraph | None:
        """Return the paragraph on the order; on the dislodgement, where a unit only held and was driven out."""
        return next(iter(self.rules_of(verdict).values()), None)

    @cached_property
    def _phase(self) -> VerdictsByProvince:
        return verdicts_by_province(self.judgement)


@kept_for_same
def citing(book: str, board: Board, judgement: Judgement) -> Citing:
    """Return what cites a book behind the verdicts of a phase; the same for the same ones."""
    return Citing(book, board, judgement)


@cache
def load_book_text(book: str) -> BookText:
    """Return the text of the rule book of that name. FileNotFoundError for others."""
    file = files("judge.rules") / "books" / "paragraphs" / f"{book}.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return BookText(book, tuple(map(_paragraph, told["paragraph"])), tuple(map(_term, told["term"])))


def is_of_books(words: str) -> bool:
    """Whether words begin with the name of a rule book, or are the number of a paragraph or a term in one."""
    if words.partition(" ")[0].casefold() in rulebook_names():
        return True
    books = map(load_book_text, rulebook_names())
    return any(text.numbered(words) or text.meaning(words) for text in books)


def term_of_books(words: str) -> str:
    """A word that some rule book explains, as it writes it; empty for others."""
    asked = _folded(words)
    written = (word for name in rulebook_names() for term in load_book_text(name).terms for word in _all_words(term))
    return next((word for word in written if _folded(word) == asked), "")


def _paragraph(told: Mapping[str, Any]) -> RuleParagraph:
    return RuleParagraph(
        told["number"],
        told["title"],
        {language: told[language].strip() for language in ("en", "fr")},
        tuple(told.get("policies", ())),
        tuple(told.get("reasons", ())),
        tuple(example for facts in told.get("example", ()) if (example := _example(facts))),
    )


def _term(told: Mapping[str, Any]) -> Term:
    words = {language: tuple(written) for language, written in told["words"].items()}
    return Term(words, told["paragraph"], {language: told[language].strip() for language in ("en", "fr")})


def _example(facts: Mapping[str, Any]) -> RuleExample | None:
    """The example, its units placed as their lines name them; None of a phase that is no movement."""
    phase = Phase.parse(facts.get("phase", _FIRST_PHASE))
    if phase.kind is not PhaseKind.MOVEMENT or facts.keys() & {"strengths", "stands", "health"}:
        return None
    lines: list[tuple[Power, str]] = []
    power = Power("")
    for row in facts["orders"].strip().splitlines():
        line, bar, _ = row.partition("|")
        if bar:
            lines.append((power, line.strip()))
        else:
            power = Power(row.strip())
    units = {unit.at.province: unit for owner, line in lines for unit in _units_in(owner, line)}
    return RuleExample(Position(phase, units), tuple(lines))


def _units_in(power: Power, line: str) -> Iterator[Unit]:
    """The unit that a line begins with."""
    found = _UNIT.match(line)
    if found:
        kind, province, coast = found.groups()
        yield Unit(power, UnitKind(kind), Location(Province(province), coast or ""))


def _all_words(term: Term) -> Iterator[str]:
    for written in term.words.values():
        yield from written


def _parts(number: str) -> tuple[str, ...]:
    return tuple(part.upper() for part in _PARTS.findall(number))


def _folded(text: str) -> str:
    """A word without case, accents, hyphens and signs."""
    bare = "".join(sign for sign in normalize("NFD", text.casefold()) if not combining(sign))
    return " ".join(_PARTS.findall(bare)) or text.strip()


def _singular(text: str) -> str:
    """A folded text without the endings of plurals: ``unités militaires``, ``arsenaux``."""
    return re.sub(r"(?<=\w\w\w)[sx]\b", "", re.sub(r"(?<!e)aux\b", "al", _folded(text)))


def _words_of(paragraph: RuleParagraph) -> str:
    told = (text for language in ("en", "fr") for text in (paragraph.title[language], paragraph.text[language]))
    return f" {_singular(' . '.join(told))} "
