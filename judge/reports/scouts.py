"""Scouts in words: their orders, the orders still possible, their reports."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from judge.game.orders.order_status import order_status, scouts_without_errand
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.reports.language import listing, say
from judge.reports.layout import no_wrap, plain_spaces
from judge.reports.line_answers import ScoutOrderAccepted
from judge.reports.names import phase_behind_verb, region_name, trait_texts
from judge.reports.phrasing import Phrasing
from judge.rules.board import Board, Power, Province, Unit, Year
from judge.rules.position import Phase, PhaseKind, Season
from judge.rules.war.scouts import (
    Alert,
    Asked,
    Captured,
    Enlist,
    Enlisted,
    ErrandResult,
    Investigate,
    Learned,
    Nothing,
    Report,
    Rest,
    RestAll,
    Sabotage,
    Sabotaged,
    ScoutOrder,
    Spotted,
    SpyQuickly,
    SpySlowly,
    Travel,
    UnitTrait,
    Went,
    why_futile,
)


@dataclass(frozen=True)
class ScoutOrders:
    """The orders of a power's scouts in force, as a template shows them.

    ``idle`` tells of scouts without an order, ``rests`` of units whose power must rest.
    """

    power: str
    errands: tuple[str, ...]
    idle: str
    rests: tuple[str, ...]


def scout_order_lines(sent: ScoutOrderAccepted, phrasing: Phrasing) -> Iterator[str]:
    """Yield an order to a scout as it was understood, the order it replaces, and why it would achieve nothing."""
    yield phrasing.say(
        "scout.understood",
        errand=scout_order_as_written(sent.errand),
        words=scout_order_in_words(sent.errand, phrasing),
    )
    if sent.replaced and sent.replaced != sent.errand:
        yield phrasing.say("scout.replaced", errand=scout_order_as_written(sent.replaced))
    if sent.futile:
        yield phrasing.say("scout.in_vain", why=phrasing.say(f"futile.{sent.futile.value}"))


def scout_orders_later_hint(phrasing: Phrasing) -> str:
    """Return how to keep an order to a scout for a phase in which scouts move or are recruited."""
    phase = phrasing.position.phase
    is_winter = phase.kind is PhaseKind.ADJUSTMENT
    is_late = is_winter or phase.season is Season.FALL
    going = Phase(Season.SPRING if is_late else Season.FALL, Year(phase.year + is_late), PhaseKind.MOVEMENT)
    recruiting = Phase(Season.WINTER, Year(phase.year + is_winter), PhaseKind.ADJUSTMENT)
    return phrasing.say(
        "scout.later", going=_phase_behind_verb(going, phrasing), recruiting=_phase_behind_verb(recruiting, phrasing)
    )


def _phase_behind_verb(phase: Phase, phrasing: Phrasing) -> str:
    return phase_behind_verb(phase, phrasing.board.phase_names, phrasing.language)


def what_if_scout_order_text(errand: ScoutOrder | RestAll, phrasing: Phrasing) -> str:
    """Return the answer to an order to a scout in a what-if, where scouts are not judged."""
    if isinstance(errand, RestAll):
        return phrasing.say("supposed.scouts_rest")
    return phrasing.say(
        "supposed.errand", errand=scout_order_as_written(errand), words=scout_order_in_words(errand, phrasing)
    )


def scout_order_in_words(errand: ScoutOrder, phrasing: Phrasing) -> str:
    """Return an order to a scout in full words, regions by their names."""
    match errand:
        case Travel(at, to):
            return phrasing.say("errand.travel", at=phrasing.region(at, "of"), to=phrasing.region(to))
        case SpySlowly(at, target):
            return phrasing.say("errand.spy_slowly", at=phrasing.region(at, "of"), to=phrasing.region(target, "of"))
        case SpyQuickly(at, target):
            return phrasing.say("errand.spy_quickly", at=phrasing.region(at, "of"), to=phrasing.region(target, "of"))
        case Investigate(at, ""):
            return phrasing.say("errand.investigate", at=phrasing.region(at, "of"))
        case Investigate(at, about):
            return phrasing.say("errand.investigate_this", at=phrasing.region(at, "of"), about=about)
        case Sabotage(at):
            return phrasing.say("errand.sabotage", at=phrasing.region(at, "of"))
        case Rest(at):
            return phrasing.say("errand.rest", at=phrasing.region(at, "of"))
        case Enlist(at):
            return phrasing.say("errand.enlist", at=phrasing.region(at, "at"))
        case _:
            assert_never(errand)


def scout_order_as_written(errand: ScoutOrder) -> str:
    """Return an order to a scout as the rule book writes it, with no-wrap spaces."""
    return no_wrap(write_errand(errand))


def idle_scout_lines(game: Game, powers: Iterable[Power], phrasing: Phrasing) -> Iterator[str]:
    """Yield a sentence for each of these powers whose scouts have no order yet in the open phase."""
    for power in powers if game.board.war.scouts else ():
        if posts := order_status(game, power).idle_scouts:
            places = phrasing.listing(map(_scout_at, posts))
            yield phrasing.count("scout.to_send", len(posts), power=phrasing.power(power), places=places)


def scout_orders(game: Game, power: Power, phrasing: Phrasing) -> ScoutOrders | None:
    """Return the scouts' orders of a power, None where there is nothing to say; ``game`` is as the reader knows it."""
    kind = phrasing.position.phase.kind
    if kind is PhaseKind.RETREAT or not game.board.war.scouts:
        return None
    errands = tuple(map(scout_order_as_written, game.errands_of(power)))
    is_winter = kind is PhaseKind.ADJUSTMENT
    idle = _to_recruit(game, power, phrasing) if is_winter else _idle_scouts(game, power, phrasing)
    rests = () if is_winter else tuple(_resting_units(power, phrasing))
    return ScoutOrders(phrasing.power(power), errands, idle, rests) if errands or idle or rests else None


def _idle_scouts(game: Game, power: Power, phrasing: Phrasing) -> str:
    """Return the scouts without an order, for which the phase waits."""
    posts = scouts_without_errand(game.scouting, game.errands, power)
    return phrasing.count("scout.idle", len(posts), places=phrasing.listing(map(_scout_at, posts))) if posts else ""


def _scout_at(at: Province) -> str:
    return no_wrap(f"E {at}")


def _to_recruit(game: Game, power: Power, phrasing: Phrasing) -> str:
    """Return where a scout may be recruited, if none has been ordered."""
    if game.errands_of(power):
        return ""
    centres = (Enlist(centre) for centre in sorted(game.board.homes(power)))
    free = [one for one in centres if not why_futile(game.board, phrasing.position, game.scouting, power, one)]
    return (
        phrasing.say("scout.may_recruit", lines=phrasing.listing(map(scout_order_as_written, free), "words.or"))
        if free
        else ""
    )


def _resting_units(power: Power, phrasing: Phrasing) -> Iterator[str]:
    """Yield the units whose power rests, and for how long."""
    for unit in phrasing.position.units_of(power):
        if unit.corps and unit.corps.rest:
            yield phrasing.count("scout.rest", unit.corps.rest, unit=phrasing.unit(unit))


# --- what they bring home


def scout_report_text(report: Report, board: Board, language: Language) -> str:
    """Return an order to a scout with its outcome, for the power whose scout it was."""
    words = _report_outcome(report.outcome, board, language)
    return plain_spaces(say(language, "scout.report", errand=write_errand(report.errand), words=words))


def scout_alert_text(alert: Alert, board: Board, language: Language) -> str:
    """Return that a scout was spotted, for the power that spotted it."""
    place = region_name(alert.at, board, language).at
    if alert.nation is None:
        return plain_spaces(say(language, "scout.alert", place=place))
    nation = board.name_of(alert.nation, language)
    return plain_spaces(say(language, "scout.alert_named", place=place, power=nation))


def _report_outcome(outcome: ErrandResult, board: Board, language: Language) -> str:
    match outcome:
        case Nothing(why):
            return say(language, f"futile.{why.value}")
        case Went():
            return say(language, "scout.went")
        case Captured():
            return say(language, "scout.captured")
        case Learned(target, traits, Unit() as unit):
            told = say(language, "words.comma").join(trait_texts(board, unit, traits, language))
            return say(language, "scout.told", place=region_name(target, board, language).at, traits=told)
        case Learned(target, traits):
            names = tuple(say(language, f"trait.{trait.value}") for trait in UnitTrait if trait in traits)
            place = region_name(target, board, language).at
            return say(language, "scout.learned", place=place, traits=listing(language, names))
        case Spotted(named):
            return say(language, "scout.spotted_named" if named else "scout.spotted")
        case Sabotaged(left, spotted):
            return say(language, "scout.sabotaged_seen" if spotted else "scout.sabotaged", left=left)
        case Asked():
            return say(language, "scout.asked")
        case Enlisted():
            return say(language, "scout.enlisted")
        case _:
            assert_never(outcome)
