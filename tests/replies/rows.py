"""Chains of letters as data: a scene, the letters, the replies with what is to come of each."""

from pathlib import Path
from typing import NamedTuple

from judge.game.settings import Language


class Row(NamedTuple):
    """A reply to the last of several letters, and what is to become of the orders in them."""

    scene: str
    power: str
    language: Language
    before: tuple[str, ...]
    fate: str
    reply: str


def rows_of(name: str) -> list[Row]:
    """The rows of a file beside this one."""
    found = []
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    for block in text.split("\n%% ")[1:]:
        above, _, replies = block.partition("% replies\n")
        head, _, letters = above.partition("\n")
        scene, power, language = head.split()
        before = tuple(one.strip() for one in letters.split("% then") if one.strip())
        for line in (one for one in replies.splitlines() if one and not one.startswith("#")):
            fate, _, reply = line.partition(" | ")
            found.append(Row(scene, power, language, before, fate, reply.replace("\\n", "\n")))
    return found
