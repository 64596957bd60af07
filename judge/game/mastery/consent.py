"""Consent of the other players to what a master who plays would do: which acts need it, whose, what is proposed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.deadlines.deadline import ClockSet, OutageOver
from judge.game.deadlines.messages import DeadlineMoved, MoveDeadline
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposed,
    ChangeSettings,
    CorrectPosition,
    ForceClose,
    MasterAct,
    ProposedAct,
    RollBack,
    Terminate,
)
from judge.game.messages import Command, Event
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import EjectPlayer, ReplacePlayer
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.votes.count import asked_to_consent

_NOBODY = Address("")


def has_interest(game: Game, master: Address) -> bool:
    """Whether a master has a seat in the game under way, or may come back to one."""
    may_come_back = any(one.may_return(game.readers[master]) for one in game.vacancies.values())
    return game.position is not None and (master in game.players or may_come_back)


def act_proposed(
    game: Game, command: Command, decided: Sequence[Event], now: datetime
) -> tuple[Event, ...] | Refused | None:
    """The proposal that a command becomes, which by itself would bring ``decided`` about; None where it needs none.

    Only a phase that is open can be voted in: once the game is over, a master who has played does no such act.
    """
    if not isinstance(command, ProposedAct) or not _can_favour(game, command, decided):
        return None
    if not has_interest(game, command.by) or not asked_to_consent(game, command):
        return None
    if game.ended:
        return Refused(Refusal.MASTER_PLAYS)
    number = game.proposals + 1
    return (ActProposed(number, _as_decided(game, command, decided), now),)


def _can_favour(game: Game, act: ProposedAct, decided: Sequence[Event]) -> bool:
    """Whether an act can favour who does it: any but a deadline to no earlier hour than everybody had been told.

    What an outage, or a clock that was set, gave on top of that hour may be taken back.
    """
    if not isinstance(act, MoveDeadline):
        return True
    if game.deadline is None:
        return False
    given = (step.was for step in game.deadline.steps if isinstance(step, OutageOver | ClockSet))
    announced = next(given, game.deadline.at)
    return any(isinstance(one, DeadlineMoved) and one.deadline.at < announced for one in decided)


def _as_decided(game: Game, act: ProposedAct, decided: Sequence[Event]) -> ProposedAct:
    """The act as it is told and voted for, with nothing left that may mean something else by then.

    It names no master: whoever is one when all have agreed does it.
    """
    act = replace(act, by=_NOBODY)
    match act:
        case ForceClose(phase=None) if game.open_position:
            return replace(act, phase=game.open_position.phase)
        case MoveDeadline():
            return replace(
                act, length=None, to=next(one.deadline.at for one in decided if isinstance(one, DeadlineMoved))
            )
        case _:
            return act


def agreement(game: Game, proposal: ActProposed, now: datetime, *, by_operator: bool = False) -> ActAgreed:
    """The event by which all others, or the operator, agree to a proposal."""
    assert game.position is not None
    act, open_phase = proposal.act, game.position.phase
    agreed = ActAgreed(proposal.number, kind_of(act), open_phase, now, by_operator)
    if isinstance(act, RollBack):
        return replace(agreed, back_to=act.position.phase, back_to_number=act.undone[0])
    return agreed


_KINDS: Mapping[type, MasterAct] = {
    ForceClose: MasterAct.FORCE_CLOSE,
    RollBack: MasterAct.ROLL_BACK,
    CorrectPosition: MasterAct.CORRECT,
    Terminate: MasterAct.TERMINATE,
    ChangeSettings: MasterAct.CHANGE_SETTINGS,
    EjectPlayer: MasterAct.EMPTY_SEAT,
    ReplacePlayer: MasterAct.NAME_PLAYER,
    MoveDeadline: MasterAct.MOVE_TIME,
}


def kind_of(act: ProposedAct) -> MasterAct:
    """The kind of a proposed act; whatever is not in the table is decided in a war."""
    return _KINDS.get(type(act), MasterAct.DECREE)


def kinds_of_acts() -> tuple[MasterAct, ...]:
    """Every kind of act that may be proposed."""
    return (*_KINDS.values(), MasterAct.DECREE)
