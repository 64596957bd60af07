"""What becomes of those who do not write: who counts, how long the game waits, when a seat is lost."""

from judge.game.phases.missing import Counting, Missing
from judge.game.settings import Language, Settings
from judge.reports.language import count, length, listing, say
from judge.reports.terms.term import term
from judge.rules.position import PhaseKind

_GRACE = {
    PhaseKind.MOVEMENT: "terms.grace_movement",
    PhaseKind.RETREAT: "terms.grace_retreat",
    PhaseKind.ADJUSTMENT: "terms.grace_adjustment",
}


def _counted(settings: Settings, language: Language) -> str:
    counts = settings.missing.counts
    who = say(language, "terms.onr_any" if counts is Counting.ANY else "terms.onr_all")
    told = say(language, "terms.onr_public" if settings.missing.published else "terms.onr_secret")
    return f"{who} {told}"


def _grace(settings: Settings, language: Language) -> str:
    graces = {kind: span for kind in PhaseKind if (span := settings.missing.grace.of(kind))}
    told = [say(language, _GRACE[kind], length=length(span, language)) for kind, span in graces.items()]
    return say(language, "terms.grace", told=listing(language, told)) if told else ""


def _forfeit(settings: Settings, language: Language) -> str:
    return forfeit_told(settings.missing, language)


def forfeit_told(missing: Missing, language: Language) -> str:
    """How many missed deadlines cost the seat; empty where none do."""
    row, total = missing.in_a_row, missing.in_all
    told = [count(language, "terms.forfeit_in_a_row", row)] if row else []
    told += [count(language, "terms.forfeit_in_all", total)] if total else []
    return say(language, "terms.forfeit", told=listing(language, told, "words.or")) if told else ""


def _standby(settings: Settings, language: Language) -> str:
    wait = settings.missing.standby_wait
    holds = say(language, "terms.seat_waits" if wait else "terms.seat_holds", length=length(wait, language))
    answer = say(language, "terms.standby_answer", length=length(settings.missing.answer_within, language))
    return f"{holds} {answer}"


TERMS = (
    term("onr", "missing", tell=_counted),
    term("grace", "grace_retreats", "grace_adjustments", tell=_grace),
    term("forfeit", "forfeit_total", tell=_forfeit),
    term("standby_wait", "standby_answer", tell=_standby),
)
