"""The circle of a letter of press: whom a plain reply to it reaches, and in which role somebody takes part in it.

A circle follows from what a letter shows, and from nothing else: so neither the address for replies, nor the reply
itself, nor its receipt tells who wrote a letter that does not say so, or who else has got it.
"""

from dataclasses import replace

from judge.game.press.messages import (
    EVERYONE,
    AnsweredPress,
    PressHead,
    PressNews,
    PressSent,
    PressThread,
    PressWriter,
    Recipients,
    shown_writer,
)
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power


def circle_of_news(letter: PressNews) -> Recipients:
    """Whom a plain reply to a letter reaches, whoever of them writes it. What the master signs is answered to them."""
    if letter.writer is PressWriter.MASTER:
        return Recipients(master=True)
    begun = _circle_of_head(letter.re or PressHead(letter.writer, letter.to))
    if begun.are_everyone or letter.writer in begun.powers or isinstance(letter.writer, PressWriter):
        return begun
    return replace(begun, powers=(letter.writer, *begun.powers))


def _circle_of_head(head: PressHead) -> Recipients:
    if head.to.are_everyone:
        return EVERYONE
    if isinstance(head.writer, PressWriter):
        return replace(head.to, unnamed=head.writer)
    return replace(head.to, powers=tuple(dict.fromkeys((head.writer, *head.to.powers))))


def answered_press(press: PressSent, read: PressNews, subject: str) -> AnsweredPress:
    """What a reply to a letter answers; ``read`` is the letter as its readers see it, ``subject`` its own."""
    begun = PressThread(press.number, press.sender, press.observer, press.signature, press.signed, read.to, subject)
    return AnsweredPress(circle_of_news(read), press.recipients, press.thread or begun)


def head_of(thread: PressThread) -> PressHead:
    """What the letter shows that began an exchange."""
    return PressHead(shown_writer(thread), thread.to, thread.subject)


def powers_within(game: Game, who: Address, to: Recipients) -> tuple[Power, ...]:
    """The powers of somebody that are among some recipients, in board order."""
    return tuple(power for power in game.powers_of(who) if to.are_everyone or power in to.powers)


def is_within(game: Game, who: Address, to: Recipients) -> bool:
    """Whether somebody is named among some recipients."""
    is_master = who == game.master and (to.master or to.are_everyone)
    is_observer = who in game.observers and (to.observers or to.are_everyone)
    return is_master or is_observer or bool(powers_within(game, who, to))


def is_unnamed_writer(game: Game, who: Address, thread: PressThread) -> bool:
    """Whether somebody wrote the letter that began an exchange, or plays the power now that wrote it."""
    if thread.observer:
        return game.address_book.addresses.get(thread.observer) == who
    return thread.sender in game.powers_of(who)


def unnamed_readers(game: Game, press: PressSent) -> tuple[Address, ...]:
    """Whoever reads a reply because they wrote the letter that it answers, which does not name them."""
    thread = press.thread
    if thread is None or not press.to_unnamed:
        return ()
    if thread.observer:
        return tuple(one for one in game.observers if game.readers[one] == thread.observer)
    return game.players_of(thread.sender) if thread.sender else ()


def without_name_of(to: Recipients, writer: Power | PressWriter) -> Recipients | None:
    """Some recipients without the name that their letter is signed with; None where nobody else is left."""
    if to.are_everyone:
        return to
    if isinstance(writer, PressWriter):
        left = replace(to, master=False) if writer is PressWriter.MASTER else to
    else:
        left = replace(to, powers=tuple(power for power in to.powers if power != writer))
    return None if left.are_everyone else left
