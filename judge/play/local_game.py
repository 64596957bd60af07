"""Runs seven correspondents and a judge on one machine, and plays recorded phases by letter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from judge.app import Judge
from judge.clock import SettableClock
from judge.config import ClockConfig, Config, FolderConfig, IdentityConfig, JudgeConfig, SmtpConfig
from judge.deliver import mailbox_of
from judge.game.settings import GameName, Language, Token
from judge.game.state import Game
from judge.handlers.services import fresh_secret
from judge.mail.dns_lookup import DkimKeyLookup
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.play.correspondent import Correspondent
from judge.play.recorded_game import RecordedPhase
from judge.rules.board import Power
from judge.rules.position import Phase, Position

GAME = GameName("rome")
_OPENING_DAY = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
_PLAYERS: Mapping[str, tuple[str, Language, str]] = {
    "AUSTRIA": ("anton@example.org", "en", "standard"),
    "ENGLAND": ("edith@example.net", "en", "standard"),
    "FRANCE": ("florence@example.com", "fr", "18centres"),
    "GERMANY": ("greta@example.org", "en", "standard"),
    "ITALY": ("ivo@example.net", "en", "standard"),
    "RUSSIA": ("raisa@example.com", "en", "standard"),
    "TURKEY": ("tarik@example.org", "en", "standard"),
}
_PATIENCE = 600
"""Seconds for everything that seven letters bring about, before something must be wrong."""


class StuckError(Exception):
    """The judge did not finish its work in time."""


@dataclass(frozen=True)
class LocalGame:
    """The judge with its clock, and the correspondents by power."""

    judge: Judge
    clock: SettableClock
    players: Mapping[Power, Correspondent]

    def settle(self) -> None:
        """Wait until the judge has nothing left to do, then let everyone read their mail."""
        if not self.judge.settle(timeout=_PATIENCE):
            raise StuckError(f"the judge is still busy after {_PATIENCE} seconds")
        for player in self.players.values():
            player.fetch()

    @property
    def game(self) -> Game:
        """The game as the judge's log has it."""
        game = self.judge.services.game(GAME)
        assert game is not None
        return game


def no_dkim_keys(_: str) -> None:
    """Return no DKIM key: nobody signs letters, and no DNS server is asked."""


def start_local_game(
    folder: Path,
    identity: IdentityConfig | None = None,
    keys: DkimKeyLookup = no_dkim_keys,
    seed: Callable[[], Token] = fresh_secret,
    now: datetime = _OPENING_DAY,
) -> LocalGame:
    """Start a judge on free loopback ports with all its files below ``folder``, at the hour ``now``."""
    config = Config(
        judge=JudgeConfig(),
        smtp=SmtpConfig(port=0),
        identity=identity or IdentityConfig(),
        folders=FolderConfig(*(folder / name for name in ("data", "archive", "mailboxes", "tournaments"))),
        clock=ClockConfig(sweep_seconds=3600),
    )
    clock = SettableClock(now)
    judge = Judge(config, clock, keys, seed)
    judge.start()
    server = (config.smtp.host, judge.door.port)
    players = {
        Power(power): Correspondent(
            address, Power(power), language, notation, server, mailbox_of(config.folders.mailboxes, address), clock
        )
        for power, (address, language, notation) in _PLAYERS.items()
    }
    return LocalGame(judge, clock, players)


def open_and_join(table: LocalGame, settings: str = "") -> None:
    """Open the game by letter and take the seven seats; every new player confirms their letter.

    ``settings`` are the words after those of the OPEN line.
    """
    own = table.judge.services.config.judge.address
    first, *others = table.players.values()
    first.write(
        own,
        f"OPEN {GAME} RULES 2023\nHOUR 21:00 ZONE Europe/Paris MOVEMENT 7d {settings}\nJOIN {GAME} AS {first.power}\n",
    )
    table.settle()
    first.answer("Yes, that was me.")
    table.settle()
    for player in others:
        word = "JOUER" if player.language == "fr" else "JOIN"
        player.write(own, f"{word} {GAME} {player.power}\n")
    table.settle()
    for player in others:
        player.answer("Oui, c'est bien moi." if player.language == "fr" else "Yes, that was me.")
    table.settle()


def play_phase(table: LocalGame, recorded: RecordedPhase, press: Mapping[Power, str]) -> Sequence[str]:
    """Play one phase: everyone's orders by letter, then the deadline if a unit has no order.

    ``press`` is what some players add to their letters. Return how the result differs from the record, in words. A
    phase in which nobody has anything to write is passed over by the judge; then the record must have no change.
    """
    position = table.game.open_position
    if position is None or position.phase != recorded.phase:
        return recorded.differences(_last_position(table.game))
    for power, player in table.players.items():
        lines = [_as_written(line, position, table.game, player) for line in recorded.orders.get(power, ())]
        if lines:
            player.answer("\n".join([*lines, *press.get(power, "").splitlines()]))
    table.settle()
    _let_the_deadline_pass(table, recorded.phase)
    return recorded.differences(_last_position(table.game))


def _let_the_deadline_pass(table: LocalGame, phase: Phase) -> None:
    """Drive the clock past the deadline, unless the last letter has closed the phase already."""
    game = table.game
    if game.deadline and game.open_position and game.open_position.phase == phase:
        table.clock.advance_to(game.deadline.at)
        table.judge.wake()
        table.settle()


def _last_position(game: Game) -> Position:
    assert game.position is not None
    return game.position


def _as_written(line: str, position: Position, game: Game, player: Correspondent) -> str:
    """A recorded order as this player writes it."""
    order = read_order(line, position, game.board, player.power, load_notation("standard"))
    assert not isinstance(order, Misread), order
    return write_order(order, position, game.board, load_notation(player.notation))
