"""The lines of a letter as requests, its subject among them where the letter itself has none."""

import re

from judge.mail.letter import Letter
from judge.requests.press import SendPressRequest, WriteDiaryRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import Line, PossibleOrder, StopReading, UnreadRest
from judge.requests.small_talk import is_courtesies_only

_REPLIES = re.compile(r"\s*(?:re|ré|rép|réf|aw|antw|sv|vs|tr|fw|fwd|wg|i)\s*(?:\[\d+\]|\(\d+\))?\s*:", re.IGNORECASE)
"""What mail programs write before the subject of a letter that is answered or forwarded, in several languages."""


_SHOWN = 120
"""Characters that are shown of a line that is not read."""


def own_subject(subject: str, name: str = "") -> str:
    """A subject without the name of a game in front of it; empty for the subject of a reply."""
    if _REPLIES.match(subject):
        return ""
    return (
        re.sub(rf"^[\s\[(]*{re.escape(name)}\b[\s\])]*[:,–-]?\s*", "", subject, flags=re.IGNORECASE)
        if name
        else subject
    )


def lines_of_letter(letter: Letter) -> tuple[Line, ...]:
    """The lines of a letter; for one without lines, or of courtesies alone, first its subject, if that is a command.

    Of a letter that is cut short the last line is not read: it may go on, and half of it may mean something else.
    """
    lines = read_lines(letter.text)
    if lines and letter.is_cut_short:
        return (*lines[:-1], Line(lines[-1].text.partition("\n")[0][:_SHOWN], UnreadRest()))
    if letter.attachments or not (
        all(isinstance(line.request, PossibleOrder) for line in lines) and is_courtesies_only(letter.text)
    ):
        return lines
    asked = read_lines(own_subject(letter.subject))
    no_command = PossibleOrder | ((SendPressRequest | WriteDiaryRequest | StopReading) if lines else PossibleOrder)
    return (*asked, *lines) if any(not isinstance(line.request, no_command) for line in asked) else lines
