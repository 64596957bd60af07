"""A plain reply to press: sent to the circle of what it answers, unless it is for the judge."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.game.refusals import Refusal, Refused
from judge.handlers.orders import take_line
from judge.handlers.outgoing import press_of_mark
from judge.handlers.plain_words import MOST_GLANCED_AT
from judge.handlers.press import (
    command_of_reply,
    handle_send_press,
    is_command_in_text,
    kept_for_word,
    lines_of,
    marked,
    offer_press,
    send_press,
)
from judge.handlers.registry import handles_in_game, not_started
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.reports.line_answers import Done, OrderAccepted, Outcome, Unknown
from judge.requests.governing import sentences_of
from judge.requests.press import ReplyToPressRequest, SendPressRequest, begins_press
from judge.requests.read_lines import read_lines
from judge.requests.small_talk import is_courtesies_only
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import block_ended_by, fold_case, verb_of
from judge.requests.wishes import wish_of
from judge.rules.board import Power
from judge.rules.orders import Order, province_of


@handles_in_game(not_started)
def handle_press_reply(session: GameSession, text: str, reply: ReplyToPressRequest, context: LineContext) -> Session:
    """Send a letter to the circle of the press it answers, and point out what in it reads as for the judge.

    A reply that begins with PRESS is for those whom that names. One that is for the judge rather than for people goes
    to nobody before its writer says so; its orders are offered. One with another block in it goes to nobody.
    """
    reader = session.game.readers.get(session.person.address)
    answered = press_of_mark(context.services, session.game, reader, reply.mark) if reader else None
    if answered is None:
        return session.told(text, Done(Outcome.REPLY_TO_NOTHING))
    first, *more = read_lines(text)
    if isinstance(first.request, SendPressRequest) and _begins_block(first.text) and not more:
        return handle_send_press(session, first.text, first.request, context)
    lines = [*lines_of(reply.text)]
    if block := next((found for found in lines if _begins_block(found[1]) or block_ended_by(found[1])), None):
        return session.told(text, marked(Unknown.LINE_IN_REPLY, *block))
    if session.game.settings.access.anonymous and _holds_name(reply.text, context.sender_name):
        return session.told(text, Refused(Refusal.OWN_NAME))
    command = command_of_reply(session, reply.text, answered)
    said = _what_is_said(session, [line for _, line in lines], context)
    if said.is_for_judge(session):
        if said.orders:
            return replace(offer_press(session, text, command, context), offered=said.orders)
        at_fault = next(found for found in lines if said.stray[0] in found[1])
        return kept_for_word(session, command, context).told(text, marked(Unknown.COMMAND_IN_REPLY, *at_fault))
    sent = send_press(session, text, command, context)
    if sent.events == session.events:
        return sent
    for line in said.stray:
        sent = sent.told(line.strip(), Done(Outcome.WENT_AS_PRESS))
    return sent


def _holds_name(text: str, name: str) -> bool:
    """Whether a name of several words stands in a text, as mail programs put it below all that their owner writes."""
    wanted = " ".join(name.casefold().split())
    return " " in wanted and wanted in " ".join(text.casefold().split())


def _begins_block(line: str) -> bool:
    key, _, words = verb_of(line.partition("\n")[0])
    return begins_press(key, words) or (key in {"diary", "to_editor"} and not words)


@dataclass(frozen=True)
class _Said:
    """What a reply says: sentences that are for the judge, and how many for people; the orders among the former.

    Of both the lines are counted, too, for a line may hold any number of sentences: those of nothing but the former,
    and all others.
    """

    stray: tuple[str, ...] = ()
    for_people: int = 0
    stray_lines: int = 0
    lines_for_people: int = 0
    orders: tuple[tuple[Power, Order], ...] = ()

    def is_for_judge(self, session: GameSession) -> bool:
        """Whether the reply is for the judge rather than for people, or gives an order to every unit of its writer."""
        is_most = self.for_people < len(self.stray) or self.lines_for_people < self.stray_lines
        ordered = {province_of(order) for _, order in self.orders}
        position = session.game.open_position
        powers = session.game.powers_of(session.person.address)
        units = [unit.at.province for power in powers for unit in position.units_of(power)] if position else []
        return is_most or (len(units) > 1 and ordered.issuperset(units))


_QUOTES = (">", "|", "»")
_MOST_SENTENCES, _LONGEST_SENTENCE = 60, 250
"""Of a long letter the last sentences are read, which is where it runs on."""

_FOR_JUDGE = frozenset({"draw", "unvote_draw", "concede", "ready", "wait", "nowait", "clear"})
"""Wishes that nobody but the judge can do."""

_PEOPLE = re.compile(r"\b(?:you|your|yours|u|ur|vous|votre|vos|vôtre|tu|te|t|toi|ton|ta|tes)\b")
"""Words by which one speaks to another player."""

_POLITE = re.compile(
    r"\b(?:thank you|s'?il (?:vous|te) pla[iî]t|je vous prie|je te prie|if you please"
    r"|(?:could|can|would|will) you(?: please| kindly)?"
    r"|(?:pouvez|pourriez|voulez)-vous|(?:dear|cher) (?:judge|arbitre))\b"
)
"""What one says to a judge, too."""


def _what_is_said(session: GameSession, lines: Sequence[str], context: LineContext) -> _Said:
    """Read a reply as if it were a letter to the judge: nothing of it is carried out."""
    sentences = [(at, one) for at, line in enumerate(lines) for one in _sentences(line)]
    dry = replace(session, answers=(), offered=(), held=None, above="")
    dry_context = replace(context, assent_to=None)
    found: list[tuple[int, str, bool]] = []
    with bounded_effort(MOST_GLANCED_AT):
        for at, sentence in sentences[-_MOST_SENTENCES:]:
            try:
                after = _taken(dry, sentence, dry_context)
            except EffortSpentError:
                after = dry
            orders = _orders_of(after)
            is_order = len(orders) > len(_orders_of(dry)) or any(one not in _orders_of(dry) for one in orders)
            is_stray = (is_order and not _speaks_to_people(sentence)) or _is_for_judge(sentence)
            if is_order and is_stray:
                dry = after
            if is_stray or not is_courtesies_only(sentence):
                found.append((at, sentence, is_stray))
    people, stray = ({at for at, _, is_stray in found if is_stray is wanted} for wanted in (False, True))
    return _Said(
        tuple(sentence for _, sentence, is_stray in found if is_stray),
        sum(not is_stray for _, _, is_stray in found),
        len(stray - people),
        len(people),
        _orders_of(dry),
    )


def _sentences(line: str) -> Iterator[str]:
    if not line.lstrip().startswith(_QUOTES):
        yield from sentences_of(line)


def _taken(dry: GameSession, sentence: str, context: LineContext) -> GameSession:
    """The session with a sentence taken as if it were a line of its own."""
    if len(sentence) > _LONGEST_SENTENCE:
        return dry
    after = take_line(replace(dry, held=None, above=""), sentence, PossibleOrder(), context)
    return after.in_game or dry


def _orders_of(dry: GameSession) -> tuple[tuple[Power, Order], ...]:
    """The orders that were given or offered, the last to each unit."""
    given = [(one.answer.power, one.answer.order) for one in dry.answers if isinstance(one.answer, OrderAccepted)]
    return tuple({province_of(order): (power, order) for power, order in (*given, *dry.offered)}.values())


def _is_for_judge(sentence: str) -> bool:
    wish = None if sentence.rstrip().endswith("?") else wish_of(sentence, None)
    is_wish = wish is not None and not wish.asks and wish.key in _FOR_JUDGE
    return is_command_in_text(sentence) or (is_wish and not _speaks_to_people(sentence))


def _speaks_to_people(sentence: str) -> bool:
    """Whether a sentence speaks to somebody else than the judge, or asks."""
    return sentence.rstrip().endswith("?") or bool(_PEOPLE.search(_POLITE.sub(" ", fold_case(sentence))))
