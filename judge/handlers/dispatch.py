"""Each line of a letter goes to the handler that is registered for its request."""

from dataclasses import replace

from judge.handlers import (  # noqa: F401 - loaded for the handlers that they register
    books,
    deadlines,
    desk,
    digests,
    headings,
    mastery,
    order_questions,
    orders,
    people,
    plain_press,
    plans,
    practice,
    press,
    proofs,
    questions,
    queue,
    seats,
    sent_files,
    tournaments,
    votes,
    wishes,
)
from judge.handlers.session import HANDLERS, LineContext, Session
from judge.requests.requests import Line, QuestionRequest


def handle_line(session: Session, line: Line, context: LineContext) -> Session:
    """Carry out one line. A question about a hidden game is answered to nobody but those who have a part in it."""
    game, handle = session.game, HANDLERS[type(line.request)].handle
    is_asked = game is not None and game.settings.access.hidden and isinstance(line.request, QuestionRequest)
    if is_asked and game and session.person.address not in {*game.correspondents, *game.address_book.invited}:
        without = Session(**{**vars(session), "game": None})
        return replace(handle(without, line.text, line.request, context), game=game)
    return handle(session, line.text, line.request, context)
