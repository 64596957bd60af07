"""Press that is read where nobody wrote any: kept ready, and sent by a yes or by the word for press alone."""

from dataclasses import replace

from judge.game.decide import decide
from judge.game.press.messages import DropReadyPress, KeepPressReady, PressMadeReady, PressSent, SendPress
from judge.game.press.rules import ready_press
from judge.game.refusals import Refused
from judge.handlers.press import send_block, send_press, signed_by_first_line
from judge.handlers.registry import handles_in_game, not_started
from judge.handlers.session import GameSession, LineContext, Session
from judge.mail.identity import redact_addresses
from judge.reports.line_answers import AnsweredLine, Done, LineAnswer, Outcome, PressRead
from judge.requests.press import SendPressRequest, names_nobody
from judge.requests.small_talk import is_courtesies_only


def offer_press(session: GameSession, line: str, command: SendPress, context: LineContext) -> GameSession:
    """Offer to send press that a line was read as, or say why it could not be sent."""
    text = redact_addresses(command.text, context.own_address, session.person.token)
    command = replace(command, text=text)
    decided = decide(session.game, command, context.now)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    (sent,) = decided
    assert isinstance(sent, PressSent)
    return session.told(line, PressRead(command, sent.recipients))


def keep_press_ready(session: Session, context: LineContext, *, is_proven: bool) -> Session:
    """Keep the press that a letter offers, once it is known what else of it waits for a yes.

    Nothing is kept for whoever may not have written the letter.
    """
    there = session.in_game
    if there is None or not any(isinstance(one.answer, PressRead) for one in session.answers):
        return session
    powers = there.game.powers_of(there.person.address)
    waits = any(left.offers for left in there.game.left_open if left.power in powers)
    told: list[AnsweredLine] = []
    for answered in there.answers:
        answer: LineAnswer = answered.answer
        if isinstance(answer, PressRead):
            by_yes = not (waits or answer.command.answers)
            kept = decide(there.game, KeepPressReady(answer.command, context.number, by_yes), context.now)
            if is_proven and not isinstance(kept, Refused):
                there, answer = there.happened(kept), replace(answer, by_yes=by_yes)
            else:
                answer = Done(Outcome.NOT_FORWARDED)
        told.append(replace(answered, answer=answer))
    return replace(there, answers=tuple(told))


def kept_for_word(session: GameSession, command: SendPress, context: LineContext) -> GameSession:
    """Keep press that the word for press sends, as far as it may be sent."""
    kept = decide(session.game, KeepPressReady(command, context.number, by_yes=False), context.now)
    return session if isinstance(kept, Refused) else session.happened(kept)


@handles_in_game(not_started, Outcome.TOO_MUCH_PRESS)
def handle_send_press(session: GameSession, line: str, press: SendPressRequest, context: LineContext) -> Session:
    """Send the block; where it is the word for press alone, what the letter that it answers has kept for that."""
    is_word = names_nobody(press) and (not press.text.strip() or is_courtesies_only(press.text))
    ready = _kept_by_answered(session, context) if is_word else ()
    return _send_ready(session, line, ready, context) if ready else send_block(session, line, press, context)


def offered_by_letter(session: GameSession, context: LineContext) -> tuple[PressMadeReady, ...]:
    """Return the press that a yes sends."""
    return tuple(one for one in _kept_by_answered(session, context) if one.by_yes)


def _kept_by_answered(session: GameSession, context: LineContext) -> tuple[PressMadeReady, ...]:
    """What waits of the very letter whose answer is replied to; nothing for a letter that is no reply."""
    waiting = ready_press(session.game, session.person.address)
    return tuple(one for one in waiting if one.letter == context.assent_to != context.number)


def answer_press_offer(session: GameSession, line: str, context: LineContext, *, is_yes: bool) -> GameSession:
    """Send the press that was offered, or forget it."""
    if is_yes:
        return _send_ready(session, line, offered_by_letter(session, context), context)
    return _forgotten(session, context).told(line, Done(Outcome.OFFER_DROPPED))


def _send_ready(
    session: GameSession, line: str, ready: tuple[PressMadeReady, ...], context: LineContext
) -> GameSession:
    session = _forgotten(session, context)
    for one in ready:
        session = send_press(session, line, _command_of(session, one), context)
    return session


def _forgotten(session: GameSession, context: LineContext) -> GameSession:
    dropped = decide(session.game, DropReadyPress(session.person.address), context.now)
    return session if isinstance(dropped, Refused) else session.happened(dropped)


def _command_of(session: GameSession, ready: PressMadeReady) -> SendPress:
    by, to = session.person.address, ready.to
    if ready.answers:
        return signed_by_first_line(session, SendPress(by, (), ready.text, answers=ready.answers))
    return SendPress(by, to.powers, ready.text, to_master=to.master, to_observers=to.observers)
