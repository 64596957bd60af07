"""What orders would have brought about, in words that cannot be taken for what happened."""

from dataclasses import replace

from judge.game.person import Person
from judge.game.state import Game
from judge.reports.facts import centre_table, position_table, powers_judged, retreats
from judge.reports.front import front
from judge.reports.language import say
from judge.reports.pages import fill
from judge.reports.voice import Voice, voice_of
from judge.reports.void import explain_void
from judge.rules.board import Board, Power
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.verdicts import Judgement, Stood, Verdict


def write_begun(reader: Person) -> str:
    """What is said under the first line of a what-if."""
    return say(reader.language, "supposed.begun")


def write_under(reader: Person, power: Power, board: Board) -> str:
    """What is said under the name of a power."""
    return say(reader.language, "supposed.under", power=board.powers[power][reader.language])


def write_supposed(order: Order, voice: Voice) -> str:
    """What is said under one line of a what-if that was understood."""
    said = voice.say("supposed.line", order=voice.order(order), words=voice.words(order))
    void = why_illegal(voice.board, voice.position, order)
    if void is None:
        return said
    warning = voice.say("supposed.void", why=explain_void(void, order, voice))
    return f"{said} {warning}"


def write_what_if(game: Game, reader: Person, position: Position, judgement: Judgement, left: int) -> str:
    """The report of a phase that was not; every heading says so. ``left`` more may be asked within a day."""
    before, after = (voice_of(game, reader, at) for at in (position, judgement.after))
    told = {power: tuple(filter(_is_told, verdicts)) for power, verdicts in judgement.verdicts.items()}
    return fill(
        reader.language,
        "anyone.whatif",
        phase=before.phase(position.phase),
        code=str(position.phase),
        powers=powers_judged(replace(judgement, verdicts=told), (), before),
        others_hold=told != judgement.verdicts,
        retreats=retreats(judgement, before, after),
        then=after.phase(judgement.after.phase),
        front=front(game, reader, after),
        position=position_table(after),
        centres=centre_table(after, before),
        left=left,
    )


def _is_told(verdict: Verdict) -> bool:
    """Most units have no order in a what-if; those that simply held are told together."""
    return verdict.reason != Stood(unordered=True) or verdict.dislodged is not None
