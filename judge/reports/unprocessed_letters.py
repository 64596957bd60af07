"""Answers to letters that were not carried out: not proved, from a stranger, beyond a limit, or not readable."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.people.address_book import Person
from judge.game.settings import Language, shown_code
from judge.game.state import Game
from judge.reports.deadlines import DeadlineText, deadline_text
from judge.reports.games import GameList
from judge.reports.language import count, listing, moment_text, say
from judge.reports.layout import no_wrap, one_line, quote_text, verbatim
from judge.reports.line_answers import AnsweredLine, UnreadableReason
from judge.reports.outcomes import Outcome
from judge.reports.page import OutsideText
from judge.reports.quoted_lines import quote_line, style_without_position
from judge.reports.templates import LetterText, fill_template, letter_text


@dataclass(frozen=True)
class LetterExcerpt:
    """Some commands and orders of a letter, cut short; ``more`` counts those left out."""

    lines: tuple[str, ...]
    more: int = 0


def write_confirmation(
    game: Game | None,
    reader: Person,
    gist: LetterExcerpt,
    received: datetime,
    code: str,
    wrong: Sequence[AnsweredLine] = (),
) -> LetterText:
    """Return the question to a registered address whether a letter in its name is its own.

    The letter proved nothing; a yes to this one makes it count. As anybody may have written it, only what was
    recognised is shown of it; ``wrong`` are lines that would fail even after a yes.
    """
    text = fill_template(
        reader.language,
        "player.confirmation",
        game=game.name if game else "",
        code=shown_code(code),
        **_excerpt_facts(gist, reader.language),
        received=moment_text(received, reader.zone, reader.language),
        wrong=tuple(quote_line(one, style_without_position(reader)) for one in wrong),
        due=_running_deadline(game, reader),
    )
    return letter_text(_subject(reader.language, "subject.confirmation", game.name if game else ""), text)


def _subject(language: Language, key: str, game: str = "") -> str:
    """A subject with the name of the game, or of the judge where the letter is about none."""
    return say(language, key, game=game or say(language, "words.judge"))


def _excerpt_facts(gist: LetterExcerpt, language: Language) -> dict[str, str]:
    more = count(language, "question.more", gist.more) if gist.more else ""
    lines = OutsideText("\n".join(verbatim(line, "| ") for line in gist.lines), gist.lines)
    return {"lines": lines, "more": more}


def write_confirmation_denied(
    game: Game | None, reader: Person, gist: LetterExcerpt, received: datetime, unconfirmed: int
) -> LetterText:
    """Return the answer to who has said no: an excerpt of the letter, and how many unconfirmed letters there are."""
    text = fill_template(
        reader.language,
        "player.denied",
        game=game.name if game else "",
        **_excerpt_facts(gist, reader.language),
        received=moment_text(received, reader.zone, reader.language),
        times=count(reader.language, "question.unconfirmed", unconfirmed),
    )
    return letter_text(_subject(reader.language, "subject.denied", game.name if game else ""), text)


def write_unread_commands(game: Game | None, reader: Person, lines: Sequence[str], more: int, judge: str) -> LetterText:
    """Return the letter that says that commands and orders beside an answer to a question of ours were not read."""
    text = fill_template(
        reader.language,
        "player.left_unread",
        **_excerpt_facts(LetterExcerpt(tuple(lines), more), reader.language),
        judge=no_wrap(judge),
    )
    return letter_text(_subject(reader.language, "subject.left_unread", game.name if game else ""), text)


def write_confirmation_unclear(game: Game | None, reader: Person, code: str) -> LetterText:
    """Return the letter to somebody whose reply to a question of ours says neither yes nor no."""
    text = fill_template(reader.language, "player.unclear", code=shown_code(code))
    return letter_text(_subject(reader.language, "subject.unclear", game.name if game else ""), text)


def _running_deadline(game: Game | None, reader: Person) -> DeadlineText | None:
    if game is None or game.open_position is None or game.deadline is None:
        return None
    found = deadline_text(game, reader, game.deadline, game.open_position.phase.kind)
    return None if found.is_paused else found


@dataclass(frozen=True)
class StrangerLetter:
    """The letter of somebody unknown, or of somebody who gave no command.

    ``game`` is the game it was addressed to, empty for none; ``plays`` are the games its writer takes part in;
    ``wants_no_more`` when the writer asks for no further letters; ``nowhere`` is a game they would join that does
    not exist; ``line`` the line by which they join the game that they named in a sentence.
    """

    game: str
    plays: tuple[str, ...]
    wants_no_more: bool
    nowhere: str = ""
    line: str = ""


def write_welcome(newcomer: StrangerLetter, games: GameList, language: Language) -> LetterText:
    """Return the answer to a stranger's letter; nothing that the letter said is repeated."""
    text = fill_template(
        language,
        "anyone.stranger",
        game=newcomer.game,
        plays=listing(language, newcomer.plays),
        wants_no_more=newcomer.wants_no_more,
        nowhere=one_line(newcomer.nowhere, 40),
        line=newcomer.line,
        games=games,
    )
    key = "subject.nowhere" if newcomer.nowhere else "subject.welcome"
    if newcomer.plays or newcomer.wants_no_more:
        key = "subject.letter"
    elif newcomer.game:
        key = "subject.stranger"
    return letter_text(_subject(language, key, newcomer.game), text)


def write_answer_limit_reached(game: str | None, language: Language, until: datetime, zone: str) -> LetterText:
    """Return the letter to somebody who has reached the limit of answers: there are none until ``until``."""
    text = fill_template(language, "anyone.enough", until=moment_text(until, zone, language))
    return letter_text(_subject(language, "subject.enough", game or ""), text)


def write_confirmation_postponed(language: Language, until: datetime, zone: str) -> LetterText:
    """Return the letter that no more letters can be confirmed now; the reader is asked about them after ``until``."""
    text = fill_template(language, "anyone.put_off", until=moment_text(until, zone, language))
    return letter_text(_subject(language, "subject.put_off"), text)


def write_unreadable(
    trouble: UnreadableReason, language: Language, attached: Sequence[tuple[str, Outcome]] = ()
) -> LetterText:
    """Return the letter to the sender of an unreadable letter, with a remark on each attachment."""
    named = [(quote_text(name), say(language, f"deed.{outcome.value}")) for name, outcome in attached]
    text = fill_template(language, "anyone.trouble", why=say(language, f"trouble.{trouble.value}"), attached=named)
    return letter_text(_subject(language, "subject.trouble"), text)
