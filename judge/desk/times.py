"""Settings of time as words: budgets of absence, holiday calendars, reminders."""

import re

from judge.game.deadlines.schedule import is_calendar
from judge.game.deadlines.timing import LONGEST, MOST, SHORTEST, Allowance, Reminders
from judge.mail.dates import read_length
from judge.mail.vocabulary import fold, value_of

_PER = {"year": False, "an": False, "game": True, "partie": True}
_MOST_DAYS = 365


def read_allowance(word: str) -> Allowance | None:
    """A budget of absence: ``21`` or ``21/year`` days in a year, ``21/game`` in the whole game, ``no`` for none."""
    if value_of(word) == "no":
        return Allowance()
    found = re.fullmatch(r"(\d{1,3})(?:/([a-z]+))?", fold(word))
    whole_game = _PER.get(found[2] or "year") if found else None
    if found is None or whole_game is None or not 1 <= int(found[1]) <= _MOST_DAYS:
        return None
    return Allowance(int(found[1]), whole_game)


def calendar_name(word: str) -> str | None:
    """A holiday calendar, by country (ISO 3166-1) and subdivision: ``FR-57``; empty for ``no`` (Norway is ``NOR``)."""
    if value_of(word) == "no":
        return ""
    return word.upper() if is_calendar(word.upper()) else None


def read_reminders(words: str) -> Reminders | None:
    """When to be reminded: ``24h 3h`` before a deadline, ``no`` never, ``usual`` as the game has it."""
    match value_of(words):
        case "no":
            return Reminders(())
        case "usual":
            return Reminders()
    lengths = [read_length(word) for word in words.split()]
    known = tuple(sorted({length for length in lengths if length and SHORTEST <= length <= LONGEST}, reverse=True))
    return Reminders(known) if len(known) == len(lengths) <= MOST else None
