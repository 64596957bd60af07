"""The answer to HISTORY PRESS: the letters one has received or written in a game, one's notes, nobody else's."""

from collections.abc import Iterator, Sequence
from datetime import UTC
from itertools import accumulate

from judge.desk.ask_past import is_since
from judge.desk.phases import no_phase
from judge.game.messages import Event
from judge.game.person import Person
from judge.game.press.effects import kept_back, press_notices
from judge.game.press.messages import DiaryWritten, Press, PressSent
from judge.game.press.post import author_of
from judge.game.state import Game
from judge.game.trail import transitions
from judge.mail.meanings import Recall
from judge.mail.past import Since
from judge.reports.echo import Answer, Shown
from judge.reports.press import Noted, Paper, Received, Sent, write_papers

MOST_PAPERS = 40
MOST_CHARACTERS = 40_000
"""Letters that one letter tells again, and how long they are together."""


def answer_press(game: Game, log: Sequence[Event], question: Recall, reader: Person) -> Answer:
    """Everything since a phase, a year or a day; without one the newest. ``log`` is all that has happened, in order.

    Whoever has taken a seat over does not read what was written to, or by, the one who left it.
    """
    papers = list(papers_of(log, game.readers.get(reader.address, 0)))
    since = question.since
    wanted = papers[-MOST_PAPERS:] if since is None else [paper for paper in papers if _is_since(paper, since, reader)]
    if not wanted and since:
        return no_phase(since.word, [])
    room = sum(length <= MOST_CHARACTERS for length in accumulate(len(_facts(paper).text) for paper in wanted))
    most = max(min(room, MOST_PAPERS), 1)
    told, rest = wanted[:most], wanted[most:]
    more = f"{_facts(rest[0]).at.astimezone(UTC):%Y-%m-%d}" if rest else ""
    return Shown(write_papers(game, reader, told, more=more))


def papers_of(log: Sequence[Event], reader: int) -> Iterator[Paper]:
    """What the reader of this number has received, written and noted, in order."""
    for step in transitions(None, log):
        game, event = step.after, step.event
        if isinstance(event, DiaryWritten) and event.reader == reader:
            yield Noted(event)
        if isinstance(event, PressSent):
            author = author_of(game, event)
            if author and game.readers[author] == reader:
                yield Sent(event)
            told = [*press_notices(game, event)]
        else:
            told = []
        told += kept_back(step.before, game)
        own = (one.news for one in told if game.readers[one.to] == reader)
        yield from (Received(news) for news in own if isinstance(news, Press))


def _facts(paper: Paper) -> Press | PressSent | DiaryWritten:
    match paper:
        case Received(letter):
            return letter
        case Sent(press):
            return press
        case Noted(note):
            return note


def _is_since(paper: Paper, since: Since, reader: Person) -> bool:
    facts = _facts(paper)
    return facts.phase is not None and is_since(since, facts.phase, facts.at, reader)
