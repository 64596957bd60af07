"""Answer PROVE: the orders somebody has given in a phase, set by set, with all that their fingerprints are made of."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.game.apply import transitions
from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven, OrdersWithdrawn
from judge.game.orders.rules import salt_of
from judge.game.people.messages import Person
from judge.game.phases.close import orders_to_judge
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import NO_READER, Reader
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.handlers.names import unknown_phase
from judge.handlers.questions import closed_phases_as_known, unknown_game_of_question
from judge.handlers.session import GameSession, LineContext, handles_in_game
from judge.reports.line_answers import LineAnswer, TextAnswer
from judge.reports.orders import AcceptedSet, write_proof
from judge.requests.asked import ProveRequest
from judge.requests.names import phase_named
from judge.rules.board import Power


@handles_in_game(unknown_game_of_question)
def handle_prove(session: GameSession, line: str, question: ProveRequest, context: LineContext) -> GameSession:
    """The orders of the writer in a phase, with their fingerprints."""
    view, reader = session.view, session.person
    if reader.address not in view.people:
        return session.told(line, Refused(Refusal.NOT_A_PLAYER))
    if not view.fingerprint_key:
        return session.told(line, Refused(Refusal.NO_FINGERPRINTS))
    log = (*context.services.store.events(view.name), *(step.event for step in session.steps))
    closed = closed_phases_as_known(view, reader, context.services)
    return session.told(line, _answer_prove(view, log, closed, question, reader))


def _answer_prove(
    game: Game, log: Sequence[Event], closed: Sequence[PhaseClosed], question: ProveRequest, reader: Person
) -> LineAnswer:
    """Return the sets of orders that somebody gave in a phase, and the fingerprints of all that they may know.

    ``log`` are the events of the game, in order, ``closed`` its closed phases as the reader may know them. Without a
    named phase it is the last closed one, else the open one.
    """
    found = accepted_sets(log, game.readers.get(reader.address, NO_READER))
    phases = [*dict.fromkeys((*(event.before.phase for event in closed), *(one.position.phase for one in found)))]
    if question.phase:
        asked = phase_named(question.phase.text)
    else:
        asked = closed[-1].before.phase if closed else next(iter(phases), None)
    if question.phase and asked is None:
        return unknown_phase(question.phase, phases)
    sets = [one for one in found if one.position.phase == asked]
    judged = next((event for event in reversed(closed) if event.before.phase == asked), None)
    if asked is None or not (sets or (judged and judged.salts)):
        return Refused(Refusal.NOTHING_TO_PROVE)
    return TextAnswer(write_proof(game, reader, asked, sets, judged, is_whole=sees_all(game, reader.address)))


def accepted_sets(log: Sequence[Event], reader: Reader) -> Sequence[AcceptedSet]:
    """Return every set of orders of the powers that the reader of this number had when it was accepted, in order.

    A set is what stands after all orders of one letter. One without orders has no fingerprint, and is left out.
    """
    found: list[AcceptedSet] = []
    for step in transitions(None, log):
        match step.event:
            case OrderGiven(power) | OrdersWithdrawn(power) if reader in step.after.readers_of(power):
                found = [one for one in found if not _is_of_same_letter(one, step.event)]
                found += _set_in_force(step.after, step.event)
            case PhaseClosed() as event:
                own = (power for power in event.salts if reader in step.before.readers_of(power))
                for power in own:
                    _note_judged(found, event, power)
            case _:
                pass
    return found


def _is_of_same_letter(one: AcceptedSet, event: OrderGiven | OrdersWithdrawn) -> bool:
    return (one.power, one.at, one.judged) == (event.power, event.at, False)


def _set_in_force(game: Game, event: OrderGiven | OrdersWithdrawn) -> Iterator[AcceptedSet]:
    position, power = game.open_position, event.power
    if position and game.orders.get(power):
        orders = orders_to_judge(game, position)[power]
        yield AcceptedSet(power, orders, salt_of(game, power), position, event.at)


def _note_judged(found: list[AcceptedSet], event: PhaseClosed, power: Power) -> None:
    """Mark the set that a phase was judged by; it is a set of its own where no letter of the reader gave it."""
    orders, salt = event.orders[power], event.salts[power]
    for place, one in enumerate(found):
        if (one.power, one.salt, {*one.orders}) == (power, salt, {*orders}):
            found[place] = replace(one, judged=True)
            return
    found.append(AcceptedSet(power, orders, salt, event.before, event.at, judged=True))
