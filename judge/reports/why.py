"""The answer to WHY: the chain of causes behind an order, as a tree of sentences in the reader's language."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.layout import hanging_indent
from judge.reports.page import Outline
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.templates import fill_template
from judge.reports.verdict_prose import as_sentence
from judge.reports.verdict_sentences import effect_of_void, is_helped_order, verdict_facts, verdict_key, verdict_unit
from judge.rules.board import Location, Province
from judge.rules.explanation import CauseRole, Explanation, explain_verdict
from judge.rules.fight import Side
from judge.rules.orders import Convoy, Move, SupportHold, SupportMove
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Cut,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    Paradox,
    RemovedByDefault,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)

_ROLES_TOLD_WITH_DISLODGEMENT = {CauseRole.ASKED, CauseRole.STUCK, CauseRole.BEATEN}
"""The roles whose sentence says that the unit was dislodged; for the others the chain tells it elsewhere."""


def write_why(game: Game, reader: Person, event: PhaseClosed, verdict: Verdict) -> str:
    """Return why one order of a closed phase came out as it did, with the orders that caused it."""
    phrasing = phrasing_for(game, reader, event.before)
    because = explain_verdict(event.judgement, verdict)
    return fill_template(
        reader.language,
        "anyone.why",
        asked=_verdict_subject(verdict, phrasing),
        phase=phrasing.phase(event.before.phase),
        code=str(event.before.phase),
        told=cause_tree(because, phrasing),
        forces=[
            phrasing.say("chain.force", power=power, units=units) for power, units in _units_by_power(because, phrasing)
        ],
    )


def why_command(language: Language, *words: str) -> str:
    """Return the command that asks why, with some words: ``WHY rome A PAR``."""
    return " ".join((say(language, "help.why"), *words))


def cause_tree(because: Explanation, phrasing: Phrasing) -> Outline:
    """Return a chain of causes as lines, each cause indented below its effect."""
    lines = tuple(_lines(because, phrasing, 0))
    return Outline("\n".join(_line_of_tree(*line) for line in lines), lines)


def _line_of_tree(depth: int, said: str) -> str:
    label = "  " * (depth - 1) + "- "
    return hanging_indent(label, said.split(" "), len(label)) if depth else said


def _lines(
    because: Explanation, phrasing: Phrasing, depth: int, above: Explanation | None = None
) -> Iterator[tuple[int, str]]:
    """Yield the sentence of a verdict, then its causes; a cause that the sentence above has told is left out."""
    is_told = above is not None and _is_told_above(because, above)
    if not is_told:
        yield depth, cause_sentence(because, phrasing)
    for cause in because.causes:
        yield from _lines(cause, phrasing, depth if is_told else depth + 1, because)


def _is_told_above(because: Explanation, above: Explanation) -> bool:
    match because.role:
        case CauseRole.WITH | CauseRole.AGAINST | CauseRole.CUTTER | CauseRole.MET:
            return True
        case CauseRole.DISCOUNTED:
            return isinstance(above.verdict.reason, OwnSupport)
        case CauseRole.HELPED:
            return not isinstance(because.verdict.reason, Void)
        case CauseRole.CARRIER:
            return not isinstance(above.verdict.reason, NoConvoy)
        case CauseRole.ASKED | CauseRole.WITHOUT | CauseRole.STUCK | CauseRole.BEATEN | CauseRole.DISLODGER:
            return False
        case _:
            assert_never(because.role)


def _units_by_power(because: Explanation, phrasing: Phrasing) -> Iterator[tuple[str, str]]:
    """Yield each power with its units that a chain names."""
    units = {unit.at.province: unit for unit in phrasing.position.units.values()}
    units |= {province: dislodged.unit for province, dislodged in phrasing.position.dislodged.items()}
    units |= {verdict.unit.at.province: verdict.unit for verdict in _verdicts(because) if verdict.unit}
    named = [units[province] for province in dict.fromkeys(_provinces(because)) if province in units]
    in_order = phrasing.by_place(named, lambda unit: unit.at)
    for power in phrasing.powers:
        own = [phrasing.unit(unit) for unit in in_order if unit.power == power]
        if own:
            yield phrasing.power(power), phrasing.listing(own)


def _verdicts(because: Explanation) -> Iterator[Verdict]:
    yield because.verdict
    for cause in because.causes:
        yield from _verdicts(cause)


def _provinces(because: Explanation, above: Explanation | None = None) -> Iterator[Province]:
    """Yield the provinces of the units that a chain names; of a cause told above, its own unit alone."""
    if because.verdict.unit:
        yield because.verdict.unit.at.province
    if above is None or not _is_told_above(because, above):
        for side in (because.attack, *because.against):
            yield from (side.unit, *side.supporters) if side else ()
        match because.verdict.order:
            case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped):
                yield helped
            case _:
                pass
    for cause in because.causes:
        yield from _provinces(cause, because)


# --- the sentence of a verdict


def cause_sentence(because: Explanation, phrasing: Phrasing) -> str:
    """Return the sentence for one verdict of a chain, and one more if its unit was dislodged; with no-wrap spaces."""
    verdict = because.verdict
    if verdict.dislodged and isinstance(verdict.reason, Stood):
        return _dislodged_sentence(verdict, phrasing)
    driven_out = _dislodged_sentence(verdict, phrasing) if because.role in _ROLES_TOLD_WITH_DISLODGEMENT else ""
    match verdict.order, verdict.reason:
        case (_, Cut(dislodged=True)) | (Convoy(), Disrupted()):
            return _full_sentence(because, phrasing)
        case _:
            return f"{_full_sentence(because, phrasing)} {driven_out}".rstrip()


def _verdict_subject(verdict: Verdict, phrasing: Phrasing) -> str:
    """Return the order a verdict is on, or its unit where it had no order."""
    return phrasing.order(verdict.order) if verdict.order is not None else verdict_unit(verdict, phrasing)


def _dislodged_sentence(verdict: Verdict, phrasing: Phrasing) -> str:
    if verdict.dislodged is None or verdict.unit is None:
        return ""
    attack = Move(verdict.dislodged.by, Location(verdict.unit.at.province))
    return phrasing.say("chain.dislodged", unit=phrasing.unit(verdict.unit), by=phrasing.order(attack))


def _full_sentence(because: Explanation, phrasing: Phrasing) -> str:
    """Return the sentence of a verdict that stands without its order, and so names it."""
    verdict = because.verdict
    facts = _full_sentence_facts(because, phrasing)
    match verdict.reason:
        case Waived(number):
            return phrasing.count(verdict_key(verdict), number)
        case RemovedByDefault(number):
            return phrasing.count(_full_sentence_key(verdict), number, **facts)
        case Void():
            return f"{phrasing.say('chain.void', **facts)} {effect_of_void(verdict, phrasing)}".rstrip()
        case _:
            return as_sentence(phrasing.say(_full_sentence_key(verdict), **facts))


def _full_sentence_key(verdict: Verdict) -> str:
    """Return the key of that sentence; mostly that of the sentence beside an order, in the section ``chain``."""
    is_convoy = isinstance(verdict.order, Convoy)
    match verdict.reason:
        case Moved(opposed_by=()):
            return "chain.moved"
        case Moved(strength, against):
            return "chain.moved_narrowly" if strength == against + 1 else "chain.moved_against"
        case Unmatched(None):
            return "chain.convoy_alone" if is_convoy else "chain.support_alone"
        case Unmatched(did) if is_helped_order(did, verdict.order):
            return "chain.convoy_void" if is_convoy else "chain.support_void"
        case Unmatched():
            return "chain.convoy_astray" if is_convoy else "chain.support_astray"
        case RemovedByDefault() | NoRetreatOrder() | NowhereToGo():
            return verdict_key(verdict).replace("reason.", "happened.", 1)
        case _:
            return verdict_key(verdict).replace("reason.", "chain.", 1)


def _full_sentence_facts(because: Explanation, phrasing: Phrasing) -> dict[str, object]:
    """Return the facts of that sentence; the powers of its units are told below the chain."""
    verdict = because.verdict
    facts: dict[str, object] = {
        "order": _verdict_subject(verdict, phrasing),
        "unit": verdict_unit(verdict, phrasing),
        "gone": phrasing.destroyed,
    }
    match verdict.reason:
        case Supported() | Carried():
            return facts | {"aided": _order_to_help(verdict, phrasing)}
        case Cut(by):
            at = Location(verdict.unit.at.province) if verdict.unit else None
            attacks = phrasing.listing(phrasing.order(Move(attacker, at)) for attacker in by if at)
            return facts | {"aided": _order_to_help(verdict, phrasing), "by": attacks}
        case Unmatched(did):
            return facts | {"aided": _order_to_help(verdict, phrasing), "did": phrasing.order(did) if did else ""}
        case Moved(convoyed_by=fleets) if fleets:
            by_convoy = phrasing.say("chain.by_convoy", order=facts["order"], fleets=phrasing.units_at(fleets))
            return facts | _fight(because, phrasing) | {"order": by_convoy}
        case Moved() | Bounced() | HeadToHead():
            return facts | _fight(because, phrasing)
        case OwnSupport(discounted=discounted):
            return facts | _fight(because, phrasing) | {"discounted": phrasing.units_at(discounted)}
        case Disrupted(fleets) | Paradox(fleets):
            return facts | {"aided": _order_to_help(verdict, phrasing), "fleets": phrasing.units_at(fleets)}
        case RetreatsCollided(others):
            return facts | {"others": phrasing.units_at(others)}
        case _:
            return facts | verdict_facts(verdict, phrasing)


def _order_to_help(verdict: Verdict, phrasing: Phrasing) -> str:
    """What a support or a convoy was for: a unit that holds, or an attack."""
    match verdict.order:
        case SupportHold(target=target):
            return phrasing.unit_at(target)
        case SupportMove(origin=origin, to=to):
            return phrasing.order(Move(origin, to))
        case Convoy(origin=origin, to=shore):
            return phrasing.order(Move(origin, Location(shore)))
        case _:
            return ""


def _fight(because: Explanation, phrasing: Phrasing) -> dict[str, object]:
    """The strengths of a fight, each with the supports that made it up."""
    against = phrasing.listing(_opponent(side, phrasing) for side in because.against)
    return {"attack": _attack(because.attack, phrasing) if because.attack else "", "against": against}


def _attack(side: Side, phrasing: Phrasing) -> str:
    if not side.supporters:
        return str(side.strength)
    return phrasing.say("chain.with_support", strength=side.strength, by=phrasing.units_at(side.supporters))


def _opponent(side: Side, phrasing: Phrasing) -> str:
    facts = {"strength": side.strength, "unit": phrasing.unit_at(side.unit)}
    if not side.supporters:
        return phrasing.say("chain.alone", **facts)
    return phrasing.say("chain.supported_by", **facts, by=phrasing.units_at(side.supporters))
