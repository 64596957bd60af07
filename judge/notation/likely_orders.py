"""Weighs which order a letter gives a unit of which no grammar reads one, by what the corpus of letters has taught.

Each order that the unit may be given, and that it is given none, has features: what the words do that stand between its
name and the name of what the order is about, which they are, how far apart the names are. Their weights
(``likely_orders.json``, in hundredths) are those of a softmax regression under which orders are likeliest that the
writers of the corpus meant; ``python -m tests.corpus.weights`` finds them. What is likely is offered, never followed.
"""

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, pairwise, takewhile
from pathlib import Path

from judge.notation.clause_orders import OrdersOfUnits, word_at
from judge.notation.correction_words import provinces_of
from judge.notation.effort import spend
from judge.notation.grammar import OrderForm
from judge.notation.line import OrderReader
from judge.notation.names_of_units import NamesOfUnits
from judge.notation.second_look import Looked, tables_said, told_sentences
from judge.notation.sentence_roles import Role
from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import Convoy, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind

_LIKELY, _LIKELIER = 0.75, 0.5
"""The least chance of an order that is offered; where its unit is hardly meant to have none."""
_HARDLY, _HARDLY_GUESSED, _INSTEAD = 0.1, 0.02, 0.8
"""The most chance of none then; of a guess in whose place another order is offered, and the least of that one."""
_MOST_WORDS, _MOST_MENTIONS = 500, 6
"""Words of a letter that is weighed; times a place is named, from the last."""
_NEAR, _AROUND, _SHORT = 8, 8, 8
"""Words: how far apart names stand beside each other, what stands around one, a gap whose words count one by one."""
_STEM, _HEAD = 5, 6
"""Letters by which forms of a word are alike."""
_FAR = (0, 1, 2, 3, 5, 8, 13)
_SENTENCE, _BACKWARDS = 4, 2
"""Words as which a new sentence, and a name told first, count in how near two names are."""
_JOINTS = frozenset({Role.COMMA, Role.COLON, Role.BUT, Role.AND})
_DENYING = frozenset("!Z")
_OPEN = frozenset({Role.CONDITION.value, Role.REPORT.value})
_STAYING = frozenset({Role.HOLD, Role.IMMOBILE, Role.LEAVE, Role.NOWHERE, Role.SAME})
_HELPING = frozenset({Role.SUPPORT, Role.SUPPORTED, Role.CONVOY, Role.CONVOYED, Role.WITH, Role.SAME, Role.VIA})
_HELP = frozenset({"helping", "carrying", "sharing", "mutual"})
_UNTOLD = frozenset({Role.SMALL, Role.UNKNOWN})
_GOVERNING = (
    *(Role.DENIAL, Role.NEITHER, Role.CONDITION, Role.REPORT, Role.CHOICE, Role.CORRECTION, Role.NO, Role.SOMEBODY),
)


@dataclass(frozen=True)
class SaidWord:
    """A word of a letter: its text, what it does, the places or the kind of unit that it names, where it stands.

    ``is_open`` if its sentence asks, leaves undecided or tells of another phase; ``is_helping`` if help
    is spoken of.
    """

    text: str
    role: Role
    places: frozenset[Province]
    kind: UnitKind | None
    sentence: int
    is_open: bool
    is_helping: bool
    line: str

    @property
    def told(self) -> str:
        """The word, or a sign for a place."""
        return "*" if self.places else self.text or self.role.value


def said_words(lines: Iterable[str], reader: OrderReader) -> Iterator[SaidWord]:
    """Yield the words of the lines of a letter; their sentences are counted through."""
    scene, number = reader.scene, 0
    is_movement = scene.position.phase.kind is PhaseKind.MOVEMENT
    for line in lines:
        lexicon, sentences = told_sentences(line, reader)
        names = NamesOfUnits(lexicon, scene.units())
        for sentence in sentences:
            number += 1
            tables = tables_said(lexicon, sentence)
            is_open = bool(sentence) and lexicon.tokens[sentence[-1].end - 1].text == "?"
            is_open = is_open or "undecided" in tables
            is_open = is_open or (is_movement and any(word.role is Role.OTHER_PHASE for word in sentence))
            is_helping = not _HELPING.isdisjoint(word.role for word in sentence) or not _HELP.isdisjoint(tables)
            for word in names.meant(sentence):
                text = " ".join(one.text for one in lexicon.tokens[word.start : word.end])
                places = frozenset(place.province for place in names.places(word))
                kind = word.kind if word.count <= 1 else None
                yield SaidWord(text, word.role, places, kind, number, is_open, is_helping, line)


@dataclass(frozen=True)
class LeftUnread:
    """What the grammars leave of a letter: its lines, and the orders that they found in them, by units.

    ``silent`` are the units that have none, ``guessed`` those whose order is a guess, ``doubted`` those whose line was
    answered or is held.
    """

    lines: Sequence[str]
    known: Mapping[Province, Order]
    silent: Sequence[Province]
    guessed: AbstractSet[Province] = frozenset()
    doubted: AbstractSet[Province] = frozenset()


def likely_orders(of: LeftUnread, reader: OrderReader) -> Iterator[Looked]:
    """Yield the order that each unit without one, or with a guess, is likely to be meant to have, the likeliest first.

    What is found is known of the next.
    """
    words = tuple(said_words(of.lines, reader))
    said = LetterSaid(words, reader, of.known, of.doubted)
    for units in (of.silent, of.guessed) if len(words) <= _MOST_WORDS else ():
        left = {at for at in units if at in said.mentions}
        while likely := [way for at in sorted(left) if (way := said.likely(at))]:
            _, at, order = max(likely, key=lambda way: way[0])
            yield Looked(said.line_of(at), order)
            said = replace(said, known={**said.known, at: order})
            left.remove(at)


def chances(scores: Sequence[float]) -> list[float]:
    """Return the chance of each of some ways by its score, the sum of the weights of its features (softmax)."""
    shares = [math.exp(score - max(scores)) for score in scores]
    return [share / sum(shares) for share in shares]


@cache
def _weights() -> Mapping[str, int]:
    found: dict[str, int] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class LetterSaid:
    """The words of a letter, and the orders of its writer's units that are known."""

    words: Sequence[SaidWord]
    reader: OrderReader
    known: Mapping[Province, Order]
    doubted: AbstractSet[Province] = frozenset()

    @cached_property
    def units(self) -> OrdersOfUnits:
        """What the units of the writer may be told."""
        return OrdersOfUnits(self.reader.scene, {unit.at.province for unit in self.reader.scene.units()})

    @cached_property
    def mentions(self) -> Mapping[Province, Sequence[int]]:
        """Where each place is named; a unit also by its kind, where the writer has one of that kind."""
        of_kind: defaultdict[UnitKind, list[Province]] = defaultdict(list)
        for unit in self.reader.scene.units():
            of_kind[unit.kind].append(unit.at.province)
        found: defaultdict[Province, list[int]] = defaultdict(list)
        for at, word in enumerate(self.words):
            units = of_kind[word.kind] if word.kind and not word.places else []
            for place in (*word.places, *(units if len(units) == 1 else ())):
                found[place].append(at)
        return {place: said[-_MOST_MENTIONS:] for place, said in found.items()}

    def line_of(self, at: Province) -> str:
        """The line that names a unit last."""
        return self.words[self.mentions[at][-1]].line

    def likely(self, at: Province) -> tuple[float, Province, Order] | None:
        """The order that a unit is likely to be meant to have, with its chance; None where none is likely enough.

        What hangs on a condition, is told of others, asked or undecided is left open.
        """
        places = self.mentions[at]
        if any(self.words[place].is_open or not _OPEN.isdisjoint(self._told_before(place)) for place in places):
            return None
        guess = self.known.get(at)
        said = replace(self, known={one: order for one, order in self.known.items() if one != at}) if guess else self
        orders = said.orders(at)
        scores = [sum(_weights().get(one, 0) for one in said.features(at, order)) / 100 for order in orders]
        found = dict(zip(orders, chances(scores), strict=True))
        order, chance = max(found.items(), key=lambda one: one[1])
        if guess:
            is_likely = chance >= _INSTEAD and found.get(guess, 1.0) <= _HARDLY_GUESSED
        else:
            words = (word for place in places for word in self._sentences[self.words[place].sentence])
            is_choice = any(word.role is Role.CHOICE for word in words)
            is_likely = chance >= (_LIKELIER if found[None] <= _HARDLY and not is_choice else _LIKELY)
        return (chance, at, order) if order and is_likely else None

    def orders(self, at: Province) -> list[Order | None]:
        """None, and the orders that a unit may be given about places that the letter names."""
        position = self.reader.scene.position
        named = [place for place in self.mentions if place != at]
        if position.phase.kind is PhaseKind.RETREAT:
            return [None, *self._legal(at, ((OrderForm.RETREAT, (place,)) for place in named))]
        held = [place for place in named if position.unit_at(place)] if self._is_helping(at) else []
        pairs = [(one.at, one.to.province) for one in self.known.values() if isinstance(one, Move) and one.at != at]
        pairs = pairs if held else []
        pairs += [(one, to) for one in held if one not in self.known for to in named if to != one]
        forms: list[tuple[OrderForm, Sequence[Province]]] = [(OrderForm.MOVE, (place,)) for place in named]
        stay = [place for place in held if not isinstance(self.known.get(place), Move)]
        forms += [(OrderForm.SUPPORT_HOLD, (place,)) for place in stay]
        forms += [(form, pair) for form in (OrderForm.SUPPORT_MOVE, OrderForm.CONVOY) for pair in pairs]
        return [None, *dict.fromkeys((Hold(at), *self._legal(at, forms)))]

    def _is_helping(self, at: Province) -> bool:
        """Whether a sentence that names a unit has a word for help."""
        said = (word for place in self.mentions.get(at, ()) for word in self._sentences[self.words[place].sentence])
        return any(word.is_helping for word in said)

    def _is_apart(self, at: Province, place: Province) -> bool:
        """Whether a sentence that names a unit denies a place of it, or tells of the unit there.

        ``Picardy doesn't go to Paris``, « Je ne veux pas … que Munich aille »; ``Rome goes to Poulia, Naples …``.
        """
        near = [(one, other) for (one, other), far in self._pairs(at, place) if one < other and far < _SENTENCE * 2]
        parts = [re.split("[,:b&]", self._told(one + 1, other)) for one, other in near]
        before = (self._told_before(one).rpartition("b")[2] for one, _ in near)
        is_subject = (
            place in self.known and len(self.mentions.get(place, ())) == 1 and any(len(part) > 1 for part in parts)
        )
        told = chain(before, (part[-1] for part in parts))
        return is_subject or any(not _DENYING.isdisjoint(said) for said in told)

    def _told_before(self, place: int) -> str:
        """What the words of a sentence do before one of them."""
        inside = self.words[:place]
        return "".join(word.role.value for word in inside if word.sentence == self.words[place].sentence)

    def _beside(self, place: int) -> Iterator[SaidWord]:
        """The words before and behind the name of a unit, up to those of other units."""
        behind, before = self.words[place + 1 : place + 1 + _AROUND], self.words[max(place - _AROUND, 0) : place][::-1]
        for words in (behind, before):
            yield from takewhile(lambda word: not word.places & self.units.own, words)

    def _told(self, start: int, end: int) -> str:
        inside = self.words[max(start, 0) : end]
        return "".join(word.role.value for word in inside if word.role not in _UNTOLD)

    def _legal(self, at: Province, forms: Iterable[tuple[OrderForm, Sequence[Province]]]) -> Iterator[Order]:
        """The legal orders of a unit of some forms, each about some places."""
        for form, about in forms:
            if order := self.units.order(form, *(word_at(Location(one)) for one in (at, *about))):
                yield order

    # --- what speaks for an order

    def features(self, at: Province, order: Order | None) -> set[str]:
        """What there is in the letter of an order of a unit, or of none; each says of which kind of order it is."""
        spend(1)
        match order:
            case Move(to=to):
                kind, said = "M", {*self._between(at, to.province), *self._there(to.province)}
            case SupportHold(target=target):
                said = {*self._between(at, target), f"own={target in self.units.own}", f"told={self._act(target)}"}
                kind = "S"
            case SupportMove(origin=origin, to=to):
                kind, said = "A", self._helping(at, origin, to.province)
            case Convoy(origin=origin, to=there):
                kind, said = "C", self._helping(at, origin, there)
            case Retreat(to=to):
                kind, said = "R", {*self._between(at, to.province)}
            case _:
                kind = f"{type(order).__name__[0]}{self.reader.scene.position.phase.kind.value[0]}"
                said = {*self._around(at), *self._of_letter(at), *self._stands(at)}
        if isinstance(order, Move | Retreat | SupportMove) and self._is_apart(at, order.to.province):
            said.add("apart")
        return {f"{kind}:{one}" for one in said}

    def _of_letter(self, at: Province) -> Iterator[str]:
        """How much of the letter is known, and whether the orders known are why it names a unit."""
        about = sum(at in provinces_of(order) for order in self.known.values())
        yield from ("bias", f"known={min(len(self.known), 2)}", f"about={min(about, 2)}")
        yield f"spare={min(max(len(self.mentions.get(at, ())) - about, -1), 2)}"
        yield f"silent={min(len(self.units.own) - len(self.known), 3)}"
        for sentence in {self.words[place].sentence for place in self.mentions.get(at, ())}:
            yield from (f"near {one.text[:_HEAD]}" for one in self._sentences[sentence] if not one.places)

    def _stands(self, at: Province) -> Iterator[str]:
        """What the words right beside a unit do, whether one has it stay, whether its line is in doubt."""
        places = self.mentions.get(at, ())
        yield from (f"before{self._told(place - _AROUND, place)[-2:]}" for place in places)
        yield from (f"behind{self._told(place + 1, place + 1 + _AROUND)[:3]}" for place in places)
        stays = any(not _STAYING.isdisjoint(word.role for word in self._beside(place)) for place in places)
        yield from (f"stays={stays}", f"doubted={at in self.doubted}")
        about = sum(at in provinces_of(order) for order in self.known.values())
        yield f"aim={len(places) <= about}"

    @cached_property
    def _sentences(self) -> Mapping[int, Sequence[SaidWord]]:
        found: defaultdict[int, list[SaidWord]] = defaultdict(list)
        for word in self.words:
            found[word.sentence].append(word)
        return found

    def _there(self, to: Province) -> Iterator[str]:
        unit = self.reader.scene.position.unit_at(to)
        yield f"there={'own' if to in self.units.own else 'foreign' if unit else 'empty'}"
        yield f"entered={any(isinstance(one, Move) and one.to.province == to for one in self.known.values())}"
        yield f"told={self._act(to)}"

    def _act(self, place: Province) -> str:
        return type(self.known[place]).__name__ if place in self.known else "-"

    def _helping(self, at: Province, origin: Province, to: Province) -> set[str]:
        near = min((origin, to), key=lambda place: self._nearest(at, place)[1])
        said = {f"own={origin in self.units.own}", f"named={origin in self.mentions:d}{to in self.mentions:d}"}
        said |= {*self._between(at, near), f"near={near == origin}"}
        return said | {f"alone:{one}" for one in self._around(at)}

    def _pairs(self, at: Province, place: Province) -> Iterator[tuple[tuple[int, int], int]]:
        """Where a unit and a place are named, each with how far apart that is."""
        for one in self.mentions.get(at, ()):
            for other in self.mentions.get(place, ()):
                sentences = abs(self.words[one].sentence - self.words[other].sentence)
                far = abs(other - one) + _SENTENCE * sentences + _BACKWARDS * (other < one)
                if one != other:
                    yield (one, other), far

    def _nearest(self, at: Province, place: Province) -> tuple[tuple[int, int], float]:
        return min(self._pairs(at, place), key=lambda pair: pair[1], default=((-1, -1), math.inf))

    def _between(self, at: Province, place: Province) -> Iterator[str]:
        """What stands between the names of a unit and of a place where they stand nearest to each other."""
        pair, far = self._nearest(at, place)
        if far == math.inf:
            yield "apart"
            return
        (one, other), way = pair, "+" if pair[0] < pair[1] else "-"
        first, last = sorted(pair)
        inside = self.words[first + 1 : last]
        told = [word for word in inside if word.role is not Role.SMALL]
        yield f"far{way}{sum(len(told) >= many for many in _FAR)}"
        yield f"sentences{min(abs(self.words[one].sentence - self.words[other].sentence), 3)}"
        yield f"own{way}{min(sum(bool(word.places & self.units.own) for word in inside), 2)}"
        yield f"places{way}{min(sum(bool(word.places) for word in inside), 3)}"
        yield f"joints{way}{min(sum(word.role in _JOINTS for word in inside), 3)}"
        yield f"said{way}{''.join(word.role.value for word in told if word.role is not Role.UNKNOWN)[:6]}"
        yield from (f"role{way}{word.role.value}" for word in inside)
        yield from (f"two{way}{a.role.value}{b.role.value}" for a, b in pairwise(self.words[first : last + 1]))
        yield from (f"word{way}{word.text}" for word in inside if not word.places and len(inside) <= _SHORT)
        yield from _stems(f"stem{way}", inside)
        yield from (f"before_goal {self._text(other - 1)}", f"behind_goal {self._role(other + 1)}")
        yield from (f"lead {self._role(first - 1)}", f"mentions{min(len(self.mentions[place]), 3)}")
        yield f"last={other == self.mentions[place][-1]}{one == self.mentions[at][-1]}"
        yield from chain(self._governed(one), (f"goal {said}" for said in self._governed(other)))
        apart = (min(each) for each, gap in self._pairs(at, place) if each != pair and gap <= _NEAR)
        if any(not {"lead!", "tail!"}.isdisjoint(self._governed(start)) for start in apart):
            yield "denied besides"

    def _around(self, at: Province) -> Iterator[str]:
        """What stands around the names of a unit, up to the next one's."""
        places = self.mentions.get(at, ())
        yield f"mentions{min(len(places), 3)}"
        for place in places:
            yield f"kind={self.words[place].kind}"
            behind = self.words[place + 1 : place + 1 + _AROUND]
            end = next((n for n, word in enumerate(behind) if word.places & self.units.own), len(behind))
            inside = behind[:end]
            yield f"said{''.join(word.role.value for word in inside if word.role not in _UNTOLD)[:4]}"
            yield from (f"lead{self._role(place - 1)}", f"next{self._text(place + 1)}")
            yield from (f"before {self._text(place - 1)}", f"before {self._text(place - 2)}")
            yield from (f"role{word.role.value}" for word in inside)
            yield from (f"two{a.role.value}{b.role.value}" for a, b in pairwise(inside))
            yield from (f"word{word.text}" for word in inside if not word.places)
            yield from _stems("stem", inside)
            yield f"goals{min(sum(bool(word.places) for word in inside), 2)}"
            yield from self._governed(place)

    def _governed(self, at: int) -> Iterator[str]:
        """What denies, asks, sets a condition and the like in a sentence, before a word and behind it."""
        number = self.words[at].sentence
        before = self._roles_in(number, at - _AROUND, at)
        behind = self._roles_in(number, at + 1, at + 1 + _AROUND)
        yield from (f"lead{role.value}" for role in _GOVERNING if role in before)
        yield from (f"tail{role.value}" for role in _GOVERNING if role in behind)
        if any(word.role is Role.NEITHER for word in self._sentences[number]):
            yield "neither"
        if self.words[at].is_open:
            yield "open"

    def _roles_in(self, sentence: int, start: int, end: int) -> AbstractSet[Role]:
        return {word.role for word in self.words[max(start, 0) : end] if word.sentence == sentence}

    def _role(self, at: int) -> str:
        return self.words[at].role.value if 0 <= at < len(self.words) else "."

    def _text(self, at: int) -> str:
        return self.words[at].told if 0 <= at < len(self.words) else "."


def _stems(kind: str, words: Iterable[SaidWord]) -> Iterator[str]:
    long = (word.text for word in words if not word.places and len(word.text) > _STEM)
    return (f"{kind}{text[:_STEM]}" for text in long)
