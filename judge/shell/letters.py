"""The letters of one player, in and out, each with its fate; the queue of letters that wait to leave."""

from collections.abc import Iterator
from datetime import datetime
from email.parser import BytesHeaderParser

from judge.desk.asked import read_powers
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.addresses import read_recipient
from judge.mail.headers import decoded
from judge.mail.letter import read_letter
from judge.mail.words import words_in
from judge.notation.tables import load_notation
from judge.reports.echo import Wrong
from judge.shell.games import game_of
from judge.shell.table import Cell, Table
from judge.store.looking import Looking, Received
from judge.store.values import Queued


class UnknownPlayerError(Exception):
    """A game has no such player; the message says how one is named."""


def letters_told(looking: Looking, name: str, player: str, judge: str) -> Table:
    """A row for each letter between a player of a game and the judge, whose address is ``judge``, oldest first."""
    game = game_of(looking, name)
    address = _player(game, player)
    letters = [*_came(looking, game, address, judge), *_went(looking, game, address)]
    rows = tuple(row for _, row in sorted(letters, key=lambda letter: letter[0]))
    return Table("letters", ("number", "date", "subject", "fate"), rows)


_Dated = tuple[str, tuple[Cell, ...]]


def _player(game: Game, player: str) -> Address:
    """The address of a player, named by it or by a power."""
    address = Address(player.lower())
    if address in game.readers and address in game.people:
        return address
    named = read_powers(words_in(player), game.board, load_notation("standard"))
    if not isinstance(named, Wrong) and len(named) == 1 and named[0] in game.seats:
        return game.seats[named[0]]
    powers = ", ".join(power for power in game.board.powers if power in game.seats) or "none yet"
    message = f"{game.name} has no player “{player}”; name an address of the game, or a power that is played: {powers}"
    raise UnknownPlayerError(message)


def _came(looking: Looking, game: Game, address: Address, judge: str) -> Iterator[_Dated]:
    acted = looking.acted_in(game.name)
    for letter in looking.received(address):
        recipient = read_recipient(letter.recipient, judge)
        if letter.id not in acted and (recipient is None or recipient.game != game.name):
            continue
        read = read_letter(letter.raw)
        if address in {letter.author, read.sender}:
            date = _moment(letter.arrived)
            yield date, (f"in {letter.id}", date, read.subject, _fate_in(letter))


def _fate_in(letter: Received) -> str:
    return {"new": "not read yet", "held": "to be confirmed"}.get(letter.state, letter.state)


def _went(looking: Looking, game: Game, address: Address) -> Iterator[_Dated]:
    for letter in looking.sent_to(game.name, game.readers[address]):
        date = _moment(letter.queued) if letter.queued else ""
        yield date, (f"out {letter.number}", date, _subject(letter), _fate_out(letter))


def _fate_out(letter: Queued) -> str:
    said = f", tried {letter.tries} times: {letter.why}" if letter.tries and letter.state != "sent" else ""
    return f"{letter.state}{said}"


def queue_told(looking: Looking) -> Table:
    """A row for each letter that waits to leave or was given up."""
    columns = ("number", "game", "to", "subject", "since", "state", "tries", "next try", "why")
    return Table("queue", columns, tuple(map(_queued, looking.queue())))


def _queued(letter: Queued) -> tuple[Cell, ...]:
    since = _moment(letter.queued) if letter.queued else None
    following = _moment(letter.next_try) if letter.next_try and letter.state == "waiting" else None
    subject = _subject(letter)
    return (letter.id, letter.game, letter.to, subject, since, letter.state, letter.tries, following, letter.why)


def _subject(letter: Queued) -> str:
    return decoded(str(BytesHeaderParser().parsebytes(letter.raw)["Subject"] or ""))


def _moment(at: datetime) -> str:
    return at.isoformat(" ", "seconds")
