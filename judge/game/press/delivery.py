"""The delivery of press: whom a letter reaches, what it shows, when it leaves."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from judge.game.messages import Event
from judge.game.orders.plans import phase_order
from judge.game.press.circle import head_of, unnamed_readers
from judge.game.press.messages import PostSwept, PressNews, PressSent, PressWriter, shown_writer
from judge.game.settings import Address, PressSignature, ShortPhasePress
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Delivery:
    """The readers of a letter as the game stands: players of ``powers``, perhaps the master, a number of observers.

    Nobody plays the powers ``awaiting``; their next players get it then. ``unnamed`` is the writer of an earlier letter
    who does not say which of them they are: whether there still is one, nobody learns.
    """

    powers: tuple[Power, ...] = ()
    master: bool = False
    observers: int = 0
    awaiting: tuple[Power, ...] = ()
    unnamed: PressWriter | None = None

    @property
    def is_to_nobody(self) -> bool:
        """Whether it reaches nobody at all."""
        return not (self.powers or self.master or self.observers or self.awaiting or self.unnamed)


def delivery(game: Game, press: PressSent) -> Delivery:
    """The readers of a letter; its writer is left out. In a lesson clockwork players read, too."""
    to, author = press.recipients, author_of(game, press)
    named = tuple(game.board.powers) if to.are_everyone else to.powers
    reads = game.settings.press.observers_read
    observers = game.observers if to.observers or (to.are_everyone and reads) else ()
    return Delivery(
        powers=tuple(
            power for power in named if game.seats.get(power) not in {None, author} or reads_in_lesson(game, power)
        ),
        master=(to.master or to.are_everyone) and game.master != author,
        observers=sum(one != author for one in observers),
        awaiting=tuple(power for power in to.powers if power in game.vacant),
        unnamed=to.unnamed,
    )


def reads_in_lesson(game: Game, power: Power) -> bool:
    """Whether a power is a clockwork player to whom a lesson may have press written."""
    return game.lesson is not None and power in game.clockwork


def press_readers(game: Game, press: PressSent) -> tuple[Address, ...]:
    """Everyone a letter reaches, each once."""
    reached = delivery(game, press)
    author = author_of(game, press)
    players = [player for power, player in game.power_player_pairs if power in reached.powers]
    master = [game.master] if reached.master else []
    observers = [one for one in game.observers if one != author] if reached.observers else []
    unnamed = [one for one in unnamed_readers(game, press) if one != author]
    return tuple(dict.fromkeys([*players, *master, *observers, *unnamed]))


def powers_waited_for(game: Game, press: PressSent) -> tuple[Power, ...]:
    """The powers whose next player gets a letter, that which is not named among them."""
    reached = delivery(game, press)
    unnamed = press.thread.sender if press.thread and press.to_unnamed else None
    told = (power for power in reached.powers if power not in game.seats)
    hidden = (unnamed,) if unnamed and unnamed in game.vacant else ()
    return tuple(dict.fromkeys((*reached.awaiting, *told, *hidden)))


def author_of(game: Game, press: PressSent) -> Address | None:
    """The present address of a letter's writer; None of a player whose seat is empty, or an observer who has gone."""
    if press.observer:
        return game.address_book.addresses.get(press.observer)
    return game.seats.get(press.sender) if press.sender else game.master


def press_as_read(press: PressSent) -> PressNews:
    """A letter as its recipients see it; one that leaves together with others bears the hour at which they leave."""
    at = press.sweep or press.at
    thread = press.thread
    return PressNews(
        writer=shown_writer(press),
        to=press.shown or press.recipients,
        text=press.text,
        kept=press.held,
        at=at,
        phase=press.phase,
        re=head_of(thread) if thread else None,
        number=press.number,
        thread=thread.number if thread else press.number,
    )


def is_public_press(press: PressSent) -> bool:
    """Whether a letter is for everyone, and shows that."""
    return press.recipients.are_everyone and press.shown is None


def may_write(game: Game, who: Address) -> bool:
    """Whether somebody may write press to players: those with a power where there is press, and always the master.

    In a practice game there is nobody to write to.
    """
    if game.settings.practice:
        return False
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


# --- press whose hour could tell who wrote it leaves together with others, in an order by lot


SWEEP_INTERVAL = timedelta(minutes=15)


def next_sweep(now: datetime) -> datetime:
    """The next full quarter of an hour."""
    since = timedelta(minutes=now.minute % 15, seconds=now.second, microseconds=now.microsecond)
    return now - since + SWEEP_INTERVAL


def leaves_together(game: Game, signature: PressSignature, *, observer: bool) -> bool:
    """Whether the hour of a letter could tell who wrote it: it is unsigned, an observer's, or may name a false writer.

    Where false names are allowed every player's letter waits, or those that wait would be known for false.
    """
    return observer or signature is not PressSignature.WHITE or PressSignature.BLACK in game.settings.press.signatures


def is_swept(game: Game, press: PressSent) -> bool:
    """Whether a letter need not wait for its quarter of an hour any more; the end of the game releases it."""
    if press.sweep is None or (game.ended and press.at <= game.ended.at):
        return True
    return game.press.last_sweep is not None and press.sweep <= game.press.last_sweep


def in_release_order(game: Game, letters: Iterable[PressSent]) -> tuple[PressSent, ...]:
    """The order in which letters leave: those that say who wrote them as they were written, then the others by lot."""
    order = tuple(letters)
    plain = tuple(press for press in order if press.sweep is None)
    rest = (press for press in order if press.sweep is not None)
    return (*plain, *sorted(rest, key=lambda press: _lot(game, press)))


def _lot(game: Game, press: PressSent) -> str:
    """A hash of the text and the recipients, which tells nothing of who wrote the letter or when."""
    return sha256(f"{game.seed} {press.text} {press.recipients}".encode()).hexdigest()


def next_hour(game: Game) -> datetime | None:
    """When the next letters leave together."""
    return min((press.sweep for press in game.press.held if press.sweep and not is_swept(game, press)), default=None)


def compensate_clock_set_back(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events that release letters held by a clock which has been set back; others wait again."""
    hours = [press.sweep for press in game.press.held if press.sweep and press.sweep > now + SWEEP_INTERVAL]
    if game.press.last_sweep is not None and game.press.last_sweep > now:
        hours.append(game.press.last_sweep)
    return (PostSwept(max(hours)), PostSwept(now)) if hours else ()


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that releases the letters whose quarter of an hour is over."""
    return (PostSwept(now),) if next_hour(game) else ()
