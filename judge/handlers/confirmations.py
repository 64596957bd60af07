"""Letters not carried out: one without proof, whose writer is asked, one that nobody wrote to a game, a failed one."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.mastery.messages import AcceptGame, DeclineGame
from judge.game.messages import Event
from judge.game.people.messages import ConfirmMove, Person, RecordBounce, RefuseMove
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName, Language, LetterForm, Token
from judge.game.state import Game
from judge.game.visibility import knows_addresses
from judge.handlers.acknowledgement import (
    MOST_POSTPONED,
    MOST_POSTPONED_IN_ALL,
    MOST_POSTPONED_OF_NEWCOMER,
    answer_unreadable_letter,
    cut_short,
    excerpt_of,
    guide_stranger,
    has_room,
    is_never_answered,
    postponement_of,
    shortened_answers,
    spoofable_limit_until,
    within_limits,
)
from judge.handlers.letter_context import (
    LetterContext,
    enters_game,
    game_of_letter,
    game_of_press,
    has_commands,
    lines_of_letter,
    written_anew,
)
from judge.handlers.mastery import settle_operators_consent
from judge.handlers.outgoing import (
    ANSWER_PREFIX,
    DIGEST_PREFIX,
    MailThread,
    OutgoingLetter,
    Outsider,
    address_letters,
    as_outsider,
    confirmation_question,
    letter_to_outsider,
    letter_to_person,
    letters_of_news,
    message_id_of,
)
from judge.handlers.plain_words import MOST_GLANCED_AT, is_near_order, is_order
from judge.handlers.services import SMTP, Services, fresh_secret
from judge.handlers.session import Session
from judge.handlers.settle_letter import carry_out_letter, handle_lines
from judge.handlers.transaction import new_transaction, transaction_of_letter
from judge.handlers.wishes import lines_spoken
from judge.handlers.yes_or_no import Assent, read_assent
from judge.mail.headers import Headers, decode_header, header_block, single_from_address
from judge.mail.identity import Recipient, bounce_address, read_recipient
from judge.mail.letter import (
    BounceReport,
    Letter,
    envelope_sender_in,
    read_bounce,
    read_letter,
    why_automatic,
    write_bounce,
)
from judge.notation.effort import bounded_effort, unless_spent
from judge.reports.acknowledgement import is_problem, write_acknowledgement
from judge.reports.language import LetterText
from judge.reports.line_answers import AnsweredLine, UnreadableReason
from judge.reports.people import write_undelivered
from judge.reports.quoted_lines import (
    write_confirmation,
    write_confirmation_denied,
    write_confirmation_unclear,
    write_unread_commands,
    write_unreadable,
)
from judge.requests.orders import StopReading
from judge.requests.requests import Line
from judge.requests.small_talk import guess_language
from judge.requests.suggestions import PossibleOrder
from judge.store.data_folder import awaited_road_letter
from judge.store.records import DigestWish, Occasion, OutboxRow, Publication, Subscription, Transaction
from judge.store.rows import KeptLetter, LetterStatus, PendingConfirmation

# --- letters without proof: is one genuine? its faults are told at once, the rest waits for a clear yes


_MOST_LINES_CHECKED = 10
"""Lines of one letter that enter a game and are checked before it is confirmed."""


def request_confirmation(case: LetterContext, address: Address, *, is_vouched: bool) -> Transaction:
    """Hold the letter until the registered address confirms it; it changes nothing before.

    Whoever wants to enter a game is told at once what cannot be done; where nothing can, nothing is asked. The limit on
    questions is looked up first: that costs next to nothing, the rest does not.
    """
    services, occasion = case.services, _occasion(case, address, is_vouched=is_vouched)
    if occasion is Occasion.NEWCOMER and (until := spoofable_limit_until(services, address)):
        return _postpone_letter(case, address, until)
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
    case = replace(case, is_vouched=is_vouched)
    is_silent = is_never_answered(services, address, case.occasion(Occasion.GUIDANCE))
    entering = () if is_silent else _check_entry_lines(case, address)
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


def _postpone_letter(case: LetterContext, address: Address, until: datetime) -> Transaction:
    """Have a letter read again when letters to people without a part in a game may leave once more.

    Nobody is told: that letter, too, would go to an address that anybody may have written there.
    """
    store = case.services.store
    is_full = store.put_off() >= MOST_POSTPONED_IN_ALL or store.put_off(address) >= MOST_POSTPONED_OF_NEWCOMER
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
    is_one = unless_spent(is_order, otherwise=True)  # then it is confirmed first
    with bounded_effort(MOST_GLANCED_AT):
        return any(isinstance(line.request, PossibleOrder) and is_one(on, line.text) for line in case.lines)


def _faults_letter(case: LetterContext, address: Address, answers: Sequence[AnsweredLine]) -> OutgoingLetter:
    """Return a letter about what is wrong, to the address that would have been asked.

    It quotes as little of the letter as the question would.
    """
    reader = case.person(address)
    words = write_acknowledgement(None, reader, shortened_answers(answers), "", "", case.kept.arrived)
    return _guidance(case, reader, words, case.thread)


def answer_without_proof(case: LetterContext, asked: Sequence[Line], is_signed: Callable[[], object]) -> Transaction:
    """Answer a letter that holds only questions; tell the sender of any other what to write.

    ``asked`` are the questions of the letter, none where it holds no readable line. Whether it ``is_signed`` by its
    mail domain is found out, which takes time, where letters that nothing speaks for have used up what there is.
    """
    is_question = bool(asked) and not has_commands(case.lines)
    is_command = is_question or has_commands(case.lines)
    occasion = Occasion.GUIDANCE if is_command else Occasion.STRANGER
    if not has_room(case.services, case.sender, occasion) and is_signed():
        case = replace(case, is_vouched=True)
    if is_never_answered(case.services, case.sender, case.occasion(occasion)):
        return case.settled()
    is_player = case.game is not None and case.sender in case.game.people
    until = None if is_player or case.is_vouched else spoofable_limit_until(case.services, case.sender)
    if until:
        return _postpone_letter(case, case.sender, until) if is_command else case.settled()
    if not case.lines:
        return answer_unreadable_letter(case)
    return carry_out_letter(case, asked, case.sender, proof="") if is_question else guide_stranger(case)


_MOST_LINES_NAMED = 10
"""Lines that are named."""


def _letters_about_unread(case: LetterContext, game: Game | None) -> tuple[OutgoingLetter, ...]:
    """Return the letter that names the commands and orders of a reply, none where it holds none.

    ``game`` is what the question was about. The reply has proved whose it is, so its lines may be quoted.
    """
    on = Session(game, case.person(case.sender))
    if game and case.sender in game.people:
        on = Session(game, game.people[case.sender])
    with bounded_effort(MOST_GLANCED_AT):
        lines = tuple(_unread_lines(on, case.lines))
    if not lines:
        return ()
    shown, more = tuple(map(cut_short, lines[:_MOST_LINES_NAMED])), max(0, len(lines) - _MOST_LINES_NAMED)
    words = write_unread_commands(game, on.person, shown, more, case.services.config.judge.address)
    thread = MailThread("unread", (case.kept.id, "unread"), case.letter.message_id or None)
    return within_limits(case.services, _guidance(case, on.person, words, thread))


def _guidance(case: LetterContext, reader: Person, words: LetterText, thread: MailThread) -> OutgoingLetter:
    """Return a letter to a person that nothing of a game goes with."""
    return letter_to_outsider(case.services, as_outsider(reader), words, thread, case.occasion(Occasion.GUIDANCE))


def _unread_lines(on: Session, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the lines that would have been carried out, or are near to an order."""
    is_near = unless_spent(is_near_order, otherwise=True)
    for line in lines:
        match line.request:
            case StopReading():
                return
            case PossibleOrder():
                yield from [line.text] if is_near(on, line.text) else []
            case _:
                yield line.text


def handle_confirmation_reply(case: LetterContext, code: str) -> Transaction | None:
    """Return the transaction of a reply to the question with this code.

    None where nothing waits for that answer, or no longer; then it is a letter like any other.
    """
    proven = replace(case, is_proven=True, is_vouched=True)  # by a code that only they have
    waiting = case.services.store.held(code)
    if waiting and waiting[1] == case.sender:
        return _reply_about_letter(proven, code, waiting[0])
    return _reply_about_game(proven, code)


def _reply_about_letter(case: LetterContext, code: str, held: int) -> Transaction:
    """Release the letter that waits for this code, cancel it, or let it wait on."""
    match read_assent(case.letter, code):
        case Assent.YES:
            return case.settled(*_letters_about_unread(case, _held_letter(case, held).game), release=code)
        case Assent.NO:
            unread = _letters_about_unread(case, _held_letter(case, held).game)
            return case.settled(_denial_told(case, held), *unread, cancel=code)
        case Assent.UNCLEAR:
            return _ask_again(case, code, _held_letter(case, held).language)


def _held_letter(case: LetterContext, held: int) -> LetterContext:
    """Return the context of the letter that was asked about, as it was stored."""
    services, kept = case.services, case.services.store.letter(held)
    recipient = read_recipient(kept.recipient, services.config.judge.address)
    letter = read_letter(kept.raw)
    letter = written_anew(services, letter) or letter
    lines = lines_of_letter(letter, recipient) if recipient else ()
    spoken = lines_spoken(services, letter, lines) if recipient == Recipient() else None
    lines = spoken.lines if spoken and spoken.lines else lines
    name = game_of_letter(recipient, lines, services.store.is_game) if recipient else None
    if name is None and recipient == Recipient():
        name = game_of_press(services, letter, lines)
    return replace(case, kept=kept, letter=letter, lines=lines, name=name, game=services.game(name), spoken=spoken)


def _denial_told(case: LetterContext, held: int) -> OutgoingLetter:
    """Return the letter that tells what was tried in somebody's name, to the address that is theirs."""
    services, tried = case.services, _held_letter(case, held)
    game, reader = tried.game, tried.person(case.sender)
    unconfirmed = services.store.unconfirmed(case.sender)
    words = write_confirmation_denied(game, reader, excerpt_of(tried, case.sender), tried.kept.arrived, unconfirmed)
    if game and reader.address in game.people:
        return letter_to_person(services, game, reader, words, case.thread)
    return _guidance(case, reader, words, case.thread)


def _reply_about_game(case: LetterContext, code: str) -> Transaction | None:
    """Settle the answer to a change of address, or to the offer of a game; None if the code fits neither."""
    name, _, secret = code.partition(".")
    before = case.services.game(GameName(name))
    if before is None:
        return None
    if of_operator := settle_operators_consent(case, before, code):
        return of_operator
    for yes, no in _events_of_yes_and_no(case, before, Token(secret)):
        match read_assent(case.letter, code):
            case Assent.YES:
                return transaction_of_letter(case, Trail(before).on(yes), _letters_about_unread(case, before))
            case Assent.NO:
                return transaction_of_letter(case, Trail(before).on(no), _letters_about_unread(case, before))
            case Assent.UNCLEAR:
                return _ask_again(replace(case, game=before), code)
    return None


def _events_of_yes_and_no(
    case: LetterContext, game: Game, code: Token
) -> Iterator[tuple[tuple[Event, ...], tuple[Event, ...]]]:
    """Yield the events of a yes and of a no to this code, for each question that it may belong to."""
    now = case.services.clock.now()
    questions = (
        (ConfirmMove(case.sender, code, fresh_secret()), RefuseMove(case.sender, code)),
        (AcceptGame(_as_master(game, case), code), DeclineGame(case.sender, code)),
    )
    for yes, no in questions:
        would, would_not = decide(game, yes, now), decide(game, no, now)
        if not isinstance(would, Refused) and not isinstance(would_not, Refused):
            yield would, would_not


def _as_master(game: Game, case: LetterContext) -> Person:
    """Return the sender as a person of the game; a newcomer reads as its present master does."""
    newcomer = replace(game.people[game.master], address=case.sender, token=fresh_secret())
    return game.people.get(case.sender, newcomer)


_MOST_ASKED_AGAIN = 3
"""Unclear answers to one question that are answered in a day, lest a machine be written to for ever."""


def _ask_again(case: LetterContext, code: str, spoken: Language | None = None) -> Transaction:
    """Explain both ways to answer, in the language of the reply, else in that of the letter it is about."""
    services, day = case.services, case.services.clock.now().date().isoformat()
    reader = case.person(Address(case.sender))
    reader = replace(reader, language=guess_language(case.letter.text) or spoken or reader.language)
    words = write_confirmation_unclear(case.game, reader, code)
    reply_to = case.letter.message_id or None
    threads = [
        MailThread("unclear", (code, day, *([again] if again else ())), reply_to, once=True)
        for again in range(_MOST_ASKED_AGAIN)
    ]
    free = [one for one in threads if not services.store.sent_under([message_id_of(services, one)])]
    question = confirmation_question(services, reader, words, (free or threads)[0], code)
    return case.settled(*within_limits(services, replace(question, occasion=case.occasion(Occasion.GUIDANCE))))


# --- letters that nobody wrote to a game: delivery failures, the operator's road letter


_log = logging.getLogger("judge")


def settle_road_letter(services: Services, kept: KeptLetter, letter: Letter, token: str) -> Transaction:
    """Settle it without an answer; the one that is awaited is noted as proven, any other one as a stranger's."""
    awaited = awaited_road_letter(services.config.folders.data)
    if awaited is None or not awaited.is_meant(token, kept.arrived):
        _log.info("for the address of road letters, and none such is awaited")
        return Transaction(kept.id, LetterStatus.ROBOT)
    _log.info("the operator's road letter has come back")
    return Transaction(kept.id, LetterStatus.ROBOT, message_id=letter.message_id)


# --- handle a letter that could not be delivered: the master of its game is told, and it counts as a bounce


def notify_master(services: Services, letter: OutboxRow, why: str) -> None:
    """Queue a letter to the master of the game, unless the letter given up was to the master.

    Its id is a function of the letter given up, so that a second notice is the same letter.
    """
    game = services.game(letter.game)
    if game is None or letter.to == game.master:
        return
    master = game.people[game.master]
    to = Address(letter.to)
    address = to if knows_addresses(game, game.master) else None
    words = write_undelivered(game, game.powers_of(to), address, why, master.language)
    thread = MailThread(game.name, ("undelivered", letter.id), once=True)
    told = False
    while not told:  # its number may be taken by news that is written at this very moment
        sealed = address_letters(services, [letter_to_person(services, game, master, words, thread, Occasion.NEWS)])
        told = services.store.commit(Transaction(None, LetterStatus.DONE, outgoing=sealed))


def record_bounce(services: Services, letter: OutboxRow, why: str, *, for_good: bool) -> None:
    """Keep a bounce of the letter, as the mail server of its reader would have sent it.

    So every bounce is counted in the same way. The same letter refused in the same words is kept once.
    """
    status = "5.0.0" if for_good else "4.4.7"  # RFC 3463 3.5: delivery time expired
    report = write_bounce(services.config.judge.address, letter.to, status, why)
    kept = services.store.keep("outbox", None, letter.envelope_from, report).result()
    _log.info("its bounce is letter %s", kept)


def handle_automatic_mail(services: Services, kept: KeptLetter, letter: Letter, recipient: Recipient) -> Transaction:
    """Settle what came to an envelope sender or to the address of road letters, or from a machine to any other one.

    A bounce counts only if it names the envelope sender of one letter: only those who carried that letter have seen it.
    What a person writes to such an address is set aside for the operator.
    """
    if recipient.road:
        return settle_road_letter(services, kept, letter, recipient.road)
    bounce = read_bounce(kept.raw)
    if bounce is None:
        from_machine = letter.robot or (kept.transport == SMTP and kept.sender is None)
        return Transaction(kept.id, LetterStatus.ROBOT if from_machine else LetterStatus.SET_ASIDE)
    own = services.config.judge.address
    envelope = bounce_address(own, recipient.bounced) if recipient.bounced else envelope_sender_in(kept.raw, own)
    posted = services.store.under_envelope(envelope) if envelope else None
    if posted is None:
        return Transaction(kept.id, LetterStatus.ROBOT)
    _log.info("a bounce of %s", posted.named)
    if posted.game is None:
        lost = [one for one in Publication if posted.message_id.startswith(f"<{one.value}.") and bounce.hard]
        ended = tuple(Subscription(one, posted.to, is_on=False) for one in lost)
        is_digest = posted.message_id.startswith(f"<{DIGEST_PREFIX}.") and bounce.hard
        digests = (DigestWish(Address(posted.to), None, services.clock.now()),) if is_digest else ()
        return Transaction(kept.id, LetterStatus.ROBOT, subscriptions=ended, digests=digests)
    return _count_bounce(services, kept, posted, posted.game, bounce)


def _count_bounce(
    services: Services, kept: KeptLetter, posted: OutboxRow, name: GameName, bounce: BounceReport
) -> Transaction:
    """Record the bounce in its game; one from an address that the person has left since does not count."""
    before = services.game(name)
    address = Address(posted.to)
    if before is None or before.readers.get(address) != posted.reader:
        return Transaction(kept.id, LetterStatus.ROBOT)
    events = decide(before, RecordBounce(address, bounce.hard), services.clock.now())
    if isinstance(events, Refused) or not events:
        return Transaction(kept.id, LetterStatus.ROBOT)
    trail = Trail(before).on(events)
    return new_transaction(services, trail, letters_of_news(services, trail), letter=kept.id, status=LetterStatus.ROBOT)


# --- letters that the judge fails to carry out


_MOST_HEADER_BYTES = 64 * 1024

_PAGE_TYPES = ("text/html", "multipart/alternative", "multipart/related")
"""Media types of letters that surely have a part of HTML."""


def settle_failed_letter(services: Services, kept: KeptLetter) -> Transaction:
    """Return the transaction that sets the letter aside, with a letter that tells its sender.

    Only its headers are read again, for something below them may be what fails. The sender is told, registered or not;
    automatic mail is not answered.
    """
    headers = Headers(header_block(kept.raw[:_MOST_HEADER_BYTES]))
    sender = single_from_address(headers.all("from"))
    subject = decode_header(headers.first("subject"))
    automatic = why_automatic(headers, sender, subject)
    if sender is None or automatic or (kept.transport == SMTP and kept.sender is None):
        return Transaction(kept.id, LetterStatus.SET_ASIDE)
    address = Address(sender)
    language = services.store.language_of(address) or guess_language(subject, "") or services.config.judge.language
    words = write_unreadable(UnreadableReason.SET_ASIDE, language)
    thread = MailThread(ANSWER_PREFIX, (kept.id, "aside"))
    told = letter_to_outsider(services, Outsider(address, language, _form_by_headers(headers)), words, thread)
    return Transaction(
        kept.id, LetterStatus.SET_ASIDE, outgoing=address_letters(services, within_limits(services, told))
    )


def _form_by_headers(headers: Headers) -> LetterForm:
    """Return the form of a letter as far as its headers tell: text where a page may be among other parts."""
    is_page = headers.first("content-type").lower().startswith(_PAGE_TYPES)
    return LetterForm.HTML if is_page else LetterForm.TEXT
