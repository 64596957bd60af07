"""A game by real letters, written by chance: whoever must not know reads nothing of it in any letter."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Protocol

from judge.game.apply import fold_events
from judge.game.settings import GameName
from judge.game.state import Game
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame, open_and_join, start_local_game, text_of
from tests.long.writing import misspelt, orders_for
from tests.stories.conversations import with_guests

SETTINGS = "FORFEIT 2 ABSENCES 21 DRAWS subsets PRESS-KINDS white grey GRACE 12h WAITED secret"
NUMBER = re.compile(r"^(?:Letter|Lettre n°) (\d+) (?:of|de) rome (?:to|pour)", re.MULTILINE)


class Table(Protocol):
    """A game that is under way."""

    @property
    def game(self) -> Game:
        """The game as the judge's log has it."""
        ...


class Writer(Protocol):
    """Whoever writes: ``notation`` is that of their orders."""

    address: str
    notation: str


@dataclass
class Season:
    """A game by letters: who may read which words that nobody else uses, each with the ``mark`` of the game."""

    table: Table
    random: Random
    secrets: dict[str, tuple[str, set[str]]] = field(default_factory=dict)
    name: GameName = GAME
    mark: str = ""

    def word(self, writer: Writer, *readers: Power) -> str:
        """A word that stands in one letter only, for its writer and these readers."""
        word = f"secret{self.mark}{len(self.secrets)}word"
        seats = self.table.game.seats
        self.secrets[word] = (writer.address, {str(seats[power]) for power in readers if power in seats})
        return word

    def letter(self, player: Writer) -> str:
        """Orders in the player's own notation, slips among them, and something else."""
        game, lot = self.table.game, self.random.random
        position, own = game.open_position, load_notation(player.notation)
        powers = [power for power, address in game.seats.items() if address == player.address]
        lines = [
            write_order(order, position, game.board, own)
            for power in powers
            if position
            for order in orders_for(self.random, game.board, position, power)
        ]
        written = [misspelt(self.random, line) if lot() < 0.06 else line for line in lines if lot() < 0.97]
        return "\n".join([*written, *self._more(player, powers)])

    def _more(self, player: Writer, powers: list[Power]) -> Iterator[str]:
        game, lot = self.table.game, self.random.random
        if not powers:
            yield self.random.choice((f"STANDBY {self.name}", f"TAKEOVER {self.name}", "RETURN", "STATUS"))
            return
        others = [power for power in game.board.powers if power not in powers and power in game.seats]
        if not others:
            return
        to = self.random.choice(others)
        signed = f" FROM {powers[0]}" if player.address == game.master else ""
        if lot() < 0.5:
            yield f"PRESS TO {to}{signed}\nThis is between us: {self.word(player, to)}.\nENDPRESS"
        if lot() < 0.2:
            yield f"DIARY\nWhat I think: {self.word(player)}.\nENDDIARY"
        if lot() < 0.2:
            yield f"PRESS GREY TO {to}\nGuess who: {self.word(player, to)}.\nENDPRESS"
        if lot() < 0.4:
            yield self.random.choice(
                ("VOTE DRAW", f"VOTE DRAW {to}", "UNVOTE DRAW", "WAIT", "VOTE EXTEND 2d", "TAKE 1d", "STATUS")
            )
        if lot() < 0.15:
            yield self.random.choice(
                (f"RESIGN {self.name}", "RETURN", "ABSENCE 2026-07-01 TO 2026-07-05", "HELP", "GHGH GHGH")
            )


def play_phase(table: LocalGame, season: Season) -> None:
    """Everybody writes, or does not; then the phase closes by itself, or its time runs out."""
    number, random = table.game.phases_closed, season.random
    for player in random.sample(list(table.players.values()), len(table.players)):
        if player.read and random.random() < 0.85:
            table.clock.advance_to(table.clock.now() + timedelta(hours=random.random() * 12))
            player.answer(season.letter(player))
            table.settle()
    for _ in range(4):
        game = table.game
        if game.ended or game.phases_closed != number or game.closes_at is None:
            return
        table.clock.advance_to(max(game.closes_at, table.clock.now()))
        table.judge.wake()
        table.settle()


def a_game_by_letters(folder: Path, seed: str, phases: int) -> tuple[int, int]:
    """Play so many phases, or to the end, and check every letter; how many phases closed, how many letters went out."""
    table = with_guests(start_local_game(folder), ["sofia", "basil"])
    try:
        season = Season(table, Random(seed))
        _seat(table)
        for _ in range(phases):
            if not table.game.ended:
                play_phase(table, season)
        check_secrets(table, season)
        check_addresses(table)
        check_numbers(table)
        check_the_store(table)
        return table.game.phases_closed, sum(len(player.read) for player in table.players.values())
    finally:
        table.judge.stop()


def _seat(table: LocalGame) -> None:
    """Seven players, and two who wait for a seat."""
    seven = {power: one for power, one in table.players.items() if power not in {"SOFIA", "BASIL"}}
    open_and_join(replace(table, players=seven), SETTINGS)
    for name in ("SOFIA", "BASIL"):
        guest = table.players[Power(name)]
        guest.write(table.judge.services.config.judge.address, f"STANDBY {GAME}\n")
        table.settle()
        guest.answer("Yes, that was me.")
        table.settle()


def check_the_store(table: LocalGame) -> None:
    """The game is the fold of its log, and no letter was left unread."""
    store = table.judge.services.store
    assert table.game == fold_events(store.events(GAME))
    assert store.next_letter() is None, "a letter was left unread"


def check_secrets(table: LocalGame, season: Season) -> None:
    """Each letter of press reaches its readers once; nobody else has its words, but for the writer's own answers."""
    for word, (writer, readers) in season.secrets.items():
        for player in table.players.values():
            found = sum(f"{word}." in text_of(letter) for letter in player.read)
            if player.address != writer:
                assert found == (player.address in readers), f"{word} of {writer} to {readers}: {player.address}"


def check_addresses(table: LocalGame) -> None:
    """In an anonymous game no letter names the address, or the reply address, of anybody else."""
    tokens = {one.address: one.token for one in table.game.people.values()}
    for reader in table.players.values():
        strange = [one for address, token in tokens.items() if address != reader.address for one in (address, token)]
        for letter in reader.read:
            text = str(letter)
            assert not [one for one in strange if one in text], letter["Subject"]


def check_numbers(table: LocalGame) -> None:
    """The letters of the game to each reader are numbered without a gap; none comes twice."""
    for reader in table.players.values():
        numbers = Counter(int(found[1]) for letter in reader.read if (found := NUMBER.search(text_of(letter))))
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        assert set(numbers.values()) <= {1}
