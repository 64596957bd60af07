"""Letters asked for again: which numbers a line names, whether they may be sent."""

import re
from dataclasses import replace

from judge.desk.context import Context
from judge.desk.limits import series_of
from judge.desk.progress import InGame, Progress
from judge.game.refusals import Refusal, Refused
from judge.mail.meanings import Resend
from judge.mail.vocabulary import value_of
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong

_NUMBERS = re.compile(r"(?:n°|nº|#)?(\d{1,6})(?:[-–](\d{1,6}))?\.?")


def resend(progress: InGame, line: str, asked: Resend, context: Context) -> Progress:
    """Take a line that asks for letters sent before; no number is there for whoever has no part in the game."""
    series = series_of(context.office, progress.game, progress.person)
    if not series.last:
        return progress.told(line, Refused(Refusal.NOT_A_PLAYER))
    wanted = _numbers(line, asked.words, series.last)
    if isinstance(wanted, Wrong):
        return progress.told(line, wanted)
    again = tuple(dict.fromkeys((*progress.again, *wanted)))
    if len(again) > series.copies:
        return progress.told(line, Refused(Refusal.COPIES_USED_UP))
    named = f"{wanted[0]}–{wanted[-1]}" if len(wanted) > 1 else str(wanted[0])
    return replace(progress, again=again).told(line, Did(Deed.SENT_AGAIN, named))


def _numbers(line: str, words: tuple[Word, ...], last: int) -> range | Wrong:
    """The numbers from the first word to the second, both between 1 and ``last``."""
    if not words:
        return Wrong.missing(Unknown.LETTER, len(line), (str(last),))
    ends: list[int] = []
    for word in words[:2]:
        found = _NUMBERS.fullmatch(word.text)
        numbers = [int(number) for number in found.groups() if number] if found else []
        if value_of(word.text) == "last":
            numbers = [last]
        if not numbers or not all(1 <= number <= last for number in numbers):
            return Wrong.at(Unknown.LETTER, word, (str(last),))
        ends += numbers
    return range(min(ends), max(ends) + 1)
