"""Terms of play in sentences: rule book and board, deadlines, missing orders."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from judge.game.deadlines.settings import EVERY_DAY
from judge.game.settings import Language, Missing, OnrRule, Settings, board_of_settings, rulebook_of_settings
from judge.reports.language import alphabetic, clock_text, count, duration_text, listing, phrasebook, say
from judge.reports.names import bare_region_name, power_name, region_name
from judge.reports.phrasing import key_for_board
from judge.reports.practice import strength_word
from judge.rules.board import Board, Power
from judge.rules.position import PhaseKind
from judge.rules.rulebook import TieAtTerm, UnitSight


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
        yield say(language, "terms.joining", power=power[:1].upper() + power[1:], year=board.joining.year)
    if board.closed:
        closed = sorted(board.closed, key=lambda region: alphabetic(bare_region_name(region, board, language)))
        regions = listing(language, [region_name(region, board, language).name for region in closed])
        yield say(language, "terms.closed", regions=regions)


def _end(settings: Settings, language: Language) -> str:
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
    setting_sentence("last", tell=_end),
    setting_sentence("scoring", tell=_scoring),
    setting_choice("advance", lambda to: "terms.advance" if to.advance else "terms.no_advance"),
    setting_sentence("whatifs", tell=lambda to, language: count(language, "terms.whatifs", to.whatifs_per_day)),
)


# --- how it keeps time


def _lengths(settings: Settings, language: Language) -> str:
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


def _absences(settings: Settings, language: Language) -> str:
    """Who is told of absences matters only where there may be any."""
    budget, everyone = settings.timing.absences, settings.timing.tell_absences
    if not budget.days:
        return "" if everyone else say(language, "timing.absences_untold")
    allowed = say(language, "timing.absences_in_all" if budget.whole_game else "timing.absences", n=budget.days)
    told = say(language, "timing.absences_told" if everyone else "timing.absences_untold")
    return f"{allowed} {told}"


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
    setting_sentence("movement", "retreats", "adjustments", "hour", "zone", tell=_lengths),
    setting_choice("exact", lambda to: "timing.exact" if to.timing.exact else ""),
    setting_sentence("first", tell=_first),
    setting_sentence("days", tell=_days),
    setting_sentence("holidays", tell=_holidays),
    setting_sentence("minimum", tell=_minimum),
    setting_choice("unhurried", lambda to: "timing.unhurried" if to.timing.unhurried else ""),
    setting_sentence("absences", "absentees", tell=_absences),
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
