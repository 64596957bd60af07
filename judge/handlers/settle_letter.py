"""Settle one letter: carry out its lines in order, each with its answer, and what follows from them."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial, reduce
from itertools import accumulate

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.orders.messages import is_earlier_phase
from judge.game.people.messages import RecordReached, SetPreference
from judge.game.phases.close import close_failed
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.handlers import (  # noqa: F401 - loaded for the handlers that they register, as are those named below
    books,
    deadlines,
    desk,
    digests,
    mastery,
    order_questions,
    orders,
    practice,
    proofs,
    queue,
    seats,
    sent_files,
    tournaments,
    votes,
    wishes,
)
from judge.handlers.acknowledgement import acknowledge, answer_unread_parts, copied, is_never_answered, within_limits
from judge.handlers.asked_in_words import questions_in
from judge.handlers.chosen_offers import with_rivals_titled, with_wish_offered, with_wish_refused, with_wish_taken
from judge.handlers.fitted import (
    as_talk,
    with_fitted_orders,
    with_refused_order,
    with_unit_spoken_of,
    with_words_understood,
)
from judge.handlers.headings import own_stems, with_doubt, with_subject
from judge.handlers.left_open import answer_talk, leave_lines
from judge.handlers.letter_context import LetterContext, with_end_of_forgetting
from judge.handlers.offers import give_written_order, offers_meant
from judge.handlers.outgoing import MASTER_PRESS_PREFIX, PLAYER_PRESS_PREFIX
from judge.handlers.plain_press import answer_offered_press, offer_words_to_others, with_words_whole
from judge.handlers.plain_words import (
    is_all_prose,
    join_wrapped_lines,
    names_places,
    orders_behind,
    point_out_order,
    reader_for,
)
from judge.handlers.plans import what_follows
from judge.handlers.press import keep_press_ready, send_reply_to_master
from judge.handlers.questions import copies_of_letters
from judge.handlers.second_look import with_line_kept
from judge.handlers.services import contained, is_own_fault
from judge.handlers.session import HANDLERS, HandlerEntry, Held, LineContext, Session
from judge.handlers.transaction import transaction_of_letter
from judge.handlers.yes_or_no import first_word_of_assent
from judge.notation.effort import EffortSpentError, bounded_effort, spend
from judge.notation.hold_all import hold_clause_in
from judge.notation.legends import Legend, legend_in
from judge.notation.line import Misread
from judge.notation.loose_reading import foreign_word_in
from judge.reports.line_answers import (
    Done,
    Fate,
    NotKeptInAdvance,
    OrderAccepted,
    Outcome,
    PressAccepted,
    ScoutOrderAccepted,
    fate_of,
)
from judge.requests.asked import LetterToEditorRequest, SubscriptionRequest, WithdrawLettersRequest
from judge.requests.deadlines import CancelAbsenceRequest, TellAbsenceRequest
from judge.requests.governing import Governs, introduces
from judge.requests.orders import (
    ConditionalOrdersRequest,
    KeepWishRequest,
    MeanOrdersRequest,
    PhaseHeading,
    WithdrawOrdersRequest,
)
from judge.requests.peace import BlockRequest
from judge.requests.press import ReplyToPressRequest, SendPressRequest, WatchRequest, WriteDiaryRequest
from judge.requests.questions import DisputeRequest, HelpRequest, ResendRequest, RuleRequest, WhatIfRequest, WhyRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import (
    MOST_LINES_OF_LETTER,
    MOST_PRESS_OF_LETTER,
    MOST_QUESTIONS_OF_LETTER,
    Line,
    QuestionRequest,
)
from judge.requests.seats import AnswerMusterRequest, JoinGameRequest, OpenGameRequest
from judge.requests.small_talk import is_thanks
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, near
from judge.requests.vocabulary import verb_of
from judge.requests.votes import CastVoteRequest, WithdrawVotesRequest
from judge.rules.position import PhaseKind
from judge.store.records import ComposedLetter, Occasion, Transaction
from judge.store.rows import GameWork

# --- one line: it goes to the handler that is registered for its request


def handle_line(session: Session, line: Line, context: LineContext) -> Session:
    """Carry out one line. A question about a hidden game is answered to nobody but those who have a part in it."""
    game, handle = session.game, HANDLERS[type(line.request)].handle
    is_asked = game is not None and game.settings.access.hidden and isinstance(line.request, QuestionRequest)
    if is_asked and game and session.person.address not in {*game.correspondents, *game.address_book.invited}:
        without = Session(**{**vars(session), "game": None})
        return replace(handle(without, line.text, line.request, context), game=game)
    return handle(session, line.text, line.request, context)


# --- the letter


_log = logging.getLogger("judge")


def carry_out_letter(case: LetterContext, lines: Sequence[Line], address: Address, proof: str) -> Transaction:
    """Carry out a letter that speaks for ``address``, and answer it.

    ``proof`` names what proves that, empty where nothing does. The open phase is closed if its last missing orders have
    come.
    """
    case = replace(case, is_proven=bool(proof))
    services, before = case.services, case.game
    now = services.clock.now()
    start = with_subject(_note_letter(case, Session(before, case.person(address)), proof, now), case.letter.subject)
    lines = with_end_of_forgetting(services, address, lines) if proof else lines
    take = partial(with_wish_taken, case, start, lines, partial(handle_lines, below=()))
    taken = contained(take, lambda: lines, "what a letter wishes for is not done by a yes") if proof else lines
    answered_to = _without_unanswered_questions(case, taken, address, proof)
    done = handle_lines(start, case.context(now), answered_to, case.letter.below)
    refuse = partial(with_wish_refused, case, start, done, answered_to, partial(handle_lines, below=()))
    done = contained(refuse, lambda: done, "a no to a wish is not told to be one") if proof else done
    done = answer_talk(done, case.letter, case.context(now))
    read = answer_unread_parts(_as_reply_to_press(case, start, with_words_understood(done), now), case.letter)
    session = with_wish_offered(leave_lines(read, case.context(now)), case.context(now)) if proof else read
    session = keep_press_ready(session, case.context(now), is_proven=bool(proof))
    is_left = bool(session.events) and _is_close_left_to_its_hour(case)
    closing = what_follows(session.game, now) if session.events and not is_left else Trail(session.game)
    settle = partial(_settled, case, session, proof)
    if is_left:
        settled = settle(closing)
        return replace(settled, alarm=min(filter(None, (settled.alarm, now))))
    if not closing.steps:
        return settle(closing)
    left_open = Trail(session.game).on(close_failed(session.game, now))
    return contained(partial(settle, closing), partial(settle, left_open), "a phase stays open")


def _is_close_left_to_its_hour(case: LetterContext) -> bool:
    """Return whether what follows from a letter is left to an hour of the game, at once, lest it fail the letter.

    So it is once reading the letter has failed, and where processes have ended over the hour of its game.
    """
    return case.kept.tries > 0 or case.name in case.services.store.ended_over(GameWork.HOUR)


def _settled(case: LetterContext, session: Session, proof: str, closing: Trail) -> Transaction:
    """Return the transaction of a letter that has been carried out; ``closing`` is what follows from it."""
    services, before = case.services, case.game
    is_news = _only_took_seat(session) or _is_answered_by_results(session, closing)
    is_told = is_news or _is_mere_thanks(case, session)
    answered = () if is_told else within_limits(services, acknowledge(case, session, proof))
    answered += session.sent
    again = _resent_letters(case, session)
    if closing.game is None or not session.events:
        return _with_publications(case.settled(*answered, copies=again), session)
    told = (*answered, *copied(case, session))
    trail = Trail(before, (*session.steps, *closing.steps))
    transaction = transaction_of_letter(case, trail, told, again, answered_by_news=is_news)
    return _with_publications(transaction, session)


def _with_publications(transaction: Transaction, session: Session) -> Transaction:
    return replace(
        transaction,
        subscriptions=session.subscriptions,
        to_editor=session.to_editor,
        tournaments=session.tournaments,
        blocks=session.blocks,
        issue=session.issue,
        digests=(*session.digests, *transaction.digests),
    )


_ANSWERED_BY_RESULTS = frozenset({Outcome.PLAIN_WORDS, Outcome.SCOUTS_REST})
"""What a line beside orders may do in a letter that is answered by the results alone."""


def _is_answered_by_results(session: Session, closing: Trail) -> bool:
    """Return whether a letter in a practice game gave orders without a fault, and the phase closed by it."""
    if closing.game is None or not closing.game.settings.practice:
        return False
    taken = OrderAccepted | ScoutOrderAccepted | PressAccepted
    done = [one.answer for one in session.answers if not isinstance(one.answer, taken)]
    is_plain = all(isinstance(one, Done) and one.outcome in _ANSWERED_BY_RESULTS for one in done)
    return is_plain and any(isinstance(event, PhaseClosed) for event in closing.events)


def _without_unanswered_questions(
    case: LetterContext, lines: Sequence[Line], address: Address, proof: str
) -> Sequence[Line]:
    """Return the lines, without the questions of somebody who gets no more answers for now."""
    occasion = Occasion.ANSWER if proof else case.occasion(Occasion.GUIDANCE)
    others = [line for line in lines if not isinstance(line.request, QuestionRequest)]
    return others if len(others) < len(lines) and is_never_answered(case.services, address, occasion) else lines


def _only_took_seat(session: Session) -> bool:
    """Return whether the letter did nothing but take a seat: then the news of that is its answer."""
    outcomes = [one.answer.outcome if isinstance(one.answer, Done) else None for one in session.answers]
    seated = {Outcome.PLAYER_JOINED, Outcome.PRACTICE_OPENED, Outcome.LESSON_CHOSEN}
    return bool(seated & set(outcomes)) and set(outcomes) <= {*seated, Outcome.PLAIN_WORDS}


def _as_reply_to_press(case: LetterContext, start: Session, done: Session, now: datetime) -> Session:
    """Return the session as it is for a letter of plain words that replies to press.

    A reply to the master's press is sent to the master and to nobody else. Whoever replies to a player's press is told
    that nobody has read it. Any other letter, or one with a line near to an order, is left as it is.
    """
    if not is_all_prose(done, case.lines):
        return done
    game = start.in_game
    if game and case.answers(MASTER_PRESS_PREFIX):
        return send_reply_to_master(game, case.letter.text, case.letter.references[-1], case.context(now))
    return start.told(case.letter.text, Done(Outcome.NOT_FORWARDED)) if case.answers(PLAYER_PRESS_PREFIX) else done


def _is_mere_thanks(case: LetterContext, session: Session) -> bool:
    """Return whether the letter does no more than thank for an answer: every other letter is answered.

    To answer thanks would begin an endless exchange with a machine that does not say that it is one.
    """
    plain = all(answered.answer == Done(Outcome.PLAIN_WORDS) for answered in session.answers)
    thanks = case.replies_to_answer and plain and not session.events and is_thanks(case.letter.text)
    return thanks and not names_places(session, case.letter.text)


def _note_letter(case: LetterContext, start: Session, proof: str, now: datetime) -> Session:
    """Note that the writer can be reached again, whatever has bounced before, and the form of letters they write.

    That is noted of somebody who has been in the game since before letters had forms; others had it when they entered.
    """
    if start.game is None or not proof:
        return start
    by = start.person.address
    reached = decide(start.game, RecordReached(by), now)
    start = start if isinstance(reached, Refused) else start.happened(reached)
    written = () if start.person.letters else decide(start.game, SetPreference(by, letters=case.form), now)
    return start if isinstance(written, Refused) else start.happened(written)


def _resent_letters(case: LetterContext, session: Session) -> tuple[ComposedLetter, ...]:
    """Return copies of the letters that the writer has asked for again, to their registered address."""
    if session.game is None or not session.again:
        return session.copies
    letters = copies_of_letters(case.services, session.game, session.person, session.again, case.kept.id)
    return (*letters, *session.copies)


_MOST_ORDER_CHARACTERS = 6000
"""Characters of the lines that may be orders; orders for a whole board take a thousand."""

MOST_MISREAD_LINES = 20
"""Misread lines after which no more are read."""

_MOST_PLAIN_LINES = 120
"""Lines of plain words after which no more are read.

Each is read three times over before it is known to be plain words.
"""

MOST_EFFORT = 25_200
"""What reading the lines of one letter may take, counted in its inner loops, in words looked up.

Of the letters of the corpus none takes two thirds of it (`tests/corpus`), and half take less than 700.
"""

_EFFORT_OF_A_LINE = 100
"""What carrying out any line takes, whatever it says."""

_MOST_SIGNATURE_LINES = 40
"""Lines below a signature that are searched for orders; those found are pointed out, not followed."""

QUOTAS = {Outcome.TOO_MANY_QUESTIONS: MOST_QUESTIONS_OF_LETTER, Outcome.TOO_MUCH_PRESS: MOST_PRESS_OF_LETTER}
"""How often one letter may cause what is told as an outcome once it has been caused that often."""


def handle_lines(session: Session, context: LineContext, lines: Sequence[Line], below: Sequence[str]) -> Session:
    """Carry out every line in order; a line that cannot be carried out changes nothing.

    ``below`` are lines under a signature. Neither they nor the lines below the word that ends a letter are carried out;
    orders among them are pointed out. Of a letter that is too long the beginning is read.
    """
    try:
        return _handle_lines(session, context, lines, below, partial(_joined, session))
    except _NotJoinedError:
        return _handle_lines(session, context, lines, below, iter)


class _NotJoinedError(Exception):
    """The judge has failed over which lines a mail program has broken: each is read as it stands."""


def _joined(session: Session, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines, those joined that a mail program has broken; _NotJoinedError where the judge fails over it."""
    joined = join_wrapped_lines(session, with_rivals_titled(session, with_words_whole(session, lines)))

    def not_joined() -> Line:
        raise _NotJoinedError

    while line := contained(lambda: next(joined, None), not_joined, "lines are read as they stand, none joined"):
        yield line


_JoinLines = Callable[[Sequence[Line]], Iterator[Line]]


def _handle_lines(
    session: Session, context: LineContext, lines: Sequence[Line], below: Sequence[str], joined: _JoinLines
) -> Session:
    most = _count_readable(lines)
    told = tuple(line.text for line in lines[:most] if isinstance(line.request, PossibleOrder | SuggestedCommand))
    session, rationed = replace(session, foreign=foreign_word_in(told)), Counter[Outcome]()
    read, unread = 0, ""
    with bounded_effort(MOST_EFFORT) as effort:
        try:
            session = _with_legend(session, told)
            for line in joined(lines[:most]):
                if not session.stopped and _is_unreadable(session):
                    return session.told(line.text, Done(Outcome.TOO_MANY_MISREAD))
                spend(_EFFORT_OF_A_LINE)
                session = effort.whole(_handle_contained(session, line, context, rationed))
                read += len("".join(line.text.split()))
            for unread in below[:_MOST_SIGNATURE_LINES]:
                session = effort.whole(_point_out_contained(session, unread))
        except EffortSpentError:
            return session.told(unread or _first_unread(lines, read), Done(Outcome.BEYOND_LENGTH_READ))
    for line in lines[most : most + 1]:
        session = session.told(line.text, Done(Outcome.TOO_MANY_LINES, str(most)))
    return session


def _first_unread(lines: Sequence[Line], read: int) -> str:
    """Return the line behind so many signs that are no spaces: lines are joined and parted at spaces alone."""
    ends = accumulate(len("".join(line.text.split())) for line in lines)
    return next(line.text for line, end in zip(lines, ends, strict=True) if end > read)


def _point_out_contained(session: Session, line: str) -> Session:
    """Point out an order below a signature, unless the judge fails over it."""
    return contained(partial(point_out_order, session, line), lambda: session, "whether a line is an order")


def _handle_contained(session: Session, line: Line, context: LineContext, rationed: Counter[Outcome]) -> Session:
    """Carry out one line; where the judge fails over one on which no other depends, the answer to it says so.

    Where others do, the error is raised, and nothing of the letter is done.
    """
    try:
        return _handle_line(session, line, context, rationed)
    except Exception as error:
        if not (is_own_fault(error) and _stands_alone(session, line)):
            raise
        _log.exception("a fault of the judge's own: a line is left out")
    told = session.told(line.text, Done(Outcome.JUDGE_FAILED))
    counted = partial(_with_unclear, told, line, len(session.answers))
    return contained(counted, lambda: told, "whether that line is about orders")


_INDEPENDENT = (
    QuestionRequest
    | WhatIfRequest
    | ResendRequest
    | DisputeRequest
    | SendPressRequest
    | ReplyToPressRequest
    | WriteDiaryRequest
    | WatchRequest
    | CastVoteRequest
    | WithdrawVotesRequest
    | TellAbsenceRequest
    | CancelAbsenceRequest
    | AnswerMusterRequest
    | SubscriptionRequest
    | LetterToEditorRequest
    | WithdrawLettersRequest
    | BlockRequest
)
"""Requests on which no other line of the letter depends.

A seat is taken for the lines below, a title says for what they are, a rollback what a correction is made to, a setting
how lines are read: none of these is here.
"""


def _stands_alone(session: Session, line: Line) -> bool:
    """Return whether the other lines of a letter mean the same without this one.

    Such are the lines above, and an order: a line that names a unit of the writer's and introduces nothing.
    """
    if not isinstance(line.request, PossibleOrder):
        return isinstance(line.request, _INDEPENDENT)
    game, position = session.view, session.game.open_position if session.game else None
    if game is None or position is None or introduces(line.text):
        return False
    reader = reader_for(game, position, session.person)
    return contained(lambda: reader.unit_of_line(line.text) is not None, lambda: False, "whether a line is an order")


def _handle_line(session: Session, line: Line, context: LineContext, rationed: Counter[Outcome]) -> Session:
    """Carry out one line; ``rationed`` counts those of which only so many are."""
    entry = HANDLERS[type(line.request)]
    quota = entry.quota
    rationed.update((quota,) if quota else ())
    if session.stopped:
        return point_out_order(session, line.text)
    if _is_held_command(session, entry):
        return session.told(line.text, Refused(Refusal.GOVERNED))
    if quota and rationed[quota] > QUOTAS[quota]:
        return session.told(line.text, Done(quota, str(QUOTAS[quota])))
    is_no_command = isinstance(line.request, PossibleOrder | SuggestedCommand)
    if is_no_command and session.legend and (words := session.legend.spelt_out(line.text)) != line.text:
        return _spelt_out(session, session.legend, line, words, context, rationed)
    if session.legend and line.text == session.legend.line:
        return session.told(line.text, Done(Outcome.PLAIN_WORDS))
    there = session.in_game if is_no_command else None
    if there and (given := give_written_order(there, line.text, context)):
        return with_line_kept(session, given, line.text)
    if there and (answered := answer_offered_press(there, line.text, context)):
        sent, rest = answered
        return _handle_line(sent, Line(rest, PossibleOrder()), context, rationed) if rest else sent
    if there and (offered := offer_words_to_others(there, line.text, context)):
        return offered
    asks = there or (session.in_game if isinstance(line.request, WhyRequest) and _is_prose(line) else None)
    is_answer = asks and first_word_of_assent(line.text) and offers_meant(asks, context)
    if asks and not is_answer and (questions := questions_in(asks, line.text, context)):
        beside = questions.beside(asks, line.text)
        done = _carried_out(session, Line(beside, near(beside)), context) if beside else session
        return questions.answered(session, done)
    return _carried_out(session, line, context)


def _with_legend(session: Session, lines: Sequence[str]) -> Session:
    """Return the session with the signs that the lines of a letter tell; while the judge fails over them, with none."""
    game, position = session.view, session.game.open_position if session.game else None
    if game is None or position is None or position.phase.kind is not PhaseKind.MOVEMENT:
        return session
    reader = reader_for(game, position, session.person)
    return replace(session, legend=contained(partial(legend_in, lines, reader), lambda: None, "what signs stand for"))


def _spelt_out(
    session: Session, legend: Legend, line: Line, words: str, context: LineContext, rationed: Counter[Outcome]
) -> Session:
    """Offer what a line with the letter's own signs orders, read with the words that they stand for."""
    held = session.held or Held(legend.line, Governs.HOLDS)
    done = _handle_line(replace(session, held=held, legend=None), Line(words, near(words)), context, rationed)
    told = (replace(one, line=line.text) for one in done.answers[len(session.answers) :])
    answers = (*done.answers[: len(session.answers)], *told)
    return replace(done, held=session.held if done.held == held else done.held, legend=legend, answers=answers)


_OF_PROSE = (TellAbsenceRequest, HelpRequest, RuleRequest, JoinGameRequest, OpenGameRequest)
"""Commands whose word begins sentences as well: ``Help! The deadline is near. Rome to Naples.``"""


_BESIDE_TITLES = frozenset({"absence", "extend", "vote"})
"""Verbs of wishes that sentences tell of in front of their orders: ``I am away from tomorrow, so take this: …``."""


def _is_prose(line: Line) -> bool:
    """Return whether a line that asks why is a sentence, and not the command: ``WHY F LON``, ``Why S1901M A Paris``."""
    verb, *rest = line.text.split() or ("",)
    return (not verb.isupper() or verb == "I") and any(word[:1].islower() for word in rest)


def _carried_out(session: Session, line: Line, context: LineContext) -> Session:
    """Carry out one line that stands where lines are carried out."""
    there = session.in_game
    is_wish = isinstance(line.request, SuggestedCommand) and verb_of(line.request.command)[0] in _BESIDE_TITLES
    is_spoken = isinstance(line.request, _OF_PROSE) and _is_prose(line)
    own = own_stems(there) if there else frozenset()
    parts = orders_behind(there, line.text, own) if there and (is_wish or is_spoken) else None
    if parts and (is_spoken or parts[0].endswith(":") or hold_clause_in(parts[1], own)):
        command, orders = parts
        done = reduce(lambda so_far, one: _carried_out(so_far, one, context), read_lines(command), session)
        return _carried_out(done, Line(orders, near(orders)), context)
    done = handle_line(session, line, context)
    if isinstance(line.request, (*_OF_PROSE, CastVoteRequest)) and introduces(line.text) and _is_prose(line):
        done = _carried_out(done, Line(line.text, PossibleOrder()), context)
    if isinstance(line.request, PossibleOrder | SuggestedCommand):
        done = with_fitted_orders(session, done, line.text, context)
        done = with_unit_spoken_of(session, done, line.text, context)
        done = as_talk(session, done, line.text)
        done = with_refused_order(session, done, line.text, context)
        done = with_line_kept(session, done, line.text)
        done = with_doubt(session, done, line.text, context.number)
    return _with_unclear(done, line, len(session.answers))


def _is_held_command(session: Session, entry: HandlerEntry) -> bool:
    """Return whether a command stands below a line that holds what is below; greetings hold none."""
    held = session.held
    return bool(held and held.how is not Governs.ADDRESSES and not (held.phase_unread or entry.is_read_when_held))


_ABOUT_ORDERS: tuple[type, ...] = (
    PossibleOrder,
    SuggestedCommand,
    PhaseHeading,
    ConditionalOrdersRequest,
    WithdrawOrdersRequest,
    MeanOrdersRequest,
    KeepWishRequest,
)
"""Requests of lines that are about units, places, orders or the seat, if they are explained."""

_ABOUT_OTHERS = frozenset(
    {
        *("vote", "unvote", "resend", "wait", "nowait", "extend", "take", "status", "history"),
        *("help", "press", "unwatch", "set", "pause", "absence"),
    }
)
"""Verbs of suggested commands that are about neither."""


def _with_unclear(session: Session, line: Line, answered: int) -> Session:
    """Return the session with the lines counted that were explained and are about orders or the seat."""
    game, position = session.game, session.game.open_position if session.game else None
    if game is None or position is None or not isinstance(line.request, _ABOUT_ORDERS) or _is_about_others(line):
        return session
    planned = {one.line for one in session.alternatives}  # counted once it is known whether they are plans
    told = (one for one in session.answers[answered:] if one.line not in planned and one.answer not in _OF_WHAT_IS_OPEN)
    reader = reader_for(game, position, session.person)
    said = [one for one in told if reader.named_units(one.line) or not one.line.rstrip().endswith("?")]
    explained = [one.line for one in said if fate_of(one.answer) is Fate.EXPLAINED]
    phase = position.phase
    if session.phase and is_earlier_phase(phase, session.phase):
        phase = session.phase
        return replace(session, unclear=(*session.unclear, *(phase for _ in explained)))
    named = (reader.unit_of_line(text) for text in explained)
    units = tuple(unit.at.province for unit in named if unit)
    return replace(session, unclear=(*session.unclear, *(phase for _ in explained)), unread=(*session.unread, *units))


_OF_WHAT_IS_OPEN = frozenset(map(Done, (Outcome.WHICH_PLAN, Outcome.SAME_ORDERS_WISHED)))
"""What is told of plans that are open already, and of orders for units that have none."""


def _is_about_others(line: Line) -> bool:
    near = line.request
    return isinstance(near, SuggestedCommand) and not near.about and verb_of(near.command)[0] in _ABOUT_OTHERS


def _count_readable(lines: Sequence[Line]) -> int:
    """Return how many lines from the top are read at all."""
    lengths = (
        len(line.text) if isinstance(line.request, PossibleOrder) else 0 for line in lines[:MOST_LINES_OF_LETTER]
    )
    return sum(length <= _MOST_ORDER_CHARACTERS for length in accumulate(lengths))


def _is_unreadable(session: Session) -> bool:
    """Return whether so little was understood that it can be no letter to the judge."""
    answers = [answered.answer for answered in session.answers]
    misread = sum(isinstance(answer, Misread | NotKeptInAdvance) for answer in answers)
    return misread >= MOST_MISREAD_LINES or answers.count(Done(Outcome.PLAIN_WORDS)) >= _MOST_PLAIN_LINES
