"""Letters of a judge for the shell: those of one player, the story of one.

Nothing that anybody has written is shown, and of a game no more than its master may know.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from pathlib import Path

import click

from judge.config import Config
from judge.game.people.messages import Person
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.game.visibility import as_seen_by, knows_addresses
from judge.handlers.mastery import consent_code
from judge.handlers.names import read_powers
from judge.mail.identity import Recipient, confirmation_address, read_recipient, reply_address
from judge.mail.letter import read_letter
from judge.mail.maildir import deliver_to_maildir
from judge.notation.tables import load_notation
from judge.reports.line_answers import InvalidCommand
from judge.reports.mastery import act_lines, may_know_who_has_written
from judge.requests.vocabulary import words_in
from judge.shell.games import game_of, reader_of_shell, show_tables
from judge.shell.status import short_moment, subject_of
from judge.shell.table import Cell, NotThereError, ShellTable, json_option
from judge.store.event_chain import read_secret_key
from judge.store.outbox import sent_under_envelope
from judge.store.overview import (
    ReadOnlyStore,
    ReceivedLetter,
    ReceivedRow,
    SentAnswer,
    answers_to,
    events_of,
    received_letter,
)
from judge.store.records import OutboxRow
from judge.system.files import PROGRAM

# --- letters of a judge for the shell: tables of those of one player and of those that wait; letters sent to it


def letters_table(looking: ReadOnlyStore, name: str, player: str, judge: str) -> ShellTable:
    """Return a table with a row for each letter between a player and the judge, oldest first.

    ``judge`` is the address of the judge.
    """
    game = game_of(looking, name)
    address = player_of(game, player)
    letters = [*_received(looking, game, address, judge), *_sent(looking, game, address)]
    rows = tuple(row for _, row in sorted(letters, key=lambda letter: letter[0]))
    return ShellTable("letters", ("number", "date", "subject", "fate"), rows)


_Dated = tuple[str, tuple[Cell, ...]]


def player_of(game: Game, player: str) -> Address:
    """Return the address of a player, given by address or by power; NotThereError."""
    address = Address(player.lower())
    if address in game.readers and address in game.people:
        return address
    named = read_powers(words_in(player), game.board, load_notation("standard"))
    if not isinstance(named, InvalidCommand) and len(named) == 1 and named[0] in game.seats:
        return game.seats[named[0]]
    powers = ", ".join(power for power in game.board.powers if power in game.seats) or "none yet"
    message = f"{game.name} has no player “{player}”; name an address of the game, or a power that is played: {powers}"
    raise NotThereError(message)


def _received(looking: ReadOnlyStore, game: Game, address: Address, judge: str) -> Iterator[_Dated]:
    acted = looking.acted_in(game.name)
    for letter in looking.received(address):
        recipient = read_recipient(letter.recipient, judge)
        if letter.id not in acted and (recipient is None or recipient.game != game.name):
            continue
        read = read_letter(letter.raw)
        if address in {letter.author, read.sender}:
            date = short_moment(letter.arrived)
            yield date, (f"in {letter.id}", date, read.subject, _status_in(letter))


def _status_in(letter: ReceivedRow) -> str:
    return {"new": "not read yet", "held": "to be confirmed"}.get(letter.state, letter.state)


def _sent(looking: ReadOnlyStore, game: Game, address: Address) -> Iterator[_Dated]:
    for letter in looking.sent_to(game.name, game.readers[address]):
        date = short_moment(letter.queued) if letter.queued else ""
        yield date, (f"out {letter.number}", date, subject_of(letter.raw), _status_out(letter))


def _status_out(letter: OutboxRow) -> str:
    said = f", tried {letter.tries} times: {letter.why}" if letter.tries and letter.state != "sent" else ""
    return f"{letter.state}{said}"


def write_as_master(config: Config, game: Game, lines: Sequence[str], now: datetime) -> str:
    """Put a letter of the master into ``mailboxes/in``; return the address the answer goes to.

    Whoever may read the database may know the token, so the letter proves as much as the master's own reply. A running
    judge takes it in within ``clock.sweep_seconds``, another one at its start.
    """
    master = game.people[game.master]
    to = reply_address(config.judge.address, game.name, master.token)
    _put_letter(config, master.address, to, f"[{game.name}] From the shell", lines, now)
    return master.address


def agree_as_operator(config: Config, looking: ReadOnlyStore, game: Game, number: int, now: datetime) -> None:
    """Put a letter into ``mailboxes/in`` by which the operator agrees to a proposal of the game's master."""
    code = consent_code(read_secret_key(looking.database) or "", game.name, number)
    to = confirmation_address(config.judge.address, code)
    _put_letter(config, _OPERATOR, to, f"[{game.name}] From the shell", ("YES",), now)


def proposed_act(game: Game, zone: str) -> tuple[str, ...]:
    """Return what the master of a game proposes, in English, as much of it as nobody's secrets tell."""
    operator = Person(_OPERATOR, Token(""), zone=zone)
    seen = as_seen_by(game, operator.address)
    return tuple(act_lines(seen, operator, seen.proposal.act)) if seen.proposal else ()


_OPERATOR = Address("operator@shell.invalid")
"""From whom the operator's consent comes; no letter can be sent there."""


def _put_letter(config: Config, sender: str, to: str, subject: str, lines: Sequence[str], now: datetime) -> None:
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"] = sender, to
    letter["Subject"], letter["Date"] = subject, format_datetime(now)
    letter["Message-ID"] = make_msgid(domain="shell.invalid")
    letter.set_content("\n".join(lines) + "\n")
    deliver_to_maildir(config.folders.mailboxes / "in", str(letter["Message-ID"]), letter.as_bytes())


# --- the story of one letter by its number: when it came, what became of it, what was answered, when that left


_STATES = {
    "new": "not read yet",
    "held": "waits until its owner confirms it",
    "set-aside": "set aside",
    "repeated": "a copy of one that had been carried out",
    "robot": "automatic mail, which is never answered",
}


def story_table(looking: ReadOnlyStore, config: Config, number: int) -> ShellTable:
    """Return a table with a row for each thing that happened to a letter; NotThereError."""
    letter = received_letter(looking.database, number)
    if letter is None:
        message = f"no letter has the number {number}; “{PROGRAM} letters GAME PLAYER” and the log tell numbers"
        raise NotThereError(message)
    return ShellTable(f"letter {number}", ("when", "what"), tuple(_told(looking, config, letter)))


def _told(looking: ReadOnlyStore, config: Config, letter: ReceivedLetter) -> Iterator[tuple[Cell, ...]]:
    db, recipient = looking.database, read_recipient(letter.recipient, config.judge.address)
    answers = answers_to(db, letter.id)
    named = [letter.about, recipient.game if recipient else None, *(answer.letter.game for answer in answers)]
    games = tuple(dict.fromkeys(GameName(name) for name in named if name))
    who = letter.author or "nobody yet"
    shown = who if all(_may_tell_author(looking, name) for name in games) else "hidden"
    place = _place(recipient)
    yield short_moment(letter.arrived), f"arrived by {letter.transport} for {place}, {letter.size} bytes"
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
        yield short_moment(letter.queued), f"{name} to {to}: written"
    if answer.sent:
        yield short_moment(answer.sent), f"{name}: left"
    else:
        why = f", tried {letter.tries} times: {'hidden' if is_hidden else letter.why}" if letter.tries else ""
        following = short_moment(letter.next_try) if letter.next_try and letter.state == "waiting" else None
        yield following, f"{name}: {'waits' if letter.state == 'waiting' else 'given up'}{why}"
    for bounce in answer.bounces:
        yield None, f"{name}: came back as letter {bounce}"


# --- commands that show them


@click.command()
@click.argument("name")
@click.argument("player")
@json_option
@click.pass_obj
def letters(path: Path, name: str, player: str, *, as_json: bool) -> None:
    """Show the letters of a PLAYER (an address, a power) of the game NAME, in and out."""
    show_tables(path, lambda found, config: [letters_table(found, name, player, config.judge.address)], as_json=as_json)


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1))
@json_option
@click.pass_obj
def story(path: Path, number: int, *, as_json: bool) -> None:
    """Show what became of the letter of that NUMBER: read, answered, sent, bounced; nothing that anybody wrote."""
    show_tables(path, lambda found, config: [story_table(found, config, number)], as_json=as_json)
