"""Press, notes, watching: blocks sent to those they name or kept for their writer, and what they may have swallowed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile, islice

from judge.game.decide import decide
from judge.game.press.circle import answered_press
from judge.game.press.messages import (
    DropReadyPress,
    KeepPressReady,
    PressMadeReady,
    PressSent,
    Recipients,
    SendPress,
    StopWatching,
    Watch,
    WriteDiary,
)
from judge.game.press.rules import delivery, press_as_read, ready_press
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.names import read_powers
from judge.handlers.offers import offer_orders
from judge.handlers.outgoing import press_of_message
from judge.handlers.plain_words import is_own_order, orders_on
from judge.handlers.session import (
    GameSession,
    Held,
    LineContext,
    Session,
    handles_in_game,
    no_game_by_name,
    not_started,
    unknown_game,
)
from judge.handlers.settings import with_game_defaults
from judge.mail.identity import redact_addresses
from judge.notation.tables import Notation, load_notation
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    Outcome,
    PressAccepted,
    PressRead,
    Unknown,
)
from judge.reports.names import phase_line
from judge.reports.press import subject_and_text
from judge.requests.asked import LetterToEditorRequest
from judge.requests.governing import Governs, what_governs
from judge.requests.names import phase_named
from judge.requests.press import (
    NamedRecipients,
    SendPressRequest,
    WatchRequest,
    WriteDiaryRequest,
    is_results,
    signature_line,
)
from judge.requests.read_lines import reads_as_command
from judge.requests.vocabulary import ANY_BLOCK, Word, block_ended_by, phrase_of, verb_of, words_in
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase

# --- lines in a block that were meant for the judge


_QUOTES = (">", "|", "»")
_ENDS_OF_PROSE = ("?", "!", ",")

_LONGEST_ORDER, _MOST_LINES = 120, 60
"""Of a long letter the last lines are read for orders, which is where it runs on; each takes a millisecond or two.

Of the second one half as many, of the third a third: of all letters in one together few more than of a single one.
"""


_KINDS: Mapping[type, tuple[str, Unknown]] = {
    SendPressRequest: ("press", Unknown.COMMAND_IN_PRESS),
    WriteDiaryRequest: ("diary", Unknown.COMMAND_IN_DIARY),
    LetterToEditorRequest: ("to_editor", Unknown.COMMAND_IN_LETTER),
}
"""By the kind of block the word that closes it, and what a line for the judge in it is."""


def stray_line_in(
    session: Session,
    block: str,
    read: SendPressRequest | WriteDiaryRequest | LetterToEditorRequest,
    context: LineContext,
) -> InvalidCommand | None:
    """Return the first line of a block that reads as one for the judge, None if there is none.

    What its own word has closed may hold anything if it is a note or a letter to the editor; press may that its first
    line calls VERBATIM.
    """
    kind, what = _KINDS[type(read)]
    closing = block_ended_by(read.closing)
    if closing in {kind, ANY_BLOCK} and (not isinstance(read, SendPressRequest) or read.verbatim):
        return None
    is_closed = closing is not None
    below = [*lines_of(block)][1 : -1 if is_closed else None]
    return next((marked(what, *found) for found in _lines_for_judge(session, below, context)), None)


def _lines_for_judge(
    session: Session, lines: Sequence[tuple[int, str]], context: LineContext
) -> Iterator[tuple[int, str]]:
    """Yield the lines, each with its place, that are commands, or orders which their writer could give now."""
    read = [found for found in lines if _may_be_for_judge(found[1])]
    before = sum(isinstance(one.answer, PressAccepted | InvalidCommand) for one in session.answers)
    looked_at = [start for start, line in read if len(line) <= _LONGEST_ORDER][-_MOST_LINES // (1 + before) :]
    for start, line in read:
        if is_command_in_text(line) or (start in looked_at and is_own_order(session, line, context)):
            yield start, line


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text, each with its place."""
    place = 0
    for line in text.split("\n"):
        yield place, line
        place += len(line) + 1


def marked(what: Unknown, start: int, line: str) -> InvalidCommand:
    """A line for the judge that begins at a place in a block."""
    return InvalidCommand(what, line.strip(), start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def _may_be_for_judge(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(_QUOTES) and not line.rstrip().endswith(_ENDS_OF_PROSE)


def is_command_in_text(line: str) -> bool:
    """Return whether a line of a text is a command, or begins press."""
    is_headed = verb_of(line)[0] in {"press", "broadcast"} and line.split(maxsplit=1)[0].rstrip(":").isupper()
    return is_headed or reads_as_command(line)


# --- press that is written


def send_block(session: GameSession, line: str, press: SendPressRequest, context: LineContext) -> GameSession:
    """Send the block, or say why it is not sent."""
    command = stray_line_in(session, line, press, context) or read_head(press, line.partition("\n")[0], session)
    if isinstance(command, InvalidCommand):
        told = session.told(line, command)
        return _with_orders_announced(told, line, context) if command.what is Unknown.COMMAND_IN_PRESS else told
    return send_press(session, line, command, context)


def _with_orders_announced(session: GameSession, block: str, context: LineContext) -> GameSession:
    """Offer the orders below a line of press that announces orders: nobody has closed the press above it."""
    position, (_, *lines) = session.view.open_position, (text for _, text in lines_of(block))
    announced = dropwhile(lambda text: what_governs(text, frozenset()) is not Governs.ANNOUNCES, lines)
    title = next(announced, None)
    if position is None or title is None:
        return session
    for text in islice(announced, _MOST_LINES):
        read = orders_on(session.view, position, session.person, text, hinted=0)
        if orders := tuple(order for _, order in read if isinstance(order, Order)):
            session = offer_orders(session, text, orders, Held(title, Governs.HOLDS), context)
    return session


def send_reply_to_master(session: GameSession, text: str, answered: str, context: LineContext) -> GameSession:
    """Send the text of a reply to the master's letter to the master; ``answered`` is the Message-ID of that letter."""
    reader = session.game.readers.get(session.person.address)
    press = press_of_message(context.services, session.game, reader, answered) if reader else None
    if press is None:
        return send_press(session, text, SendPress(session.person.address, (), text, to_master=True), context)
    return send_press(session, text, command_of_reply(session, text, press), context)


def command_of_reply(session: GameSession, text: str, answered: PressSent) -> SendPress:
    """The command that a reply is."""
    what = answered_press(answered, press_as_read(answered), subject_and_text(answered.text)[0])
    return signed_by_first_line(session, SendPress(session.person.address, (), text, answers=what))


def signed_by_first_line(session: GameSession, command: SendPress) -> SendPress:
    """The command with the signature that the first line of its text names, if it names one and nothing else."""
    head, _, below = command.text.partition("\n")
    read = signature_line(words_in(head)) if below.strip() else None
    if read is None:
        return command
    signed = _read_signature(read.signed, head, session.game, load_notation(session.person.notation))
    if isinstance(signed, InvalidCommand):
        return command  # "D'accord."
    as_master = read.signed is not None and read.signed.master
    return replace(command, text=below.strip("\n"), grey=read.grey, signed=signed, as_master=as_master)


def send_press(session: GameSession, line: str, command: SendPress, context: LineContext) -> GameSession:
    """Send press, or say why it is not sent. Secrets in addresses of the judge are left out."""
    text = redact_addresses(command.text, context.own_address, session.person.token)
    decided = decide(session.game, replace(command, text=text), context.now)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    (sent,) = decided
    assert isinstance(sent, PressSent)
    by_habit = _is_signed_by_habit(session.game, command) and session.game.lesson is None
    taken = PressAccepted(sent, delivery(session.game, sent), masked=text != command.text, by_habit=by_habit)
    return session.happened(decided).told(line, taken)


def _is_signed_by_habit(game: Game, command: SendPress) -> bool:
    """Whether press is by a master who plays and does not say as which of both."""
    return command.by == game.master and bool(game.powers_of(command.by)) and not command.says_who


# --- press that is read where nobody wrote any: kept ready, sent by a yes or by the word for press alone


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
    powers = there.powers
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


def offered_by_letter(session: GameSession, context: LineContext) -> tuple[PressMadeReady, ...]:
    """Return the press that a yes sends."""
    return tuple(one for one in kept_by_answered(session, context) if one.by_yes)


def kept_by_answered(session: GameSession, context: LineContext) -> tuple[PressMadeReady, ...]:
    """What waits of the very letter whose answer is replied to; nothing for a letter that is no reply."""
    waiting = ready_press(session.game, session.person.address)
    return tuple(one for one in waiting if one.letter == context.assent_to != context.number)


def press_to_answer(session: GameSession, context: LineContext) -> tuple[PressMadeReady, ...]:
    """Return the press that a yes to the answer sends, or what waits where the letter replies to nothing."""
    if context.assent_to != context.number:
        return offered_by_letter(session, context)
    return tuple(one for one in ready_press(session.game, session.person.address) if one.by_yes)


def drop_ready(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Forget the press that was offered."""
    return _forgotten(session, context).told(line, Done(Outcome.PRESS_DROPPED))


def offer_ready_again(session: GameSession, line: str, ready: tuple[PressMadeReady, ...]) -> GameSession:
    """Offer press that was kept ready once more, as what was said of it leaves open whether it shall go."""
    for one in ready:
        session = session.told(line, PressRead(_command_of(session, one), one.to))
    return session


def send_ready(session: GameSession, line: str, ready: tuple[PressMadeReady, ...], context: LineContext) -> GameSession:
    """Send press that was kept ready; it is kept no longer."""
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


# --- notes


@handles_in_game(not_started)
def handle_write_diary(session: GameSession, line: str, note: WriteDiaryRequest, context: LineContext) -> Session:
    """Keep a note for its writer."""
    if session.game.position is None:
        return session.told(line, Refused(Refusal.NOT_STARTED))
    asked = stray_line_in(session, line, note, context)
    if asked:
        return session.told(line, asked)
    phase = phase_line(session.game.position.phase, session.game.board.phase_names, session.person.language)
    text = redact_addresses(note.text, context.own_address, session.person.token)
    return session.decided(line, WriteDiary(session.person.address, text), context, Done(Outcome.DIARY_WRITTEN, phase))


def read_head(press: SendPressRequest, head: str, session: GameSession) -> SendPress | InvalidCommand:
    """The command that the first line of a block is, every name in it read."""
    game = session.game
    if press.unclear:
        return _unclear_readers(press, head)
    notation = load_notation(session.person.notation)
    asked = press.but or press.to
    to = _read_recipients(asked, head, game, notation)
    if isinstance(to, InvalidCommand):
        return to
    signed = _read_signature(press.signed, head, game, notation)
    if isinstance(signed, InvalidCommand):
        return signed
    shown = _read_recipients(press.shown, head, game, notation) if press.shown else None
    if isinstance(shown, InvalidCommand):
        return shown
    until = _read_waited_phase(press.after, head, game)
    if isinstance(until, InvalidCommand):
        return until
    return SendPress(
        by=session.person.address,
        to=to.powers,
        text=press.text,
        to_master=to.master,
        to_observers=to.observers,
        all_but=press.but is not None,
        grey=press.grey,
        signed=signed,
        as_master=press.signed is not None and press.signed.master,
        shown=shown,
        until=until,
    )


def _unclear_readers(press: SendPressRequest, head: str) -> InvalidCommand:
    """Return the words that leave open who is meant, with clear ways to say it."""
    start, end = press.unclear[0].start, press.unclear[-1].end
    language = verb_of(head)[1]
    to, every, none = (phrase_of(name, language) for name in ("press_to", "press_to_all", "except"))
    if press.but is None:
        clear = [f"{to} {_written(press.unclear)}", every]
    else:
        clear = [f"{to} {_written(press.to.powers)}"] if press.to.powers else []
        clear += [f"{every} {none} {_written(press.but.powers)}"] if press.but.powers else []
    return InvalidCommand.at(Unknown.RECIPIENTS, Word(head[start:end], start), tuple(clear))


def _written(words: Sequence[Word]) -> str:
    return ", ".join(word.text for word in words)


def _read_recipients(named: NamedRecipients, head: str, game: Game, notation: Notation) -> Recipients | InvalidCommand:
    if named.is_nobody:
        return _nobody_named(head)
    powers = read_powers(named.powers, game.board, notation)
    if isinstance(powers, InvalidCommand):
        return powers
    return Recipients() if named.everyone else Recipients(powers, named.master, named.observers)


def _read_signature(
    named: NamedRecipients | None, head: str, game: Game, notation: Notation
) -> Power | InvalidCommand | None:
    """Return the power that press is to be signed with; None for no other, or for the master."""
    if named is None or (named.master and not named.powers):
        return None
    powers = read_powers(named.powers, game.board, notation)
    if isinstance(powers, InvalidCommand):
        return powers
    return powers[0] if len(powers) == 1 else _nobody_named(head)


def _read_waited_phase(words: tuple[Word, ...] | None, head: str, game: Game) -> Phase | InvalidCommand | None:
    """Return the phase whose results are waited for: the one that is named, or the open one."""
    if words is None or game.position is None:
        return None
    named = [word for word in words if not is_results(word)]
    if not named:
        return game.position.phase if words else InvalidCommand.missing(Unknown.VALUE, len(head), _phases(game))
    start, end = named[0].start, named[-1].end
    return phase_named(head[start:end]) or InvalidCommand.at(Unknown.VALUE, Word(head[start:end], start), _phases(game))


def _phases(game: Game) -> tuple[str, ...]:
    return (str(game.position.phase),) if game.position else ()


def _nobody_named(head: str) -> InvalidCommand:
    return InvalidCommand.missing(Unknown.POWER, len(head))


# --- watching


@handles_in_game(no_game_by_name)
def handle_watch(session: GameSession, line: str, wanted: WatchRequest, context: LineContext) -> Session:
    """Begin or stop to watch the game that the letter is addressed to."""
    game, name = session.game, wanted.name
    if name and name.text.lower() != context.name:
        return session.told(line, unknown_game(line, name))
    by = session.person
    if not wanted.is_on:
        return session.decided(line, StopWatching(by.address), context, Done(Outcome.OBSERVER_LEFT, game.name))
    person = game.people.get(by.address) or with_game_defaults(by, wanted.language, game.settings)
    return session.decided(line, Watch(person), context, Done(Outcome.OBSERVER_CAME, game.name))
