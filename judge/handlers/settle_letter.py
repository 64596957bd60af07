"""Build the transaction of one letter: its status, the events it causes, the letters that answer it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.decide import decide
from judge.game.people.messages import RecordReached
from judge.game.phases.close import close_early
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.game.trail import Trail
from judge.handlers.acknowledgement import acknowledge, answer_unread_parts, copied
from judge.handlers.headings import with_subject
from judge.handlers.letter_context import LetterContext
from judge.handlers.lines import handle_lines
from judge.handlers.orders import is_all_prose
from judge.handlers.outgoing import MASTER_PRESS_PREFIX, PLAYER_PRESS_PREFIX, OutgoingLetter, letters_of_news
from judge.handlers.plans import with_plans_taken_up
from judge.handlers.press import send_reply_to_master
from judge.handlers.rate_limits import is_never_answered, within_limits
from judge.handlers.resend import copies_of_letters
from judge.handlers.session import Session
from judge.handlers.transaction import new_transaction, with_calendar_entries
from judge.reports.line_answers import Done
from judge.reports.outcomes import Outcome
from judge.requests.requests import Line, QuestionRequest
from judge.store.records import ComposedLetter, Occasion, Transaction


def carry_out_letter(case: LetterContext, lines: Sequence[Line], address: Address, proof: str) -> Transaction:
    """Carry out a letter that speaks for ``address``, and answer it.

    ``proof`` names what proves that, empty where nothing does. The open phase is closed if its last missing orders have
    come.
    """
    services, before = case.services, case.game
    now = services.clock.now()
    start = with_subject(_note_letter(Session(before, case.person(address)), proof, now), case.letter.subject)
    answered_to = _without_unanswered_questions(case, lines, address, proof)
    done = handle_lines(start, case.context(now), answered_to, case.letter.below)
    session = answer_unread_parts(_as_reply_to_press(case, start, done, now), case.letter)
    is_seated = _only_took_seat(session)
    is_told = is_seated or _is_mere_thanks(case, session)
    answered = () if is_told else within_limits(services, acknowledge(case, session, proof))
    again = _resent_letters(case, session)
    if session.game is None or not session.events:
        return replace(case.settled(*answered, copies=again), subscription=session.subscription)
    closing = with_plans_taken_up(Trail(session.game).on(close_early(session.game, now)), now)
    told = (*answered, *copied(case, session))
    trail = Trail(before, (*session.steps, *closing.steps))
    transaction = transaction_of_letter(case, trail, told, again, answered_by_news=is_seated)
    return replace(transaction, subscription=session.subscription)


def _without_unanswered_questions(
    case: LetterContext, lines: Sequence[Line], address: Address, proof: str
) -> Sequence[Line]:
    """Return the lines, without the questions of somebody who gets no more answers for now."""
    occasion = Occasion.ANSWER if proof else Occasion.GUIDANCE
    return (
        [line for line in lines if not isinstance(line.request, QuestionRequest)]
        if is_never_answered(case.services, address, occasion)
        else lines
    )


def _only_took_seat(session: Session) -> bool:
    """Return whether the letter did nothing but take a seat: then the news of that is its answer."""
    deeds = [one.answer.outcome if isinstance(one.answer, Done) else None for one in session.answers]
    return Outcome.PLAYER_JOINED in deeds and set(deeds) <= {Outcome.PLAYER_JOINED, Outcome.PLAIN_WORDS}


def _as_reply_to_press(case: LetterContext, start: Session, done: Session, now: datetime) -> Session:
    """Return the session as it is for a letter of plain words that replies to press.

    A reply to the master's press is sent to the master and to nobody else. Whoever replies to a player's press is told
    that nobody has read it. Any other letter, or one with a line near to an order, is left as it is.
    """
    if not is_all_prose(done, case.lines):
        return done
    game = start.in_game
    if game and case.answers(MASTER_PRESS_PREFIX):
        return send_reply_to_master(game, case.letter.text, case.context(now))
    return start.told(case.letter.text, Done(Outcome.NOT_FORWARDED)) if case.answers(PLAYER_PRESS_PREFIX) else done


def _is_mere_thanks(case: LetterContext, session: Session) -> bool:
    """Return whether the letter does no more than thank for an answer.

    It holds nothing to be done and nothing near to it; to answer it would begin an endless exchange with a machine that
    does not say that it is one.
    """
    plain = all(answered.answer == Done(Outcome.PLAIN_WORDS) for answered in session.answers)
    return case.replies_to_answer and plain and not session.events


def _note_letter(start: Session, proof: str, now: datetime) -> Session:
    """Note that the writer can be reached again, whatever has bounced before."""
    if start.game is None or not proof:
        return start
    events = decide(start.game, RecordReached(start.person.address), now)
    return start if isinstance(events, Refused) else start.happened(events)


def transaction_of_letter(
    case: LetterContext,
    trail: Trail,
    answered: Sequence[OutgoingLetter] = (),
    again: Sequence[ComposedLetter] = (),
    *,
    answered_by_news: bool = False,
) -> Transaction:
    """Return the transaction of a letter that has caused events.

    With ``answered_by_news`` the first of the news to its sender is the answer to the letter.
    """
    told = letters_of_news(case.services, trail)
    told = (*answered, *(_news_as_answer(case, told) if answered_by_news else told))
    letters = with_calendar_entries(trail, told, case.services.clock.now())
    transaction = new_transaction(case.services, trail, letters, letter=case.kept.id)
    return replace(
        transaction,
        outgoing=(*transaction.outgoing, *again),
        sender=case.sender,
        message_id=case.letter.message_id,
        about=case.about,
    )


def _news_as_answer(case: LetterContext, told: Sequence[OutgoingLetter]) -> Iterator[OutgoingLetter]:
    """Yield the news; the first piece for the sender hangs in the thread of their letter."""
    first = next((one for one in told if one.to == case.sender), None)
    for one in told:
        yield replace(one, thread=replace(one.thread, answers=case.thread.answers)) if one is first else one


def _resent_letters(case: LetterContext, session: Session) -> tuple[ComposedLetter, ...]:
    """Return copies of the letters that the writer has asked for again, to their registered address."""
    if session.game is None or not session.again:
        return ()
    return tuple(copies_of_letters(case.services, session.game, session.person, session.again, case.kept.id))
