"""Reads sentences that tell of one region written where another was meant: ``I put Holland where I meant Denmark``."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.notation.corrected_orders import with_other
from judge.notation.correction_words import Correction, CorrectionLine, Piece, phrase_length, provinces_of
from judge.notation.loose_reading import is_legal
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.tables import OrderPart
from judge.rules.board import Location, Province
from judge.rules.orders import Build, Convoy, Disband, Order, SupportHold, SupportMove, province_of

_PAIR = 2
_OTHER_ACTS = frozenset({Role.SUPPORT, Role.SUPPORTED, Role.CONVOY, Role.CONVOYED, Role.HOLD, Role.IMMOBILE})
_MOST_SENTENCES = 3
"""Of those that may tell it: ``It says Holland in my letter. I had Denmark in mind.``"""


def read_misnamed(of: CorrectionLine) -> tuple[Correction | str, ...]:
    """Return the parts of a line in turn: the first sentences that tell of such a slip, the text around them.

    Whoever wrote tells it, with words for writing beside a region that orders given before name, and words for meaning
    beside another one; or that one was written *for* another, or is to be read for it. Each order with the one gets the
    other in its place.
    Nothing where no sentence tells it.
    """
    sentences = of.sentences()
    for first, (start, _) in enumerate(sentences):
        for _, end in sentences[first : first + _MOST_SENTENCES]:
            told = _Telling(of, start, end)
            if (pair := told.pair()) and (orders := told.put_right(*pair)):
                parts = (of.whole(0, start), told.correction(orders), of.whole(end, len(of.tokens)))
                return tuple(part for part in parts if part)
    return ()


@dataclass(frozen=True)
class _Telling:
    """The sentences of a line from token ``start`` up to token ``end``."""

    of: CorrectionLine
    start: int
    end: int

    def pair(self) -> tuple[SentenceWord, SentenceWord] | None:
        """The region that was written and the one that was meant."""
        own = self._places_of("own")
        wrote = self._places_of("wrote") if own else []
        reads = [] if self._places_of("denial") else [at for at in self._places_of("reads") if at - 1 not in own]
        if not (wrote or reads) or self._places_of("told_others") or not self._may_be_put_right():
            return None
        if self._is_of_others():
            return None
        if self.of.roles_in(self.of.text(Piece(self.start, self.end))) & _OTHER_ACTS:
            return None
        named, meant = self._regions(), self._places_of("meant")
        put = [*self._one_for_another(wrote, named), *(pair[::-1] for pair in self._one_for_another(reads, named))]
        if not (wrote and meant):
            return next(((written, other) for written, other in put if self._is_written(written)), None)
        if len(named) != _PAIR:
            return None
        first, second = named
        is_turned = self._is_written(second) and (
            not self._is_written(first) or meant[0] < first.start < wrote[-1] < second.start
        )
        first, second = (second, first) if is_turned else (first, second)
        return (first, second) if self._is_written(first) else None

    def _may_be_put_right(self) -> bool:
        """Whether two regions are named, of which one is where an order leads: asked before what takes work."""
        lexicon = self.of.reader.lexicon(self.of.tokens)
        named = (one for at in range(self.start, self.end) for one in lexicon.of(at, OrderPart.PLACE))
        places = {Province(one.lexeme.value) for one in named}
        goals = {at for one in self.of.standing for at in provinces_of(one) if at != province_of(one)}
        return len(places) >= _PAIR and not places.isdisjoint(goals)

    def _one_for_another(
        self, verbs: Sequence[int], named: Sequence[SentenceWord]
    ) -> Iterator[tuple[SentenceWord, SentenceWord]]:
        """A region right behind a word for writing or reading, with the one in whose place it is said to stand."""
        texts = self._texts
        for one in named:
            size = phrase_length("written_for", texts[one.end :])
            if size and any(0 < one.start - at <= _PAIR for at in verbs):
                yield from ((one, other) for other in self.of.words_of(self.start + one.end + size, self.end)[:1])

    def correction(self, orders: Mapping[Order, Order]) -> Correction:
        """What the sentences put right; it counts at once where they order it, too."""
        text, meant = self.of.whole(self.start, self.end), tuple(orders.values())
        is_ordered = {*meant} <= {order for order, sure in self.of.orders_in([text]) if sure}
        given, likely = (meant, ()) if is_ordered else ((), meant)
        return Correction(text, given, likely, tuple(orders))

    def put_right(self, written: SentenceWord, meant: SentenceWord) -> dict[Order, Order]:
        """Each order that names the one region, with the one that names the other; empty where one is not legal."""
        found: dict[Order, Order] = {}
        for order in self._orders_to(written):
            other = self._with(order, meant)
            if other is None:
                return {}
            found[order] = other
        return found

    def _with(self, order: Order, meant: SentenceWord) -> Order | None:
        here = [spot.province for spot in meant.spots]
        others: Iterator[Order | None]
        match order:
            case SupportMove():
                others = (replace(order, to=Location(at)) for at in here)
            case SupportHold():
                others = (replace(order, target=at) for at in here)
            case Convoy():
                others = (replace(order, to=at) for at in here)
            case Build() | Disband():
                return None
            case _:
                return with_other(self.of, order, [meant], "")
        legal = [other for other in others if other and is_legal(other, self.of.reader.scene)]
        return legal[0] if len(legal) == 1 else None

    def _orders_to(self, word: SentenceWord) -> list[Order]:
        """The orders that stand and name a region besides that of their unit."""
        spots = {spot.province for spot in word.spots}
        return [one for one in self.of.standing if spots & {*provinces_of(one)} - {province_of(one)}]

    def _is_written(self, word: SentenceWord) -> bool:
        return bool(self._orders_to(word))

    def _regions(self) -> list[SentenceWord]:
        """The words for regions, without those for the units of orders that stand where there are more than two."""
        sentences = self.of.sentences_of(self.of.text(Piece(self.start, self.end)))
        words = [word for words in sentences for word in words if word.spots]
        units = {unit.at.province for unit in self.of.reader.scene.units()}
        others = [word for word in words if not units.issuperset(spot.province for spot in word.spots)]
        return words if len(words) == _PAIR else others

    def _is_of_others(self) -> bool:
        """Whether a condition is set, or another power named."""
        lexicon = self.of.reader.lexicon(self.of.tokens[self.start : self.end])
        own = {str(unit.power) for unit in self.of.reader.scene.units()}
        powers = {one.lexeme.value for at in lexicon.places for one in lexicon.of(at, OrderPart.POWER)}
        return bool(powers - own or (self._places_of("condition") and not self._places_of("when_written")))

    def _places_of(self, table: str) -> list[int]:
        """Where phrases of a table stand, counted from the first token."""
        texts = self._texts
        return [at for at in range(len(texts)) if phrase_length(table, texts[at:])]

    @property
    def _texts(self) -> list[str]:
        return [token.text for token in self.of.tokens[self.start : self.end]]
