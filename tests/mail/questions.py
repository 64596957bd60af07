"""Every letter of ours that a reply answers with yes or no, as its reader gets it."""

from collections.abc import Callable, Mapping

from judge.game.settings import Language, shown_code
from judge.reports.language import fill_template

_LETTER = {
    "received": "4 May 2026, 10:00",
    "game": "rome",
    "lines": "| F LON - NTH",
    "more": "",
    "is_spoken": True,
    "is_own_data": False,
    "by_lot": True,
    "left": "",
    "due": None,
    "wrong": (),
}

QUESTIONS: Mapping[str, Callable[[Language, str], str]] = {
    "a letter": lambda language, code: fill_template(language, "player.confirmation", code=shown_code(code), **_LETTER),
    "an answer that was unclear": lambda language, code: fill_template(
        language, "player.unclear", code=shown_code(code)
    ),
    "a move, the new address": lambda language, code: fill_template(
        language, "player.move", game="rome", to="edith@example.com", is_new=True, code=shown_code(code)
    ),
    "a move, the old address": lambda language, code: fill_template(
        language, "player.move", game="rome", to="edith@example.com", is_new=False, code=shown_code(code)
    ),
    "a game offered": lambda language, code: fill_template(
        language, "anyone.offer", game="rome", code=shown_code(code)
    ),
}
