"""The terms that a rule book brings when a game is opened: its length, who has not returned orders, draws."""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from judge.desk.asked import preset_of
from judge.desk.options import OPTIONS
from judge.desk.presets import preset_table
from judge.game.settings import Settings, board_of
from judge.mail.meanings import Setting


def book_terms(settings: Settings) -> Mapping[str, str]:
    """The terms of the rule book of a game, each by the key of its setting with its word."""
    terms = dict(_terms().get(settings.rulebook, {}))
    years, board = terms.pop("years", None), board_of(settings)
    last = {"last": str(board.start_year + int(years) - 1)} if years and not board.last_year else {}
    return {**last, **terms}


def with_terms(settings: Settings, named: Collection[str]) -> Settings:
    """The settings with the terms of their rule book, but for those that are named already."""
    for key, word in book_terms(settings).items():
        if key not in named:
            settings = OPTIONS[key].put(settings, OPTIONS[key].read(word))
    return settings


def named_in(given: Sequence[Setting]) -> frozenset[str]:
    """The settings that a letter names, itself or by its preset."""
    preset = preset_of(given)
    return frozenset(one.name for one in given if one.name) | frozenset(preset_table(preset) if preset else ())


@lru_cache(maxsize=1)
def _terms() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("judge.desk") / "book_terms.toml").read_text(encoding="utf-8"))
