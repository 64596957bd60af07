"""How a game keeps time: the length of its phases, its hour, its days, absences, reminders."""

from judge.game.boards import book_of
from judge.game.deadlines.timing import EVERY_DAY
from judge.game.settings import Language, Settings
from judge.reports.language import clock, length, listing, phrasebook, say
from judge.reports.terms.term import term
from judge.rules.position import PhaseKind
from judge.rules.rulebook import Sight


def _lengths(settings: Settings, language: Language) -> str:
    lengths = {kind.name.lower(): length(settings.lengths.of(kind), language) for kind in PhaseKind}
    if settings.timing.exact:
        return say(language, "terms.lengths_exact", **lengths)
    hour = clock(settings.hour, language)
    return say(language, "terms.lengths", hour=hour, zone=settings.zone, **lengths)


def _reminder(settings: Settings, language: Language) -> str:
    return say(language, "terms.reminder", length=length(settings.reminder, language))


def _exact(settings: Settings, language: Language) -> str:
    return say(language, "timing.exact") if settings.timing.exact else ""


def _first(settings: Settings, language: Language) -> str:
    first = settings.timing.first
    return say(language, "timing.first", length=length(first, language)) if first else ""


def _days(settings: Settings, language: Language) -> str:
    days = settings.timing.days
    names = listing(language, [phrasebook(language).weekdays[day] for day in days])
    return "" if days == EVERY_DAY else say(language, "timing.days", days=names)


def _holidays(settings: Settings, language: Language) -> str:
    calendar = settings.timing.holidays
    return say(language, "timing.holidays", calendar=calendar) if calendar else ""


def _minimum(settings: Settings, language: Language) -> str:
    minimum = settings.timing.minimum
    return say(language, "timing.minimum", length=length(minimum, language)) if minimum else ""


def _unhurried(settings: Settings, language: Language) -> str:
    return say(language, "timing.unhurried") if settings.timing.unhurried else ""


def _absences(settings: Settings, language: Language) -> str:
    """Who is told of absences matters only where there may be any."""
    budget, everyone = settings.timing.absences, settings.timing.tell_absences
    if not budget.days:
        return "" if everyone else say(language, "timing.absences_untold")
    allowed = say(language, "timing.absences_in_all" if budget.whole_game else "timing.absences", n=budget.days)
    told = say(language, "timing.absences_told" if everyone else "timing.absences_untold")
    return f"{allowed} {told}"


def _awaited(settings: Settings, language: Language) -> str:
    """In fog it is told to nobody, whatever the setting."""
    is_told = settings.timing.tell_waited and book_of(settings).sight is Sight.ALL
    return say(language, "timing.awaited") if is_told else ""


TERMS = (
    term("movement", "retreats", "adjustments", "hour", "zone", tell=_lengths),
    term("exact", tell=_exact),
    term("first", tell=_first),
    term("days", tell=_days),
    term("holidays", tell=_holidays),
    term("minimum", tell=_minimum),
    term("unhurried", tell=_unhurried),
    term("absences", "absentees", tell=_absences),
    term("waited", tell=_awaited),
    term("reminder", tell=_reminder),
)
