"""Which pages of the help the problems of a letter point to."""

from collections.abc import Iterable

from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.reports.echo import Answer, Answered, Barred, Did, Ordered, Unkept, Wrong
from judge.reports.help import Topic, topic_of

_MOST = 3


def more_about(answers: Iterable[Answered]) -> tuple[Topic, ...]:
    """The topics of what went wrong, in the order of the lines; a few are enough."""
    found = (topic_of(key) for answered in answers if (key := _key(answered.answer)))
    return tuple(dict.fromkeys(topic for topic in found if topic))[:_MOST]


def _key(answer: Answer) -> str:
    """The reason for which a line did not do what its writer may have wanted; empty where there is none."""
    match answer:
        case Unkept(why=why):
            return _key(why)
        case Refused(why) | Barred(Refused(why)):
            return f"refusal.{why.value}"
        case Misread(why=misreading):
            return f"misreading.{misreading.value}"
        case Wrong(what):
            return f"unknown.{what.value}"
        case Did(deed) if deed.is_problem:
            return f"deed.{deed.value}"
        case Ordered(void=illegal) if illegal:
            return f"illegal.{illegal.value}"
        case _:
            return ""
