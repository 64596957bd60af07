"""What players may write to each other, who else reads it, who may watch."""

from judge.game.press.rules import Signature, Talk
from judge.game.settings import Language, Settings
from judge.reports.language import listing, say
from judge.reports.terms.term import term


def _press(settings: Settings, language: Language) -> str:
    signatures = settings.press.signatures
    if not signatures:
        return say(language, "terms.no_press")
    if signatures == (Signature.WHITE,):
        return say(language, "terms.white_press")
    kinds = [say(language, f"terms.signature.{one.value}") for one in signatures]
    return say(language, "terms.press", kinds=listing(language, kinds, "words.or"))


def _private(settings: Settings, language: Language) -> str:
    return say(language, "terms.private" if settings.press.private else "terms.not_private")


def _fakes(settings: Settings, language: Language) -> str:
    return say(language, "terms.fakes" if settings.press.fakes else "terms.no_fakes")


def _talk(settings: Settings, language: Language) -> str:
    return "" if settings.press.talk is Talk.BOOK else say(language, f"terms.talk.{settings.press.talk.value}")


def _diaries(settings: Settings, language: Language) -> str:
    return say(language, "terms.diaries" if settings.press.diaries else "terms.no_diaries")


def _watchers(settings: Settings, language: Language) -> str:
    return say(language, f"terms.watching.{settings.press.watching.value}")


def _read(settings: Settings, language: Language) -> str:
    return say(language, "terms.observers_read" if settings.press.observers_read else "terms.observers_do_not_read")


def _write(settings: Settings, language: Language) -> str:
    return say(language, "terms.observers_write" if settings.press.observers_write else "terms.observers_silent")


TERMS = (
    term("press", tell=_press),
    term("private", tell=_private),
    term("fakes", tell=_fakes),
    term("talk", tell=_talk),
    term("diaries", tell=_diaries),
    term("watchers", tell=_watchers),
    term("watchers_read", tell=_read),
    term("watchers_write", tell=_write),
)
