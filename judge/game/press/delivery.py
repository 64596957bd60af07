"""The delivery of press: whom a letter reaches, what it shows, when it leaves."""

from dataclasses import dataclass
from typing import assert_never

from judge.game.orders.plans import phase_order
from judge.game.press.messages import PressNews, PressSent, PressWriter
from judge.game.press.settings import PressSignature, ShortPhasePress
from judge.game.press.sweep import is_swept
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Delivery:
    """The readers of a letter as the game stands: players of ``powers``, perhaps the master, a number of observers.

    Nobody plays the powers ``awaiting``; their next players get it then.
    """

    powers: tuple[Power, ...] = ()
    master: bool = False
    observers: int = 0
    awaiting: tuple[Power, ...] = ()

    @property
    def is_to_nobody(self) -> bool:
        """Whether it reaches nobody at all."""
        return not (self.powers or self.master or self.observers or self.awaiting)


def delivery(game: Game, press: PressSent) -> Delivery:
    """The readers of a letter; its writer is left out."""
    to, author = press.recipients, author_of(game, press)
    named = tuple(game.board.powers) if to.are_everyone else to.powers
    reads = game.settings.press.observers_read
    observers = game.observers if to.observers or (to.are_everyone and reads) else ()
    return Delivery(
        powers=tuple(power for power in named if game.seats.get(power) not in {None, author}),
        master=(to.master or to.are_everyone) and game.master != author,
        observers=sum(one != author for one in observers),
        awaiting=tuple(power for power in to.powers if power in game.vacant),
    )


def press_readers(game: Game, press: PressSent) -> tuple[Address, ...]:
    """Everyone a letter reaches, each once."""
    reached = delivery(game, press)
    author = author_of(game, press)
    players = [player for power, player in game.power_player_pairs if power in reached.powers]
    master = [game.master] if reached.master else []
    observers = [one for one in game.observers if one != author] if reached.observers else []
    return tuple(dict.fromkeys([*players, *master, *observers]))


def author_of(game: Game, press: PressSent) -> Address | None:
    """The present address of a letter's writer; None of a player whose seat is empty, or an observer who has gone."""
    if press.observer:
        return next((one for one, number in game.readers.items() if number == press.observer), None)
    return game.seats.get(press.sender) if press.sender else game.master


def press_as_read(press: PressSent) -> PressNews:
    """A letter as its recipients see it; one that leaves together with others bears the hour at which they leave."""
    at = press.sweep or press.at
    return PressNews(_writer(press), press.shown or press.recipients, press.text, press.held, at, press.phase)


def is_public_press(press: PressSent) -> bool:
    """Whether a letter is for everyone, and shows that."""
    return press.recipients.are_everyone and press.shown is None


def _writer(press: PressSent) -> Power | PressWriter:
    match press.signature:
        case PressSignature.GREY:
            return PressWriter.UNSIGNED
        case PressSignature.BLACK:
            return press.signed or PressWriter.UNSIGNED
        case PressSignature.WHITE:
            return PressWriter.OBSERVER if press.observer else press.sender or PressWriter.MASTER
        case _:
            assert_never(press.signature)


def may_write(game: Game, who: Address) -> bool:
    """Whether somebody may write press to players: those with a power where there is press, and always the master."""
    return who == game.master or bool(game.settings.press.signatures and game.powers_of(who))


def is_press_open(game: Game) -> bool:
    """Whether press is delivered in the phase that is open."""
    if game.position is None or game.ended or game.position.phase.kind is PhaseKind.MOVEMENT:
        return True
    talk = game.settings.press.talk
    return game.book.press_in_short_phases if talk is ShortPhasePress.BOOK else talk is ShortPhasePress.YES


def may_press_leave(game: Game, press: PressSent) -> bool:
    """Whether nothing keeps a letter any more; the end of a game releases all of them."""
    return is_swept(game, press) and not is_press_kept(game, press)


def is_press_kept(game: Game, press: PressSent) -> bool:
    """Whether a letter is kept until the players may talk, or until results are out."""
    return not game.ended and not (is_press_open(game) and not _waits(game, press))


def _waits(game: Game, press: PressSent) -> bool:
    return (
        press.until is not None
        and game.position is not None
        and phase_order(game.position.phase) <= phase_order(press.until)
    )
