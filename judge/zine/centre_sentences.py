"""Sentences on centres that changed hands, on retreats, builds and removals, on who leads."""

from collections.abc import Iterable, Iterator

from judge.rules.board import Power
from judge.zine import claims as c
from judge.zine.claims import Sentence
from judge.zine.sentence_writer import Part, SentenceWriter, kind_key

_MOST_SECOND = 2
"""The most powers that are named as second; more are none."""


def centre_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on the centres that were taken from somebody, one on those that were nobody's."""
    taken: dict[tuple[Power, Power], list[c.Took]] = {}
    for took in w.of(c.Took):
        if took.loser:
            taken.setdefault((took.power, took.loser), []).append(took)
    conquests: list[Part] = []
    for (power, loser), group in taken.items():
        places = w.words.regions("places", [took.province for took in group])
        conquests.append((power, w.part("conquest", {**places, **w.words.powers("loser", [loser])}), group))
    yield from w.tell_list("conquest", conquests, len(conquests))
    neutral: list[Part] = [
        (took.power, w.part("neutral", w.words.region("place", took.province)), [took])
        for took in w.of(c.Took)
        if took.loser is None
    ]
    yield from w.tell_list("neutral", neutral, len(neutral))


def number_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield what those have whose centres have changed in number."""
    change: dict[Power, int] = {}
    for took in w.claims:
        if isinstance(took, c.Took):
            change[took.power] = change.get(took.power, 0) + 1
            if took.loser:
                change[took.loser] = change.get(took.loser, 0) - 1
    held = [one for one in w.of(c.Holds) if change.get(one.power)]
    groups: dict[int, list[Power]] = {}
    for one in held:
        groups.setdefault(one.number, []).append(one.power)
    items = []
    for place, (number, powers) in enumerate(groups.items()):
        form = w.words.table["holds"][f"{'next' if place else 'first'}_{'many' if len(powers) > 1 else 'one'}"]
        facts = {**w.words.powers("powers", powers), "centres": _centre_number(w, number)}
        items.append(form.format_map({**facts, "n": str(number) if number else w.words.word("none")}))
    if items:
        yield from w.tell("holds", held, {"items": w.words.listed(items, is_gapped=True)})


def _centre_number(w: SentenceWriter, number: int) -> str:
    return w.words.number("territories" if w.is_war else "centres", number)


def retreat_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield sentences on retreats and units lost of which no other sentence has told."""
    fled: list[Part] = []
    for way in w.of(c.UnitRetreated):
        facts = {**w.words.region("origin", way.origin), **w.words.region("goal", way.province)}
        fled.append((way.power, w.part("retreated", facts), [way]))
    yield from w.tell_list("retreated", fled)
    gone: list[Part] = [
        (one.power, w.part("gone", w.words.region("place", one.province)), [one]) for one in w.of(c.Gone)
    ]
    yield from w.tell_list("gone", gone)


def winter_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield sentences on builds, removals, and builds left unused."""
    units = w.words.phrasing.position.units
    built = [
        *_by_kind(w, "built", "new", ((one, "troop" if w.is_war else one.kind.value) for one in w.of(c.UnitBuilt)))
    ]
    gone = ((one, kind_key(units.get(one.province))) for one in w.of(c.Removed))
    removed = [*_by_kind(w, "removed", "old", gone)]
    yield from w.tell_list("built", built, len(built))
    yield from w.tell_list("removed", removed, len(removed))
    waived: list[Part] = [
        (one.power, w.part("waived", {"builds": w.words.number("builds", one.number)}), [one])
        for one in w.of(c.BuildsWaived)
    ]
    yield from w.tell_list("waived", waived)


def _by_kind(
    w: SentenceWriter, sentence: str, word: str, units: Iterable[tuple[c.UnitBuilt | c.Removed, str]]
) -> Iterator[Part]:
    """Yield units of one power and one kind together: ``armies in Paris and Brest``."""
    groups: dict[tuple[Power, str], list[c.UnitBuilt | c.Removed]] = {}
    for unit, kind in units:
        groups.setdefault((unit.power, kind), []).append(unit)
    for (power, kind), group in groups.items():
        said = w.words.table["words"][f"{word}_{kind}"]["many" if len(group) > 1 else "one"]
        facts = w.words.regions("places", [one.province for one in group])
        yield power, w.part(sentence, {**facts, "units": said}), group


def lead_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield who has most centres, where the season was a winter."""
    held = [one for one in w.claims if isinstance(one, c.Holds)]
    is_winter = any(isinstance(one, c.UnitBuilt | c.Removed | c.BuildsWaived) for one in w.claims)
    if not is_winter or len(held) <= 1:
        return
    first = [one for one in held if one.number == held[0].number]
    centres = {"centres": _centre_number(w, held[0].number)}
    if len(first) > 1:
        yield from w.tell("leaders", first, {**centres, **w.words.powers("powers", [one.power for one in first])})
        return
    leader = {**centres, **w.words.powers("first", [first[0].power])}
    following = [one for one in held if one.number == held[1].number]
    if len(following) > _MOST_SECOND:
        yield from w.tell("leader_alone", held, leader)
        return
    named = [w.words.word("next", n=one.number, **w.words.powers("power", [one.power])) for one in following]
    yield from w.tell("leader", (*first, *following), {**leader, "next": w.words.listed(named)})
