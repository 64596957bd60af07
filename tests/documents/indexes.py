"""Writes docs/README.md and docs/decisions/README.md from the pages themselves: make index."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
DECISIONS = DOCS / "decisions"

KINDS: Mapping[str, Sequence[str]] = {
    "Learn": ("tutorial", "letters", "walk"),
    "Do": (
        *("install", "debian", "operating", "recover", "trouble", "status", "several-judges", "texts", "translating"),
        *("boards", "maps", "zine", "site", "leagues", "adjudicate", "library", "read", "formats", "release"),
    ),
    "Look up": (
        *("vocabulary", "glossary", "rules-en", "rules-fr", "presets", "from-other-judges", "limits"),
        *("datc", "variants", "capacity", "licences", "pythons"),
    ),
    "Understand": (
        *("resolver", "deadlines", "people", "reading", "clockwork", "record", "sealed-orders"),
        *("security", "privacy", "reliability", "limits-of-a-letter", "five-years"),
    ),
}
"""What a reader comes for, and the pages that are for that, the first one first."""


def index() -> str:
    """docs/README.md: every page under what it is for, each with its first sentence."""
    return "\n".join(["# Pages", "", _written_by("every page, its title and its first sentence"), *_kinds()]) + "\n"


def _kinds() -> Iterator[str]:
    for kind, pages in KINDS.items():
        yield from ("", f"## {kind}", "")
        yield from (f"- [{title(DOCS / f'{page}.md')}]({page}.md): {_sentence(page)}" for page in pages)
    yield from ("", "Why things are as they are: [decisions/](decisions/README.md), by theme.")


def _sentence(page: str) -> str:
    """What a page says first, up to the end of the sentence; links in it lead nowhere else."""
    _, first, *_ = (DOCS / f"{page}.md").read_text(encoding="utf-8").split("\n\n")
    sentence = re.split(r"(?<=[^A-Z][.:])\s", " ".join(first.split()))[0].rstrip(".:")
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", sentence) + "."


def title(page: Path) -> str:
    """The heading of a page."""
    return page.read_text(encoding="utf-8").split("\n")[0].removeprefix("# ")


def _written_by(what: str) -> str:
    return f"Written by `make index` from {what}; a test compares them."


# --- decisions


@dataclass(frozen=True)
class Decision:
    """A page of docs/decisions: its number, the theme, how later ones changed or replaced it, by their numbers."""

    path: Path
    theme: str
    changed_by: tuple[str, ...]
    replaced_by: tuple[str, ...]

    @property
    def number(self) -> str:
        """The four digits that it is called by."""
        return self.path.name[:4]


@cache
def decisions() -> Sequence[Decision]:
    """All of them, by their numbers; ValueError names one without a theme."""
    return tuple(map(_read, sorted(DECISIONS.glob("[0-9]*.md"))))


def _read(path: Path) -> Decision:
    _, facts, *_ = path.read_text(encoding="utf-8").split("\n\n")
    theme = re.match(r"Theme: (.+)\.$", facts, re.MULTILINE)
    if theme is None:
        message = (
            f"{path.name}: “Theme: ….” stands below the heading; docs/decisions/README.md has the themes there are"
        )
        raise ValueError(message)
    changed, replaced = (
        tuple(re.findall(rf"^{how} by \[(\d{{4}})\]", facts, re.MULTILINE)) for how in ("Changed", "Replaced")
    )
    return Decision(path, theme[1], changed, replaced)


def decisions_index() -> str:
    """docs/decisions/README.md: every decision under its theme, with what has become of it."""
    head = ["# Decisions", "", _written_by("the decisions"), "", _HOW]
    return "\n".join([*head, *_themes()]) + "\n"


_HOW = """\
A decision is one page: what was decided, what was not taken, why. The line below its heading names its theme. One that
a later one overturns stays, with a line more: `Replaced by [0071](0071-….md).`, or `Changed by …: what is new.`"""


def _themes() -> Iterator[str]:
    for theme in sorted({one.theme for one in decisions()}):
        yield from ("", f"## {theme[0].upper()}{theme[1:]}", "")
        yield from (_line(one) for one in decisions() if one.theme == theme)


def _line(one: Decision) -> str:
    linked = f"[{one.number}]({one.path.name}) {title(one.path)}"
    if one.replaced_by:
        return f"- ~~{linked}~~ (replaced by {', '.join(one.replaced_by)})"
    return f"- {linked}" + (f" (changed by {', '.join(one.changed_by)})" if one.changed_by else "")


INDEXES = {DOCS / "README.md": index, DECISIONS / "README.md": decisions_index}


def main() -> None:
    """Write both."""
    for path, text in INDEXES.items():
        path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
