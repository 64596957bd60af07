"""The terms of a game: its settings in sentences."""

from collections.abc import Iterable, Iterator

from judge.game.mastery.permissions import master_may_play
from judge.game.seats.start import is_started_by_master
from judge.game.settings import Language, PressSignature, Settings, ShortPhasePress, VoteDuration, board_of_settings
from judge.reports.language import count, duration_text, listing, say
from judge.reports.phrasing import BOOK_NOTATIONS, USUAL_NOTATIONS
from judge.reports.terms_of_play import (
    DEADLINE_TERMS,
    MISSING_ORDERS_TERMS,
    PLAY_TERMS,
    SettingSentence,
    setting_choice,
    setting_sentence,
)


def agreed_sentences(settings: Settings, language: Language) -> tuple[str, ...]:
    """Return the settings of a game in sentences, one for each term."""
    return tuple(said for terms in TERMS_BY_THEME for said in _sentences(terms, settings, language))


def agreed_paragraphs(settings: Settings, language: Language) -> tuple[str, ...]:
    """Return the settings of a game in words, one paragraph for each theme; of practice what one player needs."""
    themes = (PLAY_TERMS, _PRACTICE_TERMS) if settings.practice else TERMS_BY_THEME
    return tuple(filter(None, (" ".join(_sentences(terms, settings, language)) for terms in themes)))


def _sentences(terms: Iterable[SettingSentence], settings: Settings, language: Language) -> Iterator[str]:
    return (said for term in terms if (said := term.tell(settings, language)))


# --- how it fills


def _powers(settings: Settings, language: Language) -> str:
    return say(language, "terms.powers", seating=say(language, f"words.{settings.seating.value}"))


def _master(settings: Settings) -> str:
    if settings.access.master_plays and not master_may_play(settings):
        return "terms.master_knows"
    return "terms.master_plays" if settings.access.master_plays else "terms.master_only"


def _muster(settings: Settings, language: Language) -> str:
    muster = settings.access.muster
    return say(language, "terms.muster" if muster else "terms.no_muster", length=duration_text(muster, language))


def _start(settings: Settings) -> str:
    if settings.access.manual:
        return "terms.manual"
    return "terms.by_hand" if is_started_by_master(settings) else "terms.by_itself"


def _reliability(settings: Settings, language: Language) -> str:
    percent = settings.access.reliability
    return say(language, "terms.reliability", percent=percent) if percent else ""


_SEAT_TERMS = (
    setting_choice("access", lambda to: f"terms.entry.{to.access.entry.value}"),
    setting_sentence("reliability", tell=_reliability),
    setting_choice("hidden", lambda to: "terms.hidden" if to.access.hidden else "terms.listed"),
    setting_sentence("powers", tell=_powers),
    setting_choice("anonymous", lambda to: "terms.anonymous" if to.access.anonymous else "terms.open_names"),
    setting_choice("playing", _master),
    setting_sentence("muster", tell=_muster),
    setting_choice("beginning", _start),
)


# --- votes


def _votes(settings: Settings, language: Language) -> str:
    standing = "terms.votes_last" if settings.votes.standing is VoteDuration.WITHDRAWN else "terms.votes_end"
    return f"{say(language, f'terms.votes.{settings.votes.tally.value}')} {say(language, standing)}"


def _stalemate(settings: Settings, language: Language) -> str:
    proposed, drawn = settings.votes.proposed_after, settings.votes.drawn_after
    by_turns = board_of_settings(settings).calendar == "turns"
    said = [count(language, "terms.proposed_turns" if by_turns else "terms.proposed", proposed)] if proposed else []
    said += [count(language, "terms.drawn_turns" if by_turns else "terms.drawn", drawn)] if drawn else []
    return " ".join(said)


_VOTE_TERMS = (
    setting_choice("draws", lambda to: f"terms.draws.{to.votes.draws.value}"),
    setting_choice("concessions", lambda to: "terms.concessions" if to.votes.concessions else "terms.no_concessions"),
    setting_sentence("votes", "votes_stand", tell=_votes),
    setting_sentence("stalemate", "draw_after", tell=_stalemate),
)


# --- press, those who watch


def _press(settings: Settings, language: Language) -> str:
    signatures = settings.press.signatures
    if not signatures:
        return say(language, "terms.no_press")
    if signatures == (PressSignature.WHITE,):
        return say(language, "terms.white_press")
    kinds = [say(language, f"terms.signature.{one.value}") for one in signatures]
    return say(language, "terms.press", kinds=listing(language, kinds, "words.or"))


_PRESS_TERMS = (
    setting_sentence("press", tell=_press),
    setting_choice("private", lambda to: "terms.private" if to.press.private else "terms.not_private"),
    setting_choice("fakes", lambda to: "terms.fakes" if to.press.fakes else "terms.no_fakes"),
    setting_choice(
        "talk", lambda to: "" if to.press.talk is ShortPhasePress.BOOK else f"terms.talk.{to.press.talk.value}"
    ),
    setting_choice("diaries", lambda to: "terms.diaries" if to.press.diaries else "terms.no_diaries"),
    setting_choice("watchers", lambda to: f"terms.watching.{to.press.watching.value}"),
    setting_choice(
        "watchers_read", lambda to: "terms.observers_read" if to.press.observers_read else "terms.observers_do_not_read"
    ),
    setting_choice(
        "watchers_write", lambda to: "terms.observers_write" if to.press.observers_write else "terms.observers_silent"
    ),
)


# --- how its letters are written, who hears of mailboxes


def _languages(settings: Settings, language: Language) -> str:
    names = [say(language, f"language.{one}") for one in settings.languages]
    key = "terms.languages" if len(names) > 1 else "terms.one_language"
    return say(language, key, names=listing(language, names))


def _notation(settings: Settings, language: Language) -> str:
    if settings.notation:
        return say(language, "terms.notation", notation=settings.notation)
    has_own = settings.rulebook in BOOK_NOTATIONS["fr"] and settings.rulebook != USUAL_NOTATIONS["fr"]
    return say(language, "terms.book_notation" if has_own else "terms.usual_notation", notation=settings.rulebook)


_LETTER_TERMS = (
    setting_sentence("languages", tell=_languages),
    setting_sentence("reports", tell=_notation),
    setting_choice("unreachable", lambda to: "terms.tell_all" if to.tell_unreachable else "terms.tell_master"),
)

_PRACTICE_TERMS = (setting_sentence(tell=lambda _, language: say(language, "terms.practice")),)

TERMS_BY_THEME = (
    PLAY_TERMS,
    DEADLINE_TERMS,
    MISSING_ORDERS_TERMS,
    _SEAT_TERMS,
    _VOTE_TERMS,
    _PRESS_TERMS,
    _LETTER_TERMS,
)
"""The terms in the order in which they are told; every setting stands in exactly one sentence of one theme."""
