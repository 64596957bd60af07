"""Reads words for values of settings that have a form of their own: budgets of absence, holidays, reminders."""

import re

from judge.game.deadlines.schedule import is_holiday_calendar
from judge.game.deadlines.settings import LONGEST_REMINDER, MOST_REMINDERS, SHORTEST_REMINDER, Allowance, Reminders
from judge.requests.dates import read_length
from judge.requests.vocabulary import fold_case, value_of

_PER = {"year": False, "an": False, "game": True, "partie": True}

_MOST_DAYS = 365


def read_allowance(word: str) -> Allowance | None:
    """Return a budget of absence, None if the word is none.

    ``21`` or ``21/year`` are days in a year, ``21/game`` days in the whole game, ``no`` is none.
    """
    if value_of(word) == "no":
        return Allowance()
    found = re.fullmatch(r"(\d{1,3})(?:/([a-z]+))?", fold_case(word))
    whole_game = _PER.get(found[2] or "year") if found else None
    if found is None or whole_game is None or not 1 <= int(found[1]) <= _MOST_DAYS:
        return None
    return Allowance(int(found[1]), whole_game)


def read_holiday_calendar(word: str) -> str | None:
    """Return a holiday calendar by country (ISO 3166-1) and subdivision, such as ``FR-57``.

    Empty for ``no`` (Norway is ``NOR``), None if there is no such calendar.
    """
    if value_of(word) == "no":
        return ""
    return word.upper() if is_holiday_calendar(word.upper()) else None


def read_reminders(words: str) -> Reminders | None:
    """Return when to be reminded, None if the words do not say.

    ``24h 3h`` is before a deadline, ``no`` never, ``usual`` as the game has it.
    """
    match value_of(words):
        case "no":
            return Reminders(())
        case "usual":
            return Reminders()
    lengths = [read_length(word) for word in words.split()]
    known = tuple(
        sorted(
            {length for length in lengths if length and SHORTEST_REMINDER <= length <= LONGEST_REMINDER}, reverse=True
        )
    )
    return Reminders(known) if len(known) == len(lengths) <= MOST_REMINDERS else None
