"""Lines in the midst of a letter to others that read as if they had been meant for the judge."""

from judge.mail.meanings import Join, Line, MaybeOrder, NamePhase, Open, Set, SignOn
from judge.mail.pressing import PressText
from judge.mail.verbs import read_lines
from judge.mail.words import Word, verb_of, words_in

_MOST_WORDS = 4
_OF_PROSE = tuple(".,?!…;:")


def reads_as_command(line: str) -> bool:
    """Whether a line is a command: its verb stands in capitals, or it is short, whole, and would change something.

    "Wait for me" and "Help me with Burgundy, will you?" are prose; so is "Open your eyes".
    """
    key, _, rest = verb_of(line)
    if key is None or key == "press":
        return False
    (piece,) = read_lines(line) or (Line(line, MaybeOrder()),)
    meaning = piece.meaning
    if isinstance(meaning, MaybeOrder | PressText):
        return False
    if _in_capitals(line, rest):
        return True
    if isinstance(meaning, Open | Join | SignOn):
        return False
    if isinstance(meaning, Set) and not all(setting.name and setting.value for setting in meaning.settings):
        return False
    whole = isinstance(meaning, NamePhase) and meaning.phase is not None
    return (piece.changes_something or whole) and _is_bare(line)


def _in_capitals(line: str, rest: tuple[Word, ...]) -> bool:
    verb = line[: rest[0].start] if rest else line
    return verb.isupper() and sum(map(str.isalpha, verb)) > 1


def _is_bare(line: str) -> bool:
    return len(words_in(line)) <= _MOST_WORDS and not line.rstrip().endswith(_OF_PROSE)
