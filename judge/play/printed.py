"""The zine of a played game: its last season, as a page and as a PDF."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from judge.game.messages import Event
from judge.game.published import published_game
from judge.game.settings import Language
from judge.game.summary import summary_of
from judge.reports.language import say
from judge.zine.drafting import IssueContents, Masthead, draft_issue
from judge.zine.forms import Form, write_form
from judge.zine.hobby import public_hobby
from judge.zine.sources import told_since

_NAME = "zine"
_FORMS: Sequence[Form] = ("pdf", "html")


def print_zine(log: Sequence[Event], folder: Path, language: Language, now: datetime) -> Path:
    """Write the zine of a game that has begun into ``folder``; return the PDF, beside which the page lies."""
    known = published_game(log)
    assert known is not None
    masthead = Masthead(say(language, "zine.title"), 1, now.date(), (language,))
    contents = IssueContents((told_since(known, None, now),), public_hobby([summary_of(known.game)]))
    issue = draft_issue(masthead, contents)
    for form in _FORMS:
        (folder / f"{_NAME}.{form}").write_bytes(write_form(issue, form))
    return folder / f"{_NAME}.{_FORMS[0]}"
