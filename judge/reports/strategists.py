"""Letters to strategists who share a seat: the question, the answer, copies of what the other has written."""

from collections.abc import Sequence
from typing import assert_never

from judge.game.people.address_book import Person
from judge.game.state import Game
from judge.game.strategists.messages import (
    PairAgreed,
    PairAskedNews,
    PairChangedNews,
    StrategistAskedNews,
    StrategistDeclined,
    StrategistJoined,
    StrategistJoinedNews,
    StrategistLeft,
    StrategistNews,
    StrategistsChangedNews,
)
from judge.reports.deadlines import open_phase
from judge.reports.language import listing, say
from judge.reports.layout import quote_text
from judge.reports.line_answers import AnsweredLine, Done
from judge.reports.names import powers_listed
from judge.reports.orders import orders_in_force
from judge.reports.page import Page
from judge.reports.phrasing import phrasing_for
from judge.reports.quoted_lines import AnswerStyle, QuotedLine, quote_line
from judge.reports.replacements import write_seat_taken
from judge.reports.scouts import scout_orders
from judge.reports.tasks import example_order
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.votes import own_votes
from judge.rules.board import Power

_CHANGE_KEYS = {StrategistJoined: "joined", StrategistDeclined: "declined", StrategistLeft: "left"}
_SUBJECTS = {
    StrategistJoined: "subject.share_joined",
    StrategistDeclined: "subject.share_declined",
    StrategistLeft: "subject.share_left",
}


def write_about_strategists(game: Game, reader: Person, news: StrategistNews) -> LetterText:
    """Return the letter that tells one person about the strategists of a seat."""
    match news:
        case PairAskedNews(by):
            text = fill_template(reader.language, "strategist.pair", game=game.name, by=by)
            return letter_text(say(reader.language, "subject.to_pair", game=game.name), text)
        case PairChangedNews(event, other):
            what = "agreed" if isinstance(event, PairAgreed) else "for_one" if event.is_for_one else "declined"
            text = fill_template(reader.language, "strategist.paired", game=game.name, other=other, what=what)
            return letter_text(say(reader.language, f"subject.pair_{what}", game=game.name), text)
        case StrategistAskedNews(power, by):
            text = _fill(game, reader, power, "strategist.asked", by=by)
            return letter_text(_subject(game, reader, power, "subject.to_share"), text)
        case StrategistJoinedNews(power, others):
            return write_seat_taken(game, reader, power, listing(reader.language, others))
        case StrategistsChangedNews(event, is_own):
            what = _CHANGE_KEYS[type(event)]
            who = event.player if is_own else ""
            text = _fill(game, reader, event.power, "strategist.changed", what=what, who=who)
            return letter_text(_subject(game, reader, event.power, _SUBJECTS[type(event)]), text)
        case _:
            assert_never(news)


def write_strategist_copy(game: Game, reader: Person, who: Person, answers: Sequence[AnsweredLine]) -> LetterText:
    """Return a copy of what a strategist of the reader's seat has written, line by line, and the orders in force."""
    powers, position = game.powers_of(reader.address), game.open_position or game.position
    assert position is not None
    phrasing = phrasing_for(game, reader, position)
    is_open = game.open_position is not None
    style = AnswerStyle(
        phrasing, reader.zone, example_order(powers, phrasing) if is_open else "", keeps=game.settings.advance
    )
    text = fill_template(
        reader.language,
        "strategist.copy",
        game=game.name,
        who=who.address,
        power=_seat_name(game, reader, powers[0]),
        echoes=[_quoted_line(answered, style, is_own=who.language == reader.language) for answered in answers],
        forces=[orders_in_force(game, power, phrasing) for power in powers] if is_open else [],
        scouts=[found for power in powers if is_open and (found := scout_orders(game, power, phrasing))],
        ahead=open_phase(game, reader, game.deadline, powers, phrasing) if game.deadline else None,
        votes=own_votes(game, powers, reader.language),
    )
    return letter_text(_subject(game, reader, powers[0], "subject.share_copy"), text)


def _quoted_line(answered: AnsweredLine, style: AnswerStyle, *, is_own: bool) -> QuotedLine:
    """Return a line with its answer.

    As outcomes are named in the writer's language, a reader of another one is told only that the line was carried out.
    """
    match answered.answer:
        case Done(_, what) if what and not is_own:
            return QuotedLine(quote_text(answered.line), (style.phrasing.say("line.done"),))
        case _:
            return quote_line(answered, style)


def _subject(game: Game, reader: Person, power: Power, key: str) -> str:
    return say(reader.language, key, game=game.name, power=_seat_name(game, reader, power))


def _seat_name(game: Game, reader: Person, power: Power) -> str:
    return powers_listed(game.seat_of(power), game.board, reader.language)


def _fill(game: Game, reader: Person, power: Power, template: str, **facts: object) -> Page:
    return fill_template(reader.language, template, game=game.name, power=_seat_name(game, reader, power), **facts)
