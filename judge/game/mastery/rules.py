"""The effects of a master's acts: how they change the game, who is told, which need the consent of others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.deadlines.deadline import ClockSet, OutageOver
from judge.game.deadlines.messages import DeadlineMoved, MoveDeadline
from judge.game.figures import history_rolled_back, history_taken_over
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposed,
    ActProposedNews,
    ChangeSettings,
    CloseForced,
    CorrectPosition,
    ForceClose,
    GameDeclined,
    GameDeclinedNews,
    GameMoved,
    GameMovedNews,
    GameOffered,
    GameOfferedNews,
    LettersLost,
    MasterAct,
    MasterChanged,
    MasterChangedNews,
    MasteryNews,
    PlayersToldOfMove,
    PositionCorrected,
    PositionCorrectedNews,
    PositionTakenOver,
    ProposedAct,
    RollBack,
    RolledBack,
    RolledBackNews,
    SettingsChanged,
    SettingsChangedNews,
    Terminate,
)
from judge.game.messages import (
    Command,
    Effects,
    Event,
    Notice,
    Transition,
    effect,
    evolve,
    no_notices,
    tell_everybody,
    unchanged,
    with_person,
)
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import EjectPlayer, ReplacePlayer
from judge.game.seats.effects import before_the_coin
from judge.game.settings import Address
from judge.game.state import Game, GivenOrder, MasterOffer
from judge.game.votes.messages import ForProposal
from judge.game.war.rules import roll_back_war_state
from judge.rules.board import Power
from judge.rules.corrections import corrected_provinces
from judge.rules.orders import province_of
from judge.rules.war.fog import knowledge_after_corrections

# --- effects of the master's acts; everyone is told, except of an offer that nobody has accepted


def _proposed(game: Game, event: ActProposed) -> Game:
    """The game with the proposal; whoever has agreed to an earlier one has not read this one."""
    ballots = tuple(one for one in game.ballots if not isinstance(one.motion, ForProposal))
    return evolve(game, proposal=event, proposals=event.number, ballots=ballots)


def _tell_proposed(step: Transition[ActProposed]) -> Iterator[Notice]:
    asked = {
        player for power in asked_to_consent(step.after, step.event.act) for player in step.after.players_of(power)
    }
    replaces = step.before.proposal.number if step.before.proposal else 0
    return _to_all(step, lambda reader: ActProposedNews(step.event, reader in asked, replaces))


def _agreed(game: Game, _: ActAgreed) -> Game:
    return evolve(game, proposal=None)


def _tell_agreed(step: Transition[ActAgreed]) -> Iterator[Notice]:
    """What all players agreed to is told by what it brings about; that the operator did is told beside it."""
    return _to_all(step, lambda _: step.event) if step.event.by_operator else iter(())


def _set(game: Game, event: SettingsChanged) -> Game:
    ballots = game.ballots if event.settings.votes == game.settings.votes else ()  # cast under other rules
    orders = game.orders
    if event.settings.missing.caretaker != game.settings.missing.caretaker:  # those of clockwork players are void now
        orders = {power: given for power, given in orders.items() if power not in game.vacant}
    return evolve(game, settings=event.settings, ballots=ballots, orders=orders)


def _tell_set(step: Transition[SettingsChanged]) -> Iterator[Notice]:
    return _to_all(step, lambda _: SettingsChangedNews(step.event, step.before.settings))


def _rolled_back(game: Game, event: RolledBack) -> Game:
    """The game with the phase open again as it was; votes, and orders of the phase that was open, are dropped."""
    game = before_the_coin(game, event.position)
    played = {power: given for power, given in event.orders.items() if power in game.seats}
    orders = {power: tuple(GivenOrder(order, 0, None) for order in given) for power, given in played.items()}
    misses = {game.readers[player]: missed for player, missed in event.misses.items()}
    return evolve(
        game,
        position=event.position,
        deadline=event.deadline,
        orders=orders,
        order_sets={**game.order_sets, **{power: game.order_sets.get(power, 0) + 1 for power in orders}},
        scouting=event.scouting,
        errands={},
        war_state=roll_back_war_state(game.war_state, event.position),
        left_open=(),
        ballots=(),
        members=replace(game.members, misses=misses),
        timekeeping=replace(
            game.timekeeping, waits=frozenset(), reminded=None, paused=event.at if game.timekeeping.paused else None
        ),
        held_open=None,
        still_years=event.still_years,
        undone=(*game.undone, *event.undone),
        reopened=True,
        proposal=None,
        locked=event.locked,
        ended=None,
        centre_history=history_rolled_back(game.centre_history, game.board, event.position),
        course=game.course.without(event.undone),
    )


def _tell_rolled_back(step: Transition[RolledBack]) -> Iterator[Notice]:
    return _to_all(step, lambda reader: RolledBackNews(step.event, step.after.powers_of(reader)))


def _corrected(game: Game, event: PositionCorrected) -> Game:
    """The game with the corrected position, without the orders of units that were changed by hand."""
    provinces = {province for one in event.corrections for province in corrected_provinces(one)}
    orders = {
        power: tuple(given for given in orders if province_of(given.order) not in provinces)
        for power, orders in game.orders.items()
    }
    scouting = knowledge_after_corrections(game.scouting, event.corrections)
    return evolve(game, position=event.position, orders=orders, scouting=scouting)


def lost_orders(game: Game, event: PositionCorrected) -> tuple[Power, ...]:
    """The powers that lose some of their orders when ``game`` is corrected so."""
    left = _corrected(game, event).orders
    return tuple(power for power, orders in game.orders.items() if left[power] != orders)


def _tell_corrected(step: Transition[PositionCorrected]) -> Iterator[Notice]:
    lost = lost_orders(step.before, step.event)

    def news(reader: Address) -> PositionCorrectedNews:
        powers = step.after.powers_of(reader)
        return PositionCorrectedNews(step.event, powers, tuple(power for power in lost if power in powers))

    return _to_all(step, news)


def _offered(game: Game, event: GameOffered) -> Game:
    offer = MasterOffer(game.readers[event.by], event.code, event.at)
    return _with_offer(game, offer, event.to)


def _tell_offered(step: Transition[GameOffered]) -> Iterator[Notice]:
    yield _to_candidate(step.after, step.event.to, GameOfferedNews(step.event, step.event.code))


def _declined(game: Game, _: GameDeclined) -> Game:
    return _with_offer(game, None, None)


def _with_offer(game: Game, offer: MasterOffer | None, to: Address | None) -> Game:
    return evolve(
        game, members=replace(game.members, offered=offer), address_book=replace(game.address_book, candidate=to)
    )


def _tell_declined(step: Transition[GameDeclined]) -> Iterator[Notice]:
    yield Notice(step.after.master, GameDeclinedNews(step.event, is_you=False))
    yield _to_candidate(step.after, step.event.to, GameDeclinedNews(step.event, is_you=True))


def _master_changed(game: Game, event: MasterChanged) -> Game:
    game = _with_offer(with_person(game, event.master), None, None)
    return evolve(game, members=replace(game.members, master=game.readers[event.master.address]), proposal=None)


def _tell_master_changed(step: Transition[MasterChanged]) -> Iterator[Notice]:
    game, event = step.after, step.event
    by_power = event.by is None or not game.settings.access.anonymous
    power = next(iter(game.powers_of(event.master.address)), None) if by_power else None
    proposal = step.before.proposal.number if step.before.proposal else 0
    return _to_all(step, lambda reader: MasterChangedNews(event, reader == event.master.address, power, proposal))


def _to_all(step: Transition[object], news: Callable[[Address], MasteryNews]) -> Iterator[Notice]:
    for reader in dict.fromkeys((*step.before.audience, *step.after.audience)):
        yield Notice(reader, news(reader))


def _to_candidate(game: Game, to: Address, news: MasteryNews) -> Notice:
    """A notice to the candidate; one unknown to the game is written to with the master's language and notation."""
    is_known = to in game.people
    return Notice(to if is_known else game.master, news, at=None if is_known else to)


# --- consent of the other players to what a master who plays would do


_NOBODY = Address("")


def asked_to_consent(game: Game, act: ProposedAct) -> tuple[Power, ...]:
    """The powers whose players are asked whether the master, who plays, may do something.

    Not the one whose seat it is about.
    """
    left_out = {game.master} | (
        {*game.players_of(act.power)} if isinstance(act, EjectPlayer | ReplacePlayer) else set()
    )
    return tuple(power for power in game.electorate if left_out.isdisjoint(game.players_of(power)))


def has_interest(game: Game, master: Address) -> bool:
    """Whether a master has a seat in the game under way, or may come back to one."""
    may_come_back = any(one.may_return(game.readers[master]) for one in game.vacancies.values())
    return game.position is not None and (master in game.players or may_come_back)


def act_proposed(
    game: Game, command: Command, decided: Sequence[Event], now: datetime
) -> tuple[Event, ...] | Refused | None:
    """The proposal that a command becomes, which by itself would bring ``decided`` about; None where it needs none.

    Only a phase that is open can be voted in: once the game is over, a master who has played does no such act.
    """
    if not isinstance(command, ProposedAct) or not _can_favour(game, command, decided):
        return None
    if not has_interest(game, command.by) or not asked_to_consent(game, command):
        return None
    if game.ended:
        return Refused(Refusal.MASTER_PLAYS)
    number = game.proposals + 1
    return (ActProposed(number, _as_decided(game, command, decided), now),)


def _can_favour(game: Game, act: ProposedAct, decided: Sequence[Event]) -> bool:
    """Whether an act can favour who does it: any but a deadline to no earlier hour than everybody had been told.

    What an outage, or a clock that was set, gave on top of that hour may be taken back.
    """
    if not isinstance(act, MoveDeadline):
        return True
    if game.deadline is None:
        return False
    given = (step.was for step in game.deadline.steps if isinstance(step, OutageOver | ClockSet))
    announced = next(given, game.deadline.at)
    return any(isinstance(one, DeadlineMoved) and one.deadline.at < announced for one in decided)


def _as_decided(game: Game, act: ProposedAct, decided: Sequence[Event]) -> ProposedAct:
    """The act as it is told and voted for, with nothing left that may mean something else by then.

    It names no master: whoever is one when all have agreed does it.
    """
    act = replace(act, by=_NOBODY)
    match act:
        case ForceClose(phase=None) if game.open_position:
            return replace(act, phase=game.open_position.phase)
        case MoveDeadline():
            return replace(
                act, length=None, to=next(one.deadline.at for one in decided if isinstance(one, DeadlineMoved))
            )
        case _:
            return act


def agreement(game: Game, proposal: ActProposed, now: datetime, *, by_operator: bool = False) -> ActAgreed:
    """The event by which all others, or the operator, agree to a proposal."""
    act, open_phase = proposal.act, game.stands_at.phase
    agreed = ActAgreed(proposal.number, _KINDS.get(type(act), MasterAct.DECREE), open_phase, now, by_operator)
    if isinstance(act, RollBack):
        return replace(agreed, back_to=act.position.phase, back_to_number=act.undone[0])
    return agreed


_KINDS: Mapping[type, MasterAct] = {
    ForceClose: MasterAct.FORCE_CLOSE,
    RollBack: MasterAct.ROLL_BACK,
    CorrectPosition: MasterAct.CORRECT,
    Terminate: MasterAct.TERMINATE,
    ChangeSettings: MasterAct.CHANGE_SETTINGS,
    EjectPlayer: MasterAct.EMPTY_SEAT,
    ReplacePlayer: MasterAct.NAME_PLAYER,
    MoveDeadline: MasterAct.MOVE_TIME,
}
"""The kind of each proposed act; whatever is not here is decided in a war."""


def kinds_of_acts() -> tuple[MasterAct, ...]:
    """Every kind of act that may be proposed."""
    return (*_KINDS.values(), MasterAct.DECREE)


# --- what changes when a game goes on with another judge


def _position_taken_over(game: Game, event: PositionTakenOver) -> Game:
    """The game at that position; orders and votes were of the position that stood here."""
    return evolve(
        game,
        position=event.position,
        deadline=event.deadline,
        orders={},
        ballots=(),
        held_open=None,
        timekeeping=replace(game.timekeeping, waits=frozenset(), reminded=None),
        centre_history=history_taken_over(game.centre_history, game.board, event.position),
    )


def _moved(game: Game, event: GameMoved) -> Game:
    """The game here; the phase it moves in does not close early, for seats may be free that are soon taken."""
    misses = {game.readers[player]: one for player, one in event.misses.items()}
    members = replace(game.members, misses=misses) if event.misses else game.members
    timekeeping = replace(game.timekeeping, spent=event.spent)
    return evolve(game, members=members, timekeeping=timekeeping, reopened=game.open_position is not None)


def _tell_moved(step: Transition[PlayersToldOfMove]) -> Iterator[Notice]:
    game = step.after
    return (Notice(reader, GameMovedNews(game.powers_of(reader))) for reader in game.audience)


EFFECTS: Effects = dict(
    (
        effect(ActProposed, _proposed, _tell_proposed),
        effect(ActAgreed, _agreed, _tell_agreed),
        effect(SettingsChanged, _set, _tell_set),
        effect(CloseForced, unchanged, no_notices),  # the results say by whom the phase was closed
        effect(RolledBack, _rolled_back, _tell_rolled_back),
        effect(PositionCorrected, _corrected, _tell_corrected),
        effect(GameOffered, _offered, _tell_offered),
        effect(GameDeclined, _declined, _tell_declined),
        effect(MasterChanged, _master_changed, _tell_master_changed),
        effect(PositionTakenOver, _position_taken_over, no_notices),
        effect(GameMoved, _moved, no_notices),
        effect(PlayersToldOfMove, unchanged, _tell_moved),
        effect(LettersLost, unchanged, tell_everybody),
    )
)
"""The effect of each kind of event, by its class."""
