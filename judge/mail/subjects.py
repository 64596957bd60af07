"""What a subject says: nothing where it is that of the letter it replies to, else what its writer chose."""

import re

from judge.mail.courtesies import is_courteous
from judge.mail.letter import Letter
from judge.mail.meanings import Beyond, Line, MaybeOrder, Stop
from judge.mail.pressing import DiaryText, PressText
from judge.mail.verbs import read_lines

_REPLIES = re.compile(r"\s*(?:re|ré|rép|réf|aw|antw|sv|vs|tr|fw|fwd|wg|i)\s*(?:\[\d+\]|\(\d+\))?\s*:", re.IGNORECASE)
"""What mail programs write before the subject of a letter that is answered or passed on, in several languages."""


_SHOWN = 120
"""Characters of a line that is not read, as far as it is shown."""


def own_subject(subject: str, name: str = "") -> str:
    """A subject without the name of a game in it, which people put first; empty for that of a reply."""
    if _REPLIES.match(subject):
        return ""
    return (
        re.sub(rf"^[\s\[(]*{re.escape(name)}\b[\s\])]*[:,–-]?\s*", "", subject, flags=re.IGNORECASE)
        if name
        else subject
    )


def lines_of(letter: Letter) -> tuple[Line, ...]:
    """The lines of a letter; of one without any, or of courtesies alone, first its subject, if that is a command.

    Of a letter that is cut short the last piece is none: it may go on, and half of it may mean something else.
    """
    lines = read_lines(letter.text)
    if lines and letter.is_cut_short:
        return (*lines[:-1], Line(lines[-1].text.partition("\n")[0][:_SHOWN], Beyond()))
    if letter.attachments or not (
        all(isinstance(line.meaning, MaybeOrder) for line in lines) and is_courteous(letter.text)
    ):
        return lines
    asked = read_lines(own_subject(letter.subject))
    no_command = MaybeOrder | ((PressText | DiaryText | Stop) if lines else MaybeOrder)
    return (*asked, *lines) if any(not isinstance(line.meaning, no_command) for line in asked) else lines
