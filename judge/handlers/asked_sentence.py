"""What a sentence in everyday words asks about: the themes of a table, what it names; whether an order may be given."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from judge.game.people.messages import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.handlers.names import powers_among
from judge.handlers.plain_words import orders_on, reader_for
from judge.handlers.session import GameSession, LineContext
from judge.languages import word_table
from judge.notation.lexer import tokens_of
from judge.notation.line import Misread
from judge.notation.tables import OrderPart, load_notation
from judge.reports.language import count, say
from judge.reports.layout import wrapped
from judge.reports.line_answers import LineAnswer, OrderAskedAbout, TextAnswer
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.requests.dates import zone_named
from judge.requests.suggestions import SuggestedCommand, near
from judge.requests.vocabulary import any_of, spaced_words, words_in
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.legality import why_illegal
from judge.rules.orders import Move, SupportHold, SupportMove
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Theme:
    """What people ask about: ``says`` are the ways, each classes of words in order; ``page`` and ``word`` name more."""

    key: str
    says: tuple[tuple[str, ...], ...]
    does: str = ""
    page: Mapping[Language, str] | None = None
    word: Mapping[Language, str] | None = None


@dataclass(frozen=True)
class AskedSentence:
    """A sentence that asks something: its text, its words as they are compared, what it names."""

    session: GameSession
    context: LineContext
    text: str

    @cached_property
    def words(self) -> str:
        """Its words, folded, with spaces around them."""
        return spaced_words(self.text)

    @cached_property
    def is_marked(self) -> bool:
        """Whether it ends in a question mark."""
        return self.text.rstrip(' "”»)').endswith("?")

    @cached_property
    def opens(self) -> bool:
        """Whether it is a question by its sign, or by its first words."""
        return self.is_marked or (words_of("opens").match(self.words, self.begins) is not None and self._is_whole)

    @property
    def complains(self) -> bool:
        """Whether it complains, or says that its writer does not understand."""
        return self._is_whole and words_of("complains").search(self.words) is not None

    @cached_property
    def begins(self) -> int:
        """Where its words begin that are no mere courtesy."""
        at = 0
        while found := words_of("courtesies").match(self.words, at):
            at = found.end() - 1
        return at

    @property
    def _is_whole(self) -> bool:
        return not self.text.rstrip().endswith((":", ",", ";"))

    @property
    def reader(self) -> Person:
        """Who asks."""
        return self.session.person

    @property
    def game(self) -> Game:
        """The game as its reader may know it."""
        return self.session.view

    @property
    def own(self) -> tuple[Power, ...]:
        """The powers of its reader."""
        return self.game.powers_of(self.reader.address)

    @cached_property
    def powers(self) -> tuple[Power, ...]:
        """The powers that it names."""
        text = re.sub(r"\b[a-zA-Z]{1,2}['’]|['’]s\b", " ", self.text)
        return powers_among(words_in(text), self.game.board, load_notation(self.reader.notation))

    @cached_property
    def regions(self) -> tuple[Province, ...]:
        """The regions that it names, in order."""
        position = self.game.position
        if position is None:
            return ()
        lexicon = reader_for(self.game, position, self.reader).lexicon(tokens_of(self.text))
        found, end = list[Province](), 0
        for at in lexicon.places:
            named = max(lexicon.of(at, OrderPart.PLACE), key=lambda one: one.end, default=None)
            if at >= end and named:
                found.append(Province(named.lexeme.value))
                end = named.end
        return tuple(dict.fromkeys(found))

    @cached_property
    def zone(self) -> str:
        """The time zone that it names, perhaps by a place alone; empty for none."""
        return zone_named(self.text, by_place=True)

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the answers."""
        return say(self.reader.language, key, **facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """A sentence of the answers, in the form for a number."""
        return count(self.reader.language, key, n, **facts)

    @cached_property
    def phrasing(self) -> Phrasing | None:
        """The phrasing for the position of the game; None before it has one."""
        return phrasing_for(self.game, self.reader, self.game.position) if self.game.position else None


_LATEST = 40
"""Characters of a sentence within which its question begins: behind them another one may be told of."""


def stands_in(row: Sequence[str], asked: AskedSentence) -> bool:
    """Whether the classes of a row stand in a sentence, one behind the other, the first near its beginning."""
    lead = words_of("leads").match(asked.words, asked.begins)
    at, is_first = lead.end() - 1 if lead else 0, True
    latest = at + _LATEST
    for name in row:
        match name[0]:
            case "?":
                found = asked.is_marked
            case "!":
                found = not _is_there(name[1:], asked)
            case "@":
                found = _is_named(name, asked)
            case "^":
                found = (start := words_of(name[1:]).match(asked.words)) is not None
                at = start.end() - 1 if start else at
            case _:
                place = words_of(name).search(asked.words, at)
                found = place is not None and not (is_first and place.start() > latest)
                at, is_first = place.end() - 1 if place else at, False
        if not found:
            return False
    return True


def _is_there(name: str, asked: AskedSentence) -> bool:
    return _is_named(name, asked) if name[0] == "@" else words_of(name).search(asked.words) is not None


def _is_named(name: str, asked: AskedSentence) -> bool:
    match name:
        case "@power":
            return bool(asked.powers)
        case "@region":
            return bool(asked.regions)
        case _:
            return bool(asked.zone)


@lru_cache
def words_of(name: str) -> re.Pattern[str]:
    """The phrases of a class between spaces; a star stands for any ending."""
    return re.compile(f" {any_of(asking_table()['classes'][name])} ")


@lru_cache(maxsize=1)
def themes() -> Sequence[Theme]:
    """Every theme, the most particular first."""
    rows = asking_table()["themes"]
    return [
        Theme(
            one["key"],
            tuple(tuple(row.split()) for row in one["says"]),
            one.get("does", ""),
            one.get("page"),
            one.get("word"),
        )
        for one in rows
    ]


@lru_cache(maxsize=1)
def asking_table() -> Mapping[str, Any]:
    """The tables of ``asked_in_words.toml``."""
    return word_table("handlers", "asked_in_words")


# --- questions about orders: whether one may be given, whether one is supposed


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
