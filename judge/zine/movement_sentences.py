"""Sentences on what else a movement phase brought: standoffs, defence, supports, convoys, moves without a fight."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from judge.rules.board import Power, Province
from judge.zine import claims as c
from judge.zine.claims import Sentence
from judge.zine.sentence_writer import Part, SentenceWriter

_MOST_STANDOFFS = 6
_MOST_MARCHES = 8
"""The most moves without a fight that one sentence names."""
_QUIET = 4
"""In a season of fewer sentences there is room for all moves without a fight."""


def standoff_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on the provinces that stayed empty."""
    found = w.of(c.StoodOff)[:_MOST_STANDOFFS]
    facts = [_contest(w, one.province, "powers", one.powers) for one in found]
    if len(found) == 1:
        yield from w.tell("standoff", found, facts[0])
    elif found:
        items = w.words.phrasing.listing(w.part("standoffs", one) for one in facts)
        yield from w.tell("standoffs", found, {"items": items})


def repelled_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on attacks that failed, by those who held."""
    attacks: dict[tuple[Power, Province], list[c.Repelled]] = {}
    for one in w.of(c.Repelled):
        attacks.setdefault((one.defender, one.province), []).append(one)
    fronts: dict[tuple[Power, tuple[Power, ...]], list[c.Repelled]] = {}
    for (power, _), group in attacks.items():
        fronts.setdefault((power, tuple(dict.fromkeys(one.attacker for one in group))), []).extend(group)
    parts: list[Part] = []
    for (power, attackers), group in fronts.items():
        places = w.words.regions("places", [*dict.fromkeys(one.province for one in group)])
        parts.append((power, w.part("repelled", {**places, **w.words.powers("attackers", attackers)}), group))
    yield from w.tell_list("repelled", parts)


def outpaced_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on those who came where others wanted to go, too, unless that has been told."""
    told = {one.province for one in w.claims if isinstance(one, c.UnitDislodged)}
    groups: dict[tuple[Power, Province], list[c.Outpaced]] = {}
    for one in w.of(c.Outpaced):
        if one.province not in told and (one.winner, one.province) not in _takers(w):
            groups.setdefault((one.winner, one.province), []).append(one)
    parts: list[Part] = []
    for (power, place), group in groups.items():
        facts = _contest(w, place, "losers", [one.loser for one in group])
        parts.append((power, w.part("outpaced", facts), group))
    yield from w.tell_list("outpaced", parts)


def backed_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on supports for others that no attack has told."""
    parts: list[Part] = []
    for one in w.of(c.Backed):
        form: Literal["part_into", "part_at"] = "part_into" if one.into else "part_at"
        parts.append((one.giver, w.part("backed", _contest(w, one.province, "receiver", [one.receiver]), form), [one]))
    yield from w.tell_list("backed", parts)


def landed_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on convoys."""
    parts: list[Part] = []
    for one in w.of(c.Landed):
        others = [power for power in one.carriers if power != one.power]
        carriers = w.words.word("carried", **w.words.powers("powers", others)) if others else ""
        places = {**w.words.region("place", one.province), **w.words.region("origin", one.origin)}
        parts.append((one.power, w.part("landed", {**places, "carriers": carriers}), [one]))
    yield from w.tell_list("landed", parts)


def occupied_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on those who stand in a centre of others that is theirs no less for that."""
    taken = _takers(w)
    parts: list[Part] = [
        (one.power, w.part("occupied", _contest(w, one.province, "owner", [one.owner])), [one])
        for one in w.of(c.Occupied)
        if (one.power, one.province) not in taken
    ]
    yield from w.tell_list("occupied", parts)


def marched_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield moves without a fight: all of them in a quiet season, else those of some powers.

    Those come first of whom nothing has been told.
    """
    told = _takers(w) | {(one.winner, one.province) for one in w.claims if isinstance(one, c.Outpaced)}
    moves: dict[Power, list[Part]] = {}
    for one in w.of(c.Marched):
        if (one.power, one.province) not in told:
            text = w.part("marched", w.words.region("place", one.province))
            moves.setdefault(one.power, []).append((one.power, text, [one]))
    is_quiet = w.number < _QUIET
    parts: list[Part] = []
    named = w.named
    for power in sorted(moves, key=lambda power: power in named):
        own = moves[power]
        if parts and len(parts) + len(own) > _MOST_MARCHES:
            yield from w.tell_list("marched", parts)
            parts = []
            if not is_quiet:
                return
        parts += own
    yield from w.tell_list("marched", parts)


def harmed_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield sentences on hit points that were lost, and on units that have none left; not on units lost otherwise."""
    lost = {(one.power, one.province) for one in w.claims if isinstance(one, c.Gone)}
    for kind in ("harmed", "annihilated"):
        parts: list[Part] = []
        for one in w.of(c.Harmed):
            if (kind == "harmed") == (one.left > 0) and (one.power, one.province) not in lost:
                facts = {**w.words.region("place", one.province), "left": w.words.number("points", one.left)}
                parts.append((one.power, w.part(kind, facts), [one]))
        yield from w.tell_list(kind, parts)


def silent_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on those who gave no orders."""
    if silent := w.of(c.Silent):
        yield from w.tell("silent", silent, w.words.powers("powers", [one.power for one in silent]))


def _contest(w: SentenceWriter, place: Province, name: str, powers: Sequence[Power]) -> Mapping[str, str]:
    """Return the words for a province and for the powers that have to do with it."""
    return {**w.words.region("place", place), **w.words.powers(name, [*dict.fromkeys(powers)])}


def _takers(w: SentenceWriter) -> set[tuple[Power, Province]]:
    """Return who took which centre: how they got there needs no words."""
    return {(one.power, one.province) for one in w.claims if isinstance(one, c.Took)}
