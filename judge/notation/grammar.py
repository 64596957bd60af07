"""Parses a line in every way its words can have the form of an order, whatever units are on the board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from judge.notation.effort import spend
from judge.notation.lexer import DASH
from judge.notation.lexicon import FoundLexeme, Lexicon
from judge.notation.tables import OrderPart, prose_phrases
from judge.rules.board import Province, UnitKind
from judge.rules.fast import fast_init
from judge.rules.position import PhaseKind

# --- what may stand around an order

_BULLETS = frozenset("-+•·◦‣▪#o⁃●○■□◆◇❖✓✔§ø\uf0b7\uf0a7\uf0d8\uf0fc\uf076")
"""The signs used as bullets, those that symbol fonts of word processors leave in a text included."""
_AFTER_NUMBER = frozenset("):-/")
_ROMAN = frozenset("ivx")
_UNITS = (OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP)


def after_bullet(lexicon: Lexicon, place: int) -> Iterator[int]:
    """Yield each token place that may follow a bullet or a number.

    These are ``-``, ``1``, ``1)``, ``(1)``, ``a)``, ``(a)``, ``b.``, ``ii)``.
    """
    if _is_stopped_letter(lexicon, place):
        yield place + 1
    match [token.text for token in lexicon.tokens[place : place + 3]]:
        case [bullet, *_] if bullet in _BULLETS:
            yield place + 1
        case ["(", number, ")"] if _is_number(number) and (number.isdecimal() or not _is_unit(lexicon, place + 1)):
            yield place + 3
        case [number, sign, *_] if sign in _AFTER_NUMBER and _is_number(number):
            yield place + 2
        case [number, *_] if number.isdecimal():
            yield place + 1


def _is_stopped_letter(lexicon: Lexicon, place: int) -> bool:
    """Return whether a letter with a full stop stands here: a bullet, unless it is the letter of the unit behind it."""
    token = lexicon.tokens[place] if place < len(lexicon.tokens) else None
    if token is None or not (token.is_stopped and token.is_word and _is_number(token.text)):
        return False
    return not _is_unit(lexicon, place) or _is_unit(lexicon, place + 1)


def _is_unit(lexicon: Lexicon, place: int) -> bool:
    return any(lexicon.of(place, *_UNITS))


def _is_number(word: str) -> bool:
    """Return whether a word is a number, one letter or a small Roman number: ``12``, ``a``, ``iv``."""
    return word.isdecimal() or len(word) == 1 or set(word) <= _ROMAN


BETWEEN = frozenset(
    {
        *(OrderPart.FILLER, OrderPart.ATTACK, OrderPart.LINK, OrderPart.AND, OrderPart.PREPOSITION),
        *(OrderPart.MODAL, OrderPart.OPENING, OrderPart.REQUEST, OrderPart.FROM, OrderPart.WITH, OrderPart.BY),
        *(OrderPart.JOINT,),
    }
)
"""What stands between the words that tell something."""
_SMALL = BETWEEN | {
    OrderPart.ARMY,
    OrderPart.FLEET,
    OrderPart.TROOP,
    OrderPart.MOVE,
    OrderPart.SEND,
    OrderPart.POWER,
    OrderPart.NUMBER,
}
"""What the words of a remark may be; they give no order where no region is named."""
TELLING = frozenset(OrderPart) - _SMALL - {OrderPart.COURTESY, OrderPart.HEADING, OrderPart.SECTION}
_OF_A_PURPOSE = _SMALL | {OrderPart.COURTESY, OrderPart.HEADING, OrderPart.SECTION, OrderPart.PLACE}
_LONGEST_OPENING = 3


def is_courtesy(lexicon: Lexicon, place: int) -> bool:
    """Return whether the tokens from a place on do not change the order before it."""
    start, end = _set_apart(lexicon, place)
    if start > place and _is_remark(lexicon, start, end):
        return True
    after_comma = start + _is_at(lexicon, start, ",")
    return _is_purpose(lexicon, after_comma, end) or _is_polite(lexicon, start, end)


def _set_apart(lexicon: Lexicon, place: int) -> tuple[int, int]:
    """Return where the words begin and end that are in brackets or behind the sign of a comment."""
    last = len(lexicon.tokens)
    if _is_at(lexicon, place, "(") and _is_at(lexicon, last - 1, ")"):
        return place + 1, last - 1
    if _is_at(lexicon, place, "/") and _is_at(lexicon, place + 1, "/"):
        return place + 2, last
    return (place + 1, last) if _is_at(lexicon, place, "#") else (place, last)


def _is_polite(lexicon: Lexicon, place: int, last: int) -> bool:
    """Return whether all tokens up to ``last`` are words of courtesy, names of powers or small words."""
    place += any(_is_at(lexicon, place, sign) for sign in (",", DASH, ":"))
    place = next((found.end for found in lexicon.of(place, OrderPart.AND)), place)
    ends = {found.end for found in lexicon.of(place, OrderPart.COURTESY)}
    if any(found.end > place + 1 for found in lexicon.of(place, OrderPart.DENIAL)):  # such as "instead of"
        return False
    while ends and last not in ends:
        parts = (OrderPart.COURTESY, OrderPart.FILLER, OrderPart.POWER, OrderPart.AND)
        ends = {found.end for end in ends for found in lexicon.of(end, *parts)}
    return bool(ends)


def _is_remark(lexicon: Lexicon, start: int, end: int) -> bool:
    """Return whether words set apart are no words of orders, and do not put the order in doubt."""
    words = [token for token in lexicon.tokens[start:end] if token.is_word]
    is_plain = len(words) == end - start and any(len(word.text) > 1 for word in words)
    return is_plain and not _parts(lexicon, start, end) & TELLING


def _is_purpose(lexicon: Lexicon, start: int, end: int) -> bool:
    """Return whether words say what an order is for, ``to protect Munich``.

    They may name regions, but order nothing there.
    """
    openings, aims = prose_phrases("purpose_openings"), prose_phrases("purposes")
    texts = tuple(token.text for token in lexicon.tokens[start:end])
    opened = next((size for size in range(_LONGEST_OPENING, 0, -1) if texts[:size] in openings), 0)
    if not opened or texts[opened : opened + 1] not in aims:
        return False
    behind = lexicon.tokens[start + opened + 1 : end]
    return all(token.is_word for token in behind) and _parts(lexicon, start + opened + 1, end) <= _OF_A_PURPOSE


def _parts(lexicon: Lexicon, start: int, end: int) -> set[OrderPart]:
    return {found.lexeme.part for at in range(start, end) for found in lexicon.at(at) if found.end <= end}


def _is_at(lexicon: Lexicon, place: int, sign: str) -> bool:
    return place < len(lexicon.tokens) and lexicon.tokens[place].text == sign


# --- a line in every way its words can have the form of an order


class OrderForm(Enum):
    """The forms of an order."""

    HOLD = "hold"
    MOVE = "move"
    CARRIED = "carried"  # LON c BRE: an army that asks to be convoyed (002 5.4)
    SUPPORT_HOLD = "support_hold"
    SUPPORT_MOVE = "support_move"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    WAIVE = "waive"


@dataclass(frozen=True)
class WrittenForm:
    """One way to write an order; ``spots`` are the numbers of its places as written, in the order of the form."""

    form: OrderForm
    elements: tuple[str, ...]
    spots: tuple[int, ...] = ()


def _forms(*written: tuple[OrderForm, str] | tuple[OrderForm, str, tuple[int, ...]]) -> tuple[WrittenForm, ...]:
    return tuple(WrittenForm(form, tuple(elements.split()), *spots) for form, elements, *spots in written)


FORMS: Mapping[PhaseKind, Sequence[WrittenForm]] = MappingProxyType(
    {
        PhaseKind.MOVEMENT: _forms(
            (OrderForm.HOLD, "unit move? hold"),
            (OrderForm.HOLD, "unit immobile"),
            (OrderForm.HOLD, "hold unit"),
            (OrderForm.MOVE, "unit move target way? with_power?"),
            (OrderForm.MOVE, "unit way move target"),
            (OrderForm.MOVE, "send unit move target way?"),
            (OrderForm.MOVE, "move target from unit", (1, 0)),
            (OrderForm.CARRIED, "unit convoy place way?"),
            (OrderForm.SUPPORT_HOLD, "unit support unit"),
            (OrderForm.SUPPORT_HOLD, "unit support unit move? hold"),
            (OrderForm.SUPPORT_HOLD, "support unit with unit", (1, 0)),
            (OrderForm.SUPPORT_MOVE, "unit support unit move target way? with_power?"),
            (OrderForm.SUPPORT_MOVE, "unit support kind move place move target with_power?"),
            (OrderForm.SUPPORT_HOLD, "unit support kind hold place with_power?"),
            (OrderForm.SUPPORT_MOVE, "unit support unit convoy place"),
            (OrderForm.SUPPORT_HOLD, "unit support hold unit"),
            (OrderForm.SUPPORT_MOVE, "unit support move target from unit", (0, 2, 1)),
            (OrderForm.SUPPORT_MOVE, "support unit move target from unit", (2, 0, 1)),
            (OrderForm.CONVOY, "unit convoy unit move target way?"),
            (OrderForm.CONVOY, "convoy unit move target from unit", (2, 0, 1)),
            (OrderForm.CONVOY, "unit convoy move target from unit", (0, 2, 1)),
        ),
        PhaseKind.RETREAT: _forms(
            (OrderForm.RETREAT, "unit retreat place"),
            (OrderForm.RETREAT, "unit move place"),
            (OrderForm.RETREAT, "retreat unit move place"),
            (OrderForm.RETREAT, "retreat unit retreat place"),
            (OrderForm.RETREAT, "send unit move place"),
            (OrderForm.DISBAND, "unit disband"),
            (OrderForm.DISBAND, "disband unit"),
            (OrderForm.DISBAND, "remove unit"),
        ),
        PhaseKind.ADJUSTMENT: _forms(
            (OrderForm.BUILD, "unit build"),
            (OrderForm.BUILD, "build number? unit owner?"),
            (OrderForm.DISBAND, "unit disband"),
            (OrderForm.DISBAND, "disband unit"),
            (OrderForm.DISBAND, "remove unit"),
            (OrderForm.WAIVE, "waive number? build?"),
        ),
    }
)
"""What has one meaning whatever stands on the board."""

LOOSE_FORMS: Mapping[PhaseKind, Sequence[WrittenForm]] = MappingProxyType(
    {
        PhaseKind.MOVEMENT: _forms((OrderForm.MOVE, "unit place")),
        PhaseKind.RETREAT: _forms(
            (OrderForm.RETREAT, "unit place"), (OrderForm.RETREAT, "retreat place"), (OrderForm.DISBAND, "disband")
        ),
        PhaseKind.ADJUSTMENT: _forms(
            (OrderForm.BUILD, "unit"), (OrderForm.BUILD, "number unit"), (OrderForm.DISBAND, "retreat unit")
        ),
    }
)
"""What counts only where it makes one legal order: two places alone, an order that leaves its unit out."""

PASSIVE_FORMS = _forms(
    (OrderForm.SUPPORT_HOLD, "unit supported unit", (1, 0)),
    (OrderForm.SUPPORT_MOVE, "unit move target supported unit", (2, 0, 1)),
    (OrderForm.CONVOY, "unit move target convoyed by unit", (2, 0, 1)),
    (OrderForm.CONVOY, "unit convoyed move target by unit", (2, 0, 1)),
    (OrderForm.CONVOY, "unit convoyed by unit move target", (1, 0, 2)),
)
"""What is told of the unit that is helped: the order is its helper's, and may go with one of its own."""

_VERBS = frozenset(
    {
        OrderPart.HOLD,
        OrderPart.MOVE,
        OrderPart.SUPPORT,
        OrderPart.CONVOY,
        OrderPart.RETREAT,
        OrderPart.DISBAND,
        OrderPart.CONVOYED,
        OrderPart.SUPPORTED,
    }
)
_STROKES = frozenset("/\\")
_POSSESSIVE = "s"
_MOST_FILLERS = 3

_MOST_STARTS = 24
"""Places at which the order of one line may begin; a person writes a number, a heading, a power and a greeting."""
_KINDS = MappingProxyType({OrderPart.ARMY: UnitKind.ARMY, OrderPart.FLEET: UnitKind.FLEET})
_POWERED = MappingProxyType(
    {
        OrderPart.HOLD: OrderPart.POWERED_HOLD,
        OrderPart.MOVE: OrderPart.POWERED_MOVE,
        OrderPart.SUPPORT: OrderPart.POWERED_SUPPORT,
        OrderPart.FROM: OrderPart.WITH,
    }
)
"""What stands for a part besides itself; but for the last it means that power is used."""
_WITH_PREPOSITION = frozenset({OrderPart.MOVE, OrderPart.RETREAT, OrderPart.SUPPORT, OrderPart.HOLD, OrderPart.DISBAND})
_RELATIVE = frozenset({"which", "that", "who", "qui", "laquelle"})
_BEHIND_HOLD = frozenset({OrderPart.SUPPORT, OrderPart.CONVOY})


_PARTS = {part.value: part for part in OrderPart}


@dataclass(frozen=True)
class WrittenPlace:
    """A place as written, with the letter before it: that of a ``kind``, or of a ``troop`` if there are troops."""

    province: Province
    coast: str
    kind: UnitKind | None
    start: int
    end: int
    troop: str = ""


@fast_init
@dataclass(frozen=True, slots=True)
class OrderParse:
    """One parse of a line; ``spots`` are its places in order, ``borrowed`` counts those named as in another convention.

    ``by_sea`` if it asks for a convoy, ``routed`` if it names the seas on the way, which are not in ``spots``.
    ``powered`` if it uses power; ``owner`` is the power a unit is built for, if it names one. ``of_attack`` if it tells
    of the attack of a unit.
    """

    form: OrderForm
    end: int
    spots: tuple[WrittenPlace, ...] = ()
    by_sea: bool = False
    routed: bool = False
    borrowed: int = 0
    powered: bool = False
    owner: str = ""
    of_attack: bool = False


@dataclass(frozen=True)
class _Beginning:
    """An element with what follows it in forms that begin alike; ``ends`` are the numbers of those that end with it."""

    element: str
    is_optional: bool
    ends: tuple[int, ...]
    followed_by: tuple["_Beginning", ...]


@lru_cache
def _begun_alike(forms: tuple[WrittenForm, ...]) -> tuple[_Beginning, ...]:
    """The beginnings of forms, by the numbers of these: what is common to many is read once."""
    return _beginnings([(number, written.elements) for number, written in enumerate(forms)])


def _beginnings(numbered: Sequence[tuple[int, tuple[str, ...]]]) -> tuple[_Beginning, ...]:
    """The beginnings of elements, each with its number."""
    found = []
    for head in dict.fromkeys(elements[0] for _, elements in numbered if elements):
        rest = [(number, elements[1:]) for number, elements in numbered if elements[:1] == (head,)]
        ends = tuple([number for number, elements in rest if not elements])
        found.append(_Beginning(head.removesuffix("?"), head.endswith("?"), ends, _beginnings(rest)))
    return tuple(found)


class LineParser:
    """The parser of one line; it remembers how far any form matched, and what was missing there."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.size = len(lexicon.tokens)
        self.furthest = 0
        self.lacked: set[str] = set()
        self._courtesies: dict[int, bool] = {}

    def sentences(self, forms: Sequence[WrittenForm]) -> Iterator[OrderParse]:
        """Yield every parse of the whole line in these forms."""
        begun = _begun_alike(tuple(forms))
        for start in sorted(self.starts(OrderPart.OPENING, OrderPart.REQUEST)):
            reached: dict[int, Sequence[OrderParse]] = {}
            self._follow(begun, (OrderParse(OrderForm.HOLD, start),), reached)
            for number in sorted(reached):
                for found in reached[number]:
                    if found.end == self.size or self._is_courtesy(found.end):
                        yield _in_form(found, forms[number])
                    else:
                        self._lack("end", found.end)

    def starts(self, *more: OrderPart) -> set[int]:
        """Return the tokens where the order can begin: behind bullets, numbers, headings, the name of its power.

        ``more`` are further words that may stand there.
        """
        starts, pending = {0}, [0]
        while pending and len(starts) < _MOST_STARTS:
            place = pending.pop()
            further = {*after_bullet(self.lexicon, place), *self._after_heading(place, *more)} - starts
            starts |= further
            pending.extend(further)
        return starts

    def units_from(self, start: int) -> Iterator[OrderParse]:
        """Yield every parse of a unit that begins at a token."""
        return self._units(OrderParse(OrderForm.HOLD, start))

    def _after_heading(self, place: int, *more: OrderPart) -> Iterator[int]:
        """After a word of a heading or the name of a power, and after what links them."""
        links = (OrderPart.FILLER,) if place else ()
        yield from (found.end for found in self.lexicon.of(place, OrderPart.HEADING, OrderPart.POWER, *links, *more))

    def _follow(
        self, begun: Sequence["_Beginning"], before: Sequence[OrderParse], reached: dict[int, Sequence[OrderParse]]
    ) -> None:
        """Note what is ``reached`` in each form, by its number, where these beginnings follow."""
        for one in begun:
            steps = [further for step in before for further in self._further(one, step)]
            if steps:
                reached.update(dict.fromkeys(one.ends, steps))
                self._follow(one.followed_by, steps, reached)

    def _further(self, one: "_Beginning", so_far: OrderParse) -> Sequence[OrderParse]:
        """The parses in which one element more is taken, or left out where it may be."""
        steps = tuple(self._taken(one.element, so_far))
        if one.is_optional:
            return so_far, *steps
        if not steps:
            self._lack(one.element, so_far.end)
        return steps

    def _is_courtesy(self, place: int) -> bool:
        if place not in self._courtesies:
            self._courtesies[place] = is_courtesy(self.lexicon, place)
        return self._courtesies[place]

    def _taken(self, element: str, so_far: OrderParse) -> Iterator[OrderParse]:
        spend(1)
        match element:
            case "unit":
                return self._units(so_far)
            case "place":
                return self._places(so_far, None)
            case "target":
                return self._targets(so_far)
            case "way":
                return self._ways(so_far)
            case "kind":
                return self._kinds_alone(so_far)
            case "owner":
                return self._owners(so_far)
            case _:
                return self._words(_PARTS[element], so_far)

    def _words(self, part: OrderPart, so_far: OrderParse) -> Iterator[OrderParse]:
        """An order word, alone or in brackets, a preposition behind it; a colon or "should" may stand before it."""
        place = so_far.end + self._is_at(so_far.end, ":")
        for start in self._before_word(part, place):
            if start > place and part is OrderPart.HOLD and so_far.spots[1:] and self._is_relative(place):
                continue  # "supports Spain, which holds": Spain does so, too
            bracket = self._is_at(start, "(")
            for found in self.lexicon.of(start + bracket, part, _POWERED.get(part, part)):
                if not bracket or self._is_at(found.end, ")"):
                    step = _extended(so_far, found, found.end + bracket)
                    is_powered = part is OrderPart.WITH_POWER or found.lexeme.part not in {part, OrderPart.WITH}
                    yield replace(step, powered=True) if is_powered else step
                if not bracket and part in _WITH_PREPOSITION:
                    for to in self.lexicon.of(found.end, OrderPart.PREPOSITION):
                        word = tuple(token.text for token in self.lexicon.tokens[found.end : to.end])
                        is_inward = part is OrderPart.SUPPORT and word in prose_phrases("inward")
                        yield replace(_extended(so_far, found, to.end), of_attack=so_far.of_attack or is_inward)

    def _before_word(self, part: OrderPart, place: int) -> Iterator[int]:
        """Where an order word can begin: here, behind "should", and a support behind "holds and"."""
        yield place
        if part in _VERBS:
            for found in self.lexicon.of(place, OrderPart.MODAL):
                yield found.end
        if part in _BEHIND_HOLD:
            for held in self.lexicon.of(place, OrderPart.HOLD):
                yield from (found.end for found in self.lexicon.of(held.end, OrderPart.AND))

    def _is_relative(self, place: int) -> bool:
        return self.lexicon.tokens[place].text in _RELATIVE

    def _owners(self, so_far: OrderParse) -> Iterator[OrderParse]:
        """The power a unit is raised for."""
        for found in self.lexicon.of(so_far.end, OrderPart.POWER):
            yield replace(_extended(so_far, found, found.end), owner=found.lexeme.value)

    def _units(self, so_far: OrderParse) -> Iterator[OrderParse]:
        """A place with or without the letter or word of a unit before it."""
        for step in self._unfilled(so_far):
            yield from self._places(step, None, fillers=False)
            for found in self.lexicon.of(step.end, *_KINDS, OrderPart.TROOP):
                named = _extended(step, found, found.end)
                places = tuple(self._places(named, _KINDS.get(found.lexeme.part), troop=found.lexeme.value))
                if not places:
                    self._lack("place", named.end)
                yield from places

    def _kinds_alone(self, so_far: OrderParse) -> Iterator[OrderParse]:
        """The word for a unit whose place is told behind its verb: ``l'infanterie qui tient …`` (004 8 S)."""
        for step in self._unfilled(so_far):
            yield from (
                _extended(step, found, found.end) for found in self.lexicon.of(step.end, *_KINDS, OrderPart.TROOP)
            )

    def _places(
        self, so_far: OrderParse, kind: UnitKind | None, *, fillers: bool = True, troop: str = ""
    ) -> Iterator[OrderParse]:
        for step in self._unfilled(so_far) if fillers else (so_far,):
            for found in self.lexicon.of(step.end, OrderPart.PLACE):
                spot = WrittenPlace(Province(found.lexeme.value), found.coast, kind, step.end, found.end, troop)
                named = _extended(step, found, found.end)
                yield _extended(step, found, found.end, (*step.spots, spot))
                if not found.coast:
                    yield from self._coasts(named, spot)
                if kind is None:
                    yield from self._kind_behind(named, spot)
            yield from self._coast_first(step, kind)

    def _kind_behind(self, so_far: OrderParse, spot: WrittenPlace) -> Iterator[OrderParse]:
        """The word of a unit behind its place: ``the Brest fleet``; its letter alone would begin another unit."""
        for found in self.lexicon.of(so_far.end, *_KINDS):
            if found.end > so_far.end + 1 or len(self.lexicon.tokens[so_far.end].text) > 1:
                yield replace(
                    so_far, end=found.end, spots=(*so_far.spots, replace(spot, kind=_KINDS[found.lexeme.part]))
                )

    def _coasts(self, so_far: OrderParse, spot: WrittenPlace) -> Iterator[OrderParse]:
        """A coast after its place: ``STP/SC``, ``Stp(sc)``, ``ESP cs``, ``Spain south coast``, ``Spain (south)``."""
        place = so_far.end + any(self._is_at(so_far.end, sign) for sign in (*_STROKES, DASH))
        bracket = self._is_at(place, "(")
        named = [*self.lexicon.of(place + bracket, *self._coast_parts(so_far.end, spot))]
        for found in [*named, *self._coast_in_words(place + bracket)]:
            close = self._behind_courtesy(found.end) if bracket else found.end
            if not bracket or self._is_at(close, ")"):
                end = close + bracket
                sided = replace(spot, coast=found.lexeme.value, end=end)
                yield replace(_extended(so_far, found, end), spots=(*so_far.spots, sided))

    def _behind_courtesy(self, place: int) -> int:
        """The token behind words of courtesy: ``(north coast please!)``."""
        found = next(self.lexicon.of(place, OrderPart.COURTESY), None)
        return self._behind_courtesy(found.end) if found else place

    def _coast_in_words(self, place: int) -> Iterator[FoundLexeme]:
        """A coast of two words behind small ones: ``Spain (the south coast)``, ``Spain's south coast``."""
        place += self._is_at(place, _POSSESSIVE)
        for step in self._unfilled(OrderParse(OrderForm.HOLD, place), _MOST_FILLERS, OrderPart.FILLER, OrderPart.VIA):
            yield from (found for found in self.lexicon.of(step.end, OrderPart.COAST) if found.end - step.end > 1)

    def _coast_first(self, so_far: OrderParse, kind: UnitKind | None) -> Iterator[OrderParse]:
        """A coast before its place, in two words: ``the south coast of Spain``, ``la côte sud de l'Espagne``."""
        for found in self.lexicon.of(so_far.end, OrderPart.COAST):
            if found.end - so_far.end > 1:
                for step in self._places(replace(so_far, end=found.end), kind):
                    *before, spot = step.spots
                    yield replace(step, spots=(*before, replace(spot, coast=spot.coast or found.lexeme.value)))

    def _coast_parts(self, place: int, spot: WrittenPlace) -> tuple[OrderPart, ...]:
        """A direction alone is a coast behind a stroke; in brackets, or in full, where the region has coasts."""
        texts = [token.text for token in self.lexicon.tokens[place : place + 1]]
        has_coasts = self.lexicon.has_coasts(spot.province)
        is_set_off = any(text in _STROKES or (text == "(" and has_coasts) for text in texts)
        is_full = any(len(text) > 1 for text in texts) and has_coasts
        return (OrderPart.COAST, OrderPart.SIDE) if is_set_off or is_full else (OrderPart.COAST,)

    def _targets(self, so_far: OrderParse) -> Iterator[OrderParse]:
        """The place attacked, or a convoy's whole route through seas: ``NTH - NWY``; each sea is passed once."""
        passed: set[int] = set()
        pending = [so_far]
        while pending:
            for step in self._places(pending.pop(), None):
                yield step
                if step.end not in passed and self.lexicon.is_convoyable(step.spots[-1].province):
                    passed.add(step.end)
                    onward = replace(step, spots=so_far.spots, routed=True)
                    pending.extend(self._words(OrderPart.MOVE, onward))

    def _ways(self, so_far: OrderParse) -> Iterator[OrderParse]:
        """The wish to go by sea, with or without the seas: ``(par convoi)``, ``via NTH - NWG``, ``via F NTH``."""
        bracket = self._is_at(so_far.end, "(")
        for asked in self._words(OrderPart.VIA, replace(so_far, end=so_far.end + bracket)):
            seas = (step for step in (*self._targets(asked), *self._units(asked)) if self._ends_at_sea(step))
            for step in (asked, *seas):
                if not bracket or self._is_at(step.end, ")"):
                    yield replace(so_far, end=step.end + bracket, by_sea=True)

    def _ends_at_sea(self, so_far: OrderParse) -> bool:
        return self.lexicon.is_convoyable(so_far.spots[-1].province)

    def _unfilled(self, so_far: OrderParse, most: int = _MOST_FILLERS, *small: OrderPart) -> Iterator[OrderParse]:
        """Here, and after each run of words that change nothing: articles, the power of a foreign unit (001 IX.1)."""
        yield so_far
        if most:
            for found in self.lexicon.of(so_far.end, *(small or (OrderPart.FILLER, OrderPart.POWER, OrderPart.ATTACK))):
                of_attack = so_far.of_attack or found.lexeme.part is OrderPart.ATTACK
                yield from self._unfilled(replace(so_far, end=found.end, of_attack=of_attack), most - 1, *small)

    def _is_at(self, place: int, sign: str) -> bool:
        return place < self.size and self.lexicon.tokens[place].text == sign

    def _lack(self, element: str, place: int) -> None:
        if place > self.furthest:
            self.furthest, self.lacked = place, set()
        if place == self.furthest:
            self.lacked.add({"unit": "place", "target": "place"}.get(element, element))


def _in_form(found: OrderParse, written: WrittenForm) -> OrderParse:
    spots = tuple([found.spots[number] for number in written.spots]) if written.spots else found.spots
    return replace(found, form=written.form, spots=spots)


def _extended(
    so_far: OrderParse, found: FoundLexeme, end: int, spots: tuple[WrittenPlace, ...] | None = None
) -> OrderParse:
    """The parse up to a later token, each field by its place: that is made most often, and ``replace`` takes longer."""
    borrowed, places = so_far.borrowed + found.borrowed + found.guessed, so_far.spots if spots is None else spots
    by_sea, routed, powered = so_far.by_sea, so_far.routed, so_far.powered
    return OrderParse(so_far.form, end, places, by_sea, routed, borrowed, powered, so_far.owner, so_far.of_attack)
