"""Handle the lines that give orders, and those that put them right."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, takewhile

from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import DropAdvance, DropWishes, MeanOrders, WithdrawOrders, next_movement
from judge.game.orders.order_status import order_status
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.rules import seat_to_return_to
from judge.handlers.chosen_offers import answer_by_numbers, answer_first, answer_last, answer_otherwise, choose_plan
from judge.handlers.corrections import answer_with_changes, correct_orders, with_afterthoughts
from judge.handlers.headings import (
    close_above,
    handle_announcement,
    handle_heading,
    held_beside,
    hold_clause_of,
    split_title,
    stand_above,
    take_back,
    with_doubt,
)
from judge.handlers.names import notations_of
from judge.handlers.offers import (
    answer_offer,
    as_answered,
    give_order,
    let_orders_stand,
    offer_orders,
    orders_told,
    words_behind_assent,
)
from judge.handlers.order_questions import answer_questions
from judge.handlers.plain_words import (
    is_near_order,
    is_order,
    named_units,
    names_places,
    orders_on,
    reader_for,
    with_talk_apart,
)
from judge.handlers.plans import handle_advance_orders, offer_to_keep, phase_ahead, refused_condition, winters_of
from judge.handlers.seats import answer_muster_by_order, handle_answer_muster, is_awaited_at_muster, return_by_order
from judge.handlers.session import (
    GameSession,
    Held,
    LineContext,
    Session,
    handles,
    handles_in_game,
    hints_left,
    no_player,
)
from judge.handlers.war import handle_war, rest_scouts, send_scout
from judge.handlers.which_offers import read_whole, says_done
from judge.notation.hold_all import HoldAll, HoldClause, hold_clause_in, is_counted, is_said_of_all_else
from judge.notation.line import Misread, MisreadReason, Offered, OfferReason, OrderReader
from judge.notation.prose import is_greeting
from judge.notation.read import read_heading
from judge.notation.season_words import tells_of_seasons
from judge.notation.several_orders import (
    TITLE_OF_HOLDS,
    are_orders,
    held_with_exceptions,
    is_title_of_orders,
    word_of_title,
)
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    Fate,
    InvalidCommand,
    LineAnswer,
    OrderAccepted,
    OrdersDropped,
    OrdersOffered,
    Outcome,
    Unknown,
    fate_of,
)
from judge.requests.governing import (
    Governs,
    around_quotation,
    plans_of,
    sentences_of,
    sets_condition,
    tells_what_was_not,
)
from judge.requests.names import in_century
from judge.requests.orders import MeanOrdersRequest, PhaseHeading, StopReading, WithdrawOrdersRequest
from judge.requests.requests import UnreadRest
from judge.requests.seats import AnswerMusterRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import Word
from judge.requests.war import WarRequest
from judge.rules.board import Power, Province, Unit
from judge.rules.orders import Hold, Order, province_of
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.war.scouts import RestAll, ScoutOrder

# --- handle the lines that give orders, and those that stand among them: phase headings, the end of the letter


def _handle_possible_order(session: GameSession, line: str, _: PossibleOrder, context: LineContext) -> GameSession:
    """Take orders for the open phase or for a later one, a heading above such lines, or the answer to an offer.

    A line that gives no order is what stands above the next ones.
    """
    if answered := _answered(session, line, context):
        return answered
    if thought := with_afterthoughts(session, line, context, take_part):
        return thought
    if corrected := correct_orders(session, line, context, take_part):
        return corrected
    if "?" in line and (asked := answer_questions(session, line, context, take_part)):
        return asked
    if back := take_back(session, line, context.number):
        return back
    if chosen := choose_plan(session, line, context):
        below, rest = chosen
        return _handle_possible_order(below, rest, PossibleOrder(), context) if rest else below
    if quoted := around_quotation(line):
        before_it, said, rest = quoted
        if is_near_order(session, rest):
            session = take_part(session, before_it, context) if before_it else session
            return _handle_possible_order(session.told(said, Done(Outcome.PLAIN_WORDS)), rest, PossibleOrder(), context)
    if plans := plans_of(line):
        *parts, last = plans
        *told, said = sentences_of(last)
        ends = [" ".join(told), said] if told and not is_near_order(session, said) else [last]
        return reduce(lambda so_far, part: take_part(so_far, part, context), (*parts, *ends), session)
    front, talk = with_talk_apart(session, line)
    if talk:
        above = take_part(session, front, context)
        return with_doubt(above, take_part(above, talk, context), talk, context.number).in_game or above
    title, *orders = split_title(session, line)
    if orders:
        headed = _handle_possible_order(session, title, PossibleOrder(), context)
        return _handle_possible_order(headed, orders[0], PossibleOrder(), context)
    before = session
    session = return_by_order(session, line, context)
    if ahead := phase_ahead(session):
        session = handle_advance_orders(session, line, ahead, context)
    elif early := _offer_for_later(session, line):
        return early
    elif under := _under_condition(session, line, context):
        return under
    elif condition := refused_condition(session, line):
        return replace(session, held=session.held or Held(line, Governs.HOLDS)).told(line, condition)
    else:
        session = handle_orders(session, line, context)
    return _above_next(session, before, line)


def _answered(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Carry out a line that answers what the judge has asked; None for any other line."""
    if answered := answer_muster_by_order(session, line, context):
        return answered
    if tells_what_was_not(line) and named_units(session, line):  # a title of what stands below names none
        return session.told(line, Done(Outcome.PLAIN_WORDS))
    if stands := let_orders_stand(session, line, context):
        return stands
    if says_done(line) and _waits_for_nothing_else(session):
        return handle_mean_orders(session, line, MeanOrdersRequest(), context).in_game
    if answered := answer_by_numbers(session, line, context) or answer_with_changes(session, line, context):
        return answered
    if otherwise := answer_otherwise(session, line, context, take_part):
        return otherwise
    if answered := (answer_first(session, line, context, take_part) or answer_last(session, line, context, take_part)):
        return answered
    if answered := answer_offer(session, line, context):
        rest = words_behind_assent(line)
        is_said = read_whole(as_answered(session, line), 1) is not None  # "Yes, withdraw it there"
        is_noted = answered.answers[-1].answer == Done(Outcome.IN_FORCE_ALREADY) and "?" not in rest
        is_over = (answered.settled or is_noted) and (
            is_said or not (is_near_order(answered, rest) or names_places(answered, rest))
        )  # "No, forget it"
        return answered if is_over or not rest else _handle_possible_order(answered, rest, PossibleOrder(), context)
    return None


def _waits_for_nothing_else(session: GameSession) -> bool:
    """Whether all orders are given, none is offered, and only lines that could not be read hold the phase."""
    left = session.left_open
    is_only_unclear = bool(left) and not any(one.offers for one in left)
    return is_only_unclear and all(order_status(session.game, power).is_complete for power in session.powers)


def _offer_for_later(session: GameSession, line: str) -> GameSession | None:
    """Offer to keep moves that are written while units retreat or are raised, builds that are while they retreat.

    As retreats they would be void, and told to all.
    """
    position, powers = session.view.open_position, session.powers
    if position is None or not powers or hold_clause_in(line) or session.view.board.war.troops:
        return None
    board, kind = session.game.board, position.phase.kind
    own, others = notations_of(session.person, board)
    power = powers[0] if len(powers) == 1 else None
    retreating = {at for at, one in position.dislodged.items() if one.unit.power in powers}
    named = named_units(session, line)
    if kind is PhaseKind.MOVEMENT or named & retreating or (retreating and not named):
        return None
    if kind is PhaseKind.ADJUSTMENT and is_order(session, line):
        return None
    moves = replace(position, phase=next_movement(position.phase), dislodged={})
    if are_orders(line, moves, board, power, own, others):
        why = OfferReason.EARLY if kind is PhaseKind.RETREAT else OfferReason.LATER
        return offer_to_keep(session, line, line.strip(), moves.phase, why)
    winter = replace(position.phase, season=Season.WINTER, kind=PhaseKind.ADJUSTMENT)
    is_winter = kind is PhaseKind.RETREAT and position.phase.season is Season.FALL and tells_of_seasons(line)
    for each in winters_of(position, winter, board, power) if is_winter else ():
        if are_orders(line, each, board, power, own, others):
            return offer_to_keep(session, line, line.strip(), winter, OfferReason.LATER)
    return None


def take_part(session: GameSession, part: str, context: LineContext) -> GameSession:
    """Take a part of a line as if it were a line of its own."""
    return _handle_possible_order(session, part, PossibleOrder(), context)


def _under_condition(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Offer the orders of a line that begins with a condition and a comma; None for any other line."""
    clause, comma, rest = line.partition(",")
    if not comma or session.held or not sets_condition(clause) or not is_order(session, rest):
        return None
    held = handle_orders(replace(session, held=Held(clause.strip(), Governs.HOLDS)), rest.strip(), context)
    return replace(held, held=None)


def _above_next(session: GameSession, before: GameSession, line: str) -> GameSession:
    """Return the session with a line that gave no order above the next ones; titles say themselves what they hold."""
    fates = {fate_of(one.answer) for one in session.answers[len(before.answers) :]}
    if fates <= {Fate.CONVERSATION, Fate.EXPLAINED} and session.held is before.held:
        return stand_above(session, line, is_prose=Fate.EXPLAINED not in fates)
    return session


@handles(when_held=True)
def take_line(session: Session, line: str, asked: PossibleOrder, context: LineContext) -> Session:
    """Take a line that is no command: without a game there are but plain words."""
    there = session.in_game
    if there is None:
        return session.told(line, Done(Outcome.PLAIN_WORDS))
    return _handle_possible_order(there, line, asked, context)


def handle_orders(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Take a line that is no command: one order, several, a heading, or plain words."""
    game, person = session.view, session.person
    position = game.open_position
    if position is None or not session.powers:
        return session.told(line, _without_seat(session, line))
    heading = read_heading(line, game.board, *notations_of(person, game.board), session.powers)
    if heading:
        title = word_of_title(line, position, notations_of(person, game.board)[0])
        return handle_heading(replace(session, title=title), line, heading)
    last = sentences_of(line)[-1] if line.endswith(":") else line  # "Four centres for seven units. Remove:"
    if is_title := is_title_of_orders(last, reader_for(game, position, person)):
        session = replace(session, title=word_of_title(line, position, notations_of(person, game.board)[0]))
    if (below := handle_announcement(session, line)) and not is_near_order(session, line):
        return below
    is_talk = _HOLD_ON.match(line) or (is_said_of_all_else(line) and not named_units(session, line))
    if (clause := hold_clause_of(session, line)) and not is_talk:
        return _hold_clause(close_above(session), line, clause, context)
    parts = tuple(orders_on(game, position, person, line, hinted=hints_left(session.answers), title=session.title))
    if all(isinstance(read, Misread) for _, read in parts):
        if is_title and session.title not in {"", TITLE_OF_HOLDS}:
            return session.told(line, Done(Outcome.PLAIN_WORDS))
        return _take_parts(session, parts, context)
    below, thought = close_above(session), _after_second_thoughts(session, line, parts)
    taken = _take_parts(replace(below, held=held_beside(below, line, thought)), thought, context)
    return replace(taken, held=below.held)


_HOLD_ON = re.compile(r"\W*(?:(?:please|just|ok|okay) )?hold on\b(?! to\b)(?!.*\\bhold\b)", re.IGNORECASE)
"""What has somebody wait, and no unit: ``Hold on, I need to think about it.``"""

_Parts = Sequence[tuple[str, Order | ScoutOrder | RestAll | Misread | Offered]]

_SECOND_THOUGHT = re.compile(
    r"\W*(?:(?:euh|ah|oh|oops|um|er)\W+)?(?:(?:nah|nan|nope)\b|(?:no|non)\s*(?:[,:;!.…]|wait\b|attende?z?\b))\W*(?=\w)",
    re.IGNORECASE,
)


def _after_second_thoughts(session: GameSession, line: str, parts: _Parts) -> _Parts:
    """Return the parts of a line without each that the next one takes back: ``Berlin goes... nah, the fleet does``."""
    told: list[tuple[str, Order | ScoutOrder | RestAll | Misread | Offered]] = []
    end = 0
    for part, read in parts:
        at = max(line.find(part, end), end)
        said = line[end : at + len(part)]
        end = at + len(part)
        thought = _SECOND_THOUGHT.match(said)
        rest = said[thought.end() :] if thought else ""
        if not told or not named_units(session, rest):
            told.append((part, read))
            continue
        before, _ = told.pop()
        told.append((before, Misread(before, 0, len(before), MisreadReason.DENIED)))
        found = _reading(session, rest) if rest in part else ((part, read),)
        told += [
            (said, Offered(said, (one,), OfferReason.GUESS) if isinstance(one, Order) else one) for said, one in found
        ]
    return told


def _reading(session: GameSession, text: str) -> _Parts:
    game, position = session.view, session.view.open_position
    return tuple(orders_on(game, position, session.person, text, hinted=0)) if position else ()


def _take_parts(session: GameSession, parts: _Parts, context: LineContext) -> GameSession:
    """Take each part of a line: an order, to a unit or to a scout, or what is none."""
    position = session.game.open_position
    assert position is not None
    misread = [read for _, read in parts if isinstance(read, Misread)]
    is_talk_beside = all(read.is_prose or read.why is MisreadReason.DENIED for read in misread)
    for part, told in parts:
        read = _nearest(session, part, told) if isinstance(told, Misread) else told
        if isinstance(read, Misread):
            session = session.told(
                part, Done(Outcome.PLAIN_WORDS) if read.is_prose else _misread_answer(read, session, position)
            )
        elif isinstance(read, RestAll | ScoutOrder) and session.held:
            session = session.told(part, Refused(Refusal.GOVERNED))
        elif isinstance(read, RestAll):
            session = rest_scouts(session, part, context)
        elif isinstance(read, ScoutOrder):
            session = send_scout(session, part, read, context)
        elif isinstance(read, Offered) and read.why is OfferReason.HEADING and is_talk_beside and not session.held:
            for order in read.orders:
                session = give_order(session, part, order, context)
        elif isinstance(read, Offered):
            session = _offer(session, part, read, context)
        else:
            session = give_order(session, part, read, context)
    return session


def _nearest(session: GameSession, part: str, misread: Misread) -> Misread | Offered:
    """Return the one order that is offered for a line whose region nobody knows: ``A MUN - Burgh``; else what it is."""
    is_near = misread.why is MisreadReason.UNKNOWN_PLACE and len(misread.hints) == 1 and not misread.is_prose
    found = [read for _, read in _reading(session, misread.hints[0])] if is_near else []
    orders = tuple(read for read in found if isinstance(read, Order))
    return Offered(part, orders, OfferReason.GUESS) if len(orders) == len(found) == 1 else misread


def _offer(session: GameSession, line: str, read: Offered, context: LineContext) -> GameSession:
    """Offer the orders of a line that is not read with certainty, some of them only to units without another one."""
    if read.if_free:
        ordered = {province_of(one) for power in session.game.board.powers for one in session.game.orders_of(power)}
        ordered |= {province_of(one) for _, one in session.offered}
        if not ordered.isdisjoint(map(province_of, read.orders)):
            position = session.game.open_position
            unread = _misread_answer(read.otherwise, session, position) if read.otherwise and position else None
            return session.told(line, unread or Done(Outcome.PLAIN_WORDS))
    if session.held:
        return offer_orders(session, line, read.orders, session.held, context)
    return offer_orders(session, line, read.orders, Held(read.about, Governs.HOLDS), context, read.why)


def _misread_answer(misread: Misread, session: Session, position: Position) -> LineAnswer:
    """Return the answer to a misread order.

    Where the line is for a phase that is not open, it says that instead of how to write the order.
    """
    if session.phase in {None, position.phase}:
        return misread
    return Refused(Refusal.OTHER_PHASE, phase=session.phase)


def _without_seat(session: GameSession, line: str) -> LineAnswer:
    """Answer a line of somebody who cannot give orders now: an order is refused, other words are not.

    Whoever may return to a seat does so with the first line that is an order; lines above it are plain words.
    """
    game, person = session.view, session.person
    if seat_to_return_to(game, person.address) or not is_near_order(session, line):
        return Done(Outcome.PLAIN_WORDS)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_A_PLAYER)


def _hold_clause(session: GameSession, line: str, clause: HoldClause, context: LineContext) -> GameSession:
    """Take the other words of a line, then what it tells all units; only offered beside words that are no order."""
    if clause.is_whole:
        return _hold_all(session, line, clause.held, context)
    before = session
    for words in filter(None, (clause.before, clause.after)):
        session = handle_orders(session, words, context)
    told = session.answers[len(before.answers) :]
    unread = [one.line for one in told if _is_unread(one)]
    position = session.game.open_position
    moved = (one for line_told in told for one in orders_told(line_told) if not isinstance(one, Hold))
    named = frozenset(at for one in moved if (at := province_of(one)))  # "Nobody moves. Except that Brest may …"
    if not unread or position is None:
        return _hold_all(session, line, clause.held, context, named)
    reader, beside = reader_for(session.view, position, session.person), session.held or Held(unread[0], Governs.HOLDS)
    named = named.union(*map(reader.named_units, unread))
    below = _hold_all(replace(session, held=beside), line, clause.held, context, named)
    return replace(below, held=session.held)


def _is_unread(one: AnsweredLine) -> bool:
    """Whether words beside an order are neither one nor a greeting."""
    fate = fate_of(one.answer)
    return fate is Fate.EXPLAINED or (fate is Fate.CONVERSATION and not is_greeting(one.line))


def _hold_all(
    session: GameSession, line: str, held: HoldAll, context: LineContext, named: frozenset[Province] = frozenset()
) -> GameSession:
    """Have all units hold, or all that have no order yet, but for those that the line excepts or has ``named``.

    They are those of all the writer's powers, or of the one that a heading has named.
    """
    game = session.view
    position = game.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT:
        return session.told(line, Misread(line, 0, len(line.rstrip()), MisreadReason.WRONG_PHASE))
    told = held_with_exceptions(held, reader_for(game, position, session.person))
    if told is None:
        return session.told(line, Misread(line, max(line.find(held.besides), 0), len(line), MisreadReason.TOO_MUCH))
    held, orders, excepted = told
    for part, order in orders:
        session = give_order(session, part, order, context)
    powers = (session.heading,) if session.heading else game.powers_of(session.person.address)
    standing = sorted((unit for unit in position.units.values() if unit.power in powers), key=lambda unit: unit.at)
    if not held.others and not is_counted(held, standing) and session.answers:
        held = replace(held, others=True, sure=False)  # "the three at home hold" beside orders of the others
    kept = excepted | named | _ordered_already(session, held, powers)
    kept |= _left_open(session, reader_for(game, position, session.person)) if held.others else set()
    left = [one for one in standing if one.at.province not in kept]
    if not is_counted(held, left if held.others else standing):
        left, held = _named_above(session, standing), replace(held, sure=False)
        if not is_counted(held, left):
            return session.told(line, Misread(line, 0, len(line.rstrip()), MisreadReason.UNKNOWN_WORD))
    meant = [one.at.province for one in left if held.speaks_of(one)]
    if (session.held or not held.sure) and meant:
        above = session.held or Held(line, Governs.HOLDS)
        why = OfferReason.HEADING if session.held else OfferReason.GUESS
        return offer_orders(session, line, tuple(map(Hold, meant)), above, context, why)
    for at in meant:
        session = give_order(session, line, Hold(at), context)
    return session


def _named_above(session: GameSession, standing: Sequence[Unit]) -> list[Unit]:
    """The units of ``standing`` that the lines right above name and give no order, or leave without one: ``Venice``."""
    position = session.view.open_position
    reader = reader_for(session.view, position, session.person) if position else None
    above = takewhile(lambda one: fate_of(one.answer) is Fate.EXPLAINED, reversed(session.answers))
    named = frozenset[Province]().union(*(reader.named_units(one.line) for one in above)) if reader else frozenset()
    ordered = {
        province_of(order) for power in {unit.power for unit in standing} for order in session.game.orders_of(power)
    }
    told = (one.answer.orders for one in session.answers if isinstance(one.answer, OrdersDropped | OrdersOffered))
    dropped = {at for order in chain.from_iterable(told) if (at := province_of(order))}
    return [unit for unit in standing if unit.at.province in (named - ordered) | dropped]


def _ordered_already(session: GameSession, held: HoldAll, powers: Iterable[Power]) -> set[Province | None]:
    """Where units keep their order: any they have, or one of the same letter; "all" leaves none."""
    if held.others:
        return {province_of(order) for power in powers for order in session.game.orders_of(power)}
    if held.says_all:
        return set()
    return {province_of(one.answer.order) for one in session.answers if isinstance(one.answer, OrderAccepted)}


def _left_open(session: GameSession, reader: OrderReader) -> set[Province | None]:
    """The units that other lines of the letter order in words that are only offered, or could not be read."""
    found: set[Province | None] = set()
    for one in session.answers:
        if isinstance(one.answer, OrdersOffered):
            found.update(map(province_of, one.answer.orders))
        elif fate_of(one.answer) is Fate.EXPLAINED:
            found |= reader.named_units(one.line)
    return found


@handles(when_held=True)
def handle_phase_heading(session: Session, line: str, named: PhaseHeading, _: LineContext) -> Session:
    """Set the phase that the lines below are for.

    Below a phase that cannot be read all orders are refused, for nobody knows which phase they are for.
    """
    phase = named.phase
    position = session.game.open_position if session.game else None
    if phase is None:
        place = named.words or Word("", len(line.rstrip()))
        hint = (f"{line[: place.start].strip(' :')} {position.phase}",) if position else ()
        session = session.told(line, InvalidCommand.at(Unknown.VALUE, place, hint))
    elif position:
        phase = in_century(phase, position.phase)
    held = None if phase else Held(line, Governs.HOLDS, phase_unread=True)
    return replace(session, phase=phase, held=held, above="")


@handles()
def handle_muster_or_order(session: Session, line: str, here: AnswerMusterRequest, context: LineContext) -> Session:
    """Answer the muster; without one, a line such as ``Here are my orders for fall:`` is read as orders."""
    if here.is_bare or is_awaited_at_muster(session.game, session.person.address):
        return handle_answer_muster(session, line, here, context)
    return take_line(session, line, PossibleOrder(), context)


@handles(when_held=True)
def handle_war_or_order(session: Session, line: str, asked: WarRequest, context: LineContext) -> Session:
    """Carry out a war command; in a game without troops such a line is read as orders."""
    game = session.in_game
    if game and game.game.board.war.troops:
        return handle_war(game, line, asked, context)
    return take_line(session, line, PossibleOrder(), context)


@handles(when_held=True)
def handle_stop_reading(session: Session, _: str, __: StopReading, ___: LineContext) -> Session:
    """Read nothing below this line."""
    return replace(session, stopped=True)


@handles(when_held=True)
def handle_unread_rest(session: Session, line: str, rest: UnreadRest, _: LineContext) -> Session:
    """Tell from where on the letter is not read, because it is too long; or that nothing was read in a sentence."""
    return session.told(line, Done(Outcome.SPOKEN_UNREAD if rest.is_spoken else Outcome.BEYOND_LENGTH_READ))


# --- orders taken back, or meant as they are


@handles_in_game(no_player)
def handle_withdraw_orders(
    session: GameSession, line: str, clear: WithdrawOrdersRequest, context: LineContext
) -> Session:
    """Withdraw orders: those in force, those kept for a phase, or everything."""
    by = session.person.address
    position = session.game.open_position
    if clear.everything:
        return _withdraw_everything(session, line, context)
    if clear.phase is None or (position and clear.phase == position.phase):
        settled = replace(session, settled=True)
        return settled.decided(line, WithdrawOrders(by), context, Done(Outcome.ORDERS_WITHDRAWN))
    return session.decided(line, DropAdvance(by, clear.phase), context, Done(Outcome.ADVANCE_DROPPED))


def _withdraw_everything(session: Session, line: str, context: LineContext) -> Session:
    """Withdraw orders in force, orders in advance and standing wishes.

    It is no fault when there are none of the latter two.
    """
    by = session.person.address
    withdrawn = decide(session.game, WithdrawOrders(by), context.now)
    if isinstance(withdrawn, Refused):
        return session.told(line, withdrawn)
    kept: list[Event] = []
    for command in (DropAdvance(by), DropWishes(by)):
        dropped = decide(session.game, command, context.now)
        kept += () if isinstance(dropped, Refused) else dropped
    return replace(session, settled=True).happened((*withdrawn, *kept)).told(line, Done(Outcome.ALL_ORDERS_DROPPED))


@handles()
def handle_mean_orders(session: Session, line: str, _: MeanOrdersRequest, context: LineContext) -> Session:
    """Confirm that void orders are meant to be void; it is no fault when there are none."""
    decided = decide(session.game, MeanOrders(session.person.address), context.now)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    settled, there = replace(session.happened(decided), settled=True), session.in_game
    dropped = tuple(order for one in there.left_open for order in one.offered) if there else ()
    if dropped and not decided:
        return settled.told(line, OrdersDropped(dropped))
    return settled.told(line, Done(Outcome.ORDERS_MEANT if decided else Outcome.NO_ORDER_VOID))
