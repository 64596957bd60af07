"""Recognises lines in the middle of a letter to others that were probably meant for the judge."""

from judge.requests.press import SendPressRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import (
    ChangeSettingsRequest,
    JoinGameRequest,
    Line,
    OpenGameRequest,
    PhaseHeading,
    PossibleOrder,
    SignOnRequest,
)
from judge.requests.words import Word, verb_of, words_in

_MOST_WORDS = 4
_PUNCTUATION = tuple(".,?!…;:")


def reads_as_command(line: str) -> bool:
    """Whether a line is a command: its verb in capitals, or it is short, complete, and would change something.

    "Wait for me" and "Help me with Burgundy, will you?" are prose; so is "Open your eyes".
    """
    key, _, rest = verb_of(line)
    if key is None or key == "press":
        return False
    (piece,) = read_lines(line) or (Line(line, PossibleOrder()),)
    request = piece.request
    if isinstance(request, PossibleOrder | SendPressRequest):
        return False
    if _in_capitals(line, rest):
        return True
    if isinstance(request, OpenGameRequest | JoinGameRequest | SignOnRequest):
        return False
    if isinstance(request, ChangeSettingsRequest) and not all(
        setting.name and setting.value for setting in request.settings
    ):
        return False
    whole = isinstance(request, PhaseHeading) and request.phase is not None
    return (piece.changes_something or whole) and _is_bare(line)


def _in_capitals(line: str, rest: tuple[Word, ...]) -> bool:
    verb = line[: rest[0].start] if rest else line
    return verb.isupper() and sum(map(str.isalpha, verb)) > 1


def _is_bare(line: str) -> bool:
    return len(words_in(line)) <= _MOST_WORDS and not line.rstrip().endswith(_PUNCTUATION)
