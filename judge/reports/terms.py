"""The terms of a game: its settings and how it is played, in sentences."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from judge.game.seats.rules import is_started_by_master
from judge.game.settings import (
    EVERY_DAY,
    Language,
    Missing,
    OnrRule,
    PressSignature,
    Settings,
    ShortPhasePress,
    VoteDuration,
    board_of_settings,
    rulebook_of_settings,
)
from judge.game.visibility import master_may_play
from judge.languages import LANGUAGES, facts_of, language_name
from judge.reports.language import alphabetic, capitalized, clock_text, count, duration_text, listing, phrasebook, say
from judge.reports.names import bare_region_name, power_name, region_name
from judge.reports.phrasing import key_for_board
from judge.reports.tutorial import strength_word
from judge.rules.board import Board, Power
from judge.rules.position import PhaseKind
from judge.rules.rulebook import TieAtTerm, UnitSight

# --- terms of play in sentences: rule book and board, deadlines, missing orders


@dataclass(frozen=True)
class SettingSentence:
    """A function that puts settings into a sentence, and the keys of those settings in the vocabulary.

    Two values of a setting never make the same sentence; it is empty where the setting is not used.
    """

    settings: frozenset[str]
    tell: Callable[[Settings, Language], str]


def setting_sentence(*settings: str, tell: Callable[[Settings, Language], str]) -> SettingSentence:
    """Return a sentence on these settings."""
    return SettingSentence(frozenset(settings), tell)


def setting_choice(setting: str, key: Callable[[Settings], str]) -> SettingSentence:
    """Return a term of one setting without facts: ``key`` returns the key of its sentence, empty for none."""
    return setting_sentence(
        setting, tell=lambda settings, language: say(language, found) if (found := key(settings)) else ""
    )


# --- how the game is played


def _book(settings: Settings, language: Language) -> str:
    board = board_of_settings(settings)
    facts = {"rulebook": settings.rulebook, "board": _board_name(board, language), "players": len(board.seats)}
    return " ".join((say(language, "terms.book", **facts), *_scenario(board, language)))


def _board_name(board: Board, language: Language) -> str:
    """Return the name of a packaged board in a language; of any other board its own name."""
    return phrasebook(language).sentences.get(f"board.{board.name}", board.name)


def _scenario(board: Board, language: Language) -> Iterator[str]:
    """Yield how a board differs from one where everybody plays one power.

    Powers stand in the order of the board, as on the opening page of the archive, which never changes.
    """
    if any(len(seat) > 1 for seat in board.seats):
        between = say(language, "terms.between_seats") + " "
        named = ([board.name_of(power, language) for power in seat] for seat in board.seats)
        yield say(language, "terms.seats", seats=between.join(listing(language, names) for names in named))
    aside = {board.joining.power} if board.joining else set[Power]()
    if standing := [power for power in board.powers if power in board.standing - aside]:
        powers = listing(language, [power_name(power, board, language).name for power in standing])
        yield count(language, "terms.standing", len(standing), powers=powers)
    if board.joining:
        power = power_name(board.joining.power, board, language).name
        yield say(language, "terms.joining", power=capitalized(power), year=board.joining.year)
    if board.closed:
        closed = sorted(board.closed, key=lambda region: alphabetic(bare_region_name(region, board, language)))
        regions = listing(language, [region_name(region, board, language).name for region in closed])
        yield say(language, "terms.closed", regions=regions)


def how_it_ends(settings: Settings, language: Language) -> str:
    """Return what ends the game: a number of centres, of units, a last year."""
    board = board_of_settings(settings)
    if board.victory_units:
        key = "terms.last_year_units" if settings.last_year else "terms.no_last_year_units"
    elif board.victory_centres:
        key = "terms.last_year" if settings.last_year else "terms.no_last_year"
    else:
        key = "terms.last_year_alone" if settings.last_year else "terms.no_last_year_alone"
    said = say(
        language,
        key,
        of_last=say(language, f"last.{board.calendar}", year=settings.last_year),
        centres=say(language, key_for_board("words.centres", board)),
        victory=board.victory_centres,
        units=board.victory_units,
    )
    said = " ".join((said, *_other_numbers(board, language)))
    if settings.last_year and rulebook_of_settings(settings).tie_at_term is TieAtTerm.NOBODY:
        said += " " + say(language, "terms.ties_lose")
    return said


def _other_numbers(board: Board, language: Language) -> Iterator[str]:
    """Yield from when on other numbers of centres win, and for whom another one does."""
    numbers = board.victory.by_year
    for passed, (before, number) in enumerate(pairwise(numbers), start=1):
        if number != before:
            yield say(language, f"victory_from.{board.calendar}", year=board.start_year + passed, n=number)
    for power, number in board.victory.of.items():
        yield say(language, "terms.victory_of", power=power_name(Power(power), board, language).name, n=number)


def _scoring(settings: Settings, language: Language) -> str:
    return say(language, "terms.scoring", name=say(language, f"scoring.{settings.scoring}"))


PLAY_TERMS = (
    setting_sentence("rules", "board", tell=_book),
    setting_sentence("last", tell=how_it_ends),
    setting_sentence("scoring", tell=_scoring),
    setting_choice("advance", lambda to: "terms.advance" if to.advance else "terms.no_advance"),
    setting_sentence("whatifs", tell=lambda to, language: count(language, "terms.whatifs", to.whatifs_per_day)),
)


# --- how it keeps time


def how_long_phases_last(settings: Settings, language: Language) -> str:
    """Return the least time that each kind of phase lasts, and the hour at which phases close."""
    lengths = {kind.name.lower(): duration_text(settings.lengths.of(kind), language) for kind in PhaseKind}
    if settings.timing.exact:
        return say(language, "terms.lengths_exact", **lengths)
    return say(language, "terms.lengths", hour=clock_text(settings.hour, settings.zone, language), **lengths)


def _first(settings: Settings, language: Language) -> str:
    first = settings.timing.first
    return say(language, "timing.first", length=duration_text(first, language)) if first else ""


def _days(settings: Settings, language: Language) -> str:
    days = settings.timing.days
    names = listing(language, [phrasebook(language).weekdays[day] for day in days])
    return "" if days == EVERY_DAY else say(language, "timing.days", days=names)


def _holidays(settings: Settings, language: Language) -> str:
    calendar = settings.timing.holidays
    return say(language, "timing.holidays", calendar=calendar) if calendar else ""


def _minimum(settings: Settings, language: Language) -> str:
    minimum = settings.timing.minimum
    return say(language, "timing.minimum", length=duration_text(minimum, language)) if minimum else ""


def _disputes(settings: Settings, language: Language) -> str:
    length = settings.timing.disputes
    return say(language, "timing.disputes", length=duration_text(length, language)) if length else ""


def _absences(settings: Settings, language: Language) -> str:
    """Who is told of absences matters only where there may be any."""
    budget, everyone = settings.timing.absences, settings.timing.tell_absences
    if not budget.days:
        return "" if everyone else say(language, "timing.absences_untold")
    allowed = say(language, "timing.absences_in_all" if budget.whole_game else "timing.absences", n=budget.days)
    told = say(language, "timing.absences_told" if everyone else "timing.absences_untold")
    return f"{allowed} {told}"


def _reserve(settings: Settings, language: Language) -> str:
    reserve = settings.timing.reserve
    if not reserve.days:
        return ""
    days, a_year, most = (count(language, "calendar.days", n) for n in (reserve.days, reserve.a_year, reserve.a_phase))
    yearly = [say(language, "timing.reserve_a_year", days=a_year)] if reserve.a_year else []
    return " ".join((say(language, "timing.reserve", days=days, most=most), *yearly))


def _awaited(settings: Settings) -> str:
    """In fog it is told to nobody, whatever the setting."""
    return (
        "timing.awaited"
        if settings.timing.tell_waited and rulebook_of_settings(settings).sight is UnitSight.ALL
        else ""
    )


def _reminder(settings: Settings, language: Language) -> str:
    return say(language, "terms.reminder", length=duration_text(settings.reminder, language))


DEADLINE_TERMS = (
    setting_sentence("movement", "retreats", "adjustments", "hour", "zone", tell=how_long_phases_last),
    setting_choice("exact", lambda to: "timing.exact" if to.timing.exact else ""),
    setting_sentence("first", tell=_first),
    setting_sentence("days", tell=_days),
    setting_sentence("holidays", tell=_holidays),
    setting_sentence("minimum", tell=_minimum),
    setting_sentence("disputes", tell=_disputes),
    setting_choice("unhurried", lambda to: "timing.unhurried" if to.timing.unhurried else ""),
    setting_sentence("absences", "absentees", tell=_absences),
    setting_sentence("reserve", tell=_reserve),
    setting_choice("waited", _awaited),
    setting_sentence("reminder", tell=_reminder),
)


# --- what becomes of those who do not write


_GRACE = {
    PhaseKind.MOVEMENT: "terms.grace_movement",
    PhaseKind.RETREAT: "terms.grace_retreat",
    PhaseKind.ADJUSTMENT: "terms.grace_adjustment",
}


def _counted(settings: Settings, language: Language) -> str:
    who = say(language, "terms.onr_any" if settings.missing.counts is OnrRule.ANY else "terms.onr_all")
    told = say(language, "terms.onr_public" if settings.missing.published else "terms.onr_secret")
    return f"{who} {told}"


def _grace(settings: Settings, language: Language) -> str:
    graces = {kind: span for kind in PhaseKind if (span := settings.missing.grace.of(kind))}
    told = [say(language, _GRACE[kind], length=duration_text(span, language)) for kind, span in graces.items()]
    return say(language, "terms.grace", told=listing(language, told)) if told else ""


def forfeit_text(missing: Missing, language: Language) -> str:
    """Return how many missed deadlines cost the seat; empty where none do."""
    row, total = missing.in_a_row, missing.in_all
    told = [count(language, "terms.forfeit_in_a_row", row)] if row else []
    told += [count(language, "terms.forfeit_in_all", total)] if total else []
    return say(language, "terms.forfeit", told=listing(language, told, "words.or")) if told else ""


def _standby(settings: Settings, language: Language) -> str:
    wait, caretaker = settings.missing.standby_wait, settings.missing.caretaker
    if caretaker:
        key, strength = "terms.seat_waits_played" if wait else "terms.seat_played", strength_word(caretaker, language)
        holds = say(language, key, length=duration_text(wait, language), strength=strength)
    else:
        holds = say(language, "terms.seat_waits" if wait else "terms.seat_holds", length=duration_text(wait, language))
    answer = say(language, "terms.standby_answer", length=duration_text(settings.missing.answer_within, language))
    return f"{holds} {answer}"


MISSING_ORDERS_TERMS = (
    setting_sentence("onr", "missing", tell=_counted),
    setting_sentence("grace", "grace_retreats", "grace_adjustments", tell=_grace),
    setting_sentence("forfeit", "forfeit_total", tell=lambda to, language: forfeit_text(to.missing, language)),
    setting_sentence("standby_wait", "standby_answer", "caretaker", tell=_standby),
)


# --- the terms of a game: its settings in sentences


def agreed_sentences(settings: Settings, language: Language) -> tuple[str, ...]:
    """Return the settings of a game in sentences, one for each term."""
    themes = (said for terms in TERMS_BY_THEME for said in _sentences(terms, settings, language))
    house = (f"{_house_rules_in(one.language, language)} {' '.join(one.paragraphs)}" for one in settings.house_rules)
    return (*themes, *house)


def agreed_paragraphs(settings: Settings, language: Language) -> tuple[str, ...]:
    """Return the settings of a game in words, one paragraph for each theme; of practice what one player needs."""
    themes = (PLAY_TERMS, _PRACTICE_TERMS) if settings.practice else TERMS_BY_THEME
    told = filter(None, (" ".join(_sentences(terms, settings, language)) for terms in themes))
    return (*told, *house_paragraphs(settings, language))


def chief_paragraphs(settings: Settings, language: Language) -> tuple[str, ...]:
    """Return what whoever begins must know of the settings: rule book, board, end, scores, times; what is not usual.

    Nothing is left out of practice, and of house rules; what is over once a game has begun is.
    """
    if settings.practice:
        return agreed_paragraphs(settings, language)
    chief = (_book, how_it_ends, _scoring, how_long_phases_last)
    usual = Settings(
        rulebook=settings.rulebook,
        board=settings.board,
        board_text=settings.board_text,
        languages=settings.languages if settings.languages[1:] else Settings().languages,
    )
    others = [one for terms in TERMS_BY_THEME for one in terms if one.tell not in chief and not one.settings & _OVER]
    told = (said for one in others if (said := one.tell(settings, language)) != one.tell(usual, language))
    first = " ".join(tell(settings, language) for tell in chief)
    return (*filter(None, (first, " ".join(filter(None, told)))), *house_paragraphs(settings, language))


_OVER = frozenset({"powers", "muster", "beginning"})
"""The settings of how a game fills that are over when it begins."""


def _house_rules_in(own: Language, language: Language) -> str:
    """The heading of house rules that stand in a language, of which it says which it is."""
    return say(language, "terms.house_in", tongue=language_name(own, language))


def house_paragraphs(settings: Settings, language: Language) -> tuple[str, ...]:
    """Return the house rules of a game below their heading, which says so where they are in another language alone."""
    known = {one.language: one.paragraphs for one in settings.house_rules if one.paragraphs}
    if not known:
        return ()
    own = language if language in known else next(iter(known))
    return (say(language, "terms.house") if own == language else _house_rules_in(own, language), *known[own])


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


def _delay(settings: Settings, language: Language) -> str:
    length = settings.press.delay
    if length is None:
        return say(language, "terms.told_with_next")
    return say(language, "terms.told_later", length=duration_text(length, language)) if length else ""


_PRESS_TERMS = (
    setting_sentence("press", tell=_press),
    setting_choice("private", lambda to: "terms.private" if to.press.private else "terms.not_private"),
    setting_choice("fakes", lambda to: "terms.fakes" if to.press.fakes else "terms.no_fakes"),
    setting_choice(
        "talk", lambda to: "" if to.press.talk is ShortPhasePress.BOOK else f"terms.talk.{to.press.talk.value}"
    ),
    setting_choice("diaries", lambda to: "terms.diaries" if to.press.diaries else "terms.no_diaries"),
    setting_choice("mutes", lambda to: "terms.mutes_told" if to.press.mutes_told else ""),
    setting_choice("watchers", lambda to: f"terms.watching.{to.press.watching.value}"),
    setting_choice(
        "watchers_read", lambda to: "terms.observers_read" if to.press.observers_read else "terms.observers_do_not_read"
    ),
    setting_choice(
        "watchers_write", lambda to: "terms.observers_write" if to.press.observers_write else "terms.observers_silent"
    ),
    setting_sentence("watchers_delay", tell=_delay),
)


# --- how its letters are written, who hears of mailboxes


def _languages(settings: Settings, language: Language) -> str:
    names = [language_name(one, language) for one in settings.languages]
    key = "terms.languages" if len(names) > 1 else "terms.one_language"
    return say(language, key, names=listing(language, names))


def _notation(settings: Settings, language: Language) -> str:
    if settings.notation:
        return say(language, "terms.notation", notation=settings.notation)
    has_own = any(
        settings.rulebook in facts_of(one)["book_notations"] and settings.rulebook != facts_of(one)["notation"]
        for one in LANGUAGES
    )
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
