"""The state of a letter while its lines are carried out, and the handlers that are registered for them."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from inspect import signature
from typing import Any, Self, TypeVar, get_args

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.mastery.messages import ActProposed
from judge.game.messages import Command, Event, Transition
from judge.game.orders.messages import Alternative, LinesLeft
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game, GivenOrder
from judge.game.visibility import as_seen_by, learns_later
from judge.handlers.names import read_address
from judge.handlers.outgoing import OutgoingLetter
from judge.handlers.services import Services
from judge.languages import FALLBACK
from judge.notation.legends import Legend
from judge.notation.line import Misread
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    NotKeptInAdvance,
    Outcome,
    SeveralFaults,
    Unknown,
)
from judge.reports.names import phase_behind_verb, phase_line
from judge.requests.governing import Governs
from judge.requests.press import WatchRequest
from judge.requests.requests import QuestionRequest
from judge.requests.seats import (
    AddStandbyRequest,
    AskStrategistRequest,
    LeaveGameRequest,
    ReplacePlayerRequest,
    ResignRequest,
    SignOnRequest,
    TakeSeatRequest,
)
from judge.requests.vocabulary import Word, written_value
from judge.rules.adjustments import possible_builds
from judge.rules.board import Power, Province
from judge.rules.orders import Build, Order
from judge.rules.position import Phase, PhaseKind
from judge.store.records import (
    Block,
    ComposedLetter,
    DigestWish,
    NewEditorLetter,
    StoredTournament,
    Subscription,
    TribuneDecision,
    WithdrawnEditorLetters,
    ZineIssue,
)

T = TypeVar("T")


@dataclass(frozen=True)
class LineContext:
    """The services, the game that the letter speaks of (None for none), its number and times (UTC).

    ``written`` is the date that the letter bears, ``arrived`` when it came, ``now`` when it is carried out.
    ``assent_to`` is the newest letter whose offers a yes may mean, its own number where it replies to nothing; None
    where a yes is for something else. ``sender_name`` is the name that its From bears. ``is_confirmed`` once its
    writer has answered that it is theirs.
    """

    services: Services
    name: GameName | None
    number: int
    written: datetime | None
    arrived: datetime
    now: datetime
    assent_to: int | None = None
    sender_name: str = ""
    is_confirmed: bool = False

    @cached_property
    def games(self) -> Collection[GameName]:
        """Return all the games there are; looked up once a letter, and only where none of their names may be taken."""
        return self.services.store.games()

    @cached_property
    def openings(self) -> tuple[GameName, ...]:
        """Return the games that have a seat for anybody; looked up once a letter."""
        return self.services.openings()

    @property
    def own_address(self) -> str:
        """Return the judge's address."""
        return self.services.config.judge.address

    def is_kept_apart(self, game: Game, newcomer: Address) -> bool:
        """Return whether somebody in a game that says who plays is not to meet somebody new there.

        Whether that is so in any other game, or with whoever played a power of one, a refusal must not tell.
        """
        if game.settings.access.anonymous:
            return False
        part = {game.master, *game.players, *game.seats.values(), *game.standbys, *game.applicants}
        return not part.isdisjoint(self.services.kept_apart(newcomer, unseen=False))

    def percent(self, game: Game, player: Address) -> int:
        """Return the reliability of a player; looked up only where the game asks for one, else 100."""
        return self.services.figures(player).percent if game.settings.access.reliability else 100


_CODE = re.compile(r"\b[SFW]\d{1,4}[MRA]\b")


def translated_hints(hints: Sequence[str], calendar: str, language: Language) -> tuple[str, ...]:
    """Return the hints, which come in English, as they are written in a language."""
    return tuple(hints) if language == FALLBACK else tuple(_translated(hint, calendar, language) for hint in hints)


def _translated(hint: str, calendar: str, language: Language) -> str:
    if _CODE.search(hint):
        named = phase_line if _CODE.fullmatch(hint) else phase_behind_verb
        return _CODE.sub(lambda found: named(Phase.parse(found.group()), calendar, language), hint)
    return written_value(hint, language)


MOST_HINTED_ORDERS = 8
"""Misread orders of one letter that get hints; to look for them takes far longer than to read."""


def hints_left(answers: Sequence[AnsweredLine]) -> int:
    """Return how many more misread orders get hints, after these answers."""
    return MOST_HINTED_ORDERS - sum(isinstance(one.answer, Misread | NotKeptInAdvance) for one in answers)


@dataclass(frozen=True)
class Held:
    """What holds the orders below it: the ``line``, and how it governs them.

    ``phase_unread`` when it is the title of a phase that nobody can tell; only another phase ends that.
    """

    line: str
    how: Governs
    phase_unread: bool = False


@dataclass(frozen=True)
class Planned:
    """An order below the title of one of several plans, with its line."""

    title: str
    power: Power
    order: Order
    line: str


@dataclass(frozen=True)
class Session:
    """How far a letter has been carried out.

    ``phase`` is the one that its lines have named. ``heading`` is a power of the writer's that a heading has named;
    ``title`` is the order word that a heading gives to the lines below it. ``held`` is what holds orders below, None
    while they are followed; ``above`` is the sentence that has not come to its end yet. ``offered`` are the orders
    offered so far, ``denied`` those of them that are to be in force no longer, ``stood`` those that earlier letters
    gave, ``plans`` the lines offered for a later phase; ``foreign`` is a word of a language that the judge does not
    know, in which case orders are only offered; ``legend`` tells the signs of the letter's own;
    ``unclear`` has the phase of each line that was explained, ``unread`` where the units stand that those for the open
    phase name first; ``settled`` when the letter settles what others have left open, ``asked`` is that, where it
    answers by numbers, ``numbered`` the numbers it has answered; ``looked_at``
    are the lines that are looked at again for units without an order. ``alternatives`` are orders below titles of
    plans, ``choices`` the plans of which one is to count. ``again`` are the numbers of
    letters to be sent once more, ``copies`` digests that are, ``sent`` letters of the writer's to the operator,
    or those of the ``issue`` of the zine that it sends out. ``would_be_game`` is the game that a line with a fault
    would have opened.
    """

    game: Game | None
    person: Person
    steps: tuple[Transition[Event], ...] = ()
    answers: tuple[AnsweredLine, ...] = ()
    phase: Phase | None = None
    heading: Power | None = None
    title: str = ""
    held: Held | None = None
    above: str = ""
    offered: tuple[tuple[Power, Order], ...] = ()
    denied: tuple[tuple[Power, Order], ...] = ()
    stood: tuple[tuple[Power, Order], ...] = ()
    plans: tuple[tuple[Phase, str], ...] = ()
    foreign: str = ""
    legend: Legend | None = None
    unclear: tuple[Phase, ...] = ()
    unread: tuple[Province, ...] = ()
    settled: bool = False
    alternatives: tuple[Planned, ...] = ()
    choices: tuple[tuple[Power, Alternative], ...] = ()
    asked: tuple[LinesLeft, ...] = ()
    numbered: frozenset[int] = frozenset()
    looked_at: tuple[str, ...] = ()
    stopped: bool = False
    again: tuple[int, ...] = ()
    copies: tuple[ComposedLetter, ...] = ()
    subscriptions: tuple[Subscription, ...] = ()
    digests: tuple[DigestWish, ...] = ()
    to_editor: tuple[NewEditorLetter | WithdrawnEditorLetters | TribuneDecision, ...] = ()
    tournaments: tuple[StoredTournament, ...] = ()
    blocks: tuple[Block, ...] = ()
    sent: tuple[OutgoingLetter, ...] = ()
    issue: ZineIssue | None = None
    would_be_game: Game | None = None

    @property
    def view(self) -> Game | None:
        """Return the game so far as the writer may know it; lines are read and answered by it."""
        return as_seen_by(self.game, self.person.address) if self.game else None

    def told(self, line: str, answer: LineAnswer) -> Self:
        """Return the session with one more line answered."""
        if isinstance(answer, SeveralFaults):
            answer = SeveralFaults(tuple(map(self._with_own_words, answer.faults)))
        elif isinstance(answer, InvalidCommand):
            answer = self._with_own_words(answer)
        return replace(self, answers=(*self.answers, AnsweredLine(line, answer)))

    def _with_own_words(self, fault: T) -> T:
        """Return a fault with the values that it proposes in the reader's language."""
        if not isinstance(fault, InvalidCommand) or fault.what not in {Unknown.VALUE, Unknown.PHASE}:
            return fault
        calendar = self.game.board.phase_names if self.game else "years"
        return replace(fault, hints=translated_hints(fault.hints, calendar, self.person.language))

    def happened(self, events: Iterable[Event]) -> Self:
        """Return the session with more events, applied to the game."""
        return self.along(Trail(self.game).on(events))

    def along(self, trail: Trail) -> Self:
        """With all that has happened to the game as it stood."""
        game = trail.game
        person = game.people.get(self.person.address, self.person) if game else self.person
        return replace(self, game=game, person=person, steps=(*self.steps, *trail.steps))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the letter has made happen, oldest first."""
        return tuple(step.event for step in self.steps)

    @property
    def in_game(self) -> "GameSession | None":
        """Return the session if it has a game, else None."""
        if isinstance(self, GameSession):
            return self
        return GameSession(**vars(self)) if self.game else None

    def decided(self, line: str, command: Command, context: LineContext, answer: LineAnswer) -> Self:
        """Return the session with a command decided: with its events and answer, or the refusal."""
        events = decide(self.game, command, context.now)
        if isinstance(events, Refused):
            return self.told(line, events)
        return self.happened(events).told(line, answer_of_proposal(events) or answer)


@dataclass(frozen=True)
class GameSession(Session):
    """The state of a letter about a game while it is carried out."""

    game: Game

    @property
    def view(self) -> Game:
        """Return the game so far as the writer may know it."""
        return as_seen_by(self.game, self.person.address)

    @property
    def powers(self) -> tuple[Power, ...]:
        """Return the writer's powers."""
        return self.game.powers_of(self.person.address)

    @property
    def given(self) -> tuple[GivenOrder, ...]:
        """Return the orders of the writer's powers that are in force."""
        return tuple(one for power in self.powers for one in self.game.orders.get(power, ()))

    @property
    def possible_builds(self) -> tuple[Build, ...]:
        """Return the builds that the writer's powers may order now: none but in an adjustment phase."""
        board, position = self.game.board, self.view.open_position
        if position is None or position.phase.kind is not PhaseKind.ADJUSTMENT:
            return ()
        return tuple(one for power in self.powers for one in possible_builds(board, position, power))

    @property
    def left_open(self) -> tuple[LinesLeft, ...]:
        """Return what letters have left open of the writer's powers."""
        return self.game.left_open_by(self.powers)


def answer_of_proposal(events: Sequence[Event]) -> LineAnswer | None:
    """Return the answer to a master who plays, whose act is proposed to the others; None where it is done."""
    return Done(Outcome.ACT_PROPOSED) if any(isinstance(one, ActProposed) for one in events) else None


# --- the registry of handlers: each stands beside its function; what a line gets that needs a game where there is none


AnyRequest = TypeVar("AnyRequest")
Handle = TypeVar("Handle", bound=Callable[[Session, str, Any, LineContext], Session])
InGame = TypeVar("InGame", bound=Callable[[GameSession, str, Any, LineContext], Session])
Handler = Callable[[Session, str, AnyRequest, LineContext], Session]
"""Carries out a line, given the session, the text of the line, its request and the context."""
AnswerWithoutGame = Callable[[Session, str, AnyRequest, LineContext], LineAnswer]
"""Returns the answer to a line that needs a game where there is none."""


@dataclass(frozen=True)
class HandlerEntry:
    """How lines with one kind of request are carried out.

    ``quota`` is the outcome told of such lines beyond the most that one letter may have, None where there is no most.
    ``is_read_when_held`` when they are carried out, or answered in their own way, below a line that holds orders.
    """

    handle: Handler[Any]
    quota: Outcome | None = None
    is_read_when_held: bool = False


_REGISTERED: dict[type, HandlerEntry] = {}
HANDLERS: Mapping[type, HandlerEntry] = _REGISTERED
"""The entry of every kind of request, once ``handlers/settle_letter.py`` has loaded the modules that register one."""


TellsCourse = Callable[[Any], bool]
"""Whether the answer to a request tells what has happened in a game: who is to learn that later gets none."""


def always(_: object) -> bool:
    """Whatever is asked."""
    return True


def never(_: object) -> bool:
    """Whatever is asked."""
    return False


def handles(*, when_held: bool = False, tells_course: TellsCourse = never) -> Callable[[Handle], Handle]:
    """Register the function for the kind of request that it is declared to take. Questions have their quota."""

    def register(handle: Handle) -> Handle:
        _register(_request_of(handle), _in_time(handle, tells_course), None, when_held)
        return handle

    return register


def handles_in_game(
    without: AnswerWithoutGame[Any],
    quota: Outcome | None = None,
    *,
    when_held: bool = False,
    tells_course: TellsCourse | None = None,
) -> Callable[[InGame], InGame]:
    """Register the function for the kind of request that it is declared to take, in a game.

    ``without`` answers where there is none. A question tells its course, if nothing else is said.
    """

    def register(handle: InGame) -> InGame:
        def carry_out(session: Session, line: str, request: Any, context: LineContext) -> Session:
            there = session.in_game
            if there is None:
                return session.told(line, without(session, line, request, context))
            return handle(there, line, request, context)

        asked = _request_of(handle)
        tells = tells_course or (always if asked in get_args(QuestionRequest) else never)
        _register(asked, _in_time(carry_out, tells), quota, when_held)
        return handle

    return register


def _in_time(handle: Handler[Any], tells_course: TellsCourse) -> Handler[Any]:
    """A handler that tells nothing of the course of a game to somebody who is to learn it later."""

    def carry_out(session: Session, line: str, request: Any, context: LineContext) -> Session:
        game = session.game
        if game and tells_course(request) and learns_later(game, session.person.address):
            return session.told(line, Refused(Refusal.TOLD_LATER))
        return handle(session, line, request, context)

    return carry_out


def _request_of(handle: Callable[..., Session]) -> type:
    request: type = [*signature(handle).parameters.values()][2].annotation
    return request


def _register(request: type, handle: Handler[Any], quota: Outcome | None, when_held: bool) -> None:
    """ValueError where a kind of request has a handler already."""
    if request in _REGISTERED:
        message = f"{request.__name__} has two handlers"
        raise ValueError(message)
    if request in get_args(QuestionRequest):
        quota = Outcome.TOO_MANY_QUESTIONS
    _REGISTERED[request] = HandlerEntry(handle, quota, when_held or quota is not None)


# --- what is answered where there is no game


def refused(why: Refusal) -> AnswerWithoutGame[object]:
    """Answer with a refusal."""
    return lambda *_: Refused(why)


no_player = refused(Refusal.NOT_A_PLAYER)
no_master = refused(Refusal.NOT_THE_MASTER)
not_started = refused(Refusal.NOT_STARTED)


def unknown_game(line: str, word: Word | None) -> InvalidCommand:
    """There is no such game, or the letter is not addressed to it."""
    return InvalidCommand.at(Unknown.GAME, word or Word("", len(line)))


def no_game(*_: object) -> LineAnswer:
    """The letter speaks of no game."""
    return InvalidCommand(Unknown.GAME)


def no_game_at_end(_: Session, line: str, __: object, ___: LineContext) -> LineAnswer:
    """The letter speaks of no game: at the end of the line one may be named."""
    return unknown_game(line, None)


def no_game_by_name(
    _: Session,
    line: str,
    asked: SignOnRequest | AddStandbyRequest | LeaveGameRequest | WatchRequest | ResignRequest,
    __: LineContext,
) -> LineAnswer:
    """The line names a game that is not there, or none."""
    return unknown_game(line, asked.name)


def no_seat_to_take(_: Session, line: str, asked: TakeSeatRequest, __: LineContext) -> LineAnswer:
    """The line names a game that is not there, or none."""
    return unknown_game(line, asked.words[0] if asked.words else None)


def no_seat_to_share(_: Session, __: str, asked: AskStrategistRequest, ___: LineContext) -> LineAnswer:
    """The address may be wrong; otherwise the writer plays in no game."""
    address = read_address(asked.who)
    return address if isinstance(address, InvalidCommand) else Refused(Refusal.NOT_A_PLAYER)


def no_seat_to_give(_: Session, __: str, asked: ReplacePlayerRequest, ___: LineContext) -> LineAnswer:
    """The address may be wrong; otherwise the writer is master of no game."""
    address = read_address(asked.who)
    return address if isinstance(address, InvalidCommand) else Refused(Refusal.NOT_THE_MASTER)
