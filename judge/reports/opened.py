"""What the answer to OPEN says: a game was opened, from which preset, with which terms of its rule book."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.reports.layout import glue
from judge.reports.voice import Voice


@dataclass(frozen=True)
class Opened:
    """A game was opened, from a preset where one is named.

    ``terms`` are the settings that came with ``rulebook`` because the letter did not name them, each as it is written.
    """

    preset: str = ""
    rulebook: str = ""
    terms: tuple[str, ...] = ()


def tell_opened(opened: Opened, voice: Voice) -> Iterator[str]:
    """The sentences of that answer."""
    yield voice.say("opened.preset", preset=opened.preset) if opened.preset else voice.say("opened.plain")
    if opened.terms:
        yield voice.say("opened.terms", rulebook=opened.rulebook, terms=voice.listing(map(glue, opened.terms)))
