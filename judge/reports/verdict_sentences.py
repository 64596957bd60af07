"""Verdicts in words: the sentence beside an order, and as a person tells it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never

from judge.game.settings import Language
from judge.notation.tables import Notation
from judge.reports.language import capitalized, number_text
from judge.reports.layout import no_wrap, plain_spaces
from judge.reports.phrasing import Phrasing
from judge.reports.void_orders import effect_of_void, explain_void
from judge.rules.board import Board, Location, Power, Province
from judge.rules.book_text import NOTHING_CITED, Cited, Cites, Part, RuleParagraph, cite_nothing
from judge.rules.orders import Build, Convoy, Hold, Move, Order, Retreat, SupportHold, SupportMove, province_helped
from judge.rules.position import Position
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Unread,
    Verdict,
    Void,
    Waived,
)

# --- verdicts in words: the sentence beside an order in a report; why an order is void


def explain_verdict_plainly(
    verdict: Verdict, position: Position, board: Board, notation: Notation, language: Language
) -> str:
    """Return why an order came out as it did, in plain text; ``position`` is the position before the phase."""
    return plain_spaces(reason_in_words(verdict, Phrasing(language, notation, board, position)))


def wants_reason(verdict: Verdict) -> bool:
    """Whether a report explains a verdict: failures, dislodgements, contested moves, builds waived without an order."""
    if verdict.dislodged or not verdict.succeeded:
        return True
    match verdict.reason:
        case Moved(against=against, opposed_by=opposed_by):
            return against > 0 and bool(opposed_by)
        case Waived(by_order=by_order):
            return not by_order
        case _:
            return False


def reason_in_words(verdict: Verdict, phrasing: Phrasing, cited: Cited = NOTHING_CITED) -> str:
    """Return the reason of a verdict, who dislodged the unit, and what damage it took; with no-wrap spaces.

    Each sentence names the rule that is ``cited`` for it.
    """
    told = (
        [] if verdict.dislodged and isinstance(verdict.reason, Stood) else [_reason_sentence(verdict, phrasing, cited)]
    )
    if by := verdict.dislodged:
        attacker = phrasing.unit_at(by.by, _power(verdict))
        said = phrasing.say("reason.dislodged", by=attacker, strength=by.strength, against=by.against)
        told.append(with_rule(said, cited.get(Part.DISLODGEMENT), phrasing))
    if harm := verdict.harm:
        key = "reason.harmed" if harm.left else "reason.annihilated"
        said = phrasing.count(key, harm.points, by=_units_or_unseen(harm.by, verdict, phrasing), left=harm.left)
        told.append(with_rule(said, cited.get(Part.HARM), phrasing))
    return " ".join(told)


def _reason_sentence(verdict: Verdict, phrasing: Phrasing, cited: Cited) -> str:
    """Return the sentence beside the order; of two, the one that tells the reason cites the rule."""
    facts, rule = verdict_facts(verdict, phrasing), cited.get(Part.ORDER)
    match verdict.reason:
        case Waived(number) | RemovedByDefault(number):
            return with_rule(phrasing.count(verdict_key(verdict), number), rule, phrasing)
        case Void():
            said = with_rule(phrasing.say("reason.void", **facts), rule, phrasing)
            return f"{said} {effect_of_void(verdict, phrasing)}".rstrip()
        case Moved(against=against, convoyed_by=fleets) if fleets:
            moved = phrasing.say(verdict_key(verdict), **facts)
            carried = phrasing.say("reason.moved_by_convoy", fleets=_units_or_unseen(fleets, verdict, phrasing))
            if against:
                return f"{with_rule(moved, rule, phrasing)} {carried}"
            return f"{moved} {with_rule(carried, rule, phrasing)}"
        case _:
            return with_rule(phrasing.say(verdict_key(verdict), **facts), rule, phrasing)


def verdict_key(verdict: Verdict) -> str:
    """Return the key of the sentence beside an order."""
    match verdict.reason:
        case Stood(unordered):
            return "reason.stood_unordered" if unordered else "reason.stood"
        case Unread(lost, offered=True):
            return "reason.unanswered_lost" if lost else "reason.unanswered"
        case Unread(lost):
            return "reason.unread_lost" if lost else "reason.unread"
        case Moved(against=0):
            return "reason.moved"
        case Moved(opposed_by=by):
            return "reason.moved_against_several" if len(by) > 1 else "reason.moved_against"
        case Supported(against_own):
            return "reason.supported_own" if against_own else "reason.supported"
        case Carried(used, why_not):
            if why_not:
                return f"reason.unused.{why_not.value}"
            return "reason.carried" if used else "reason.carried_unused"
        case Bounced():
            return "reason.bounced"
        case HeadToHead():
            return "reason.head_to_head"
        case OwnUnit():
            return "reason.own_unit"
        case OwnSupport():
            return "reason.own_support"
        case Cut(dislodged=dislodged):
            return "reason.cut_dislodged" if dislodged else "reason.cut"
        case Unmatched(None):
            return "reason.unmatched_unordered"
        case Unmatched(did):
            return "reason.unmatched_void" if is_helped_order(did, verdict.order) else "reason.unmatched"
        case NoConvoy():
            return "reason.no_convoy"
        case Disrupted():
            return "reason.disrupted_fleet" if isinstance(verdict.order, Convoy) else "reason.disrupted"
        case Paradox():
            return "reason.paradox"
        case Void():
            return "reason.void"
        case Retreated():
            return "reason.retreated"
        case RetreatsCollided():
            return "reason.retreats_collided"
        case NoRetreatOrder():
            return "reason.no_retreat_order"
        case NowhereToGo():
            return "reason.nowhere_to_go"
        case Disbanded():
            return "reason.disbanded"
        case RemovedByDefault(from_home=from_home):
            return "reason.removed_from_home" if from_home else "reason.removed_by_default"
        case Built():
            return "reason.built"
        case Waived(by_order=by_order):
            return "reason.waived" if by_order else "reason.waived_unordered"
        case _:
            assert_never(verdict.reason)


def is_helped_order(did: Order | None, order: Order | None) -> bool:
    """Whether ``did`` is the very order that the support or convoy ``order`` was to help.

    If it did not help, ``did`` was void.
    """
    match order, did:
        case SupportMove(to=to), Move(to=there):
            return to.province == there.province
        case Convoy(to=shore), Move(to=there):
            return shore == there.province
        case _:
            return False


def verdict_facts(verdict: Verdict, phrasing: Phrasing) -> dict[str, object]:
    """Return the facts of the sentence beside an order; units of other powers are named with their power."""
    match verdict.reason:
        case Moved(strength, against, by) | Bounced(by, strength, against) | OwnSupport(_, by, strength, against):
            return {"by": _units_or_unseen(by, verdict, phrasing), "strength": strength, "against": against}
        case HeadToHead(other, strength, against):
            return {"by": phrasing.unit_at(other, _power(verdict)), "strength": strength, "against": against}
        case OwnUnit(unit):
            return {"by": phrasing.unit_at(unit)}
        case Cut(by):
            return {"by": _units_or_unseen(by, verdict, phrasing)}
        case Unmatched(did):
            return {"did": phrasing.order(did)} if did else {"other": _unit_to_help(verdict, phrasing)}
        case Disrupted(fleets) | Paradox(fleets):
            return {"fleets": _units_or_unseen(fleets, verdict, phrasing)}
        case Void(illegal):
            return {"why": explain_void(illegal, verdict.order, phrasing) if verdict.order else ""}
        case RetreatsCollided(others):
            return {"others": _units_or_unseen(others, verdict, phrasing)}
        case _:
            return {}


def _power(verdict: Verdict) -> Power | None:
    return verdict.unit.power if verdict.unit else None


def verdict_unit(verdict: Verdict, phrasing: Phrasing) -> str:
    """The unit a verdict is on, empty where there is none."""
    return phrasing.unit(verdict.unit) if verdict.unit else ""


def _units_or_unseen(provinces: Iterable[Province], verdict: Verdict, phrasing: Phrasing) -> str:
    """The units of several provinces; where all of them are out of sight, that somebody is there."""
    return phrasing.units_at(provinces, _power(verdict)) or phrasing.say("words.unseen")


def _unit_to_help(verdict: Verdict, phrasing: Phrasing) -> str:
    """The unit that a support or a convoy was for."""
    helped = province_helped(verdict.order)
    return phrasing.unit_at(helped, _power(verdict)) if helped else verdict_unit(verdict, phrasing)


# --- verdicts as a person tells them: what a unit was not able to do, who was in its way, and how strong


def verdict_in_prose(verdict: Verdict, phrasing: Phrasing, cites: Cites = cite_nothing) -> str:
    """Return what became of an order and of its unit in whole sentences, empty where there is nothing to explain.

    Each sentence names the rule that is cited for it.
    """
    return _telling(verdict, phrasing, cites).text if wants_reason(verdict) else ""


@dataclass(frozen=True)
class ToldInChain:
    """The sentences on a verdict, and the rules that they cite."""

    text: str
    rules: tuple[RuleParagraph, ...]


def verdict_in_chain(
    verdict: Verdict, phrasing: Phrasing, own: Power | None, cited: Cited = NOTHING_CITED, *, with_dislodgement: bool
) -> ToldInChain:
    """Return the same as sentences that stand without their order: whom a support was for, whose each unit is.

    Units of the power ``own`` bear no adjective. Without ``with_dislodgement`` the chain tells elsewhere who drove
    the unit out, unless that is the reason itself. Each sentence names the rule that is ``cited`` for it.
    """
    telling = _Telling(verdict, phrasing, own, cited, is_in_chain=True, tells_dislodgement=with_dislodgement)
    rules = (cited.get(part) for part, _ in telling.sentences())
    return ToldInChain(telling.text, tuple(rule for rule in rules if rule))


def _telling(verdict: Verdict, phrasing: Phrasing, cites: Cites) -> "_Telling":
    return _Telling(verdict, phrasing, verdict.unit.power if verdict.unit else None, cites(verdict))


def reasons_of_phase(
    verdicts: Mapping[Power, Sequence[Verdict]], phrasing: Phrasing, cites: Cites = cite_nothing
) -> Mapping[Power, tuple[str, ...]]:
    """Return the same of all verdicts of a phase, by the power below which it stands.

    What several would tell is told once: that units kept each other out of a region by the first of them, that an
    attack was won by those that lost against it; which supports of a power were cut is one sentence. Nor is told how
    strong units were that nobody helped.
    """
    at_places = {one.unit.at.province: one for listed in verdicts.values() for one in listed if one.unit}
    return {power: tuple(_reasons_of_power(listed, at_places, phrasing, cites)) for power, listed in verdicts.items()}


def _reasons_of_power(
    verdicts: Sequence[Verdict], at_places: Mapping[Province, Verdict], phrasing: Phrasing, cites: Cites
) -> Iterator[str]:
    tellings = [replace(_telling(one, phrasing, cites), is_report=True) for one in verdicts if wants_reason(one)]
    hurt = [one for one in verdicts if one.dislodged or one.harm]
    cuts = [one for one in tellings if isinstance(one.verdict.reason, Cut) and one.verdict not in hurt]
    for one in tellings:
        rivals = _rivals(one.verdict, at_places)
        if one in cuts:
            alike = [each for each in cuts if each.cited == one.cited]
            if one is alike[0]:
                yield capitalized(one.with_cuts(alike[1:]))
        elif rivals and one.verdict is rivals[0]:
            yield capitalized(one.each_other(rivals))
        elif not rivals and not _is_told_by_losers(one.verdict, at_places):
            yield one.text


def _rivals(verdict: Verdict, at_places: Mapping[Province, Verdict]) -> Sequence[Verdict]:
    """Return the units that kept each other out of a region, whether one stayed there or not, in order; else none."""
    match verdict:
        case Verdict(order=Move(at=here, to=to), reason=Bounced(by=by)):
            kept_out = {here, *by} - {to.province}
            rivals = [one for at, one in at_places.items() if at in kept_out]
            goals = {one.order.to.province for one in rivals if isinstance(one.order, Move)}
            is_mutual = all({at, *_blockers(at_places[at])} == {here, *by} for at in kept_out & {*at_places})
            is_apart = len(rivals) == len(kept_out) and len(goals) == 1 and not any(one.dislodged for one in rivals)
            return rivals if len(rivals) > 1 and is_mutual and is_apart else ()
        case _:
            return ()


def _blockers(verdict: Verdict) -> tuple[Province, ...]:
    return verdict.reason.by if isinstance(verdict.reason, Bounced) else ()


def _is_told_by_losers(verdict: Verdict, at_places: Mapping[Province, Verdict]) -> bool:
    """Whether an attack was won against units of which each tells who won, how strong, and by which rule."""
    match verdict.reason:
        case Moved(opposed_by=losers, convoyed_by=()) if losers and verdict.unit:
            winner = verdict.unit.at.province
            return all((one := at_places.get(at)) is not None and _tells_who_won(one, winner) for at in losers)
        case _:
            return False


def _tells_who_won(loser: Verdict, winner: Province) -> bool:
    """Whether what is told of a verdict says that this unit won; of a support that it cut, the rule is another one."""
    match loser.reason:
        case Cut() | Disrupted():
            return False
        case Bounced(by=by) if winner in by:
            return True
        case HeadToHead(by=by) if by == winner:
            return True
        case _:
            return loser.dislodged is not None and loser.dislodged.by == winner


def with_rule(told: str, rule: RuleParagraph | None, phrasing: Phrasing) -> str:
    """Return a sentence with the number of the rule behind it, before its full stop; as it is without one."""
    if rule is None:
        return told
    cited = no_wrap(phrasing.say("why.cited", number=rule.number))
    return f"{told.removesuffix('.')} {cited}."


def strength_in_words(n: int, phrasing: Phrasing) -> str:
    """Return a strength in words, which may be none."""
    return number_text(n, phrasing.language) if n else phrasing.say("words.zero")


@dataclass(frozen=True)
class _Telling:
    """The words on one verdict; its sentences may begin with a small letter. Units of ``own`` bear no adjective."""

    verdict: Verdict
    phrasing: Phrasing
    own: Power | None
    cited: Cited
    is_in_chain: bool = False
    is_report: bool = False
    tells_dislodgement: bool = True

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(capitalized(said) for _, said in self.sentences())

    def sentences(self) -> Iterator[tuple[Part, str]]:
        """Yield the sentences on the order, on who dislodged the unit, on what damage it took."""
        by = self.verdict.dislodged
        key = self._key_with_dislodgement(by.by) if by else ""
        if not key:
            yield Part.ORDER, self._of_order()
        if by and (key or self.tells_dislodgement):
            attacker = self._unit(by.by, is_there=by.by == self._goal)
            part = Part.ORDER if key and not self.verdict.succeeded else Part.DISLODGEMENT
            odds = self._odds(by.strength, by.against)
            yield part, self._cite(self._say(key or "happened.dislodged_too", by=attacker, odds=odds), part)
        if harm := self.verdict.harm:
            key = "happened.harmed" if harm.left else "happened.annihilated"
            told = self._count(key, harm.points, by=self._units(harm.by), left=harm.left)
            yield Part.HARM, self._cite(told, Part.HARM)

    def _cite(self, told: str, part: Part = Part.ORDER) -> str:
        return with_rule(told, self.cited.get(part), self.phrasing)

    def each_other(self, rivals: Sequence[Verdict]) -> str:
        """Return that rivals kept each other out of a region; how strong they were, if anybody helped them."""
        units = self._units([one.unit.at.province for one in rivals if one.unit])
        held = self._goal if self._goal in _blockers(self.verdict) else None
        key, by = ("happened.each_other_held", self._unit(held, is_there=True)) if held else ("happened.each_other", "")
        return self._cite(self._say(key, **{**self._facts(), "units": units, "by": by}))

    def with_cuts(self, others: Sequence["_Telling"]) -> str:
        """Return that this support was cut, and others of its power, each by whom."""
        first = self.cut("happened.cut").removesuffix(".")
        return self._cite(f"{', '.join((first, *(one.cut('happened.cut_next') for one in others)))}.")

    def cut(self, key: str) -> str:
        """Return by whom the support was cut, by a sentence or a part of one."""
        return self._say(key, **self._facts())

    def _key_with_dislodgement(self, attacker: Province) -> str:
        """Return the key of the one sentence on an order and on who dislodged its unit; empty where it takes two."""
        match self.verdict.reason:
            case reason if self.verdict.succeeded and not isinstance(reason, Supported):
                return "happened.dislodged"
            case Cut(by=by) if by == (attacker,):
                return "happened.cut_and_dislodged"
            case HeadToHead(by=by) if by == attacker:
                return "happened.head_to_head_and_dislodged"
            case Disrupted() if isinstance(self.verdict.order, Convoy):
                return "happened.fleet_dislodged"
            case _:
                return ""

    # --- the order

    def _of_order(self) -> str:
        """Return the sentences on the order; of several, the one that tells the reason cites the rule."""
        facts, key = self._facts(), self._key()
        match self.verdict.reason:
            case Waived(number) | RemovedByDefault(number):
                return self._cite(self._count(key, number))
            case Disrupted() if isinstance(self.verdict.order, Convoy):
                return self._cite(self._say(key))
            case Disrupted(fleets=units) | RetreatsCollided(others=units) | OwnSupport(discounted=units):
                return self._cite(self._count(key, max(1, len(units)), **facts))
            case Void():
                then = effect_of_void(self.verdict, self.phrasing, "then")
                return f"{self._cite(self._say(key, **facts))} {then}".rstrip()
            case Moved(against=against, convoyed_by=fleets) if fleets:
                moved, carried = self._say(key, **facts), self._say("happened.by_convoy", fleets=self._units(fleets))
                return f"{self._cite(moved)} {carried}" if against else f"{moved} {self._cite(carried)}"
            case _:
                return self._cite(self._say(key, **facts))

    def _key(self) -> str:
        """Return the key of the sentence on the order; mostly that of the terse one, in the section ``happened``."""
        match self.verdict.reason:
            case Moved(opposed_by=(only,)) if only == self._goal:
                return "happened.moved_and_dislodged"
            case Cut():
                return "happened.cut"
            case Void() if isinstance(self.verdict.order, Build):
                return "happened.void_build"
            case Void() if self.verdict.unit is None:
                return "happened.void_order"
            case _:
                return verdict_key(self.verdict).replace("reason.", "happened.", 1)

    def _facts(self) -> Mapping[str, object]:
        match self.verdict.reason:
            case Bounced(by, strength, against):
                return {"why": self._in_the_way(by), "odds": self._odds(against, strength)}
            case HeadToHead(by, strength, against):
                return {"by": self._unit(by, is_there=True), "odds": self._odds(against, strength)}
            case Moved(strength, against, (only,)) if only == self._goal:
                return {"by": self._unit(only, is_there=True), "odds": self._odds(strength, against)}
            case Moved(strength, against, by):
                return {"by": self._units(by), "odds": self._odds(strength, against)}
            case OwnUnit(unit):
                return {"by": self._unit(unit)}
            case OwnSupport(_, discounted, strength, against):
                by_of = self.phrasing.listing(self.phrasing.say("kind.of", unit=self._unit(at)) for at in discounted)
                return {"by_of": by_of, "odds": self._odds(strength, against)}
            case Cut(by):
                return {"by": self._units(by)}
            case Unmatched(did):
                return self._facts_of_unmatched(did)
            case Disrupted(units) | Paradox(units) | RetreatsCollided(units):
                return {"units": self._units(units)}
            case Void(illegal):
                order = self.verdict.order
                return {"why": explain_void(illegal, order, self.phrasing) if order else ""}
            case Carried():
                return self._facts_of_convoy()
            case _:
                return {}

    def _in_the_way(self, by: Sequence[Province]) -> str:
        """Return what those did that kept the unit out: stayed where they were, attacked the same region."""
        if not by:
            return self._say("happened.unseen")
        rivals = [at for at in by if at != self._goal]
        stayed = [self._say("happened.stayed", by=self._unit(at, is_there=True)) for at in by if at == self._goal]
        came = [self._count("happened.came", len(rivals), by=self._units(rivals))] if rivals else []
        return self.phrasing.listing((*stayed, *came))

    def _facts_of_unmatched(self, did: Order | None) -> Mapping[str, object]:
        is_convoy = isinstance(self.verdict.order, Convoy)
        helped = province_helped(self.verdict.order)
        other = self._unit(helped) if helped else self._unit_facts["unit"]
        return {
            "help": self._say("happened.convoy" if is_convoy else "happened.support"),
            "other": other,
            "other_of": self.phrasing.say("kind.of", unit=other),
            "did": self._infinitive(did) if did else "",
        }

    def _facts_of_convoy(self) -> Mapping[str, object]:
        match self.verdict.order:
            case Convoy(origin=army, to=shore):
                other_of = self.phrasing.say("kind.of", unit=self._unit(army))
                return {"other_of": other_of, "goal_to": self.phrasing.region(shore, "goal")}
            case _:
                return {}

    def _infinitive(self, order: Order) -> str:
        """Return an order of a movement phase as what a unit was to do."""
        match order:
            case Hold():
                return self._say("ordered.hold")
            case Move(at=at, to=to):
                return self._say(f"ordered.{self.phrasing.motion(at, to)}", **self.phrasing.towards(to))
            case SupportHold(target=helped):
                return self._say("ordered.support", other=self._unit(helped))
            case SupportMove(origin=helped, to=to):
                other = self.phrasing.say("kind.of", unit=self._unit(helped))
                key = f"ordered.support_{self.phrasing.motion(helped, to)}"
                return self._say(key, other=other, **self.phrasing.towards(to))
            case Convoy(origin=helped, to=shore):
                return self._say("ordered.convoy", other=self._unit(helped), to=self.phrasing.region(shore, "goal"))
            case _:
                return self.phrasing.order(order)

    # --- words

    def _say(self, key: str, /, **facts: object) -> str:
        return self.phrasing.say(key, **{**self._unit_facts, **facts})

    def _count(self, key: str, n: int, /, **facts: object) -> str:
        return self.phrasing.count(key, n, **{**self._unit_facts, **facts})

    @cached_property
    def _unit_facts(self) -> Mapping[str, str]:
        unit, order = self._subject, self.verdict.order
        to = self._target
        return {
            "unit": unit,
            "unit_of": self.phrasing.say("kind.of", unit=unit),
            "support_of": self._support_of(unit),
            "order": self.phrasing.order(order) if order else "",
            "site_at": self.phrasing.region(order.at, "at") if isinstance(order, Build) else "",
            "gone": self.phrasing.destroyed,
            **self.phrasing.in_forms("goal", [to] if to else []),
        }

    def _support_of(self, unit: str) -> str:
        """Return whose a support is; in a chain for whom it was, too."""
        unit_of = self.phrasing.say("kind.of", unit=unit)
        match self.verdict.order:
            case SupportHold(target=helped) | SupportMove(origin=helped) if self.is_in_chain:
                return self.phrasing.say("chain.support_of", unit_of=unit_of, other=self._unit(helped))
            case _:
                return unit_of

    @property
    def _subject(self) -> str:
        """The unit that the verdict is on; of a build, the one to be built."""
        match self.verdict.unit, self.verdict.order:
            case None, Build(kind=kind):
                return self.phrasing.say(f"new.{kind.value}")
            case None, _:
                return ""
            case unit, _:
                return self._unit(unit.at.province)

    @property
    def _target(self) -> Location | None:
        return self.verdict.order.to if isinstance(self.verdict.order, Move | Retreat) else None

    @property
    def _goal(self) -> Province | None:
        return self._target.province if self._target else None

    def _unit(self, at: Province, *, is_there: bool = False) -> str:
        """Return a unit; one that stood in the target with an adjective, unless both are of one power."""
        own = self.verdict.unit.power if is_there and self.verdict.unit else self.own
        return self.phrasing.named_unit(at, own, is_there=is_there)

    def _units(self, provinces: Sequence[Province]) -> str:
        """Return several units; where all of them are out of sight, that somebody is there."""
        return self.phrasing.named_units(provinces, self.own) or self.phrasing.say("words.unseen")

    def _odds(self, strength: int, against: int) -> str:
        """Return two strengths in words, first whose is told of first; in a report nothing where nobody helped."""
        if strength == against == 1:
            return "" if self.is_report else self.phrasing.say("happened.even")
        one, other = (strength_in_words(n, self.phrasing) for n in (strength, against))
        return self.phrasing.say("happened.odds", one=one, other=other)
