"""What scouts bring home, in words, told to the nation they serve or to the one that spotted them."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.settings import Language
from judge.notation.errands import write_errand
from judge.reports.language import listing, say
from judge.reports.layout import unglue
from judge.rules.board import Board
from judge.rules.errands import (
    Alert,
    Asked,
    Captured,
    Commission,
    Enlist,
    Enlisted,
    Futile,
    Investigate,
    Learned,
    Nothing,
    Outcome,
    Report,
    Sabotage,
    Sabotaged,
    Spotted,
    SpyQuickly,
    SpySlowly,
    Trait,
    Travel,
    Went,
)


def tell_report(report: Report, language: Language) -> str:
    """An errand with what came of it, for the power whose scout it was."""
    words = _outcome(report.outcome, language)
    return unglue(say(language, "scout.report", errand=write_errand(report.errand), words=words))


def tell_errand(errand: Commission, futile: Futile | None, language: Language) -> Iterator[str]:
    """An order to a scout as it was understood, with what already stands against it."""
    yield unglue(say(language, "scout.understood", errand=write_errand(errand), words=_in_words(errand, language)))
    if futile:
        yield unglue(say(language, "scout.in_vain", why=say(language, f"futile.{futile.value}")))


def _in_words(errand: Commission, language: Language) -> str:
    match errand:
        case Travel(at, to):
            return say(language, "errand.travel", at=at, to=to)
        case SpySlowly(at, target):
            return say(language, "errand.spy_slowly", at=at, to=target)
        case SpyQuickly(at, target):
            return say(language, "errand.spy_quickly", at=at, to=target)
        case Investigate(at, about):
            return say(language, "errand.investigate", at=at, about=about)
        case Sabotage(at):
            return say(language, "errand.sabotage", at=at)
        case Enlist(at):
            return say(language, "errand.enlist", at=at)
        case _:
            assert_never(errand)


def tell_alert(alert: Alert, board: Board, language: Language) -> str:
    """A scout spotted, for the power that spotted it."""
    if alert.nation is None:
        return unglue(say(language, "scout.alert", place=alert.at))
    nation = board.powers[alert.nation][language]
    return unglue(say(language, "scout.alert_named", place=alert.at, power=nation))


def _outcome(outcome: Outcome, language: Language) -> str:
    match outcome:
        case Nothing(why):
            return say(language, f"futile.{why.value}")
        case Went():
            return say(language, "scout.went")
        case Captured():
            return say(language, "scout.captured")
        case Learned(target, traits):
            names = tuple(say(language, f"trait.{trait.value}") for trait in Trait if trait in traits)
            return say(language, "scout.learned", place=target, traits=listing(language, names))
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
