"""Plain letters, for when the judge fails to write the one that was due: no template, no table, no picture."""

from collections.abc import Sequence
from textwrap import fill

from judge.game.settings import Language
from judge.reports.language import LetterText, letter_text, say
from judge.reports.layout import one_line
from judge.reports.line_answers import AnsweredLine, Fate, OrderAccepted, TextAnswer, fate_of

_WIDTH = 72
_INDENT = "  "


def write_plain_news(game: str, language: Language, press: str | None = None) -> LetterText:
    """Return the letter that tells that something happened in a ``game``, or without one that there is a letter.

    ``press`` is the text of press, if that is what it tells; it stands as it was written, without saying who wrote it.
    """
    if not game:
        subject, said = say(language, "subject.plain_no_game"), say(language, "plain.no_game")
    elif press is None:
        subject = say(language, "subject.plain_news", game=game)
        said = say(language, "plain.news", game=game)
    else:
        subject = say(language, "subject.plain_press", game=game)
        said = say(language, "plain.press", game=game)
    quoted = "" if press is None else f"\n{press.strip()}\n"
    return letter_text(subject, f"{fill(said, _WIDTH)}\n{quoted}")


def write_plain_answer(game: str, language: Language, answers: Sequence[AnsweredLine]) -> LetterText:
    """Return the answer to a letter that was carried out: what became of each of its lines, in a word."""
    told = [_told_line(one, language) for one in answers if fate_of(one.answer) is not Fate.CONVERSATION]
    text = "\n\n".join((fill(say(language, "plain.answer"), _WIDTH), *told))
    subject = say(language, "subject.plain_answer", game=game) if game else say(language, "subject.plain_no_game")
    return letter_text(subject, f"{text}\n")


_FATES = {Fate.IN_FORCE: "plain.in_force", Fate.OFFERED: "plain.offered", Fate.EXPLAINED: "plain.explained"}


def _told_line(answered: AnsweredLine, language: Language) -> str:
    given = answered.answer
    is_void = isinstance(given, OrderAccepted) and given.void
    fate = say(language, "plain.void" if is_void else _FATES[fate_of(given)])
    answer = f"\n\n{given.text.strip()}" if isinstance(given, TextAnswer) else ""
    return f"> {one_line(answered.line, _WIDTH)}\n{_INDENT}{fate}{answer}"
