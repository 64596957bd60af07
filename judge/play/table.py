"""Seven correspondents and a judge on one machine: the phases of a record played letter by letter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from judge.app import Judge
from judge.clock import SettableClock
from judge.config import ClockConfig, Config, FolderConfig, IdentityConfig, JudgeConfig, SmtpConfig
from judge.deliver import mailbox_of
from judge.desk.office import fresh_secret
from judge.game.settings import GameName, Language, Token
from judge.game.state import Game
from judge.mail.name_service import Keys
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.play.correspondent import Correspondent
from judge.play.record import RecordedPhase
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
    """The judge did not finish what it was given."""


@dataclass(frozen=True)
class Table:
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
        """The game as the judge's own log has it."""
        game = self.judge.office.game(GAME)
        assert game is not None
        return game


def no_keys(_: str) -> None:
    """Nobody at the table signs letters, and nobody outside is asked."""


def lay_table(
    folder: Path,
    identity: IdentityConfig | None = None,
    keys: Keys = no_keys,
    seed: Callable[[], Token] = fresh_secret,
    now: datetime = _OPENING_DAY,
) -> Table:
    """Start a judge on free loopback ports with everything it keeps below ``folder``, at the hour ``now``."""
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
    return Table(judge, clock, players)


def open_and_join(table: Table, settings: str = "") -> None:
    """Open the game by letter and take the seven seats; every newcomer confirms that the letter was theirs.

    ``settings`` are words behind those of the OPEN line.
    """
    own = table.judge.office.config.judge.address
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


def play_phase(table: Table, recorded: RecordedPhase, press: Mapping[Power, str]) -> Sequence[str]:
    """Play one phase: everyone's orders by letter, then the deadline if somebody has left a unit without one.

    ``press`` is what some add to their letters. Returns what came out otherwise than recorded, in words. A phase in
    which nobody has anything to write is passed over by the judge; then the record must say that nothing changed.
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


def _let_the_deadline_pass(table: Table, phase: Phase) -> None:
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
