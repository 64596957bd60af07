"""What scouts bring home, in words, told to the nation they serve or to the one that spotted them."""

from typing import assert_never

from judge.game.settings import Language
from judge.notation.errands import write_errand
from judge.reports.language import listing, say
from judge.reports.layout import unglue
from judge.reports.names import region_name
from judge.reports.troops import traits_told
from judge.rules.board import Board, Unit
from judge.rules.errands import (
    Alert,
    Asked,
    Captured,
    Enlisted,
    Learned,
    Nothing,
    Outcome,
    Report,
    Sabotaged,
    Spotted,
    Trait,
    Went,
)


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
