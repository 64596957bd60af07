"""The chain behind an order, told as a tree of sentences in the reader's language."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.because import sentence, subject
from judge.reports.language import say
from judge.reports.layout import hanging
from judge.reports.pages import fill
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Province
from judge.rules.orders import Convoy, SupportHold, SupportMove
from judge.rules.verdicts import NoConvoy, OwnSupport, Verdict, Void
from judge.rules.why import Because, Role, why


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
