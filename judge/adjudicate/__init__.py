"""Judges positions with their orders, given as lines of JSON, and answers in lines of JSON."""

import json
from collections.abc import Callable, Iterable

from judge.adjudicate.answer import answer_request
from judge.adjudicate.request import FaultyRequest, read_request


def adjudicate(lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer each line at once with one line (``write`` adds its end); blank lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            write(adjudicate_line(line, number))


def adjudicate_line(text: str, number: int = 1) -> str:
    """Judge one phase; a line that cannot be judged is answered with an ``error`` that says why.

    With it go the ``line``, by its number, and the ``field`` at fault, ``null`` where it is the line as a whole.

    In: ``id``, ``board`` (``standard`` by default), ``rules`` (a rule book; the board's, else ``2023`` by default),
    ``notation`` (``standard`` by default; the others are understood too), ``phase``, ``units``, ``centers``,
    ``dislodged`` in retreat phases, ``orders``. Without ``centers`` nobody owns any, but in an adjustment phase every
    power has its home centres and a ``note`` says so. Without ``options`` a dislodged unit may go wherever no unit
    stands and its attacker did not come from; standoffs and convoys of the moves before are not known then.

    Out: ``id``, ``units``, ``dislodged``, ``orders`` with text, canonical form, result and reason, ``results`` and
    ``reasons`` for each unit of the phase, and ``centers`` at the end of an autumn. Several orders in one text are
    answered one by one.
    """
    request = read_request(text)
    if isinstance(request, FaultyRequest):
        return json.dumps({"id": request.id, "error": request.why, "line": number, "field": request.field or None})
    return json.dumps(answer_request(request))
