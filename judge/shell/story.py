"""The story of one letter by its number: when it came, what became of it, what was answered, when that left.

Nothing that anybody has written is shown, and of a game no more than its master may know.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import datetime

from judge.config import Config
from judge.game.mastery.permissions import knows_addresses
from judge.game.settings import GameName
from judge.mail.identity import Recipient, read_recipient
from judge.packaged import PROGRAM
from judge.reports.mastery import may_know_who_has_written
from judge.shell.games import reader_of_shell
from judge.shell.table import Cell, ShellTable
from judge.store.letter_story import ReceivedLetter, SentAnswer, answers_to, events_of, received_letter
from judge.store.outbox import sent_under_envelope
from judge.store.read_only import ReadOnlyStore

_STATES = {
    "new": "not read yet",
    "held": "waits until its owner confirms it",
    "set-aside": "set aside",
    "repeated": "a copy of one that had been carried out",
    "robot": "automatic mail, which is never answered",
}


class UnknownLetterError(Exception):
    """No letter has that number."""


def story_table(looking: ReadOnlyStore, config: Config, number: int) -> ShellTable:
    """Return a table with a row for each thing that happened to a letter; UnknownLetterError."""
    letter = received_letter(looking.database, number)
    if letter is None:
        message = f"no letter has the number {number}; “{PROGRAM} letters GAME PLAYER” and the log tell numbers"
        raise UnknownLetterError(message)
    return ShellTable(f"letter {number}", ("when", "what"), tuple(_told(looking, config, letter)))


def _told(looking: ReadOnlyStore, config: Config, letter: ReceivedLetter) -> Iterator[tuple[Cell, ...]]:
    db, recipient = looking.database, read_recipient(letter.recipient, config.judge.address)
    answers = answers_to(db, letter.id)
    named = [letter.about, recipient.game if recipient else None, *(answer.letter.game for answer in answers)]
    games = tuple(dict.fromkeys(GameName(name) for name in named if name))
    who = letter.author or "nobody yet"
    shown = who if all(_may_tell_author(looking, name) for name in games) else "hidden"
    place = _place(recipient)
    yield _shown(letter.arrived), f"arrived by {letter.transport} for {place}, {letter.size} bytes"
    if recipient and recipient.is_bounce and (out := sent_under_envelope(db, letter.recipient)):
        yield None, f"a bounce of {out.named}"
    confirmed = "confirmed by its owner; " if letter.is_confirmed else ""
    failed = f"; reading it failed {letter.tries} times" if letter.tries else ""
    events = Counter(events_of(db, letter.id, games))
    state = _done(events, answers) if letter.state == "done" else _STATES[letter.state]
    yield None, f"{confirmed}{state}{failed}; from {shown}"
    for (game, kind), times in events.items():
        yield None, f"{game}: {kind}" + (f", {times} times" if times > 1 else "")
    for answer in answers:
        yield from _answer(answer, is_hidden=shown == "hidden")


def _done(events: Collection[object], answers: Collection[SentAnswer]) -> str:
    """What became of a letter that has been read; only one that changed a game was carried out."""
    if events:
        return "read and carried out"
    return "read and answered; it changed no game" if answers else "read; nothing in it wanted an answer"


def _place(recipient: Recipient | None) -> str:
    """Which address of the judge it was for; never a token or a code."""
    if recipient is None:
        return "no address of the judge"
    if recipient.is_bounce:
        return "an envelope sender"
    if recipient.confirms:
        return "a question's reply address"
    if recipient.road:
        return "the address of the operator's road letters"
    if recipient.game:
        return f"a reply address of {recipient.game}" if recipient.token else f"the address of {recipient.game}"
    return "the judge's address"


def _may_tell_author(looking: ReadOnlyStore, name: GameName) -> bool:
    """Whether the master of a game may know who of it has written."""
    game = looking.game(name)
    return game is None or (
        knows_addresses(game, game.master) and may_know_who_has_written(game, reader_of_shell(game))
    )


def _answer(answer: SentAnswer, *, is_hidden: bool) -> Iterator[tuple[Cell, ...]]:
    letter = answer.letter
    name, to = f"answer {letter.id}", "hidden" if is_hidden else letter.to
    if letter.queued:
        yield _shown(letter.queued), f"{name} to {to}: written"
    if answer.sent:
        yield _shown(answer.sent), f"{name}: left"
    else:
        why = f", tried {letter.tries} times: {'hidden' if is_hidden else letter.why}" if letter.tries else ""
        following = _shown(letter.next_try) if letter.next_try and letter.state == "waiting" else None
        yield following, f"{name}: {'waits' if letter.state == 'waiting' else 'given up'}{why}"
    for bounce in answer.bounces:
        yield None, f"{name}: came back as letter {bounce}"


def _shown(at: datetime) -> str:
    return at.isoformat(" ", "seconds")
