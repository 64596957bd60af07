"""The chain behind an order, told as a tree of sentences in the reader's language."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.layout import hanging
from judge.reports.pages import fill
from judge.reports.verdicts import facts_of, fate_of_void, is_void_for, key_of, unit_of
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Location, Province
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
from judge.rules.why import Because, Role, why

_TELLS_OF_DISLODGEMENT = {Role.ASKED, Role.STUCK, Role.BEATEN}
"""The roles in which it matters that a unit was driven out; elsewhere the chain tells it where it does."""


def write_why(game: Game, reader: Person, event: PhaseClosed, verdict: Verdict) -> str:
    """Why one order of a closed phase came out as it did, down to the orders that made it so."""
    voice = voice_of(game, reader, event.before)
    because = why(event.judgement, verdict)
    return fill(
        reader.language,
        "anyone.why",
        asked=subject(verdict, voice),
        phase=voice.phase(event.before.phase),
        code=str(event.before.phase),
        told=tree(because, voice),
        forces=[voice.say("chain.force", power=power, units=units) for power, units in _forces(because, voice)],
    )


def line_that_asks(language: Language, *words: str) -> str:
    """The line that asks why, of some words: ``WHY rome A PAR``."""
    return " ".join((say(language, "help.why"), *words))


def tree(because: Because, voice: Voice) -> str:
    """A chain as lines of a page, each cause indented below what it caused."""
    return "\n".join(_lines(because, voice, 0))


def _lines(because: Because, voice: Voice, depth: int, above: Because | None = None) -> Iterator[str]:
    """The sentence of a verdict, then its causes; what the sentence above has told already is not told again."""
    is_told = above is not None and _is_told(because, above)
    if not is_told:
        said = sentence(because, voice)
        label = "  " * (depth - 1) + "- "
        yield hanging(label, said.split(" "), len(label)) if depth else said
    for cause in because.causes:
        yield from _lines(cause, voice, depth if is_told else depth + 1, because)


def _is_told(because: Because, above: Because) -> bool:
    match because.role:
        case Role.WITH | Role.AGAINST | Role.CUTTER | Role.MET:
            return True
        case Role.DISCOUNTED:
            return isinstance(above.verdict.reason, OwnSupport)
        case Role.HELPED:
            return not isinstance(because.verdict.reason, Void)
        case Role.CARRIER:
            return not isinstance(above.verdict.reason, NoConvoy)
        case Role.ASKED | Role.WITHOUT | Role.STUCK | Role.BEATEN | Role.DISLODGER:
            return False
        case _:
            assert_never(because.role)


def _forces(because: Because, voice: Voice) -> Iterator[tuple[str, str]]:
    """Whose the units are that a chain speaks of: each power with its own, in board order."""
    units = {unit.at.province: unit for unit in voice.position.units.values()}
    units |= {province: dislodged.unit for province, dislodged in voice.position.dislodged.items()}
    units |= {verdict.unit.at.province: verdict.unit for verdict in _verdicts(because) if verdict.unit}
    named = [units[province] for province in sorted(set(_provinces(because))) if province in units]
    for power in voice.board.powers:
        own = [voice.unit(unit) for unit in named if unit.power == power]
        if own:
            yield voice.power(power), voice.listing(own)


def _verdicts(because: Because) -> Iterator[Verdict]:
    yield because.verdict
    for cause in because.causes:
        yield from _verdicts(cause)


def _provinces(because: Because, above: Because | None = None) -> Iterator[Province]:
    """The provinces whose units are named: of what is told above, the unit alone."""
    if because.verdict.unit:
        yield because.verdict.unit.at.province
    if above is None or not _is_told(because, above):
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


def sentence(because: Because, voice: Voice) -> str:
    """What a chain says of one verdict; of a unit that was driven out, that too. Bears glue."""
    verdict = because.verdict
    if verdict.dislodged and isinstance(verdict.reason, Stood):
        return _driven_out(verdict, voice)
    driven_out = _driven_out(verdict, voice) if because.role in _TELLS_OF_DISLODGEMENT else ""
    match verdict.order, verdict.reason:
        case (_, Cut(dislodged=True)) | (Convoy(), Disrupted()):
            return _alone(because, voice)
        case _:
            return f"{_alone(because, voice)} {driven_out}".rstrip()


def subject(verdict: Verdict, voice: Voice) -> str:
    """The order a verdict is on; the unit where none was given."""
    return voice.order(verdict.order) if verdict.order is not None else unit_of(verdict, voice)


def _driven_out(verdict: Verdict, voice: Voice) -> str:
    if verdict.dislodged is None or verdict.unit is None:
        return ""
    attack = Move(verdict.dislodged.by, Location(verdict.unit.at.province))
    return voice.say("chain.dislodged", unit=voice.unit(verdict.unit), by=voice.order(attack))


def _alone(because: Because, voice: Voice) -> str:
    """The sentence that stands without the order, and so names it."""
    verdict = because.verdict
    facts = _facts_alone(because, voice)
    match verdict.reason:
        case Waived(number):
            return voice.count(key_of(verdict), number)
        case RemovedByDefault(number):
            return voice.count(_key_alone(verdict), number, **facts)
        case Void():
            return f"{voice.say('chain.void', **facts)} {fate_of_void(verdict, voice)}".rstrip()
        case _:
            return voice.say(_key_alone(verdict), **facts)


def _key_alone(verdict: Verdict) -> str:
    """The name of the sentence that stands alone: mostly that of the one beside an order."""
    is_convoy = isinstance(verdict.order, Convoy)
    match verdict.reason:
        case Moved(opposed_by=()):
            return "chain.moved"
        case Moved(strength, against):
            return "chain.moved_narrowly" if strength == against + 1 else "chain.moved_against"
        case Unmatched(None):
            return "chain.convoy_alone" if is_convoy else "chain.support_alone"
        case Unmatched(did) if is_void_for(did, verdict.order):
            return "chain.convoy_void" if is_convoy else "chain.support_void"
        case Unmatched():
            return "chain.convoy_astray" if is_convoy else "chain.support_astray"
        case _:
            return key_of(verdict).replace("reason.", "chain.", 1)


def _facts_alone(because: Because, voice: Voice) -> dict[str, object]:
    """What a sentence that stands alone tells; whose its units are is told below the chain."""
    verdict = because.verdict
    facts: dict[str, object] = {"order": subject(verdict, voice), "unit": unit_of(verdict, voice)}
    match verdict.reason:
        case Supported() | Carried():
            return facts | {"aided": _aided(verdict, voice)}
        case Cut(by):
            at = Location(verdict.unit.at.province) if verdict.unit else None
            attacks = voice.listing(voice.order(Move(attacker, at)) for attacker in by if at)
            return facts | {"aided": _aided(verdict, voice), "by": attacks}
        case Unmatched(did):
            return facts | {"aided": _aided(verdict, voice), "did": voice.order(did) if did else ""}
        case Moved(convoyed_by=fleets) if fleets:
            by_convoy = voice.say("chain.by_convoy", order=facts["order"], fleets=voice.units_at(fleets))
            return facts | _fight(because, voice) | {"order": by_convoy}
        case Moved() | Bounced() | HeadToHead():
            return facts | _fight(because, voice)
        case OwnSupport(discounted=discounted):
            return facts | _fight(because, voice) | {"discounted": voice.units_at(discounted)}
        case Disrupted(fleets) | Paradox(fleets):
            return facts | {"aided": _aided(verdict, voice), "fleets": voice.units_at(fleets)}
        case RetreatsCollided(others):
            return facts | {"others": voice.units_at(others)}
        case _:
            return facts | facts_of(verdict, voice)


def _aided(verdict: Verdict, voice: Voice) -> str:
    """What a support or a convoy was for: a unit that holds, or an attack."""
    match verdict.order:
        case SupportHold(target=target):
            return voice.unit_at(target)
        case SupportMove(origin=origin, to=to):
            return voice.order(Move(origin, to))
        case Convoy(origin=origin, to=shore):
            return voice.order(Move(origin, Location(shore)))
        case _:
            return ""


def _fight(because: Because, voice: Voice) -> dict[str, object]:
    """The strengths of a fight, each with the supports that made it up."""
    against = voice.listing(_opponent(side, voice) for side in because.against)
    return {"attack": _attack(because.attack, voice) if because.attack else "", "against": against}


def _attack(side: Side, voice: Voice) -> str:
    if not side.supporters:
        return str(side.strength)
    return voice.say("chain.with_support", strength=side.strength, by=voice.units_at(side.supporters))


def _opponent(side: Side, voice: Voice) -> str:
    facts = {"strength": side.strength, "unit": voice.unit_at(side.unit)}
    if not side.supporters:
        return voice.say("chain.alone", **facts)
    return voice.say("chain.supported_by", **facts, by=voice.units_at(side.supporters))
