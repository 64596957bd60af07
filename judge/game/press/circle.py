"""The circle of a letter of press: whom a plain reply to it reaches, as whom somebody takes part in it, who hears it.

A circle follows from what a letter shows, and from nothing else: so neither the address for replies, nor the reply
itself, nor its receipt tells who wrote a letter that does not say so, or who else has got it.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.messages import Effects, Event, Notice, Transition, effect, evolve, no_notices, with_person
from judge.game.phases.messages import PhaseClosedNews
from judge.game.press.messages import (
    EVERYONE,
    AnsweredPress,
    MutePress,
    ObserverCame,
    ObserverLeft,
    PressHead,
    PressMuted,
    PressMutedNews,
    PressNews,
    PressSent,
    PressThread,
    PressWriter,
    Recipients,
    StopWatching,
    Watch,
    WatchCommand,
    WatchersTold,
    shown_writer,
)
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Reader, WatchPermission
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


# --- the rules of watching, and of powers whose press somebody does not want


def decide_watching(game: Game, command: WatchCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about watching, or why it is refused."""
    match command:
        case Watch(by):
            return _why_not_watch(game, by.address) or (ObserverCame(by, now),)
        case StopWatching(by):
            return (ObserverLeft(by, now),) if _is_watching(game, by) else Refused(Refusal.NOT_WATCHING)
        case MutePress():
            return _mute(game, command, now)
        case _:
            assert_never(command)


def _is_watching(game: Game, by: Address) -> bool:
    return game.readers.get(by) in game.members.watching


def _why_not_watch(game: Game, by: Address) -> Refused | None:
    if _is_watching(game, by):
        return Refused(Refusal.ALREADY_WATCHING)
    if by in game.audience:
        return Refused(Refusal.HAS_A_PART)
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    match game.settings.press.watching:
        case WatchPermission.ANYONE:
            return None
        case WatchPermission.NAMED:
            return None if by in game.address_book.invited else Refused(Refusal.NOT_INVITED)
        case WatchPermission.NOBODY:
            return Refused(Refusal.NO_WATCHING)


def _mute(game: Game, command: MutePress, now: datetime) -> tuple[Event, ...] | Refused:
    """Who watches may do so, too; to what one has asked for already nothing happens."""
    if command.by not in game.audience:
        return Refused(Refusal.NOT_A_PLAYER)
    if {*command.powers} & {*game.powers_of(command.by)}:
        return Refused(Refusal.MUTE_ONESELF)
    reader = game.readers[command.by]
    changed = tuple(one for one in command.powers if ((reader, one) in game.press.muted) != command.is_on)
    return (PressMuted(reader, changed, command.is_on, now),) if changed else ()


def hears(game: Game, reader: Address, press: PressSent) -> bool:
    """Whether somebody has not muted the power that a letter names as its writer; what it does not name counts not."""
    return (game.readers[reader], shown_writer(press)) not in game.press.muted


# --- how each event changes the game, and who is told


def _came(game: Game, event: ObserverCame) -> Game:
    """The game with an observer; they stay known, with the number of their letters, when they stop watching."""
    game = with_person(game, event.observer)
    return _with_watching(game, (*game.members.watching, game.readers[event.observer.address]))


def _left(game: Game, event: ObserverLeft) -> Game:
    gone = game.readers[event.address]
    return _with_watching(game, tuple(one for one in game.members.watching if one != gone))


def _with_watching(game: Game, watching: tuple[Reader, ...]) -> Game:
    return evolve(game, members=replace(game.members, watching=watching))


def _muted(game: Game, event: PressMuted) -> Game:
    pairs = {(event.reader, power) for power in event.powers}
    muted = game.press.muted | pairs if event.is_on else game.press.muted - pairs
    return evolve(game, press=replace(game.press, muted=muted))


def _tell_muted(step: Transition[PressMuted]) -> Iterator[Notice]:
    """To the players of those powers, if the game says so, and whoever does not want their press has a name there."""
    game, event = step.after, step.event
    by = game.powers_of(game.address_of(event.reader))
    if by and game.settings.press.mutes_told:
        told = dict.fromkeys(player for power in event.powers for player in game.players_of(power))
        yield from (Notice(player, PressMutedNews(by, event.is_on)) for player in told)


def _told(game: Game, _: WatchersTold) -> Game:
    return evolve(game, untold=game.untold[1:])


def _tell_watchers(step: Transition[WatchersTold]) -> Iterator[Notice]:
    """The results of the phase, unless it counts no longer."""
    closed = step.before.untold[0].event
    if closed.number not in step.before.undone:
        yield from (Notice(reader, PhaseClosedNews(closed, ())) for reader in step.after.observers)


EFFECTS: Effects = dict(
    (
        effect(WatchersTold, _told, _tell_watchers),
        effect(ObserverCame, _came, no_notices),
        effect(ObserverLeft, _left, no_notices),
        effect(PressMuted, _muted, _tell_muted),
    )
)
