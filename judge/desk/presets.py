"""Sets of settings that a game may be opened from."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from judge.desk.options import OPTIONS
from judge.game.settings import Settings
from judge.mail.vocabulary import fold, vocabulary


@lru_cache
def preset_table(name: str) -> Mapping[str, str]:
    """What a preset names, each setting by its key with its word; KeyError for one that is not there."""
    tables = tomllib.loads((files("judge.desk") / "presets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(tables[name])


@lru_cache
def preset(name: str) -> Settings:
    """The settings of a preset, by its key in the vocabulary; KeyError for one that is not in ``presets.toml``."""
    settings = Settings()
    for key, word in preset_table(name).items():
        option = OPTIONS[key]
        settings = option.put(settings, option.read(word))
    return settings


def preset_named(word: str) -> str | None:
    """The key of the preset that a word names."""
    return vocabulary().presets.get(fold(word))


def preset_names() -> tuple[str, ...]:
    """The keys of all presets."""
    return tuple(dict.fromkeys(vocabulary().presets.values()))
