"""One letter to two games is carried out in both, by whichever door it comes, and in each of them once."""

import smtplib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.settings import Address, GameName
from judge.mail.maildir import deliver_to_maildir as put
from judge.paths.receive import inbox_of
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, start_local_game

GAMES = ("rome", "oslo")
BARE = "judge@localhost"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    """Edith and Florence play each other in two games."""
    table = start_local_game(tmp_path_factory.mktemp("two"))
    florence = table.players[Power("FRANCE")]
    for name in GAMES:
        for player, lines in ((edith(table), f"OPEN {name} BOARD duel\nJOIN {name}"), (florence, f"JOIN {name}")):
            player.write(BARE, lines)
            table.settle()
            player.answer("Yes.")
            table.settle()
    yield table
    table.judge.stop()


def edith(table: LocalGame) -> Correspondent:
    return table.players[Power("ENGLAND")]


def address_in(table: LocalGame, name: str) -> str:
    """Edith's reply address in a game; the judge's own where none is named; that of a game without a token."""
    game = table.judge.services.game(GameName(name)) if name in GAMES else None
    return f"judge+{name}.{game.people[Address(edith(table).address)].token}@localhost" if game else name or BARE


@dataclass(frozen=True)
class Copies:
    """Copies of one letter with the recipients of each, and in which games it is carried out, once in each."""

    copies: Sequence[Sequence[str]]
    done_in: Sequence[str]


BY_SMTP = {
    "one envelope for two games": Copies([["rome", "oslo"]], ["rome", "oslo"]),
    "an envelope for each": Copies([["rome"], ["oslo"]], ["rome", "oslo"]),
    "one game twice over": Copies([["rome"], ["rome"]], ["rome"]),
    "both games twice over": Copies([["rome", "oslo"], ["oslo", "rome"]], ["rome", "oslo"]),
    "a game and the bare address": Copies([["rome", ""]], ["rome"]),
    "the bare address and a game": Copies([["", "rome"]], ["rome"]),
    "two ways to write to one game": Copies([["rome", "judge+rome@localhost"]], ["rome"]),
}


def raw_letter(table: LocalGame, number: str, to: Sequence[str], received: int) -> bytes:
    """An order for one unit, whichever side is hers, as sent to several of us; each copy came by another way."""
    heads = [
        f"Received: by relay {received}",
        f"From: {edith(table).address}",
        f"To: {', '.join(to)}",
        f"Message-ID: <{number}@example.org>",
    ]
    return "\r\n".join([*heads, "", "A PAN H", "A CRA H", ""]).encode()


def orders(table: LocalGame) -> list[str]:
    """The games whose orders Edith has given, once for each order."""
    events = [(name, event) for name in GAMES for event in table.judge.services.store.events(GameName(name))]
    return [name for name, event in events if isinstance(event, OrderGiven)]


def once_in_each(table: LocalGame, before: list[str], read: int, done_in: Sequence[str]) -> None:
    """Since then one order was given in each of these games and in no other, and one answer came from each."""
    given = orders(table)
    assert {one: given.count(one) - before.count(one) for one in GAMES} == {
        one: 1 if one in done_in else 0 for one in GAMES
    }
    answered = [letter["Subject"].split("]")[0][1:] for letter in edith(table).read[read:]]
    assert sorted(one for one in answered if one in GAMES) == sorted(done_in)


@pytest.mark.parametrize("name", BY_SMTP)
def test_one_letter_is_done_once_in_every_game_it_is_for(table: LocalGame, name: str) -> None:
    case, before = BY_SMTP[name], orders(table)
    read = len(edith(table).read)
    for number, recipients in enumerate(case.copies):
        to = [address_in(table, one) for one in recipients]
        with smtplib.SMTP("127.0.0.1", table.judge.door.port, timeout=600) as line:
            line.sendmail(edith(table).address, to, raw_letter(table, name.replace(" ", "."), to, number))
        table.settle()
    once_in_each(table, before, read, case.done_in)


BY_MAILDIR = {
    "one file, as fetched from a mailbox": Copies([["rome", "oslo"]], ["rome", "oslo"]),
    "the same file twice": Copies([["rome", "oslo"], ["rome", "oslo"]], ["rome", "oslo"]),
    "a game, and the bare address": Copies([["", "rome"]], ["rome"]),
    "a game with a token and without": Copies([["judge+rome@localhost", "rome"]], ["rome"]),
}


@pytest.mark.parametrize("name", BY_MAILDIR)
def test_a_file_for_two_games_is_done_once_in_each(table: LocalGame, name: str) -> None:
    case, before, read = BY_MAILDIR[name], orders(table), len(edith(table).read)
    for number, recipients in enumerate(case.copies):
        to = [address_in(table, one) for one in recipients]
        drop(table, raw_letter(table, f"file.{name.replace(' ', '.')}", to, number), str(number))
    once_in_each(table, before, read, case.done_in)


def test_what_delivered_a_copy_says_for_which_game_it_is(table: LocalGame) -> None:
    """A mail server writes a file for each recipient; a third copy comes by SMTP."""
    before, read = orders(table), len(edith(table).read)
    to = [address_in(table, one) for one in GAMES]
    for one in to:
        drop(table, f"Delivered-To: {one}\r\n".encode() + raw_letter(table, "delivered", to, 1), one.partition(".")[0])
        given = orders(table)
        assert len(given) == len(before) + to.index(one) + 1, "each copy is for its own game alone"
    with smtplib.SMTP("127.0.0.1", table.judge.door.port, timeout=600) as line:
        line.sendmail(edith(table).address, to, raw_letter(table, "delivered", to, 2))
    table.settle()
    once_in_each(table, before, read, GAMES)


def test_a_question_answered_twice_is_one_letter(table: LocalGame) -> None:
    """Without a token her letter has to be confirmed, and each copy of it asks; both are confirmed, one counts."""
    before, read = orders(table), len(edith(table).read)
    for number in range(2):
        to = ["judge+rome@localhost"]
        with smtplib.SMTP("127.0.0.1", table.judge.door.port, timeout=600) as line:
            line.sendmail(edith(table).address, to, raw_letter(table, "asked", to, number))
        table.settle()
    questions = edith(table).read[read:]
    assert len(questions) == 2
    for question in questions:
        edith(table).write(question["Reply-To"], "Yes.")
        table.settle()
    once_in_each(table, before, read + len(questions), ["rome"])


def drop(table: LocalGame, raw: bytes, name: str) -> None:
    """Put a file into the Maildir that is read as incoming mail."""
    put(inbox_of(table.judge.services), f"{name} {sha256(raw).hexdigest()}", raw)
    table.judge.wake()
    table.settle()
