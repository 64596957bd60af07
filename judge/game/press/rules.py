"""The rules of press: what may be sent, whom it reaches, what it shows, who is told."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import assert_never

from judge.game.mastery.messages import MasterAct
from judge.game.messages import Effects, Event, Notice, Transition, effect, evolve, no_notices, unchanged
from judge.game.orders.messages import MOST_YEARS_AHEAD, phase_order
from judge.game.press.circle import (
    head_of,
    hears,
    is_unnamed_writer,
    is_within,
    powers_within,
    unnamed_readers,
    without_name_of,
)
from judge.game.press.messages import (
    AnsweredPress,
    DiaryWritten,
    DropReadyPress,
    KeepPressReady,
    PostSwept,
    PressCommand,
    PressMadeReady,
    PressNews,
    PressSent,
    PressWriter,
    ReadyPressDropped,
    Recipients,
    SendPress,
    WatchersTold,
    WriteDiary,
    shown_writer,
)
from judge.game.refusals import Refusal, Refused
from judge.game.settings import NO_READER, Address, Byline, PressSignature, Reader, ShortPhasePress
from judge.game.state import Game
from judge.game.visibility import next_telling, why_not_permitted
from judge.rules.board import Power
from judge.rules.position import PhaseKind

# --- the delivery of press: whom a letter reaches, what it shows, when it leaves


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
    """Everyone a letter reaches, each once; the master hears everybody, the others whom they have not muted."""
    reached = delivery(game, press)
    author = author_of(game, press)
    players = [player for power, player in game.power_player_pairs if power in reached.powers]
    observers = [one for one in game.observers if one != author] if reached.observers else []
    unnamed = [one for one in unnamed_readers(game, press) if one != author]
    heard = [one for one in (*players, *observers, *unnamed) if hears(game, one, press)]
    return tuple(dict.fromkeys([*heard, *([game.master] if reached.master else [])]))


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
    """When the next letters leave together, or those who watch are told of a phase that has closed."""
    return min([hour for hour in (_next_sweep(game), next_telling(game)) if hour], default=None)


def _next_sweep(game: Game) -> datetime | None:
    return min((press.sweep for press in game.press.held if press.sweep and not is_swept(game, press)), default=None)


def compensate_clock_set_back(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events that release letters held by a clock which has been set back; others wait again."""
    hours = [press.sweep for press in game.press.held if press.sweep and press.sweep > now + SWEEP_INTERVAL]
    if game.press.last_sweep is not None and game.press.last_sweep > now:
        hours.append(game.press.last_sweep)
    return (PostSwept(max(hours)), PostSwept(now)) if hours else ()


def at_hour(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that releases the letters whose quarter of an hour is over, or by which those who watch are told."""
    sweep, telling = _next_sweep(game), next_telling(game)
    if sweep and (telling is None or sweep <= hour):
        return (PostSwept(now),)
    return (WatchersTold(now),) if telling else ()


# --- the rules of press: what may be sent, which letters are kept, who is told


@dataclass(frozen=True)
class _Author:
    """The author of press: a power, an observer by the reader number, or the master (neither); and the signature."""

    power: Power | None = None
    observer: Reader = NO_READER
    signature: PressSignature = PressSignature.WHITE
    signed: Power | None = None

    @property
    def name(self) -> Power | PressWriter:
        """What a letter in their own name is signed with."""
        return PressWriter.OBSERVER if self.observer else self.power or PressWriter.MASTER


def decide_press(game: Game, command: PressCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about press, or why it is refused."""
    match command:
        case SendPress():
            return _send(game, command, now)
        case WriteDiary():
            return _note(game, command, now)
        case KeepPressReady():
            return _make_ready(game, command, now)
        case DropReadyPress(by):
            return (ReadyPressDropped(game.readers[by], now),) if ready_press(game, by) else ()
        case _:
            assert_never(command)


def _send(game: Game, command: SendPress, now: datetime) -> tuple[Event, ...] | Refused:
    hand = _author(game, command)
    if isinstance(hand, Refused):
        return hand
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    to = _recipients(game, command, hand)
    if to is None:
        return Refused(Refusal.PRESS_TO_ONESELF)
    refused = (
        _why_no_such_text(game, command.by, command.text)
        or _no_reader(game, to)
        or _no_reader(game, command.shown)
        or _why_not_allowed(game, hand, to, command)
        or _why_no_such_wait(game, command)
    )
    if refused:
        return refused
    press = PressSent(
        sender=hand.power,
        to=to.powers,
        text=command.text,
        held=False,
        at=now,
        to_master=to.master,
        to_observers=to.observers,
        observer=hand.observer,
        signature=hand.signature,
        signed=hand.signed,
        shown=command.shown,
        until=command.until,
        phase=game.position.phase,
        sweep=next_sweep(max(now, game.press.last_sweep or now)) if _leaves_together(game, hand) else None,
        number=game.version + 1,
        thread=None if command.answers is None or to.are_the_master else command.answers.thread,
        to_unnamed=to.unnamed is not None,
    )
    if delivery(game, press).is_to_nobody:
        return Refused(Refusal.PRESS_TO_ONESELF)
    return (replace(press, held=is_press_kept(game, press)),)


def _leaves_together(game: Game, hand: _Author) -> bool:
    """Whether press leaves together with others; the master's never does, for it always says who writes."""
    return hand != _Author() and leaves_together(game, hand.signature, observer=bool(hand.observer))


def _author(game: Game, command: SendPress) -> _Author | Refused:
    """The author and the signature: in their own name, unless they or the settings want it otherwise.

    A master who plays has two names: a letter that does not say which is signed with their power, or as they
    have chosen.
    """
    if command.answers and not command.says_who:
        return _author_of_reply(game, command.by, command.answers)
    powers = game.powers_of(command.by)
    if command.answers and not _takes_part(game, command.by, command.answers):
        return Refused(Refusal.NOT_A_READER)
    byline = byline_of(game, command)
    if command.as_master or byline is Byline.MASTER or (command.by == game.master and not powers):
        refused = why_not_permitted(game, command.by, MasterAct.SIGN_AS_MASTER)
        if refused:
            return refused
        return Refused(Refusal.MASTER_SIGNS) if command.grey or command.signed else _Author()
    observer = game.readers[command.by] if command.by in game.observers else NO_READER
    if not powers and not observer:
        return Refused(Refusal.NOT_A_PLAYER)
    power = command.signed if command.signed in powers else next(iter(powers), None)
    if command.signed and command.signed not in powers:
        return _Author(power, observer, PressSignature.BLACK, command.signed)
    if command.grey or not (command.signed or command.recipients.are_the_master):
        return _Author(power, observer, PressSignature.GREY if command.grey else _usual_signature(game))
    return _Author(power, observer, PressSignature.WHITE)


def _usual_signature(game: Game) -> PressSignature:
    """The signature of a letter that says nothing of it: none, where nobody may sign."""
    allowed = game.settings.press.signatures
    is_grey = PressSignature.WHITE not in allowed and PressSignature.GREY in allowed
    return PressSignature.GREY if is_grey else PressSignature.WHITE


def _takes_part(game: Game, who: Address, answered: AnsweredPress) -> bool:
    """Whether somebody still is among those who wrote or read what a reply answers."""
    is_unnamed = answered.circle.unnamed is not None or answered.readers.unnamed is not None
    wrote_first = is_unnamed and is_unnamed_writer(game, who, answered.thread)
    return wrote_first or is_within(game, who, answered.circle) or is_within(game, who, answered.readers)


def _author_of_reply(game: Game, who: Address, answered: AnsweredPress) -> _Author | Refused:
    """The author of a reply that says nothing of it, named as the letter it answers names them.

    So a master who plays and is written to as one of them signs as that, and whoever is in the exchange without their
    name stays so.
    """
    if not _takes_part(game, who, answered):
        return Refused(Refusal.NOT_A_READER)
    for to in (answered.circle, answered.readers):
        if powers := powers_within(game, who, to):
            others = without_name_of(answered.circle, powers[0])
            to_master = others is not None and others.are_the_master
            return _Author(powers[0], signature=PressSignature.WHITE if to_master else _usual_signature(game))
        if who == game.master and is_within(game, who, to):
            return _Author()
        if is_within(game, who, to):
            return _Author(observer=game.readers[who], signature=_usual_signature(game))
    thread = answered.thread
    return _Author(thread.sender, thread.observer, thread.signature)


def byline_of(game: Game, command: SendPress) -> Byline | None:
    """How a master who plays signs press that does not say who writes; None for others, or where it says."""
    if command.by != game.master or not game.powers_of(command.by):
        return None
    return None if command.signed or command.grey or command.as_master else game.people[command.by].byline


def _recipients(game: Game, command: SendPress, hand: _Author) -> Recipients | None:
    """The recipients that are named; with ``all_but`` every other power, and nobody else; None for nobody.

    The master gets it by a power at most, for they may play one of those left out. A reply is for all of its circle;
    one that is signed does not name its writer among them.
    """
    if command.answers:
        circle = command.answers.circle
        circle = replace(circle, observers=circle.observers and bool(game.observers))
        if hand.signature is not PressSignature.WHITE:
            return circle
        return without_name_of(circle, hand.name)
    if not command.all_but:
        return command.recipients
    own = game.powers_of(command.by)
    others = (power for power in game.board.powers if _may_be_written_to(game, power))
    return Recipients(tuple(power for power in others if power not in {*command.to, *own}))


def _why_no_such_text(game: Game, by: Address, text: str) -> Refused | None:
    """Why a text is refused: it is empty, or bears the writer's address where nobody may know who plays."""
    if not text.strip():
        return Refused(Refusal.EMPTY_PRESS)
    if game.settings.access.anonymous and by in text.lower():
        return Refused(Refusal.OWN_ADDRESS)
    return None


def _no_reader(game: Game, to: Recipients | None) -> Refused | None:
    powers = to.powers if to else ()
    absent = next((power for power in powers if not _may_be_written_to(game, power)), None)
    if absent:
        return Refused(Refusal.PRESS_TO_NOBODY, power=absent)
    return Refused(Refusal.NO_OBSERVERS) if to and to.observers and not game.observers else None


def _may_be_written_to(game: Game, power: Power) -> bool:
    return power in game.seats or power in game.vacant or reads_in_lesson(game, power)


def _why_not_allowed(game: Game, hand: _Author, to: Recipients, command: SendPress) -> Refused | None:
    """Why the settings forbid a letter. Everyone may write to the master in their own name, and the master to all."""
    rules, is_plain = game.settings.press, hand.signature is PressSignature.WHITE and command.shown is None
    is_master = hand == _Author()
    if is_plain and (is_master or to.are_the_master):
        return None
    if hand.observer and (hand.signed or not rules.observers_write):
        return Refused(Refusal.OBSERVERS_SILENT)
    if not is_master and hand.signature not in rules.signatures:
        return Refused(_FORBIDDEN[hand.signature] if rules.signatures else Refusal.NO_PRESS)
    if command.shown is not None and not rules.fakes:
        return Refused(Refusal.NO_FAKES)
    if not rules.private and not is_master and not to.are_everyone:
        return Refused(Refusal.NO_PRIVATE_PRESS)
    return None


_FORBIDDEN = {
    PressSignature.WHITE: Refusal.NO_WHITE_PRESS,
    PressSignature.GREY: Refusal.NO_GREY_PRESS,
    PressSignature.BLACK: Refusal.NO_BLACK_PRESS,
}


def _why_no_such_wait(game: Game, command: SendPress) -> Refused | None:
    """Why a letter may not wait for these results: they are out already, or years away."""
    phase, position = command.until, game.position
    if phase is None or position is None:
        return None
    if game.ended or phase_order(phase) < phase_order(position.phase):
        return Refused(Refusal.RESULTS_OUT, phase=phase)
    if phase.year > position.phase.year + MOST_YEARS_AHEAD:
        return Refused(Refusal.TOO_FAR_AHEAD, phase=phase)
    return None


def _note(game: Game, command: WriteDiary, now: datetime) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    if not game.settings.press.diaries:
        return Refused(Refusal.NO_DIARIES)
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    refused = _why_no_such_text(game, command.by, command.text)
    return refused or (DiaryWritten(powers[0], game.readers[command.by], command.text, game.stands_at.phase, now),)


def _make_ready(game: Game, command: KeepPressReady, now: datetime) -> tuple[Event, ...] | Refused:
    """The event that keeps press ready, or why it could not be sent."""
    press, position = command.press, game.position
    sent = _send(game, press, now)
    if isinstance(sent, Refused) or position is None:
        return sent
    return (
        PressMadeReady(
            game.readers[press.by],
            command.letter,
            press.text,
            press.recipients,
            command.by_yes,
            now,
            position.phase,
            press.answers,
        ),
    )


def ready_press(game: Game, who: Address) -> tuple[PressMadeReady, ...]:
    """The press that waits for somebody's word, as long as the phase lasts in which it was written."""
    reader, phase = game.readers.get(who), game.position.phase if game.position else None
    return tuple(one for one in game.press.ready if one.reader == reader and one.phase == phase)


# --- how each event changes the game, and who is told


def _press_sent(game: Game, event: PressSent) -> Game:
    if not event.waits:
        return _with_press_sent(game, event)
    return evolve(game, press=replace(game.press, held=(*game.press.held, event)))


def _tell_press_sent(step: Transition[PressSent]) -> Iterator[Notice]:
    return press_notices(step.after, step.event)


def _swept(game: Game, event: PostSwept) -> Game:
    return evolve(game, press=replace(game.press, last_sweep=event.at))


def release_press(game: Game) -> Game:
    """The game with the kept press released that nothing keeps any more; called after every event."""
    if not game.press.held and not game.press.unread:
        return game
    unread = {power: letters for power, letters in game.press.unread.items() if power not in game.seats}
    held = tuple(press for press in game.press.held if not may_press_leave(game, press))
    freed = released_press(game, game)
    game = evolve(game, press=replace(game.press, held=held, unread=unread))
    for press in freed:
        game = _with_press_sent(game, press)
    return game


def released_press(was: Game, game: Game) -> tuple[PressSent, ...]:
    """The press that was kept in ``was`` and may leave in ``game``, in the order in which it leaves."""
    return in_release_order(game, (press for press in was.press.held if may_press_leave(game, press)))


def press_notices(game: Game, event: PressSent) -> Iterator[Notice]:
    """The notices of press that has been sent; none while it is kept."""
    return iter(()) if event.waits else _delivered(game, event)


def released_press_notices(was: Game, game: Game) -> Iterator[Notice]:
    """The notices of kept press that leaves now, whichever event has turned ``was`` into ``game``."""
    for press in released_press(was, game):
        yield from _delivered(game, press)
    for power, press in _found_press(was, game):
        yield from (Notice(player, press_as_read(press)) for player in game.players_of(power))


def _found_press(was: Game, game: Game) -> Iterator[tuple[Power, PressSent]]:
    """The press that had waited for a power without a player, and the power that is played now; once for each seat."""
    for power, letters in was.press.unread.items():
        seat = game.seat_of(power)
        known = [press for other in seat[: seat.index(power)] for press in was.press.unread.get(other, ())]
        if power in game.seats:
            yield from ((power, press) for press in letters if press not in known)


def _with_press_sent(game: Game, press: PressSent) -> Game:
    """The game with press sent; for a power that nobody plays it waits for its next player, or for the lesson."""
    unread = dict(game.press.unread)
    for power in powers_waited_for(game, press):
        unread[power] = (*unread.get(power, ()), press)
    return evolve(game, press=replace(game.press, unread=unread))


def _delivered(game: Game, press: PressSent) -> Iterator[Notice]:
    yield from (Notice(reader, press_as_read(press)) for reader in press_readers(game, press))


def _made_ready(game: Game, event: PressMadeReady) -> Game:
    kept = (one for one in game.press.ready if one.reader != event.reader or one.letter == event.letter)
    return evolve(game, press=replace(game.press, ready=(*kept, event)))


def _ready_dropped(game: Game, event: ReadyPressDropped) -> Game:
    kept = tuple(one for one in game.press.ready if one.reader != event.reader)
    return evolve(game, press=replace(game.press, ready=kept))


EFFECTS: Effects = dict(
    (
        effect(PressSent, _press_sent, _tell_press_sent),
        effect(PostSwept, _swept, no_notices),  # the letters that leave are told by ``released_press_notices``
        effect(DiaryWritten, unchanged, no_notices),
        effect(PressMadeReady, _made_ready, no_notices),
        effect(ReadyPressDropped, _ready_dropped, no_notices),
    )
)
