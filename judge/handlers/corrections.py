"""Carry out what a line says of orders given before: what it puts right, takes back, contradicts."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from judge.game.orders.order_status import order_status
from judge.handlers.headings import take_back, units_of, without_offer
from judge.handlers.offers import (
    as_answered,
    give_order,
    is_first_answer,
    offer_orders,
    offers_meant,
    take_offers,
    tell_said_again,
    with_powers,
)
from judge.handlers.plain_words import is_near_order, is_order, reader_for
from judge.handlers.session import GameSession, Held, LineContext
from judge.handlers.which_offers import read_whole
from judge.handlers.yes_or_no import Assent, first_word_of_assent
from judge.notation.afterthoughts import (
    TAKEN_BACK,
    afterthoughts_in,
    contradicted_by,
    names_last,
    read_afterthought,
    stay_told,
    thinks_again,
)
from judge.notation.correction_words import Correction, left_unchanged, says_where, speaks_of_last_letter
from judge.notation.corrections import read_corrections
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexer import tokens_of
from judge.notation.line import LONGEST_ORDER_LINE, OfferReason, OrderReader
from judge.notation.season_fitting import units_kept
from judge.notation.tables import OrderPart
from judge.reports.line_answers import Done, Fate, OrderAccepted, OrdersDropped, OrdersOffered, Outcome, fate_of
from judge.requests.governing import Governs, leaves_as_is, puts_in_question
from judge.requests.wishes import wish_of
from judge.rules.board import Province
from judge.rules.orders import Build, Disband, Hold, Move, Order, Waive, province_of
from judge.rules.position import PhaseKind

_CLAUSE = re.compile(r"(?<=[.!;:])\s+|,\s+|\s+(?=(?:and|et)\s)")
TakeLine = Callable[[GameSession, str, LineContext], GameSession]


_MOST_CORRECTIONS = 12
"""Orders of one letter that are dropped or asked about, after which no line is read as a correction any more."""


def correct_orders(session: GameSession, line: str, context: LineContext, otherwise: TakeLine) -> GameSession | None:
    """Carry out a line that corrects orders of its writer's; None for any other line.

    ``otherwise`` takes the parts of the line that correct nothing.
    """
    position = session.view.open_position
    if position is None or session.phase not in {None, position.phase} or session.view.board.war.troops:
        return None
    if sum(isinstance(one.answer, OrdersDropped | OrdersOffered) for one in session.answers) >= _MOST_CORRECTIONS:
        return None
    reader = reader_for(session.view, position, session.person)
    placed = _put_in_place(session, line, reader, context)
    if placed or session.held:
        return placed
    if stays := _stay_told_below(session, line, reader, context):
        return stays
    standing = standing_orders(session)
    if removals := _removals_kept(session, line, reader):
        return otherwise(carry_out_correction(session, Correction(line, dropped=removals), context), line, context)
    leaves = leaves_as_is(line) and not reader.named_places(line)
    parts = read_corrections(line, standing, reader)
    if leaves and not _leaves_others(parts, standing):
        return None
    if kept := left_unchanged(line, [one.order for one in session.given], reader):
        return carry_out_correction(session, Correction(line, kept), context)
    if put := _held_instead(line, standing, reader):
        said, rest = put
        return otherwise(carry_out_correction(session, said, context), rest, context)
    other = contradicted_by(line, standing, reader) if not parts and standing and not is_order(session, line) else None
    if (parts or other) and _gives_up_seat(line):
        return None
    if other:
        return carry_out_correction(session, other, context)
    for part in parts:
        if isinstance(part, Correction):
            of_letter = speaks_of_last_letter(part.text) and set(part.dropped) == set(standing)
            said = replace(part, dropped=_of_last_letter(session, part.dropped)) if of_letter else part
            is_all = set(said.dropped) == set(standing)
            back = take_back(session, said.text, context.number) if is_all else None
            stays = None if said.says_something else _stay_told_below(session, said.text, reader, context)
            session = back or stays or carry_out_correction(session, said, context)
        else:
            session = otherwise(session, part, context)
    return session if parts else None


def _of_last_letter(session: GameSession, orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return those of some orders that the last letter with any of them has given."""
    letters = {one.order: one.letter for one in session.given}
    last = max((letters[one] for one in orders if one in letters), default=None)
    return tuple(one for one in orders if letters.get(one, last) == last)


def _removals_kept(session: GameSession, line: str, reader: OrderReader) -> tuple[Order, ...]:
    """Return the removals of units that a line keeps, which an earlier line removes."""
    denied = {province_of(order) for _, order in session.denied}
    removed = {one.order.at for one in session.given if isinstance(one.order, Disband)} - denied
    is_adjustment = reader.scene.position.phase.kind is PhaseKind.ADJUSTMENT
    return tuple(Disband(at) for at in sorted(units_kept(line, reader, removed) if is_adjustment else ()))


def _leaves_others(parts: tuple[Correction | str, ...], standing: tuple[Order, ...]) -> bool:
    """Whether a line that leaves orders as they are asks about some: ``The fleets as ordered, the armies not``."""
    asked = {order for one in parts if isinstance(one, Correction) for order in one.doubtful}
    return 0 < len(asked) < len(standing)


def _held_instead(line: str, standing: tuple[Order, ...], reader: OrderReader) -> tuple[Correction, str] | None:
    """Return what takes all orders back, and that all hold, where a line says both: ``Bin my letter, all hold``."""
    clause = hold_clause_in(line)
    if not standing or clause is None or not clause.before or clause.after:
        return None
    parts = [one for one in read_corrections(clause.before, standing, reader) if isinstance(one, Correction)]
    taken = {order for part in parts for order in (*part.dropped, *part.doubtful) if not (part.given or part.likely)}
    at = line.find(clause.before) + len(clause.before)
    rest = line[at:].strip(" ,;:.!—–-")
    is_all = taken.issuperset(standing) and bool(hold_clause_in(rest))
    return (Correction(clause.before, dropped=standing), rest) if is_all else None


def _gives_up_seat(line: str) -> bool:
    """Whether a line that might take orders back gives up the seat: « J'abandonne »."""
    wish = wish_of(line, None)
    return wish is not None and wish.key in {"resign", "not_playing"}


def answer_with_changes(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Take what was offered by a yes that excepts or changes some of it; None for any other line."""
    position, offers = session.view.open_position, offers_meant(session, context)
    if (
        position is None
        or not offers
        or any(left.choices for left in offers)
        or not is_first_answer(session)
        or first_word_of_assent(line) not in {Assent.YES, Assent.UNCLEAR}
        or read_whole(as_answered(session, line), sum(len(left.offers) for left in offers), forgets=True) is False
    ):
        return None
    offered = tuple(order for left in offers for order in left.offered)
    reader = reader_for(session.view, position, session.person)
    parts = read_corrections(line, standing_orders(session), reader, answers=True)
    changes = [part for part in parts if isinstance(part, Correction) and part.says_something]
    if not changes or any(isinstance(part, str) and is_near_order(session, part) for part in parts):
        return None
    besides = [order for change in changes for order in (*change.dropped, *change.doubtful)]
    otherwise = units_of([order for change in changes for order in (*change.given, *change.likely)])
    besides += [order for order in offered if province_of(order) in otherwise]
    session = take_offers(session, line, offers, context, besides)
    for change in changes:
        units = units_of(change.likely)
        excepted = tuple(one.order for one in session.given if province_of(one.order) in units)
        gone = (*change.dropped, *change.doubtful, *excepted)
        session = carry_out_correction(session, replace(change, dropped=gone, doubtful=()), context)
    return session


def standing_orders(session: GameSession) -> tuple[Order, ...]:
    """Return the orders that the writer has given or was offered, one for each unit, the last one last."""
    given = [one.order for one in session.given]
    left = [order for one in session.left_open for order in one.offered]
    here = [order for _, order in session.offered]
    by_unit = {province_of(order): order for order in (*given, *left, *here)}
    return tuple(order for unit, order in by_unit.items() if unit)


def carry_out_correction(session: GameSession, said: Correction, context: LineContext) -> GameSession:
    """Give what counts now, offer what is likely, drop what is taken back, ask about what is contradicted."""
    if not said.says_something:
        return session.told(said.text, Done(Outcome.PLAIN_WORDS))
    for order in said.given:
        session = give_order(session, said.text, order, context)
    gone = with_powers(session, said.dropped)
    if said.dropped:
        session = without_offer(session, *said.dropped).told(said.text, OrdersDropped(said.dropped))
    holds = _stay_where_they_are(session, said)
    for order in said.likely if not holds else ():
        held = Held(said.text, Governs.HOLDS)
        session = offer_orders(
            without_offer(session, order), said.text, (order,), held, context, OfferReason.CORRECTION
        )
    session, again = tell_said_again(session, said)
    said = replace(said, doubtful=tuple(one for one in said.doubtful if one not in again))
    if over := _no_longer_owed(session, said):
        gone = (*gone, *with_powers(session, over))
        session = session.told(said.text, OrdersDropped(over))
        said = replace(said, doubtful=tuple(one for one in said.doubtful if one not in over))
    if holds:
        certain, beside = units_of(said.dropped), Held(said.text, Governs.HOLDS)
        for hold in (one for one in holds if one.at in certain):
            session = give_order(session, said.text, hold, context)
        for hold in (one for one in holds if one.at not in certain):
            session = offer_orders(session, said.text, (hold,), beside, context, OfferReason.CORRECTION)
        return replace(session, denied=(*session.denied, *with_powers(session, said.doubtful)))
    dropped = {order for one in session.answers if isinstance(one.answer, OrdersDropped) for order in one.answer.orders}
    if said.doubtful and dropped.issuperset(said.doubtful):  # "I cancel Constantinople, it doesn't go to Smyrna"
        return session.told(said.text, Done(Outcome.PLAIN_WORDS))
    if asked := tuple(one for one in with_powers(session, said.doubtful) if one not in session.denied):
        gone = (*gone, *asked)
        doubtful = tuple(order for _, order in asked)
        answer = OrdersOffered(doubtful, OfferReason.HEADING, said.text)
        session = without_offer(session, *doubtful)
        session = replace(session, offered=(*session.offered, *asked)).told(said.text, answer)
    return replace(session, denied=(*session.denied, *gone))


def _no_longer_owed(session: GameSession, said: Correction) -> tuple[Order, ...]:
    """Return the builds contradicted for which another one given leaves no room: a yes to them would spoil it."""
    if not any(isinstance(one, Build | Waive) for one in said.given):
        return ()
    game, powers = session.game, session.powers
    is_over = any(len(game.orders_of(power)) > order_status(game, power).duty.builds for power in powers)
    return tuple(one for one in said.doubtful if isinstance(one, Build | Waive)) if is_over else ()


def _stay_where_they_are(session: GameSession, said: Correction) -> tuple[Hold, ...]:
    """Return the orders to hold of the units whose orders are taken back by words that have them stay.

    ``Forget Burgundy, Paris stays where it is.``, « Oublie Munich, laisse-le là. », ``Cancel both, they hold.``
    """
    position, units = session.view.open_position, [at for at in units_of((*said.dropped, *said.doubtful)) if at]
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT or said.given or session.held:
        return ()
    if not all(isinstance(one, Hold) for one in said.likely):
        return ()
    reader = reader_for(session.view, position, session.person)
    told = stay_told(_CLAUSE.split(said.text)[1:], [position.units[at] for at in units], reader)
    return tuple(map(Hold, sorted(units))) if told and (told.speaks_of_them or not said.doubtful) else ()


def _stay_told_below(session: GameSession, line: str, reader: OrderReader, context: LineContext) -> GameSession | None:
    """Have the units stay whose orders were taken back right above, where a line says so: ``It just holds.``."""
    above = session.answers[-1].answer if session.answers else None
    position = session.view.open_position
    if not isinstance(above, OrdersDropped) or position is None or position.phase.kind is not PhaseKind.MOVEMENT:
        return None
    if hold_clause_in(line):
        return None
    ordered = {province_of(order) for order in standing_orders(session) if order not in above.orders}
    units = [position.units[at] for at in units_of(above.orders) - ordered if at and at in position.units]
    told = stay_told(_CLAUSE.split(line), units, reader)
    if told is None or not reader.named_places(line) <= {unit.at.province for unit in units}:
        return None
    for hold in (Hold(unit.at.province) for unit in units):
        if told.is_certain and told.speaks_of_them:
            session = give_order(session, line, hold, context)
        else:
            beside = Held(line, Governs.HOLDS)
            session = offer_orders(session, line, (hold,), beside, context, OfferReason.CORRECTION)
    return session


_MOST_AFTERTHOUGHTS = 3
"""Parts of one line that put right what stands before them in it."""


def with_afterthoughts(session: GameSession, line: str, context: LineContext, take: TakeLine) -> GameSession | None:
    """Take orders of a line, then what it says right behind them of the last one; None for any other line."""
    position = session.view.open_position
    if position is None or session.view.board.war.troops:
        return None
    reader = reader_for(session.view, position, session.person)
    for front, thought, rest in islice(afterthoughts_in(line, reader), _MOST_AFTERTHOUGHTS):
        above = take(session, front, context)
        order = order_above(above)
        is_last = order is not None and names_last(front, order, reader)  # not of what holds all but a few
        is_same_sentence = not front.endswith((".", "!", "?", "…"))
        said = _taken_back_last(thought, order, reader) if order and is_last and is_same_sentence else None
        below = carry_out_correction(above, said, context) if said else None
        below = below or (correct_orders(above, thought, context, take) if is_last else None)
        if below:
            return take(below, rest, context) if rest else below
    return None


def _taken_back_last(thought: str, order: Order, reader: OrderReader) -> Correction | None:
    """Return what a thought takes back of the order right in front of it, if it says no more: ``scratch that``."""
    if not TAKEN_BACK.match(f"{thought}. "):
        return None
    parts = read_corrections(thought, (order,), reader)
    said = parts[0] if len(parts) == 1 and isinstance(parts[0], Correction) else None
    return said if said and said == Correction(said.text, dropped=(order,)) else None


def order_above(session: GameSession) -> Order | None:
    """The order that the line right above gives or is offered; plain words between it and the next line are none."""
    for one in reversed(session.answers):
        if isinstance(one.answer, OrderAccepted):
            return one.answer.order
        if isinstance(one.answer, OrdersOffered) and one.answer.orders:
            return one.answer.orders[-1]
        if fate_of(one.answer) is not Fate.CONVERSATION:
            return None
    return None


def _thought_of_only_build(session: GameSession, line: str, reader: OrderReader) -> Correction | None:
    """Return what a letter of second thoughts makes of the one build that stands: ``Actually make it Edinburgh?``."""
    given = [one.order for one in session.given]
    if session.answers or len(given) != 1 or not isinstance(given[0], Build) or is_order(session, line):
        return None
    lexicon = reader.lexicon(tokens_of(line[:LONGEST_ORDER_LINE]))
    places = [at for at in lexicon.places if not any(lexicon.of(at, OrderPart.FILLER))]
    named = {Province(found.lexeme.value) for at in places for found in lexicon.of(at, OrderPart.PLACE)}
    if any(any(lexicon.of(at, OrderPart.ARMY, OrderPart.FLEET)) for at in places) or not thinks_again(line, reader):
        return None
    builds = session.possible_builds
    meant = tuple(
        one for one in builds if named == {one.at.province} and one.kind is given[0].kind and one not in given
    )
    return Correction(line, likely=meant, dropped=tuple(given)) if len(meant) == 1 else None


def _put_in_place(session: GameSession, line: str, reader: OrderReader, context: LineContext) -> GameSession | None:
    """Carry out second thoughts about the order right above, or about the one other that they fit; else None."""
    if said := _thought_of_only_build(session, line, reader):
        return carry_out_correction(session, said, context)
    above = order_above(session)
    said = read_afterthought(line, above, reader) if above else None
    if above is None or said is None or is_order(session, line):
        return None
    is_elsewhere = any(isinstance(one, Move) for one in (*said.given, *said.likely))  # "no, the Black Sea as before"
    if leaves_as_is(line) and not (is_elsewhere or says_where(line)):
        return None
    if said.doubtful:
        others = [order for order in standing_orders(session) if order != above]
        fitting = [(one, put) for one in others if (put := read_afterthought(line, one, reader)) and not put.doubtful]
        if len(fitting) == 1:
            doubtful = () if isinstance(above, Move) else said.doubtful
            ((above, put),) = fitting
            said = replace(put, given=(), likely=(*put.given, *put.likely), dropped=(above,), doubtful=doubtful)
        elif puts_in_question(line):
            return None  # all of the letter, and not the order above alone: "I wait for news from Berlin"
    if said.given and not names_last(session.answers[-1].line, above, reader):
        said = replace(said, given=(), doubtful=(above,))
    is_offered = above in {order for _, order in session.offered}
    if said.given and (session.held or is_offered):
        said = replace(said, given=(), likely=said.given, dropped=() if is_offered else (above,))
    return carry_out_correction(session, said, context)
