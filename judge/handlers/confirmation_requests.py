"""Ask whether a letter without proof is genuine: its faults are told at once, the rest waits for the answer."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.settings import Address
from judge.handlers.acknowledgement import excerpt_of, guide_stranger, shortened_answers
from judge.handlers.letter_context import LetterContext
from judge.handlers.letter_intent import enters_game, has_commands
from judge.handlers.orders import is_order
from judge.handlers.outgoing import OutgoingLetter, address_letters, confirmation_question, letter_to_stranger
from judge.handlers.rate_limits import (
    MOST_POSTPONED,
    MOST_POSTPONED_IN_ALL,
    is_never_answered,
    postponement_of,
    spoofable_limit_until,
    within_limits,
)
from judge.handlers.services import fresh_secret
from judge.handlers.session import Session
from judge.handlers.settle_letter import carry_out_letter, handle_lines
from judge.reports.acknowledgement import is_problem, write_acknowledgement
from judge.reports.line_answers import AnsweredLine
from judge.reports.unprocessed_letters import write_confirmation
from judge.requests.requests import Line, PossibleOrder
from judge.store.records import LetterStatus, Occasion, PendingConfirmation, Transaction

_MOST_LINES_CHECKED = 10
"""Lines of one letter that enter a game and are checked before it is confirmed."""


def request_confirmation(case: LetterContext, address: Address, *, is_vouched: bool) -> Transaction:
    """Hold the letter until the registered address confirms it; it changes nothing before.

    Whoever wants to enter a game is told at once what cannot be done; where nothing can, nothing is asked. The limit on
    questions is looked up first: that costs next to nothing, the rest does not.
    """
    services, occasion = case.services, _occasion(case, address, is_vouched=is_vouched)
    if occasion is Occasion.NEWCOMER and (until := spoofable_limit_until(services, address)):
        return postpone_letter(case, address, until)
    later = postponement_of(services, case.person(address), case.thread, occasion)
    if later:
        until = None if services.store.put_off(address) >= MOST_POSTPONED else later.until
        return Transaction(
            case.kept.id,
            LetterStatus.SET_ASIDE,
            outgoing=address_letters(services, later.told),
            sender=address,
            again=until,
        )
    entering = () if is_never_answered(services, address, Occasion.GUIDANCE) else _check_entry_lines(case, address)
    wrong = [one for one in entering if is_problem(one)]
    if wrong and wrong == entering:
        return case.settled(*within_limits(case.services, _faults_letter(case, address, wrong)))
    code = fresh_secret()
    request = replace(_confirmation_letter(case, address, wrong, code), occasion=occasion)
    return Transaction(
        case.kept.id,
        LetterStatus.HELD,
        hold=PendingConfirmation(code, address),
        outgoing=address_letters(services, (request,)),
    )


def postpone_letter(case: LetterContext, address: Address, until: datetime) -> Transaction:
    """Have a letter read again when letters to people without a part in a game may leave once more.

    Nobody is told: that letter, too, would go to an address that anybody may have written there.
    """
    is_full = case.services.store.put_off() >= MOST_POSTPONED_IN_ALL
    return Transaction(case.kept.id, LetterStatus.SET_ASIDE, sender=address, again=None if is_full else until)


def _occasion(case: LetterContext, address: Address, *, is_vouched: bool) -> Occasion:
    """Return the limit that the question counts towards."""
    if is_vouched:
        return Occasion.VOUCHED
    is_known = case.game is not None and address in case.game.correspondents
    return Occasion.QUESTION if is_known else Occasion.NEWCOMER


def _confirmation_letter(
    case: LetterContext, address: Address, wrong: Sequence[AnsweredLine], code: str
) -> OutgoingLetter:
    reader, told = case.person(address), shortened_answers(wrong)
    words = write_confirmation(case.game, reader, excerpt_of(case, address), case.kept.arrived, code, told)
    return confirmation_question(case.services, reader, words, case.thread, code)


def _check_entry_lines(case: LetterContext, address: Address) -> Sequence[AnsweredLine]:
    """Return the answers to the lines by which a letter enters a game, as if they were carried out.

    None where somebody who is known writes more than such lines: that is confirmed first.
    """
    entering = [line for line in case.lines if enters_game(line.request)][:_MOST_LINES_CHECKED]
    if not entering or _has_other_commands(case, address):
        return ()
    now = case.services.clock.now()
    start = Session(case.game, case.person(address))
    return list(handle_lines(start, case.context(now), entering, ()).answers)


def _has_other_commands(case: LetterContext, address: Address) -> bool:
    game = case.game
    if any(line.changes_something and not enters_game(line.request) for line in case.lines):
        return True
    if game is None or not game.powers_of(address):
        return False
    on = Session(game, case.person(address))
    return any(isinstance(line.request, PossibleOrder) and is_order(on, line.text) for line in case.lines)


def _faults_letter(case: LetterContext, address: Address, answers: Sequence[AnsweredLine]) -> OutgoingLetter:
    """Return a letter about what is wrong, to the address that would have been asked.

    It quotes as little of the letter as the question would.
    """
    reader = case.person(address)
    words = write_acknowledgement(None, reader, shortened_answers(answers), "", "", case.kept.arrived)
    return letter_to_stranger(case.services, address, words, case.thread, reader.language, Occasion.GUIDANCE)


def answer_without_proof(case: LetterContext, asked: Sequence[Line]) -> Transaction:
    """Answer a letter that holds only questions; tell the sender of any other what to write.

    ``asked`` are the questions of the letter.
    """
    is_question = bool(asked) and not has_commands(case.lines)
    is_command = is_question or has_commands(case.lines)
    if is_never_answered(case.services, case.sender, Occasion.GUIDANCE if is_command else Occasion.STRANGER):
        return case.settled()
    is_player = case.game is not None and case.sender in case.game.people
    until = None if is_player else spoofable_limit_until(case.services, case.sender)
    if until:
        return postpone_letter(case, case.sender, until) if is_command else case.settled()
    return carry_out_letter(case, asked, case.sender, proof="") if is_question else guide_stranger(case)
