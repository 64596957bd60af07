"""Scouts in words: their orders, what may still be ordered of them, what they bring home."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from judge.game.orders.in_force import idle_posts
from judge.game.orders.standing import standing_of
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.reports.board import traits_told
from judge.reports.echo import SentOut
from judge.reports.language import listing, say
from judge.reports.layout import glue, unglue
from judge.reports.names import behind_verb, region_name
from judge.reports.voice import Voice
from judge.rules.board import Board, Power, Province, Unit, Year
from judge.rules.errands import (
    Alert,
    Asked,
    Captured,
    Commission,
    Enlist,
    Enlisted,
    Investigate,
    Learned,
    Nothing,
    Outcome,
    Report,
    Rest,
    RestAll,
    Sabotage,
    Sabotaged,
    Spotted,
    SpyQuickly,
    SpySlowly,
    Trait,
    Travel,
    Went,
)
from judge.rules.position import Phase, PhaseKind, Season
from judge.rules.scouts import foreseen


@dataclass(frozen=True)
class Scouts:
    """The errands of one power in force, what may be said of the scouts that have none, of gifted units at rest."""

    power: str
    errands: tuple[str, ...]
    idle: str
    rests: tuple[str, ...]


def tell_errand(sent: SentOut, voice: Voice) -> Iterator[str]:
    """An order to a scout as it was understood, with the one it replaces, with what already stands against it."""
    yield voice.say("scout.understood", errand=written(sent.errand), words=errand_in_words(sent.errand, voice))
    if sent.replaced and sent.replaced != sent.errand:
        yield voice.say("scout.replaced", errand=written(sent.replaced))
    if sent.futile:
        yield voice.say("scout.in_vain", why=voice.say(f"futile.{sent.futile.value}"))


def for_later(voice: Voice) -> str:
    """How an order to a scout is kept for a phase in which scouts go, or are recruited."""
    phase = voice.position.phase
    is_winter = phase.kind is PhaseKind.ADJUSTMENT
    is_late = is_winter or phase.season is Season.FALL
    going = Phase(Season.SPRING if is_late else Season.FALL, Year(phase.year + is_late), PhaseKind.MOVEMENT)
    recruiting = Phase(Season.WINTER, Year(phase.year + is_winter), PhaseKind.ADJUSTMENT)
    return voice.say("scout.later", going=_behind_verb(going, voice), recruiting=_behind_verb(recruiting, voice))


def _behind_verb(phase: Phase, voice: Voice) -> str:
    return behind_verb(phase, voice.board.calendar, voice.language)


def suppose_errand(errand: Commission | RestAll, voice: Voice) -> str:
    """An order to a scout in a what-if, of which nothing comes there."""
    if isinstance(errand, RestAll):
        return voice.say("supposed.scouts_rest")
    return voice.say("supposed.errand", errand=written(errand), words=errand_in_words(errand, voice))


def errand_in_words(errand: Commission, voice: Voice) -> str:
    """An errand in full words, regions by their names."""
    match errand:
        case Travel(at, to):
            return voice.say("errand.travel", at=voice.region(at, "of"), to=voice.region(to))
        case SpySlowly(at, target):
            return voice.say("errand.spy_slowly", at=voice.region(at, "of"), to=voice.region(target, "of"))
        case SpyQuickly(at, target):
            return voice.say("errand.spy_quickly", at=voice.region(at, "of"), to=voice.region(target, "of"))
        case Investigate(at, ""):
            return voice.say("errand.investigate", at=voice.region(at, "of"))
        case Investigate(at, about):
            return voice.say("errand.investigate_this", at=voice.region(at, "of"), about=about)
        case Sabotage(at):
            return voice.say("errand.sabotage", at=voice.region(at, "of"))
        case Rest(at):
            return voice.say("errand.rest", at=voice.region(at, "of"))
        case Enlist(at):
            return voice.say("errand.enlist", at=voice.region(at, "at"))
        case _:
            assert_never(errand)


def written(errand: Commission) -> str:
    """An errand as the booklet would write it, on one line."""
    return glue(write_errand(errand))


def to_send(game: Game, powers: Iterable[Power], voice: Voice) -> Iterator[str]:
    """What scouts each of these powers has to send in the open phase, those that have no order yet."""
    for power in powers:
        if posts := standing_of(game, power).idle_scouts:
            places = voice.listing(map(_standing, posts))
            yield voice.count("scout.to_send", len(posts), power=voice.power(power), places=places)


def scouts(game: Game, power: Power, voice: Voice) -> Scouts | None:
    """What a power has ordered of its scouts, None where nothing is to be said; ``game`` is as the reader knows it."""
    kind = voice.position.phase.kind
    if kind is PhaseKind.RETREAT or not game.board.war.scouts:
        return None
    errands = tuple(map(written, game.errands_of(power)))
    is_winter = kind is PhaseKind.ADJUSTMENT
    idle = _to_recruit(game, power, voice) if is_winter else _idle(game, power, voice)
    rests = () if is_winter else tuple(_rests(power, voice))
    return Scouts(voice.power(power), errands, idle, rests) if errands or idle or rests else None


def _idle(game: Game, power: Power, voice: Voice) -> str:
    """The scouts without an order, for which the phase waits."""
    posts = idle_posts(game.scouting, game.errands, power)
    return voice.count("scout.idle", len(posts), places=voice.listing(map(_standing, posts))) if posts else ""


def _standing(at: Province) -> str:
    return glue(f"E {at}")


def _to_recruit(game: Game, power: Power, voice: Voice) -> str:
    """Where a scout may be recruited, if none has been asked for."""
    if game.errands_of(power):
        return ""
    centres = (Enlist(centre) for centre in sorted(game.board.homes(power)))
    free = [one for one in centres if not foreseen(game.board, voice.position, game.scouting, power, one)]
    return voice.say("scout.may_recruit", lines=voice.listing(map(written, free), "words.or")) if free else ""


def _rests(power: Power, voice: Voice) -> Iterator[str]:
    """Units whose power is at rest, with how long it still is."""
    for unit in voice.position.units_of(power):
        if unit.corps and unit.corps.rest:
            yield voice.count("scout.rest", unit.corps.rest, unit=voice.unit(unit))


# --- what they bring home


def tell_report(report: Report, board: Board, language: Language) -> str:
    """An errand with what came of it, for the power whose scout it was."""
    words = _outcome(report.outcome, board, language)
    return unglue(say(language, "scout.report", errand=write_errand(report.errand), words=words))


def tell_alert(alert: Alert, board: Board, language: Language) -> str:
    """A scout spotted, for the power that spotted it."""
    place = region_name(alert.at, board, language).at
    if alert.nation is None:
        return unglue(say(language, "scout.alert", place=place))
    nation = board.powers[alert.nation][language]
    return unglue(say(language, "scout.alert_named", place=place, power=nation))


def _outcome(outcome: Outcome, board: Board, language: Language) -> str:
    match outcome:
        case Nothing(why):
            return say(language, f"futile.{why.value}")
        case Went():
            return say(language, "scout.went")
        case Captured():
            return say(language, "scout.captured")
        case Learned(target, traits, Unit() as unit):
            told = say(language, "words.comma").join(traits_told(board, unit, traits, language))
            return say(language, "scout.told", place=region_name(target, board, language).at, traits=told)
        case Learned(target, traits):
            names = tuple(say(language, f"trait.{trait.value}") for trait in Trait if trait in traits)
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
