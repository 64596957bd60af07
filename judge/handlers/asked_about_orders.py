"""Answer questions about orders in everyday words: whether one may be given, whether one is supposed."""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.handlers.asked_sentence import AskedSentence, Theme, words_of
from judge.handlers.plain_words import orders_on, reader_for
from judge.notation.line import Misread
from judge.reports.layout import wrapped
from judge.reports.line_answers import LineAnswer, OrderAskedAbout, TextAnswer
from judge.requests.suggestions import SuggestedCommand, near
from judge.rules.board import Location, Province, UnitKind
from judge.rules.legality import why_illegal
from judge.rules.orders import Move, SupportHold, SupportMove
from judge.rules.position import PhaseKind

_CHOICE = re.compile(r",?\s(?:ou|or)\s", re.IGNORECASE)
_MOST_OF_MOVE = 2
"""Regions that a question about one move names; one that goes on with another is asked by its first part."""


def may_be_ordered(asked: AskedSentence, theme: Theme) -> LineAnswer | None:
    """Return whether the order may be given that a question names, with the reason or the line to write."""
    position, game = asked.game.open_position, asked.game
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT or words_of("requests").search(asked.words):
        return None
    if (choice := _CHOICE.search(asked.text)) and len(asked.regions) > _MOST_OF_MOVE:
        return may_be_ordered(replace(asked, text=asked.text[: choice.start()] + " ?"), theme)
    places = asked.regions
    own = [at for at in places if (unit := position.units.get(at)) and unit.power in asked.own]
    alone = reader_for(game, position, asked.reader).only_unit_of_kind(asked.text) if not own else None
    at = own[0] if own else alone.at.province if alone else None
    others = [place for place in places if place != at]
    order = _order_named(asked, at, others) if at and others else None
    if not isinstance(order, Move) or at is None:
        return OrderAskedAbout(order, why_illegal(game.board, position, order)) if order else None
    reached = {to.province for ways in game.board.ways(position.units[at]).values() for to in ways}
    if order.to.province not in reached and words_of("touches").search(asked.words):
        return TextAnswer(wrapped(asked.say("asked.not_next")))
    order = replace(order, by_sea=order.to.province not in reached and position.units[at].kind is UnitKind.ARMY)
    void = why_illegal(game.board, position, order)
    return OrderAskedAbout(replace(order, by_sea=False) if void else order, void)


def _order_named(
    asked: AskedSentence, at: Province, others: Sequence[Province]
) -> Move | SupportHold | SupportMove | None:
    """Return the order of a unit that a question asks about, by its verb and the other regions that it names."""
    is_one = len(others) == 1
    if words_of("support").search(asked.words):
        return SupportHold(at, others[0]) if is_one else SupportMove(at, others[0], Location(others[1]))
    is_going = words_of("touches").search(asked.words) or words_of("go_verb").search(asked.words)
    return Move(at, Location(others[0])) if is_one and is_going and not words_of("convoy").search(asked.words) else None


def supposes_order(asked: AskedSentence) -> bool:
    """Whether a question supposes an order that can be read: ``What would happen if my army in … attacked …?``."""
    supposed, position = near(asked.text), asked.game.open_position
    if position is None or not isinstance(supposed, SuggestedCommand) or supposed.about != "supposed":
        return False
    lines = supposed.command.splitlines()[1:-1]
    read = (orders_on(asked.game, position, asked.reader, line, hinted=0) for line in lines)
    return any(not isinstance(meant, Misread) for found in read for _, meant in found)
