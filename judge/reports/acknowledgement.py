"""The acknowledgement: what stands after a letter, what is missing, and the lines of which there is more to say."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.messages import Alternative
from judge.game.orders.order_status import OrderStatus, order_status, powers_expected_to_write
from judge.game.people.messages import Person
from judge.game.state import Game
from judge.reports.deadlines import example_order, open_phase
from judge.reports.help import topics_for_problems
from judge.reports.language import LetterText, capitalized, fill_template, fitting_subject, letter_text, moment_text
from judge.reports.layout import one_line
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    Fate,
    KeptInAdvance,
    OrderAccepted,
    OrdersDropped,
    OrdersOffered,
    Outcome,
    PressAccepted,
    ProblemAnswer,
    ScoutOrderAccepted,
    TextAnswer,
    WhatIfAnswer,
    fate_of,
)
from judge.reports.orders import advance_orders, orders_in_force, standing_wishes
from judge.reports.phrasing import Phrasing
from judge.reports.quoted_lines import AnswerStyle, game_phrasing, lines_to_quote
from judge.reports.votes import own_votes
from judge.reports.war_report import scout_orders
from judge.rules.board import Power
from judge.rules.orders import Order


def write_acknowledgement(
    game: Game | None, reader: Person, answers: Sequence[AnsweredLine], subject: str, proof: str, arrived: datetime
) -> LetterText:
    """Return the answer to one letter.

    ``game`` is the game after the letter, None when the letter named none; ``subject`` is the letter's own subject,
    ``arrived`` when it came; ``proof`` is the key of the sentence that says what proved its sender, empty for none.
    """
    phrasing = game_phrasing(game, reader)
    position = game.open_position if game else None
    kind = position.phase.kind if position else None
    powers = game.powers_of(reader.address) if game and position else ()
    style = AnswerStyle(
        phrasing,
        reader.zone,
        example_order(powers, phrasing),
        keeps=bool(game and game.settings.advance),
        powers=powers,
    )
    titles = {plan.title for left in game.left_open for plan in left.choices} if game else set()
    spoken = [one for one in answers if not (_is_conversation(one) or _is_of_plan(one, titles))]
    in_force = {power: order_status(game, power).orders for power in powers} if game else {}
    text = fill_template(
        reader.language,
        "player.acknowledgement",
        subject=one_line(subject),
        received=moment_text(arrived, reader.zone, reader.language),
        problems=sum(map(is_problem, answers)),
        in_vain=any(map(_is_futile, answers)),
        is_answer=bool(spoken) and all(isinstance(one.answer, TextAnswer | WhatIfAnswer) for one in spoken),
        understood=sum(fate_of(one.answer) is Fate.IN_FORCE and not _is_nothing(one) for one in answers),
        waits=_waits_for(game, powers),
        offers=_offered(game, powers, phrasing),
        must_choose=any(one.choices for one in game.left_open if one.power in powers) if game else False,
        has_offered=any(fate_of(one.answer) is Fate.OFFERED for one in answers),
        echoes=list(lines_to_quote(spoken, in_force, style)),
        more=phrasing.listing(
            (topic.asked(reader.language) for topic in topics_for_problems(answers, kind)), "words.or"
        ),
        forces=[orders_in_force(game, power, phrasing, spoken) for power in powers] if game else [],
        scouts=[found for power in powers if game and (found := scout_orders(game, power, phrasing))],
        ahead=open_phase(game, reader, game.deadline, powers, phrasing) if game and game.deadline else None,
        kept=advance_orders(game, powers, phrasing) if game and any(map(_is_about_plans, answers)) else (),
        wishes=standing_wishes(game, powers, phrasing) if game and any(map(_is_about_plans, answers)) else (),
        votes=own_votes(game, powers, reader.language) if game and any(map(_is_vote, answers)) else None,
        proof=phrasing.say(f"proof.{proof}") if proof not in {"", _USUAL_PROOF} else "",
        muster=_muster_until(game, reader),
        locked=game is not None and game.locked,
    )
    return letter_text(_subject(game, powers, phrasing, answers), text)


def _number_offered(game: Game | None, powers: Sequence[Power], answers: Sequence[AnsweredLine]) -> int:
    """Return how many orders, plans, wishes or lines wait for a yes, those of earlier letters too."""
    waiting = sum(len(one.offers) for one in game.left_open if one.power in powers) if game else 0
    return waiting or sum(fate_of(one.answer) is Fate.OFFERED for one in answers)


def _waits_for(game: Game | None, powers: Sequence[Power]) -> bool:
    """Whether the open phase does not close early because of what letters of some powers have left open."""
    expected = set(powers_expected_to_write(game)) if game and powers else set()
    return bool(game and game.left_open_by(expected.intersection(powers)))


def _offered(game: Game | None, powers: Sequence[Power], phrasing: Phrasing) -> tuple[str, ...]:
    """Return what a yes would make count: orders, and lines for later phases as they were written; several numbered.

    A reply may name them by these numbers.
    """
    left = [one for one in game.left_open if one.power in powers] if game else []
    offers = [_offer_text(each, phrasing) for one in left for each in one.offers]
    return tuple(f"{number}. {text}" for number, text in enumerate(offers, 1)) if offers[1:] else tuple(offers)


def _offer_text(offer: Alternative | Order | str, phrasing: Phrasing) -> str:
    match offer:
        case Alternative(title, orders):
            return phrasing.say(
                "line.plan", title=title, orders=phrasing.say("words.comma").join(map(phrasing.order, orders))
            )
        case str():
            return offer
        case order:
            return phrasing.order(order)


_USUAL_PROOF = "token"
"""What proves the writer of nearly every letter; nothing is said of it."""

_ABOUT_PLANS = {
    Outcome.ADVANCE_DROPPED,
    Outcome.ALL_ORDERS_DROPPED,
    Outcome.WISH_KEPT,
    Outcome.WISHES_DROPPED,
}
"""Outcomes that change what is kept for later phases."""

_VOTES = {Outcome.VOTE_CAST, Outcome.VOTE_CAST_FOR_PHASE, Outcome.VOTES_WITHDRAWN}


def _is_conversation(answered: AnsweredLine) -> bool:
    """Whether there is nothing to say of a line: plain words, a title of what stands below it."""
    return answered.answer in (Done(Outcome.PLAIN_WORDS), Done(Outcome.ORDERS_HEADING))


def _is_of_plan(answered: AnsweredLine, titles: Collection[str]) -> bool:
    """Whether a line gives an order of a plan: the list of plans has it."""
    answer = answered.answer
    return isinstance(answer, OrdersOffered) and answer.about.rstrip(" :") in titles


def _is_about_plans(answered: AnsweredLine) -> bool:
    answer = answered.answer
    return isinstance(answer, KeptInAdvance) or (isinstance(answer, Done) and answer.outcome in _ABOUT_PLANS)


def _is_vote(answered: AnsweredLine) -> bool:
    return isinstance(answered.answer, Done) and answered.answer.outcome in _VOTES


def _muster_until(game: Game | None, reader: Person) -> str:
    """Return until when the reader may still answer the muster; empty where no answer of theirs is awaited."""
    muster = game.members.muster if game else None
    if game is None or muster is None or reader.address not in game.mustered:
        return ""
    return moment_text(muster.until, reader.zone, reader.language)


def _subject(game: Game | None, powers: Sequence[Power], phrasing: Phrasing, answers: Sequence[AnsweredLine]) -> str:
    """Return the subject of the answer: the game, the phase, the outcome.

    The subject of a letter of what-ifs alone never looks as if orders had been given.
    """
    name = game.name if game else phrasing.say("words.judge")
    if game is None or game.open_position is None:
        return fitting_subject(
            phrasing.say("subject.no_phase", game=name, outcome=said)
            for said in _outcomes(answers, (), phrasing, _Left(_number_offered(game, powers, answers)))
        )
    if _is_what_if_only(answers):
        refused = sum(map(is_problem, answers))
        said = phrasing.count("subject.refused", refused) if refused else phrasing.say("subject.answered")
        return phrasing.say("subject.what_if", game=name, outcome=said)
    standings = [order_status(game, power) for power in powers]
    left = _Left(_number_offered(game, powers, answers), _waits_for(game, powers))
    phase = phrasing.phase(phrasing.position.phase)
    return fitting_subject(
        phrasing.say("subject.acknowledgement", game=name, phase=capitalized(phase), outcome=said)
        for said in _outcomes(answers, standings, phrasing, left)
    )


# --- the subject: OK only where nothing is missing or void


_ABOUT_ORDERS = {
    Outcome.ORDERS_WITHDRAWN,
    Outcome.ALL_ORDERS_DROPPED,
    Outcome.ORDERS_MEANT,
    Outcome.NO_ORDER_VOID,
    Outcome.ORDERS_CONFIRMED,
    Outcome.ORDERS_ASKED,
    Outcome.IN_FORCE_ALREADY,
}
"""Outcomes that concern the orders of the open phase."""

_WITHOUT_EFFECT = {Outcome.PLAIN_WORDS, Outcome.ORDERS_HEADING, Outcome.ATTACHMENT, Outcome.FOR_A_PERSON}
"""Outcomes by which nothing is done."""

_FEW = 3
"""Units without an order that are named one by one, where there is room."""


def is_problem(answered: AnsweredLine) -> bool:
    """Whether a line was not carried out."""
    answer = answered.answer
    return answer.outcome.is_problem if isinstance(answer, Done) else isinstance(answer, ProblemAnswer)


def _is_futile(answered: AnsweredLine) -> bool:
    """Whether a line ordered a scout to do something that will achieve nothing."""
    return isinstance(answered.answer, ScoutOrderAccepted) and answered.answer.futile is not None


def _is_what_if_only(answers: Sequence[AnsweredLine]) -> bool:
    """Whether a letter supposed orders and gave none."""
    kinds = {type(answered.answer) for answered in answers}
    return WhatIfAnswer in kinds and OrderAccepted not in kinds


@dataclass(frozen=True)
class _Left:
    """What letters leave open: how many orders wait for a yes, and whether the phase waits for anything."""

    offered: int = 0
    waits: bool = False


def _outcomes(
    answers: Sequence[AnsweredLine], standings: Sequence[OrderStatus], phrasing: Phrasing, left: _Left
) -> Iterator[str]:
    """Yield the outcome of a letter, ever shorter: orders in force, missing or void; what else was done; lines refused.

    Left out are first the units without an order, then how many orders are void, then all but what went wrong.
    """
    join = phrasing.say("words.comma").join
    whole = _outcome(answers, standings, phrasing, _unordered(standings, phrasing), left)
    yield join(whole)
    without_units = _outcome(answers, standings, phrasing, "", left)
    yield join(without_units)
    void = {*_void_counts(standings, phrasing)}
    without_void = [one for one in without_units if one not in void]
    yield join(without_void)
    yield join(without_void[-2:])
    yield without_void[-1]


def _outcome(
    answers: Sequence[AnsweredLine], standings: Sequence[OrderStatus], phrasing: Phrasing, unordered: str, left: _Left
) -> list[str]:
    refused, offered = sum(map(is_problem, answers)), left.offered
    is_right = all(one.is_complete and not one.void for one in standings) and not any(map(_is_futile, answers))
    about_orders = any(_is_about_orders(answered) for answered in answers)
    said = [] if about_orders else list(_done(answers, phrasing, briefly=is_right))
    if about_orders or not is_right:
        said += (*_standing(standings, phrasing), *filter(None, (unordered,)), *_scouts(answers, standings, phrasing))
    if offered:
        said.append(phrasing.count("subject.offered", offered))
    if refused:
        said.append(phrasing.count("subject.refused", refused))
    elif is_right and left.waits and not offered:
        said.append(phrasing.say("subject.unsettled"))
    elif is_right and not offered and (about_orders or not said):
        said.insert(0, phrasing.say("subject.ok"))
    return said


def _is_about_orders(answered: AnsweredLine) -> bool:
    match answered.answer:
        case OrderAccepted() | OrdersDropped() | ScoutOrderAccepted():
            return True
        case Done(outcome):
            return outcome in _ABOUT_ORDERS
        case _:
            return False


# --- orders


def _scouts(answers: Sequence[AnsweredLine], standings: Sequence[OrderStatus], phrasing: Phrasing) -> Iterator[str]:
    """How many scouts were sent out, how many of them for nothing, how many have no order."""
    if sent := sum(isinstance(answered.answer, ScoutOrderAccepted) for answered in answers):
        yield phrasing.count("subject.scouts", sent)
    if in_vain := sum(map(_is_futile, answers)):
        yield phrasing.count("subject.in_vain", in_vain)
    if idle := sum(len(one.idle_scouts) for one in standings):
        yield phrasing.count("subject.idle_scouts", idle)


def _unordered(standings: Sequence[OrderStatus], phrasing: Phrasing) -> str:
    """Return which units have no order, where they are few and others have one."""
    missing = [at for one in standings for at in one.missing]
    is_said = any(one.orders for one in standings) and 0 < len(missing) <= _FEW
    return phrasing.say("subject.none_for", units=phrasing.units_at(missing)) if is_said else ""


def _standing(standings: Sequence[OrderStatus], phrasing: Phrasing) -> Iterator[str]:
    """How many orders stand, how many of them are void."""
    given = sum(len(one.orders) for one in standings)
    short = sum(len(one.missing) + max(0, one.left - len(one.mistakes)) for one in standings)
    if short and given:
        yield phrasing.count("subject.orders_of", given, due=given + short)
    elif given or short:
        yield phrasing.count("subject.orders", given) if given else phrasing.say("subject.no_orders")
    yield from _void_counts(standings, phrasing)


def _void_counts(standings: Sequence[OrderStatus], phrasing: Phrasing) -> Iterator[str]:
    """How many orders are void, by mistake or as meant."""
    mistakes = sum(len(one.mistakes) for one in standings)
    meant = sum(len(one.void) for one in standings) - mistakes
    if mistakes:
        yield phrasing.count("subject.void", mistakes)
    if meant:
        yield phrasing.count("subject.meant", meant)


# --- all the rest


def _done(answers: Sequence[AnsweredLine], phrasing: Phrasing, *, briefly: bool) -> Iterator[str]:
    """What a letter without orders brought about; if ``briefly`` only what "OK" would not say."""
    done = [one.answer for one in answers if fate_of(one.answer) is Fate.IN_FORCE and not _is_nothing(one)]
    if not done:
        if all(_is_nothing(one) for one in answers):
            yield phrasing.say("subject.nothing")
    elif all(isinstance(one, PressAccepted) for one in done):
        held = any(isinstance(one, PressAccepted) and one.press.held for one in done)
        yield phrasing.count("subject.press_held" if held else "subject.press_sent", len(done))
    elif all(isinstance(one, KeptInAdvance) for one in done):
        yield phrasing.count("subject.kept", len(done))
    elif not briefly:
        is_answer = all(isinstance(one, TextAnswer | WhatIfAnswer) for one in done)
        yield phrasing.say("subject.answered" if is_answer else "subject.done")


def _is_nothing(answered: AnsweredLine) -> bool:
    return isinstance(answered.answer, Done) and answered.answer.outcome in _WITHOUT_EFFECT
