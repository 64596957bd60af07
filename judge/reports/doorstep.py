"""Answers to letters that changed nothing: not proved, from a stranger, or not readable."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.settings import Language, shown_code
from judge.game.state import Game
from judge.reports.deadlines import Due, due
from judge.reports.deeds import Deed
from judge.reports.echo import Answered, Trouble
from judge.reports.games import Listed
from judge.reports.language import count, listing, moment, say
from judge.reports.layout import glue, one_line, quoted, verbatim
from judge.reports.lines import echo, tone_without_position
from judge.reports.pages import Words, fill, words


@dataclass(frozen=True)
class Gist:
    """What a letter asks for: some of its commands and orders, cut short, and how many ``more`` there are."""

    lines: tuple[str, ...]
    more: int = 0


def write_confirmation(
    game: Game | None, reader: Person, gist: Gist, received: datetime, code: str, wrong: Sequence[Answered] = ()
) -> Words:
    """To a registered address: a letter in its name could not be proved; a yes to this one makes it count.

    Nobody knows who wrote it, so nothing stands here but what we recognise; ``wrong`` are lines that will come to
    nothing even then.
    """
    text = fill(
        reader.language,
        "player.confirmation",
        game=game.name if game else "",
        code=shown_code(code),
        **_shown(gist, reader.language),
        received=moment(received, reader.zone, reader.language),
        wrong=tuple(echo(one, tone_without_position(reader)) for one in wrong),
        due=_due(game, reader),
    )
    return words(_subject(reader.language, "subject.confirmation", game.name if game else ""), text)


def _subject(language: Language, key: str, game: str = "") -> str:
    """A subject with the name of the game, or of the judge where the letter is about none."""
    return say(language, key, game=game or say(language, "words.judge"))


def _shown(gist: Gist, language: Language) -> dict[str, str]:
    more = count(language, "question.more", gist.more) if gist.more else ""
    return {"lines": "\n".join(verbatim(line, "| ") for line in gist.lines), "more": more}


def write_denied(game: Game | None, reader: Person, gist: Gist, received: datetime, unconfirmed: int) -> Words:
    """To a registered address that has said no: what the letter held, how many letters nobody confirmed there are."""
    text = fill(
        reader.language,
        "player.denied",
        game=game.name if game else "",
        **_shown(gist, reader.language),
        received=moment(received, reader.zone, reader.language),
        times=count(reader.language, "question.unconfirmed", unconfirmed),
    )
    return words(_subject(reader.language, "subject.denied", game.name if game else ""), text)


def write_left_unread(game: Game | None, reader: Person, lines: Sequence[str], more: int, judge: str) -> Words:
    """To somebody who has answered a question: the commands and orders of that letter, which nobody has read."""
    text = fill(
        reader.language, "player.left_unread", **_shown(Gist(tuple(lines), more), reader.language), judge=glue(judge)
    )
    return words(_subject(reader.language, "subject.left_unread", game.name if game else ""), text)


def write_unclear(game: Game | None, reader: Person, code: str) -> Words:
    """To somebody who was asked and has said neither yes nor no."""
    text = fill(reader.language, "player.unclear", code=shown_code(code))
    return words(_subject(reader.language, "subject.unclear", game.name if game else ""), text)


def _due(game: Game | None, reader: Person) -> Due | None:
    if game is None or game.open_position is None or game.deadline is None:
        return None
    found = due(game, reader, game.deadline, game.open_position.phase.kind)
    return None if found.is_paused else found


@dataclass(frozen=True)
class Newcomer:
    """Somebody whose letter held no command: the ``game`` it was for, empty where that is none of ours.

    ``plays`` names the games they have a part in, ``wants_no_more`` is set when they ask not to be written to;
    ``nowhere`` is a game they would join that is not there.
    """

    game: str
    plays: tuple[str, ...]
    wants_no_more: bool
    nowhere: str = ""


def write_welcome(newcomer: Newcomer, games: Listed, language: Language) -> Words:
    """To somebody whom we do not know, or not as the writer of that letter; nothing of it is sent back."""
    text = fill(
        language,
        "anyone.stranger",
        game=newcomer.game,
        plays=listing(language, newcomer.plays),
        wants_no_more=newcomer.wants_no_more,
        nowhere=one_line(newcomer.nowhere, 40),
        games=games,
    )
    key = "subject.welcome"
    if newcomer.plays or newcomer.wants_no_more:
        key = "subject.letter"
    elif newcomer.game:
        key = "subject.stranger"
    return words(_subject(language, key, newcomer.game), text)


def write_enough(game: str | None, language: Language, until: datetime, zone: str) -> Words:
    """To somebody who has had as many answers as anybody gets: there are none until that moment."""
    text = fill(language, "anyone.enough", until=moment(until, zone, language))
    return words(_subject(language, "subject.enough", game or ""), text)


def write_put_off(language: Language, until: datetime, zone: str) -> Words:
    """To somebody in whose name more has come than they are asked about at once: they are asked from that moment on."""
    text = fill(language, "anyone.put_off", until=moment(until, zone, language))
    return words(_subject(language, "subject.put_off"), text)


def write_trouble(trouble: Trouble, language: Language, attached: Sequence[tuple[str, Deed]] = ()) -> Words:
    """To the sender of a letter nothing could be made of, with what is said of each thing attached to it."""
    named = [(quoted(name), say(language, f"deed.{deed.value}")) for name, deed in attached]
    text = fill(language, "anyone.trouble", why=say(language, f"trouble.{trouble.value}"), attached=named)
    return words(_subject(language, "subject.trouble"), text)
