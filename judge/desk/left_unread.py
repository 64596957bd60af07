"""What stands in a reply to a question of ours besides the answer: it is not read, and its writer is told so."""

from collections.abc import Iterator, Sequence

from judge.desk.case import Case
from judge.desk.gist import cut_short
from judge.desk.give_orders import is_near
from judge.desk.limits import within_limits
from judge.desk.post import Draft, Thread, to_stranger
from judge.desk.progress import Progress
from judge.game.state import Game
from judge.mail.meanings import Line, MaybeOrder, Stop
from judge.reports.doorstep import write_left_unread
from judge.store.values import Occasion

_MOST = 10
"""Lines that are named."""


def told_unread(case: Case, game: Game | None) -> tuple[Draft, ...]:
    """The letter that names the commands and the orders of a reply; none where there are none.

    ``game`` is what the question was about. The reply has proved whose it is, so its lines may stand in the letter.
    """
    on = Progress(game, case.person(case.sender))
    if game and case.sender in game.people:
        on = Progress(game, game.people[case.sender])
    lines = tuple(_for_the_judge(on, case.lines))
    if not lines:
        return ()
    shown, more = tuple(map(cut_short, lines[:_MOST])), max(0, len(lines) - _MOST)
    words = write_left_unread(game, on.person, shown, more, case.office.config.judge.address)
    thread = Thread("unread", (case.kept.id, "unread"), case.letter.message_id or None)
    letter = to_stranger(case.office, case.sender, words, thread, on.person.language, Occasion.GUIDANCE)
    return within_limits(case.office, letter)


def _for_the_judge(on: Progress, lines: Sequence[Line]) -> Iterator[str]:
    """The lines that would have been carried out, or come near to it: not plain words, and not the answer itself."""
    for line in lines:
        match line.meaning:
            case Stop():
                return
            case MaybeOrder():
                yield from [line.text] if is_near(on, line.text) else []
            case _:
                yield line.text
