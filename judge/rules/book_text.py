"""The rule books in numbered paragraphs, told in our own words: their texts, their examples, the terms they use."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any
from unicodedata import combining, normalize

from judge.languages import LANGUAGES, Spoken
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.explanation import VerdictsByProvince, verdicts_by_province
from judge.rules.fast import kept_for_same
from judge.rules.orders import Convoy, Move, SupportHold, SupportMove, UnusedConvoy, shortest_chain
from judge.rules.position import Phase, Position
from judge.rules.rulebook import rulebook_names
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Disrupted,
    HeadToHead,
    Judgement,
    Moved,
    NoConvoy,
    Paradox,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
)

# --- what decides each part of a verdict, as the keys that paragraphs of the rule books bear
#
# A key is a reason, ``verdict.Bounced``, with what is particular about it behind, ``verdict.Bounced.garrison``; a
# broken rule is ``illegal.not_adjacent``, any of them ``illegal``. Keys follow from the verdicts of a phase, which
# are stored with the game; where the fog hides some, the keys are the general ones.


Keys = tuple[str, ...]
"""What decided something, the most particular key first."""


class Part(Enum):
    """What a verdict tells, each part in a sentence of its own."""

    ORDER = "order"
    DISLODGEMENT = "dislodgement"
    HARM = "harm"


_DISLODGEMENT: Keys = ("verdict.Dislodgement",)
_HARM: Keys = ("verdict.Harm",)


def grounds_of(verdict: Verdict, phase: VerdictsByProvince, board: Board) -> Mapping[Part, Keys]:
    """Return the keys of what decided each part of a verdict; of a unit that only held and was driven out, that."""
    grounds: dict[Part, Keys] = {}
    if not (verdict.dislodged and isinstance(verdict.reason, Stood)):
        grounds[Part.ORDER] = _of_order(verdict, _Particulars(board, phase))
    if verdict.dislodged:
        grounds[Part.DISLODGEMENT] = _DISLODGEMENT
    if verdict.harm:
        grounds[Part.HARM] = _HARM
    return grounds


def _of_order(verdict: Verdict, particulars: "_Particulars") -> Keys:
    if isinstance(verdict.reason, Void):
        return f"illegal.{verdict.reason.why.value}", "illegal"
    name = f"verdict.{type(verdict.reason).__name__}"
    return (*(f"{name}.{one}" for one in particulars.of(verdict)), name)


@dataclass(frozen=True)
class _Particulars:
    """What is particular about the verdicts of one phase."""

    board: Board
    phase: VerdictsByProvince

    def of(self, verdict: Verdict) -> Iterator[str]:
        """Yield the ends of the keys of a verdict, what says most about it first."""
        match verdict.reason, verdict.order:
            case Moved(), Move() as order:
                yield from self._of_entry(verdict, verdict.reason, order)
            case Bounced(), Move() as order:
                yield from self._of_bounce(verdict.reason, order)
            case HeadToHead(strength=strength, against=against), _ if strength < against:
                yield "outmatched"
            case Supported(), SupportHold() | SupportMove() as order:
                yield from self._of_support(verdict, verdict.reason, order)
            case Unmatched(), order:
                yield "convoy" if isinstance(order, Convoy) else "support"
            case Carried(), Convoy() as order:
                yield from self._of_carrier(verdict.reason, order)
            case Disrupted(), Convoy() as order if self.phase.target(order.origin) and self._has_effect(order.origin):
                yield "walked" if self._walked(order) else "route_left"
            case Disrupted() | NoConvoy(), Move() as order:
                yield from self._of_broken_convoy(verdict, order)
            case _:
                pass

    def _of_entry(self, verdict: Verdict, reason: Moved, order: Move) -> Iterator[str]:
        target, fleets = order.to.province, reason.convoyed_by
        if any(self._is_driven_out_by(at, target) and self._has_effect(at) for at in self._rivals(order)):
            yield "past_dislodged"
        if reason.against and verdict.supporters:
            yield "contested"
        if fleets and verdict.unit and self.board.reaches(verdict.unit, target):
            yield "either_way"
        ring = self._ring(order.at)
        if ring:
            yield "exchanged" if len(ring) == 2 else "ring"  # noqa: PLR2004 (two change places)
        if fleets and any(self._is_sunk(fleet) for fleet in self._fleets(order.at, target)):
            yield "route_left"
        if len(fleets) > 1:
            yield "by_chain"
        if fleets:
            yield "convoyed"

    def _of_bounce(self, reason: Bounced, order: Move) -> Iterator[str]:
        target = order.to.province
        if any(self._is_driven_out_by(rival, target) for rival in reason.by):
            yield "by_dislodged"
        if reason.strength < reason.against:
            yield "outmatched"
        elif target in reason.by:
            yield "occupied" if len(reason.by) == 1 else "crowded"
        elif target not in reason.by and self._stays(target):
            yield "garrison"

    def _of_support(self, verdict: Verdict, reason: Supported, order: SupportHold | SupportMove) -> Iterator[str]:
        if reason.against_own:
            yield "against_own"
        aim = order.target if isinstance(order, SupportHold) else order.to.province
        attackers = [at for at in self.phase.attackers(order.at) if self._has_effect(at)]
        foreign = [at for at in attackers if self._power(at) != (verdict.unit.power if verdict.unit else None)]
        driven_out = verdict.dislodged.by if verdict.dislodged else None
        if any(at != aim or at == driven_out for at in foreign):
            yield "protected"
        if attackers:
            yield "uncut"

    def _of_carrier(self, reason: Carried, order: Convoy) -> Iterator[str]:
        army = self.phase.verdicts.get(order.origin)
        if reason.why_not is UnusedConvoy.BROKEN and self._has_route(order.origin, order.to):
            yield "other_route"
        if reason.why_not:
            yield reason.why_not.value
        elif army and army.unit and self.board.reaches(army.unit, order.to):
            yield "either_way"

    def _of_broken_convoy(self, verdict: Verdict, order: Move) -> Iterator[str]:
        if isinstance(verdict.reason, Disrupted) and self._has_route(order.at, order.to.province):
            yield "other_route"
        if verdict.unit and self.board.reaches(verdict.unit, order.to.province):
            yield "either_way"

    # --- the other verdicts of the phase

    def _rivals(self, order: Move) -> Iterator[Province]:
        return (at for at in self.phase.attackers(order.to.province) if at != order.at)

    def _is_driven_out_by(self, at: Province, by: Province) -> bool:
        """Whether the unit of a province was dislodged by the one from another."""
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and verdict.dislodged and verdict.dislodged.by == by)

    def _is_sunk(self, at: Province) -> bool:
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and verdict.dislodged)

    def _stays(self, at: Province) -> bool:
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and not verdict.dislodged and not isinstance(verdict.reason, Moved))

    def _power(self, at: Province) -> str | None:
        unit = self.phase.verdicts[at].unit
        return unit.power if unit else None

    def _has_effect(self, at: Province) -> bool:
        """Whether an attack had any, by land or because its convoy held."""
        return not isinstance(self.phase.verdicts[at].reason, NoConvoy | Disrupted | Paradox)

    def _walked(self, order: Convoy) -> bool:
        """Whether an army that attacked did so by land, as far as its verdict and those of its fleets tell."""
        army = self.phase.verdicts[order.origin]
        by_sea = isinstance(army.reason, Moved) and army.reason.convoyed_by
        return not by_sea and bool(army.unit and self.board.reaches(army.unit, order.to))

    def _has_route(self, army: Province, to: Province) -> bool:
        """Whether fleets that are left make a route."""
        afloat = {at for at in self._fleets(army, to) if not self._is_sunk(at)}
        return bool(shortest_chain(self.board, afloat, army, to))

    def _fleets(self, army: Province, to: Province) -> Iterator[Province]:
        """The fleets that could have carried an army where it went, as they were ordered."""
        for at in self.phase.carriers(army):
            verdict = self.phase.verdicts[at]
            is_fit = isinstance(verdict.reason, Carried | Disrupted)
            if is_fit and isinstance(verdict.order, Convoy) and verdict.order.to == to:
                yield at

    def _ring(self, at: Province) -> tuple[Province, ...]:
        """The units that each moved into the place of the next, from this one on; empty where they make no ring."""
        ring = [at]
        while self._moved(ring[-1]) and (ahead := self.phase.target(ring[-1])):
            if ahead == at:
                return tuple(ring)
            if ahead in ring:
                break
            ring.append(ahead)
        return ()

    def _moved(self, at: Province) -> bool:
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and isinstance(verdict.reason, Moved))


# --- the rule books in numbered paragraphs, told in our own words: their texts, their examples, the terms they use


_PARTS = re.compile(r"\w+")
_UNIT = re.compile(r"([AF]) ([A-Z]{3})(?:/([NSEW]C))?")
_FIRST_PHASE = "S1901M"

Told = Mapping[str, str]
"""A text by its language, ``en`` or ``fr``."""


PowerLines = tuple[tuple[Power, str], ...]
"""Lines as they are written, each with its power."""


@dataclass(frozen=True)
class RuleExample:
    """A phase that a paragraph shows: its ``position``, and the lines of each power as they are written.

    ``then`` are the lines of the phases that follow; ``follows`` is one of these. ``drawing`` is the number of the one
    that shows it in the text, 0 for others.
    """

    position: Position
    lines: PowerLines
    then: tuple[PowerLines, ...] = ()
    follows: bool = False
    drawing: int = 0


@dataclass(frozen=True)
class RuleParagraph:
    """One rule: its ``number`` as its text has it, a title, what it says; ``policies`` carry it (``RuleBook``).

    ``reasons`` are the keys of what it decides, as ``rules/book_text.py`` has them: ``illegal.not_adjacent``,
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
    """A rule book as people read it; ``book`` is its name, ``drawings`` what its text calls these (``schema``)."""

    book: str
    paragraphs: tuple[RuleParagraph, ...]
    terms: tuple[Term, ...]
    drawings: tuple[str, ...] = ()

    def numbered(self, number: str) -> Sequence[RuleParagraph]:
        """The paragraph of that number, however it is parted (``xii 3``), and those below it; none for others.

        ``schéma 4`` is the paragraph with that drawing.
        """
        asked = _parts(number)
        word, _, drawing = _folded(number).rpartition(" ")
        if word in self.drawings:
            return [one for one in self.paragraphs if drawing in {str(example.drawing) for example in one.examples}]
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
        return next(filter(None, map(self._by_key.get, keys)), None)

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
        if id(verdict) not in self._found:
            text, grounds = load_book_text(self.book), grounds_of(verdict, self._phase, self.board)
            cited = {part: rule for part, keys in grounds.items() if (rule := text.deciding(keys))}
            self._found[id(verdict)] = verdict, cited
        return self._found[id(verdict)][1]

    def rule_of(self, verdict: Verdict) -> RuleParagraph | None:
        """Return the paragraph on the order; on the dislodgement, where a unit only held and was driven out."""
        return next(iter(self.rules_of(verdict).values()), None)

    @cached_property
    def _found(self) -> dict[int, tuple[Verdict, Cited]]:
        """What was found, in whatever language it is told, by each verdict itself, which has no hash."""
        return {}

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
    paragraphs, terms = tuple(map(_paragraph, told["paragraph"])), tuple(map(_term, told["term"]))
    return BookText(book, paragraphs, terms, tuple(told.get("drawings", ())))


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
        Spoken(told["title"]),
        _told(told),
        tuple(told.get("policies", ())),
        tuple(told.get("reasons", ())),
        tuple(map(_example, told.get("example", ()))),
    )


def _told(told: Mapping[str, Any]) -> Told:
    return Spoken({language: told[language].strip() for language in LANGUAGES if language in told})


def _term(told: Mapping[str, Any]) -> Term:
    words = Spoken({language: tuple(written) for language, written in told["words"].items()})
    return Term(words, told["paragraph"], _told(told))


def _example(facts: Mapping[str, Any]) -> RuleExample:
    """The example; the units of its first phase stand where their lines name them, unless they ``stand`` elsewhere."""
    lines = tuple(_lines(facts["orders"]))
    owners = {Province(at): Power(owner) for owner, held in facts.get("centres", {}).items() for at in held.split()}
    units = {unit.at.province: unit for owner, line in lines for unit in _units_in(owner, line, facts)}
    then = tuple(tuple(_lines(text)) for text in facts.get("then", ()))
    position = Position(Phase.parse(facts.get("phase", _FIRST_PHASE)), units, owners)
    return RuleExample(position, lines, then, drawing=facts.get("drawing", 0))


def _lines(text: str) -> Iterator[tuple[Power, str]]:
    power = Power("")
    for row in text.strip().splitlines():
        line, bar, _ = row.partition("|")
        if bar:
            yield power, line.strip()
        else:
            power = Power(row.strip())


def _units_in(power: Power, line: str, facts: Mapping[str, Any]) -> Iterator[Unit]:
    """The unit that a line begins with; none of one that is only built."""
    found = None if line.endswith(" B") else _UNIT.match(line)
    if found:
        where = (_UNIT.match(one) for one in facts.get("stands", ()))
        kind, province, coast = next((one for one in where if one and one[2] == found[2]), found).groups()
        strength = facts.get("strengths", {}).get(province, 1)
        yield Unit(power, UnitKind(kind), Location(Province(province), coast or ""), strength)


def _all_words(term: Term) -> Iterator[str]:
    for written in term.words.values():
        yield from written


def _parts(number: str) -> tuple[str, ...]:
    return tuple(part.upper() for part in _PARTS.findall(number))


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """A word without case, accents, hyphens and signs."""
    bare = "".join(sign for sign in normalize("NFD", text.casefold()) if not combining(sign))
    return " ".join(_PARTS.findall(bare)) or text.strip()


def _singular(text: str) -> str:
    """A folded text without the endings of plurals: ``unités militaires``, ``arsenaux``."""
    return re.sub(r"(?<=\w\w\w)[sx]\b", "", re.sub(r"(?<!e)aux\b", "al", _folded(text)))


def _words_of(paragraph: RuleParagraph) -> str:
    told = (text for language in paragraph.text for text in (paragraph.title[language], paragraph.text[language]))
    return f" {_singular(' . '.join(told))} "
