"""Finds the orders that words name by a kind of unit, or a region, and makes of one what is put in its place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from judge.notation.clause_orders import other_adjustment
from judge.notation.correction_words import Correction, CorrectionLine, Cue, Mark, Piece, phrase_length, provinces_of
from judge.notation.grammar import OrderForm, OrderParse, WrittenPlace
from judge.notation.lexer import tokens_of
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderReading, best_readings
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.tables import OrderPart
from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind

_SHORTEST_HELP = 4
"""Letters of a word for a support or a convoy; what is shorter may be another word."""


def with_other(of: CorrectionLine, order: Order, targets: Sequence[SentenceWord], text: str) -> Order | None:
    """An order with the one region that words name as its target, or with the coast or kind that a text names."""
    match order:
        case Build() | Disband():
            return other_adjustment(order, targets, of.kind_in(text), of.reader.scene)
        case Move(at, to) | Retreat(at, to) if _are_at(to, targets) and (coast := of.coast_in(text)):
            return _legal(of, order, at, (WrittenPlace(to.province, coast, None, 0, 0),))
        case SupportMove() if len(targets) == 1 and (told := _supporting(of, order, targets[0], text)):
            return told
        case Move(at) | Hold(at) | SupportHold(at) | SupportMove(at) | Convoy(at) | Retreat(at) if len(
            targets
        ) == 1 and not _speaks_of_help(of, text):
            return _legal(of, order, at, targets[0].spots)
        case _:
            return None


def _are_at(to: Location, targets: Sequence[SentenceWord]) -> bool:
    """Whether words name nothing but the region of a place, and none of its coasts."""
    return all(spot.province == to.province and not spot.coast for target in targets for spot in target.spots)


def with_parts_exchanged(of: CorrectionLine, orders: tuple[Order, ...]) -> Correction:
    """A move and its support with each other's units: who helped goes there now. Any other two orders are doubtful."""
    moves = [order for order in orders if isinstance(order, Move)]
    helps = [order for order in orders if isinstance(order, SupportMove)]
    for move in moves:
        for help_ in helps:
            others = Move(help_.at, move.to), SupportMove(move.at, help_.at, help_.to)
            is_of_it = (help_.origin, help_.to.province) == (move.at, move.to.province)
            if is_of_it and all(is_legal(one, of.reader.scene) for one in others):
                return Correction("", likely=others, dropped=orders)
    return Correction("", doubtful=orders)


def _supporting(of: CorrectionLine, order: SupportMove, target: SentenceWord, text: str) -> Order | None:
    """The support of the same unit to where words name: they say so, or the unit goes there and they do not."""
    roles = of.roles_in(text)
    to = {one.to.province: one.to for one in of.standing if isinstance(one, Move) and one.at == order.origin}
    ways = (to.get(spot.province, Location(spot.province, spot.coast)) for spot in target.spots)
    others = [replace(order, to=way) for way in ways if Role.SUPPORT in roles or way in to.values()]
    others = [other for other in others if other != order and is_legal(other, of.reader.scene)]
    return others[0] if len(others) == 1 and (Role.SUPPORT in roles or Role.MOVE not in roles) else None


def _legal(of: CorrectionLine, order: Order, at: Province, spots: Sequence[WrittenPlace]) -> Order | None:
    scene = of.reader.scene
    is_retreat = scene.position.phase.kind is PhaseKind.RETREAT
    form = OrderForm.RETREAT if is_retreat else OrderForm.MOVE
    here = WrittenPlace(at, "", None, 0, 0)
    parses = (OrderParse(form, 0, (here, spot)) for spot in spots)
    readings = [one for parse in parses for one in scene.meanings(parse) if isinstance(one, OrderReading)]
    best = best_readings([one for one in readings if is_legal(one.order, scene)])
    return best[0] if len(best) == 1 and best[0] != order else None


def _speaks_of_help(of: CorrectionLine, text: str) -> bool:
    """Whether a text has a word for a support or a convoy: with it no region is where the unit goes."""
    lexicon = of.reader.lexicon(tokens_of(text))
    helping = (at for at in lexicon.places if any(lexicon.of(at, OrderPart.SUPPORT, OrderPart.CONVOY)))
    return any(len(lexicon.tokens[at].text) >= _SHORTEST_HELP for at in helping)


def exchanged(
    of: CorrectionLine, matched: tuple[Order, ...], words: Sequence[SentenceWord], texts: Sequence[str]
) -> Correction | None:
    """Another unit raised or removed in the place of one: ``F BLA instead of A WAR``."""
    spots = [spot for word in words for spot in word.spots]
    if len(matched) != 1 or len(words) != 1 or not spots:
        return None
    kind = of.kind_in(" ".join(texts))
    other: Order | None = Disband(spots[0].province) if isinstance(matched[0], Disband) else None
    if kind and isinstance(matched[0], Build):
        other = Build(kind, Location(spots[0].province, spots[0].coast))
    is_right = other and other not in of.standing and is_legal(other, of.reader.scene)
    return Correction("", (other,), dropped=matched) if other and is_right else None


def for_coast_or_kind(of: CorrectionLine, words: Sequence[SentenceWord], texts: Sequence[str]) -> list[Order]:
    """The orders of which a text names only another coast, or another kind of unit."""
    text = " ".join(texts)
    coast = of.coast_in(text)
    if words:
        alone = of.standing if len(of.standing) == 1 else ()
        return [one for one in alone if isinstance(one, Build | Disband)] or [
            one
            for one in of.standing
            if isinstance(one, Move | Retreat)
            and any(spot.province == one.to.province and (spot.coast or coast) for spot in words[0].spots)
        ]
    if coast:
        return [one for one in of.standing if isinstance(one, Move | Retreat | Build) and _has_coast(one)]
    kind, builds = of.kind_in(text), [one for one in of.standing if isinstance(one, Build)]
    if any(one.kind is kind for one in builds) and any(token.text in _DEFINITE for token in tokens_of(text)):
        return []  # "the fleet doesn't change"
    return [one for one in builds if kind and one.kind is not kind]


_DEFINITE = frozenset({"the", "my", "our", "la", "l", "ma", "notre"})


def _has_coast(order: Order) -> bool:
    return bool(order.at.coast if isinstance(order, Build) else isinstance(order, Move | Retreat) and order.to.coast)


_STAYING = frozenset({Role.HOLD, Role.IMMOBILE})


def is_to_stay(of: CorrectionLine, word: SentenceWord, start: int, end: int) -> bool:
    """Whether a unit that a word names is to stay: ``…, and leave Picardy where it is``."""
    places = {spot.province for spot in word.spots}
    for said in of.sentences_of(of.whole(start, end)):
        told = [one for one in said if one.role is not Role.SMALL]
        for before, one, behind in zip((None, *told), told, (*told[1:], None), strict=False):
            is_it = one.role is Role.UNIT and places & {spot.province for spot in one.spots}
            if is_it and ((before and before.role is Role.LEAVE) or (behind and behind.role in _STAYING)):
                return True
    return False


# --- what is taken back


_PLURAL = "s"


def orders_of_kinds(of: CorrectionLine, pieces: Sequence[Piece]) -> tuple[Order, ...]:
    """Return the orders of the kinds of units that words name, and no region: ``the armies``, ``the fleet's order``.

    A kind in the singular names the one unit of it that has an order, and none where several have.
    """
    found: list[Order] = []
    for text in map(of.text, pieces):
        tokens = tokens_of(text)
        words = [word for said in of.sentences_of(text) for word in said]
        if any(word.role is Role.UNIT for word in words):
            return ()
        for word in words:
            if word.role is Role.KIND and word.kind:
                them = _of_kind(of, word.kind)
                is_many = any(token.text.endswith(_PLURAL) for token in tokens[word.start : word.end])
                found += them if is_many or len(them) == 1 else []
    return tuple(dict.fromkeys(found))


def _of_kind(of: CorrectionLine, kind: UnitKind) -> list[Order]:
    units = of.reader.scene.position.units
    return [one for one in of.standing if (at := province_of(one)) and at in units and units[at].kind is kind]


def names_others(of: CorrectionLine, pieces: Sequence[Piece]) -> bool:
    """Return whether words name what is left: ``the other two``."""
    words = (token.text for piece in pieces for token in of.tokens[piece.start : piece.end])
    return any(phrase_length("others", [word]) for word in words)


def help_of(of: CorrectionLine, named: Sequence[Order], start: int, end: int) -> tuple[Order, ...]:
    """Return the supports and convoys of moves that are named, where words between two tokens name those too.

    ``A BUL - GRE and its support: cancelled.``
    """
    texts = [token.text for token in of.tokens[start:end]]
    is_told = any(phrase_length("of_it", [one]) and phrase_length("help", [then]) for one, then in pairwise(texts))
    moves = {(one.at, one.to.province) for one in named if isinstance(one, Move)}
    helps = [one for one in of.standing if isinstance(one, SupportMove | Convoy) and is_told]
    return tuple(one for one in helps if _helped(one) in moves and one not in named)


def listed_behind(of: CorrectionLine, marks: Sequence[Mark], end: int) -> tuple[Order, ...]:
    """Return the orders of units that one word for an exception stands before: ``apart from Marseilles and Spain``."""
    start = next((mark.end for mark in marks if mark.cue is Cue.BESIDES), end)
    text = of.whole(start, end)
    told, by_unit = of.orders_in([text]), {province_of(one): one for one in of.standing}
    words = of.words_of(start, end)
    named = [by_unit[spot.province] for word in words for spot in word.spots[:1] if spot.province in by_unit]
    is_list = len(named) == len(words) > 1 and Role.AND in of.roles_in(text)
    return tuple(named) if is_list and not any(sure for _, sure in told) else ()


def helps_told(of: CorrectionLine, pieces: Sequence[Piece]) -> tuple[Order, ...]:
    """Return the convoys, with what they carry, or the supports, that words name by that: ``The convoy is off``."""
    roles = {role for piece in pieces for role in of.roles_in(of.text(piece))}
    carried = {_helped(one) for one in of.standing if isinstance(one, Convoy) and Role.CONVOY in roles}
    helps = {Role.CONVOY: (Convoy,), Role.SUPPORT: (SupportHold, SupportMove)}
    kinds = tuple(kind for role, kinds in helps.items() if role in roles for kind in kinds)
    return tuple(
        one
        for one in of.standing
        if isinstance(one, kinds) or (isinstance(one, Move) and (one.at, one.to.province) in carried)
    )


def without_helps_denied(of: CorrectionLine, found: Correction, start: int, end: int) -> Correction:
    """Return what a text corrects, with the convoys or supports of which it says that there are none taken back.

    « Plus de convoi. C’est GRO qui va en NOR »
    """
    texts = [token.text for token in of.tokens[start:end]]
    sizes = ((at, phrase_length("no_region", texts[at:])) for at in range(len(texts)))
    nouns = [at + size for at, size in sizes if size and phrase_length("help", texts[at + size : at + size + 1])]
    told = {province_of(order) for order in (*found.given, *found.likely, *found.dropped, *found.doubtful)}
    helps = helps_told(of, [Piece(start + at, start + at + 1) for at in nouns])
    return replace(found, dropped=(*found.dropped, *(one for one in helps if province_of(one) not in told)))


def _helped(order: SupportMove | Convoy) -> tuple[object, object]:
    return order.origin, order.to.province if isinstance(order, SupportMove) else order.to


# --- one region written where another was meant


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


def with_armies_carried(of: CorrectionLine, found: Correction) -> Correction:
    """Return what is put right, with where armies go now that the fleet of each carries them elsewhere."""
    told = (*found.given, *found.likely)
    for convoy in (one for one in told if isinstance(one, Convoy)):
        old = next((one for one in of.standing if isinstance(one, Move) and one.at == convoy.origin), None)
        was = replace(convoy, to=old.to.province) if old else None
        if old and was in of.standing and was != convoy and convoy.origin not in map(province_of, told):
            doubtful = tuple(one for one in found.doubtful if one != old)
            likely, dropped = (*found.likely, replace(old, to=Location(convoy.to))), (*found.dropped, old)
            found = replace(found, likely=likely, dropped=dropped, doubtful=doubtful)
    return found


def told_of_it(of: CorrectionLine, old: Order, back: Sequence[Piece], others: Sequence[Piece]) -> Order | None:
    """Return the order that other pieces give the unit of one, by its name in what is taken back, or as "it"."""
    naming = next((one for one in (*back, *others) if of.words_of(one.start, one.end)), None)
    told = [of.text(one) for one in others if one is not naming]
    name = of.name_in(of.text(naming)) if naming else ""
    for texts in ([name, *told], [of.with_name(text, name) for text in told]) if name else ():
        for order, _ in of.orders_in(texts):
            is_part = isinstance(order, Hold) and of.roles_in(" ".join(texts)) & {Role.SUPPORT, Role.CONVOY}
            if province_of(order) == province_of(old) and order not in of.standing and not is_part:
                return order
    return None


def is_asked(of: CorrectionLine, start: int, end: int) -> bool:
    """Return whether a sentence from one token up to another asks, and is no polite order."""
    lexicon = of.reader.lexicon(of.tokens[start:end])
    is_request = any(any(lexicon.of(at, OrderPart.REQUEST)) for at in lexicon.places)
    return of.whole(start, end).endswith("?") and not is_request


def is_exchange(told: Sequence[tuple[Order, bool]]) -> bool:
    """Return whether orders told are all builds or removals."""
    return all(isinstance(order, Build | Disband) for order, _ in told)


def does_no_more(order: Order, told: Sequence[tuple[Order, bool]]) -> bool:
    """Return whether orders told leave no room for another: they are builds or removals, or lead where it leads."""
    leading = {one.to.province for one, _ in told if isinstance(one, Move | Retreat)}
    return is_exchange(told) or (isinstance(order, Move | Retreat) and order.to.province in leading)
