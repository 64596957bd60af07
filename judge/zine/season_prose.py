"""A season in prose: the sentences of a zine's report, each made from what can be found again on the board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal

from judge.game.figures import Stab
from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import Standoff
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing, neutral_notation, notation_of_game
from judge.rules.board import Power, Province
from judge.rules.fast import kept_for_same
from judge.zine import claims as c
from judge.zine.claims import Claim, Sentence, season_claims, year_claims
from judge.zine.sentence_writer import Part, PatternCount, ProseWords, SentenceWriter, kind_key

# --- sentences on stabs, on dislodged units and what became of them, on powers that are eliminated


_MOST_ALONE = 3
"""The most units that were dislodged of which each has a sentence; the others share one."""


def stab_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on what each power did to each other one that had expected nothing of the kind."""
    groups: dict[tuple[Power, Power, str], list[Stab]] = {}
    for stab in w.of(Stab):
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


def year_stab_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence of a chronicle on where each power has stabbed each other one."""
    groups: dict[tuple[Power, Power], list[Stab]] = {}
    for stab in w.of(Stab):
        groups.setdefault((stab.by, stab.victim), []).append(stab)
    for (by, victim), stabs in groups.items():
        places = w.words.regions("places", [*dict.fromkeys(stab.province for stab in stabs)])
        yield from w.tell(
            "year_stab", stabs, {**w.words.powers("by", [by]), **w.words.powers("victim", [victim]), **places}
        )


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
    return w.in_words_of_book([form])[0].format_map({**facts, "unit": unit})


def eliminated_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on those who have nothing left."""
    if gone := w.of(c.Eliminated):
        yield from w.tell("eliminated", gone, w.words.powers("powers", [one.power for one in gone]))


# --- sentences on centres that changed hands, on retreats, builds and removals, on who leads


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
        (
            one.power,
            w.part("waived", {"builds": w.words.number("recruits" if w.is_war else "builds", one.number)}),
            [one],
        )
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
    if any(isinstance(one, c.UnitBuilt | c.Removed | c.BuildsWaived) for one in w.claims):
        yield from leader_sentences(w)


def leader_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield who has most centres."""
    held = [one for one in w.claims if isinstance(one, c.Holds)]
    if len(held) <= 1:
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


# --- sentences on what else a movement phase brought: standoffs, defence, supports, convoys, moves without a fight


_MOST_STANDOFFS = 6
_MOST_MARCHES = 8
"""The most moves without a fight that one sentence names."""
_QUIET = 4
"""In a season of fewer sentences there is room for all moves without a fight."""


def standoff_sentences(w: SentenceWriter) -> Iterator[Sentence]:
    """Yield a sentence on the provinces that stayed empty."""
    found = w.of(Standoff)[:_MOST_STANDOFFS]
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


# --- a season in prose: the sentences of a zine's report, each made from what can be found again on the board


def season_prose(game: Game, closed: Sequence[PhaseClosed], language: Language, told: PatternCount) -> tuple[str, ...]:
    """Return the paragraphs on the closed phases of one season; ``told`` is that of the article, and is added to.

    ``closed`` must be what every reader may know: all of it is told.
    """
    paragraphs = season_sentences(game, closed, language, told)
    return tuple(" ".join(sentence.text for sentence in paragraph) for paragraph in paragraphs)


def season_sentences(
    game: Game, closed: Sequence[PhaseClosed], language: Language, told: PatternCount
) -> tuple[tuple[Sentence, ...], ...]:
    """Return the sentences of each paragraph with what they claim."""
    if not closed:
        return ()
    claims, phrasing = season_claims(game, closed), _own_phrasing(game, closed[0], language)
    return _told_in_paragraphs(SentenceWriter(claims, ProseWords(phrasing), told, _seed(game, closed[0])))


def _told_in_paragraphs(writer: SentenceWriter) -> tuple[tuple[Sentence, ...], ...]:
    paragraphs = (tuple(chain.from_iterable(write(writer) for write in kinds)) for kinds in _PARAGRAPHS)
    return tuple(filter(None, paragraphs))


def year_sentences(
    game: Game, closed: Sequence[PhaseClosed], language: Language, told: PatternCount
) -> tuple[Sentence, ...]:
    """Return the sentences of a chronicle on the closed phases of a year: its one paragraph."""
    if not closed:
        return ()
    claims, phrasing = year_claims(game, closed), _own_phrasing(game, closed[0], language)
    writer = SentenceWriter(claims, ProseWords(phrasing), told, _seed(game, closed[0]))
    writer.leaves_out = False
    return tuple(chain.from_iterable(write(writer) for write in _OF_A_YEAR))


_MOST_WORDS = 70
"""The most words of a phase that is told in one paragraph; its first sentence may be longer."""


def phase_prose(game: Game, event: PhaseClosed, phrasing: Phrasing) -> str:
    """Return one paragraph on a closed phase: what is most important of it, in the sentences of its season.

    ``phrasing`` speaks of the position before the phase. ``event`` must be what every reader may know. Empty where
    nothing happened of which there is a sentence.
    """
    writer = SentenceWriter(_phase_claims(game, event), ProseWords(phrasing), PatternCount(), _seed(game, event))
    told, words = list[str](), 0
    for text in (one.text for write in chain.from_iterable(_PARAGRAPHS) for one in write(writer)):
        words += len(text.split())
        if told and words > _MOST_WORDS:
            break
        told.append(text)
    return " ".join(told)


@kept_for_same
def _phase_claims(game: Game, event: PhaseClosed) -> Sequence[Claim]:
    return season_claims(game, [event])


def _own_phrasing(game: Game, first: PhaseClosed, language: Language) -> Phrasing:
    """Return the words of the game's own rule book."""
    board = game.board_at(first.before)
    named = notation_of_game(game.settings, language)
    notation = neutral_notation(board) if board.war.troops else load_notation(named)
    return Phrasing(language, notation, board, first.before)


def _seed(game: Game, first: PhaseClosed) -> str:
    return f"{game.name} {first.before.phase}"


_OF_A_YEAR = (year_stab_sentences, eliminated_sentences, centre_sentences, leader_sentences)


_PARAGRAPHS = (
    (stab_sentences, dislodged_sentences, eliminated_sentences),
    (centre_sentences, number_sentences),
    (
        standoff_sentences,
        repelled_sentences,
        outpaced_sentences,
        harmed_sentences,
        landed_sentences,
        backed_sentences,
        occupied_sentences,
        marched_sentences,
        silent_sentences,
    ),
    (retreat_sentences, winter_sentences, lead_sentences),
)
"""What each paragraph tells, in order: the most important first."""
