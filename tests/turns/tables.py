"""The tables of turns of phrase: which order each gives a unit, or that it gives none."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.corpus.collection import LANGUAGES, CorpusLetter

DENIED, UNOFFERED, SPOKEN_OF = "never ", "not offered ", "spoken of "
"""What heads a section of lines of which none gives its units an order; the lines of the last stand in a file apart."""
_HEAD = re.compile(r"(\S+) (\S+): (.*)\n(?:% above: (.*)\n)?")


def lines_told(how: str = "") -> Iterator[CorpusLetter]:
    """Yield a letter for each line of the tables; of orders and units which nothing tells of where ``how`` is given."""
    for language in LANGUAGES:
        file = f"remarks-{language}.txt" if how == SPOKEN_OF else f"{language}.txt"
        text = Path(__file__).with_name(file).read_text(encoding="utf-8")
        for section in text.split("%% ")[1:]:
            head = _HEAD.match(section)
            assert head, section[:60]
            scene, power, says, above = head.groups("")
            is_wanted = says.startswith(how) if how else not says.startswith((DENIED, UNOFFERED))
            orders = frozenset(says.removeprefix(how).split("; "))
            for number, line in enumerate(section[head.end() :].strip().split("\n") if is_wanted else (), 1):
                lines = "\n".join([*filter(None, above.split("; ")), line])
                told = CorpusLetter(language, line, number, scene, power, "standard", (lines,))
                yield replace(told, never=orders) if how else replace(told, meant=orders)
