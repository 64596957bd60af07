"""A letter that proves nothing and needs no proof: its questions are answered, or it is told how to begin.

What limits there are is looked up first: nothing is found out for an answer that would not leave.
"""

from collections.abc import Sequence

from judge.desk.acknowledge import turn_away
from judge.desk.case import Case
from judge.desk.changes import act
from judge.desk.limits import crowded, is_silent
from judge.desk.spoken import wants_something
from judge.desk.unproven import wait_for_room
from judge.mail.meanings import Line
from judge.store.values import Change, Occasion


def answer_anybody(case: Case, asked: Sequence[Line]) -> Change:
    """Answer the questions of a letter that holds nothing else; tell any other what to write."""
    is_question = bool(asked) and not wants_something(case.lines)
    is_command = is_question or wants_something(case.lines)
    if is_silent(case.office, case.sender, Occasion.GUIDANCE if is_command else Occasion.DOORSTEP):
        return case.settled()
    is_player = case.game is not None and case.sender in case.game.people
    until = None if is_player else crowded(case.office, case.sender)
    if until:
        return wait_for_room(case, case.sender, until) if is_command else case.settled()
    return act(case, asked, case.sender, proof="") if is_question else turn_away(case)
