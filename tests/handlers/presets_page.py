"""The page docs/presets.md: what each preset sets, written from the presets and the sentences the judge itself says.

``python -m tests.handlers.presets_page`` writes it again.
"""

from collections.abc import Iterator
from pathlib import Path

from judge.game.settings import Settings
from judge.handlers.settings import preset_names, preset_settings
from judge.reports.terms import TERMS_BY_THEME

PAGE = Path(__file__).parents[2] / "docs" / "presets.md"

HEAD = """\
# Presets

Sets of settings that a game may be opened from by name. `OPEN rome zine` opens a game from one; `OPEN rome HOUR 20:00
PRESET zine` does the same with another hour, for what a letter names itself counts before the preset, wherever it
stands. The sets are `judge/handlers/presets.toml`, each setting written as in a letter; what a preset does not name
is as `OPEN` alone makes it, below first. All settings are in `docs/vocabulary.md`; the answer to `OPEN` says every
one of them in words, with the dates of the first year. This page is written from the sentences of that answer by
`python -m tests.handlers.presets_page`; a test compares them.
"""


def page() -> str:
    """The whole page."""
    usual = "\n".join(f"- {said}" for _, said in _sentences(Settings()))
    presets = "\n\n".join(f"## {name}\n\n{_differences(name)}" for name in preset_names())
    return f"{HEAD}\n## Without a preset\n\n{usual}\n\n{presets}\n"


def _differences(name: str) -> str:
    """What a preset says otherwise than ``STRUCK_BEGIN`` alone."""
    usual = set(_sentences(Settings()))
    return "\n".join(f"- {said}" for place, said in _sentences(preset_settings(name)) if (place, said) not in usual)


def _sentences(settings: Settings) -> Iterator[tuple[int, str]]:
    terms = [term for terms in TERMS_BY_THEME for term in terms]
    told = ((place, term.tell(settings, "en")) for place, term in enumerate(terms))
    return ((place, said) for place, said in told if said)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
