"""The settings of a game in sentences: what its players agreed on."""

from collections.abc import Iterable, Iterator

from judge.game.mastery.permissions import master_may_play
from judge.game.press.rules import Signature, Talk
from judge.game.seats.filling import waits_for_master
from judge.game.settings import Language, Settings, board_of
from judge.game.votes.rules import Standing
from judge.reports.language import count, length, listing, say
from judge.reports.terms_of_play import MISSING, PLAY, TIME, Term, fixed, term


def agreed(settings: Settings, language: Language) -> tuple[str, ...]:
    """The settings of a game in sentences, one for each of its terms."""
    return tuple(said for terms in THEMES for said in _said(terms, settings, language))


def agreement(settings: Settings, language: Language) -> tuple[str, ...]:
    """The settings of a game in sentences, a paragraph for each theme."""
    return tuple(filter(None, (" ".join(_said(terms, settings, language)) for terms in THEMES)))


def _said(terms: Iterable[Term], settings: Settings, language: Language) -> Iterator[str]:
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
    return say(language, "terms.muster" if muster else "terms.no_muster", length=length(muster, language))


def _start(settings: Settings) -> str:
    if settings.access.manual:
        return "terms.manual"
    return "terms.by_hand" if waits_for_master(settings) else "terms.by_itself"


def _reliability(settings: Settings, language: Language) -> str:
    percent = settings.access.reliability
    return say(language, "terms.reliability", percent=percent) if percent else ""


_SEATS = (
    fixed("access", lambda to: f"terms.entry.{to.access.entry.value}"),
    term("reliability", tell=_reliability),
    fixed("hidden", lambda to: "terms.hidden" if to.access.hidden else "terms.listed"),
    term("powers", tell=_powers),
    fixed("anonymous", lambda to: "terms.anonymous" if to.access.anonymous else "terms.open_names"),
    fixed("playing", _master),
    term("muster", tell=_muster),
    fixed("beginning", _start),
)


# --- votes


def _votes(settings: Settings, language: Language) -> str:
    standing = "terms.votes_last" if settings.votes.standing is Standing.WITHDRAWN else "terms.votes_end"
    return f"{say(language, f'terms.votes.{settings.votes.tally.value}')} {say(language, standing)}"


def _stalemate(settings: Settings, language: Language) -> str:
    proposed, drawn = settings.votes.proposed_after, settings.votes.drawn_after
    by_turns = board_of(settings).calendar == "turns"
    said = [count(language, "terms.proposed_turns" if by_turns else "terms.proposed", proposed)] if proposed else []
    said += [count(language, "terms.drawn_turns" if by_turns else "terms.drawn", drawn)] if drawn else []
    return " ".join(said)


_VOTES = (
    fixed("draws", lambda to: f"terms.draws.{to.votes.draws.value}"),
    fixed("concessions", lambda to: "terms.concessions" if to.votes.concessions else "terms.no_concessions"),
    term("votes", "votes_stand", tell=_votes),
    term("stalemate", "draw_after", tell=_stalemate),
)


# --- press, those who watch


def _press(settings: Settings, language: Language) -> str:
    signatures = settings.press.signatures
    if not signatures:
        return say(language, "terms.no_press")
    if signatures == (Signature.WHITE,):
        return say(language, "terms.white_press")
    kinds = [say(language, f"terms.signature.{one.value}") for one in signatures]
    return say(language, "terms.press", kinds=listing(language, kinds, "words.or"))


_PRESS = (
    term("press", tell=_press),
    fixed("private", lambda to: "terms.private" if to.press.private else "terms.not_private"),
    fixed("fakes", lambda to: "terms.fakes" if to.press.fakes else "terms.no_fakes"),
    fixed("talk", lambda to: "" if to.press.talk is Talk.BOOK else f"terms.talk.{to.press.talk.value}"),
    fixed("diaries", lambda to: "terms.diaries" if to.press.diaries else "terms.no_diaries"),
    fixed("watchers", lambda to: f"terms.watching.{to.press.watching.value}"),
    fixed(
        "watchers_read", lambda to: "terms.observers_read" if to.press.observers_read else "terms.observers_do_not_read"
    ),
    fixed(
        "watchers_write", lambda to: "terms.observers_write" if to.press.observers_write else "terms.observers_silent"
    ),
)


# --- how its letters are written, who hears of mailboxes


def _languages(settings: Settings, language: Language) -> str:
    names = [say(language, f"language.{one}") for one in settings.languages]
    key = "terms.languages" if len(names) > 1 else "terms.one_language"
    return say(language, key, names=listing(language, names))


def _notation(settings: Settings, language: Language) -> str:
    return say(language, "terms.notation" if settings.notation else "terms.usual_notation", notation=settings.notation)


_LETTERS = (
    term("languages", tell=_languages),
    term("reports", tell=_notation),
    fixed("unreachable", lambda to: "terms.tell_all" if to.tell_unreachable else "terms.tell_master"),
)

THEMES = (PLAY, TIME, MISSING, _SEATS, _VOTES, _PRESS, _LETTERS)
"""In the order in which they are told; every setting stands in exactly one term of one theme."""
