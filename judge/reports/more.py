"""Which pages of the help the problems of a letter point to."""

from collections.abc import Iterable

from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.reports.echo import Answer, Answered, Barred, Did, Faulty, Ordered, Unkept, Wrong
from judge.reports.help import Topic, topic_of, topics
from judge.rules.position import PhaseKind

_MOST = 3


_PAGES = {PhaseKind.RETREAT: "retreats", PhaseKind.ADJUSTMENT: "builds"}
"""The page on the orders of each kind of phase, where it is not that on movements."""


def more_about(answers: Iterable[Answered], kind: PhaseKind | None = None) -> tuple[Topic, ...]:
    """The topics of what went wrong, in the order of the lines; a few are enough. ``kind`` is the open phase's."""
    found = (_topic(answered.answer, kind) for answered in answers)
    return tuple(dict.fromkeys(topic for topic in found if topic))[:_MOST]


def _topic(answer: Answer, kind: PhaseKind | None) -> Topic | None:
    """The topic of an answer; of a line that should have been an order, that of orders in the phase it was for."""
    key = _key(answer)
    topic = topic_of(key) if key else None
    if isinstance(answer, Unkept):
        kind = answer.phase.kind
    if topic and topic.name == "orders" and key.startswith("misreading.") and kind in _PAGES:
        return next(page for page in topics() if page.name == _PAGES[kind])
    return topic


def _key(answer: Answer) -> str:
    """The reason for which a line did not do what its writer may have wanted; empty where there is none."""
    match answer:
        case Unkept(why=why):
            return _key(why)
        case Faulty(faults):
            return next(filter(None, map(_key, faults)), "")
        case Refused(why) | Barred(Refused(why)):
            return f"refusal.{why.value}"
        case Misread(why=misreading):
            return f"misreading.{misreading.value}"
        case Wrong(setting=str(setting)) if setting:
            return f"settings.{setting}"
        case Wrong(what):
            return f"unknown.{what.value}"
        case Did(deed) if deed.is_problem:
            return f"deed.{deed.value}"
        case Ordered(void=void) if void:
            return f"illegal.{void.why.value}"
        case _:
            return ""
