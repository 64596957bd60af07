"""Answers to letters that changed nothing: not proved, from a stranger, or not readable."""

from collections.abc import Sequence
from datetime import datetime

from judge.game.commands import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.agenda import due
from judge.reports.echo import Trouble
from judge.reports.language import say
from judge.reports.layout import one_line, verbatim
from judge.reports.moments import moment
from judge.reports.pages import fill
from judge.reports.words import Words, words


def write_confirmation(
    game: Game | None, reader: Person, subject: str, lines: Sequence[str], received: datetime
) -> Words:
    """To a registered address: a letter in its name could not be proved; a reply to this one makes it count.

    ``lines`` are the commands and orders the letter held, ``subject`` its subject.
    """
    text = fill(
        reader.language,
        "player.confirmation",
        game=game.name if game else "",
        subject=one_line(subject),
        lines="\n".join(verbatim(line, "| ") for line in lines),
        received=moment(received, reader.zone, reader.language),
        due=_due(game, reader),
    )
    name = game.name if game else say(reader.language, "words.judge")
    return words(say(reader.language, "subject.confirmation", game=name), text)


def _due(game: Game | None, reader: Person) -> str:
    if game is None or game.open_position is None or game.deadline is None:
        return ""
    return due(game, reader, game.deadline, game.open_position.phase.kind).at


def write_stranger(game: str, language: Language) -> Words:
    """To an address that no player of a game has; nothing of the letter is sent back. ``game`` may be empty."""
    name = game or say(language, "words.judge")
    return words(say(language, "subject.stranger", game=name), fill(language, "anyone.stranger", game=game))


def write_enough(game: str | None, language: Language, until: datetime, zone: str) -> Words:
    """To somebody who has had as many answers as anybody gets: there are none until that moment."""
    name = game or say(language, "words.judge")
    text = fill(language, "anyone.enough", until=moment(until, zone, language))
    return words(say(language, "subject.enough", game=name), text)


def write_trouble(trouble: Trouble, language: Language) -> Words:
    """To the sender of a letter nothing could be made of."""
    text = fill(language, "anyone.trouble", why=say(language, f"trouble.{trouble.value}"))
    return words(say(language, "subject.trouble", game=say(language, "words.judge")), text)
