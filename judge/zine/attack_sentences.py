"""Sentences on stabs, on dislodged units and what became of them, on powers that are eliminated."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from judge.rules.board import Power, Province
from judge.zine import claims as c
from judge.zine.claims import Claim, Sentence
from judge.zine.sentence_writer import SentenceWriter

_MOST_ALONE = 3
"""The most units that were dislodged of which each has a sentence; the others share one."""


def stab_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on what each power did to each other one that had expected nothing of the kind."""
    groups: dict[tuple[Power, Power, str], list[c.Stabbed]] = {}
    for stab in w.of(c.Stabbed):
        key = f"stab_{stab.betrayed.value}_{'dislodged' if stab.dislodged else 'taken'}"
        groups.setdefault((stab.by, stab.victim, key), []).append(stab)
    for (by, victim, key), stabs in groups.items():
        places = [stab.province for stab in stabs]
        is_dislodged = stabs[0].dislodged
        done: Sequence[c.UnitDislodged | c.Took] = w.of(c.UnitDislodged) if is_dislodged else w.of(c.Took)
        happened = [claim for claim in done if claim.province in places]
        fate, fates = _fate(w, victim, places[0]) if len(places) == 1 and is_dislodged else ("", ())
        powers = {**w.words.powers("by", [by]), **w.words.powers("victim", [victim])}
        facts = {**powers, **w.words.regions("places", places), "fate": fate}
        yield from w.tell(key, (*stabs, *happened, *fates), facts)


def dislodged_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on each of the first dislodged units, those in centres first, and one on all others."""
    centres = w.words.phrasing.board.centres
    found = sorted(w.of(c.UnitDislodged), key=lambda one: one.province not in centres)
    for one in found[:_MOST_ALONE]:
        facts, claims = _dislodgement(w, one, "")
        yield from w.tell("dislodged", claims, facts)
    if rest := [_dislodgement(w, one, "short_") for one in w.of(c.UnitDislodged)]:
        items = w.words.phrasing.say("words.semicolon").join(w.part("dislodged_more", facts) for facts, _ in rest)
        yield from w.tell("dislodged_more", chain.from_iterable(claims for _, claims in rest), {"items": items})


def _dislodgement(w: SentenceWriter, one: c.UnitDislodged, prefix: str) -> tuple[Mapping[str, str], Sequence[Claim]]:
    """Return the words on a dislodged unit, with those who supported the attack, and the claims."""
    helped = [
        back
        for back in w.of(c.Backed)
        if back.into and (back.receiver, back.province) == (one.by, one.province) and back.giver != one.victim
    ]
    fate, fates = _fate(w, one.victim, one.province, prefix)
    facts = {
        **w.words.with_help("by", one.by, [*dict.fromkeys(back.giver for back in helped)]),
        **w.words.powers("victim", [one.victim]),
        **w.words.region("place", one.province),
        **w.words.region("origin", one.origin),
        "fate": fate,
    }
    return facts, (one, *helped, *fates)


def _fate(w: SentenceWriter, power: Power, province: Province, prefix: str = "") -> tuple[str, Sequence[Claim]]:
    """Return what became of a dislodged unit, as far as the season tells, with its claims."""
    unit = w.words.kind(w.words.phrasing.position.units.get(province))
    for claim in w.claims:
        match claim:
            case c.UnitRetreated(power=whose, origin=origin, province=goal) if (whose, origin) == (power, province):
                return _fate_words(w, f"{prefix}fled", unit, w.words.region("goal", goal)), (claim,)
            case c.Gone(power=whose, province=origin, trapped=trapped) if (whose, origin) == (power, province):
                return _fate_words(w, f"{prefix}{'trapped' if trapped else 'gone'}", unit, {}), (claim,)
            case _:
                pass
    return "", ()


def _fate_words(w: SentenceWriter, key: str, unit: str, facts: Mapping[str, str]) -> str:
    forms = w.words.table["fates"][key]
    form = forms if isinstance(forms, str) else forms[w.told.turn(f"fates.{key}", len(forms))]
    return str(form).format_map({**facts, "unit": unit})


def eliminated_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on those who have nothing left."""
    if gone := w.of(c.Eliminated):
        yield from w.tell("eliminated", gone, w.words.powers("powers", [one.power for one in gone]))
