"""How a game fills: who may join, who gets which power, what players know of each other, how it begins."""

from judge.game.mastery.permissions import master_may_play
from judge.game.seats.filling import waits_for_master
from judge.game.settings import Language, Settings
from judge.reports.language import length, say
from judge.reports.terms.term import term


def _entry(settings: Settings, language: Language) -> str:
    return say(language, f"terms.entry.{settings.access.entry.value}")


def _listed(settings: Settings, language: Language) -> str:
    return say(language, "terms.hidden" if settings.access.hidden else "terms.listed")


def _powers(settings: Settings, language: Language) -> str:
    return say(language, "terms.powers", seating=say(language, f"words.{settings.seating.value}"))


def _anonymous(settings: Settings, language: Language) -> str:
    return say(language, "terms.anonymous" if settings.access.anonymous else "terms.open_names")


def _master(settings: Settings, language: Language) -> str:
    if settings.access.master_plays and not master_may_play(settings):
        return say(language, "terms.master_knows")
    return say(language, "terms.master_plays" if settings.access.master_plays else "terms.master_only")


def _muster(settings: Settings, language: Language) -> str:
    muster = settings.access.muster
    return (
        say(language, "terms.muster", length=length(muster, language)) if muster else say(language, "terms.no_muster")
    )


def _start(settings: Settings, language: Language) -> str:
    if settings.access.manual:
        return say(language, "terms.manual")
    return say(language, "terms.by_hand" if waits_for_master(settings) else "terms.by_itself")


def _reliability(settings: Settings, language: Language) -> str:
    percent = settings.access.reliability
    return say(language, "terms.reliability", percent=percent) if percent else ""


TERMS = (
    term("access", tell=_entry),
    term("reliability", tell=_reliability),
    term("hidden", tell=_listed),
    term("powers", tell=_powers),
    term("anonymous", tell=_anonymous),
    term("playing", tell=_master),
    term("muster", tell=_muster),
    term("beginning", tell=_start),
)
