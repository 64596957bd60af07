"""How the letters of a game are written for those who do not choose, who hears of mailboxes."""

from judge.game.settings import Language, Settings
from judge.reports.language import listing, say
from judge.reports.terms.term import term


def _languages(settings: Settings, language: Language) -> str:
    names = [say(language, f"language.{one}") for one in settings.languages]
    key = "terms.languages" if len(names) > 1 else "terms.one_language"
    return say(language, key, names=listing(language, names))


def _notation(settings: Settings, language: Language) -> str:
    return say(language, "terms.notation" if settings.notation else "terms.usual_notation", notation=settings.notation)


def _unreachable(settings: Settings, language: Language) -> str:
    return say(language, "terms.tell_all" if settings.tell_unreachable else "terms.tell_master")


TERMS = (
    term("languages", tell=_languages),
    term("reports", tell=_notation),
    term("unreachable", tell=_unreachable),
)
