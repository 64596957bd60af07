"""Tells what orders a group of what a sentence names can only mean, and what has to be overlooked for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations

from judge.notation.clause_orders import OrdersOfUnits, word_at
from judge.notation.grammar import OrderForm
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.board import Location, Province
from judge.rules.orders import Hold, Move, Order, SupportHold, SupportMove, province_of

NAMING = frozenset("nqk")
"""The letters of words that name a unit or a place."""
MOST_NAMED = 4
"""Units and places of a group."""
UNLIKELY, NOT_SAID = 1.2, 1.5
"""What it costs to read what nobody would say, what is not said at all."""
_HELPER_AND_HELPED = 2
_STRANGE_VERB, _TURNED = 0.7, 0.8

Explained = tuple[tuple[Order, ...], float]
"""The orders that a group may mean, with what they cost."""


def _each(word: SentenceWord) -> Iterator[SentenceWord]:
    """The units that a word names."""
    yield from (replace(word, spots=(spot,)) for spot in word.spots) if word.role is Role.KIND else (word,)


def _helped_with(order: Order) -> Order:
    """The move that an order helps; any other order as it is."""
    return Move(order.origin, order.to) if isinstance(order, SupportMove) else order


@dataclass(frozen=True)
class OrderGroup:
    """What a part of a sentence names, by its letters: ``named`` has for each of them the unit or place, if any."""

    letters: str
    named: Sequence[SentenceWord | None]
    units: OrdersOfUnits
    before: Sequence[Order]
    gaps: Sequence[int]
    topic: SentenceWord | None = None

    def explained(self) -> Iterator[Explained]:
        """Yield the orders it may mean, with what has to be overlooked for them."""
        if any(self.letters[at] in NAMING and one is None for at, one in enumerate(self.named)):
            return
        letters = set(self.letters)
        of_kind = [one for one in self.named if one and one.role is Role.KIND]
        if of_kind and (letters & set("sScCrM=yYq") or letters & {"h", "i"}):
            return  # which of them helps, or stays, is not said
        if letters & {"r", "M"}:
            yield from self._mutual()
        elif "S" in letters or self._helper_is_last():
            yield from self._helped()
        elif "s" in letters:
            yield from self._supports()
        elif letters & {"c", "C"}:
            yield from self._convoys()
        elif letters & {"h", "i"}:
            yield from self._holds()
        elif "=" in letters:
            yield from self._likewise()
        else:
            yield from self._moves()

    @property
    def is_list(self) -> bool:
        """Whether it begins with several units that do the same."""
        first, second, *_ = (*self._places(), -1, -1)
        between = set(self.letters[first + 1 : second]) if second > 0 else set()
        return bool(between) and between <= {",", "&"} and not any(self.gaps[first:second])

    def _places(self) -> list[int]:
        return [at for at, letter in enumerate(self.letters) if letter in NAMING]

    def _words(self, start: int, end: int) -> list[SentenceWord]:
        return [one for one in self.named[start:end] if one]

    def _all(self) -> list[SentenceWord]:
        return self._words(0, len(self.letters))

    def _leads_from(self, at: int) -> bool:
        """Whether a word stands behind one that tells where something comes from, or with whom."""
        return at > 0 and self.letters[at - 1] in "fw"

    # --- what one unit does alone

    def _holds(self) -> Iterator[Explained]:
        units = [one for word in self._all() for one in _each(word)]
        is_listed = len(units) == 1 or all(
            set(self.letters[one + 1 : other]) <= {",", "&"} and not any(self.gaps[one:other])
            for one, other in zip(self._places(), self._places()[1:], strict=False)
        )
        cost = NOT_SAID * ("m" in self.letters)
        if is_listed and self.units.are_own(*units):
            yield tuple(Hold(at) for at in map(self._at, units) if at), cost
        elif len(units) > 1 and self.units.are_own(units[0]) and not self.is_list:
            at = self._at(units[0])
            if at:
                yield (Hold(at),), cost + UNLIKELY * (len(units) - 1)

    def _likewise(self) -> Iterator[Explained]:
        """The same for other units as for the one named last, if it stays or helps: ``Marseilles ditto``."""
        units, last = self._all(), self.before[-1] if self.before else None
        if isinstance(last, Hold) and self.units.are_own(*units):
            yield tuple(Hold(at) for at in map(self._at, units) if at), 0.3
        elif isinstance(last, SupportHold | SupportMove) and self.units.are_own(*units):
            yield from self._all_help(
                units, Hold(last.target) if isinstance(last, SupportHold) else _helped_with(last), 0.3
            )

    def _at(self, word: SentenceWord) -> Province | None:
        return next((spot.province for spot in word.spots if spot.province in self.units.own), None)

    def _moves(self) -> Iterator[Explained]:
        words = self._all()
        verb = 0.0 if set(self.letters) & set("mpd:v") else _STRANGE_VERB if any(self.gaps) else 0.3
        match words:
            case [unit, _] if (
                self.letters == "nq" and any(self.gaps) and self.before
            ):  # "Marseilles lends it a shoulder"
                yield from self._all_help((unit,), self.before[-1], _STRANGE_VERB)
            case [unit] if set(self.letters) & set("yY"):
                to = self._there()
                if order := to and self.units.order(OrderForm.MOVE, unit, to):
                    yield (order,), verb
            case [unit, to]:
                yield from self._move(unit, to, self._places(), verb)
            case [unit, beside, to] if not self.is_list:
                first, second, third = self._places()
                yield from self._move(unit, beside, (first, second), verb + UNLIKELY)
                if not (self.units.are_own(beside) and "m" in self.letters[second:third]):
                    yield from self._move(unit, to, (first, third), verb + UNLIKELY)
                yield from self._strange_help()
                yield from self._by_sea(unit, beside, to)
            case [_, _, _, _] if self.is_list:
                yield from self._moves_together(words, verb)
                yield from self._strange_help()

    def _by_sea(self, army: SentenceWord, fleet: SentenceWord, to: SentenceWord) -> Iterator[Explained]:
        """An army that goes over a sea in which a fleet of the writer's is: ``London over the North Sea to Norway``."""
        convoy = self.units.order(OrderForm.CONVOY, fleet, army, to)
        move = self.units.order(OrderForm.MOVE, army, to, by_sea=True)
        if convoy and move:
            yield (move, convoy), 0.3

    def _moves_together(self, words: Sequence[SentenceWord], verb: float) -> Iterator[Explained]:
        """Two units with a place each: ``Paris and Brest to Burgundy and Picardy``."""
        if len(words) == MOST_NAMED:
            one, other = (self.units.order(OrderForm.MOVE, words[at], words[at + 2]) for at in (0, 1))
            if one and other:
                yield (one, other), verb + _STRANGE_VERB

    def _move(self, unit: SentenceWord, to: SentenceWord, places: Sequence[int], verb: float) -> Iterator[Explained]:
        first, second = places[0], places[1]
        between = self.letters[first + 1 : second]
        parted = UNLIKELY if between and set(between) <= {",", "&"} and not any(self.gaps[first:second]) else 0.0
        by_sea = "v" in self.letters
        turned = self._leads_from(second)
        if order := self.units.order(OrderForm.MOVE, unit, to, by_sea=by_sea):
            yield (order,), verb + parted + turned * UNLIKELY + self._onto_own(to, verb)
        is_way = "m" in between and not (turned or self.letters[:first])  # "Greece > Serbia" is no way to Greece
        if not is_way and (order := self.units.order(OrderForm.MOVE, to, unit, by_sea=by_sea)):
            yield (order,), verb + parted + (not turned) * UNLIKELY + self._onto_own(unit, verb)

    def _onto_own(self, to: SentenceWord, verb: float) -> float:
        """What it costs that a strange verb leads to where another unit of the writer stays: it may mean help."""
        left = {one.at for one in self.before if isinstance(one, Move)}
        stays = self.units.are_own(to) and left.isdisjoint(spot.province for spot in to.spots)
        return UNLIKELY if verb and stays else 0.0

    def _there(self) -> SentenceWord | None:
        last = self.before[-1] if self.before else None
        if "Y" in self.letters:
            at = province_of(last) if last else None
            return word_at(Location(at)) if at else None
        return word_at(last.to) if isinstance(last, Move | SupportMove) else self.topic

    # --- what units do for each other

    def _strange_help(self) -> Iterator[Explained]:
        """A verb that nobody knows between units of the writer and another one with where that goes."""
        *actors, unit, to = self._all()
        if not any(self.gaps) or not self.units.are_own(*actors):
            return
        convoy = self.units.order(OrderForm.CONVOY, actors[0], unit, to)
        for one, other, turned in ((unit, to, False), (to, unit, True)):
            for helped, cost in self._any_move(one, other, _TURNED * turned):
                if not convoy:
                    yield from self._all_help(actors, helped, _STRANGE_VERB + cost)

    def _mutual(self) -> Iterator[Explained]:
        """Two units that support each other."""
        units = self._all()
        if len(units) == _HELPER_AND_HELPED and self.units.are_own(*units):
            one, other = units
            helps = [self.units.order(OrderForm.SUPPORT_HOLD, *pair) for pair in ((one, other), (other, one))]
            if all(helps):
                yield tuple(help_ for help_ in helps if help_), 0.0

    def _supports(self) -> Iterator[Explained]:
        verb = self.letters.index("s")
        is_last = not any(at > verb for at in self._places())
        is_object = verb > 1 and self.letters[verb - 1] == "q"  # "Londres la soutient"
        actors, others = self._words(0, verb - is_object), self._words(verb, len(self.letters))
        if is_object:
            yield from self._support_of_last(actors if is_last else ())
            return
        is_beside = verb > 0 and self.letters[verb - 1] == "w"  # "with all the support of …"
        if (
            actors
            and others
            and (is_beside or self._leads_from(next((at for at in self._places() if at > verb), verb)))
        ):
            yield from self._helped_by(actors, others)
        elif actors and others:
            if self.units.are_own(*actors) and self.letters[verb + 1] != ",":  # "Aegean supports, East Med too"
                for helped, cost in self._helped_order(others, verb):
                    yield from self._all_help(actors, helped, cost)
        elif actors:
            yield from self._support_of_last(actors)
        elif len(others) > 1 and self._leads_from(self._places()[-1]) and not self._leads_from(self._places()[0]):
            for helped, cost in self._helped_order(others[:-1], verb):
                yield from self._all_help(others[-1:], helped, cost)

    def _support_of_last(self, actors: Sequence[SentenceWord]) -> Iterator[Explained]:
        """Units that help with the order named last; two, of which the first gives the other a hand."""
        told = [_helped_with(one) for one in reversed(self.before)] if actors else []
        attacks = (one for one in told[1:] if isinstance(one, Move))
        last = [(one, 0.0) for one in told[:1]] + [(one, _STRANGE_VERB) for one in islice(attacks, 1)]
        for its, more in last if len(actors) == 1 or self.is_list else ():
            helps = [*self._all_help(actors, its, more + (0.3 if set(self.letters) & set("qyY") else 0.6))]
            yield from helps
            if helps:
                break
        if len(actors) > 1 and any(self.gaps) and not set(self.letters) & set(",&:b"):
            for helped, cost in self._helped_order(actors[1:], self._places()[0]):
                yield from self._all_help(actors[:1], helped, cost + _STRANGE_VERB)

    def _helped_order(self, words: Sequence[SentenceWord], behind: int) -> Iterator[tuple[Order, float]]:
        """The orders that may be helped, of any power: what the words behind a place name."""
        there = self._there() if set(self.letters[behind:]) & set("yY") else None
        match words:
            case [unit]:
                if there:
                    yield from self._any_move(unit, there, 0.0)
                    return
                province = unit.spots[0].province
                stands = self.units.scene.position.unit_at(province) is not None
                led = [one for one in self.before if isinstance(one, Move) and one.to.province == province]
                its = [one for one in self.before if isinstance(one, Move) and one.at == province]
                if stands:
                    yield (its[-1] if its else Hold(province)), 0.0
                elif len(led) == 1:
                    yield led[0], 0.2
            case [unit, to]:
                turned = self.letters.rfind("f", behind) > 0 or self.letters.rfind("w", behind) > 0
                yield from self._any_move(unit, to, _TURNED * turned)
                yield from self._any_move(to, unit, _TURNED * (not turned))

    def _any_move(self, unit: SentenceWord, to: SentenceWord, cost: float) -> Iterator[tuple[Order, float]]:
        """The move of a unit of any power, as it can be helped."""
        position = self.units.scene.position
        for at in dict.fromkeys(spot.province for spot in unit.spots if position.unit_at(spot.province)):
            for spot in dict.fromkeys(Location(spot.province, spot.coast) for spot in to.spots):
                if spot.province != at:
                    yield Move(at, spot), cost

    def _all_help(self, actors: Sequence[SentenceWord], order: Order, cost: float) -> Iterator[Explained]:
        """The supports of an order by each of some units, if all are legal."""
        helps = [self.units.help(actor, order) for actor in actors]
        if all(helps):
            yield tuple(one for one in helps if one), cost

    def _helper_is_last(self) -> bool:
        """Whether the unit named last is one that helps: ``…, with Barents in support``."""
        last = self._places()[-1] if self._places() else 0
        return last > 0 and "w" in self.letters[last - 2 : last] and "s" in self.letters[last:]

    def _helped(self) -> Iterator[Explained]:
        """What is done with the help of units named behind it."""
        cut = self.letters.index("S") if "S" in self.letters else self.letters.rindex("w")
        helpers = [one for at, one in enumerate(self.named) if at > cut and one and self.letters[at] != "q"]
        yield from self._helped_by(self._words(0, cut), helpers)

    def _helped_by(self, told: Sequence[SentenceWord], helpers: Sequence[SentenceWord]) -> Iterator[Explained]:
        """What some words tell of a unit, or the order named last, and the supports of it."""
        if not helpers or not self.units.are_own(*helpers):
            return
        its, cost, is_new = (self.before[-1] if self.before else None), 0.4, False
        match told:
            case [unit]:
                at = self._at(unit)
                given = next((one for one in reversed(self.before) if province_of(one) == at), None)
                its, is_new = given or (Hold(at) if at else self._of_other(unit)), given is None and at is not None
                cost = 0.0 if given or set(self.letters) & set("hi") else 0.3
            case [unit, to]:
                its, is_new, cost = self.units.order(OrderForm.MOVE, unit, to), True, 0.0
                if its is None:  # "to Greece goes the fleet, supported by …"
                    its, cost = self.units.order(OrderForm.MOVE, to, unit), _TURNED
            case [_, _, *_]:
                its = None
        if its:
            for helps, more in self._all_help(helpers, its, cost):
                yield (its, *helps) if is_new else helps, more

    def _of_other(self, unit: SentenceWord) -> Order | None:
        """What a word means that is no unit of the writer's: the attack told before that leads there, or who stays."""
        there = unit.spots[0].province
        led = [one for one in self.before if isinstance(one, Move) and one.to.province == there]
        stands = self.letters[:2] in {"nS", "nP"} and self.units.scene.position.unit_at(there) is not None
        return led[0] if len(led) == 1 else Hold(there) if stands and not led else None

    def _convoys(self) -> Iterator[Explained]:
        words = self._all()
        if len(words) > _HELPER_AND_HELPED:
            yield from self._strange_help()
        if len(words) != _HELPER_AND_HELPED + 1:
            return
        by_army = self.letters.find("c") < self._places()[1]  # "the fleet convoys …", not "the army goes, convoyed by"
        for fleet, army, to in permutations(words):
            convoy = self.units.order(OrderForm.CONVOY, fleet, army, to)
            if convoy:
                move = self.units.order(OrderForm.MOVE, army, to, by_sea=True)
                is_natural = words == ([fleet, army, to] if "c" in self.letters and by_army else [army, to, fleet])
                yield (convoy, move) if move else (convoy,), 0.0 if is_natural else _TURNED
