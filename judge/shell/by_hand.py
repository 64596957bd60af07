"""Commands for masters: letters read and shown as the judge reads them, a letter written to their game."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from judge.config import Config, FolderConfig, IdentityConfig, JudgeConfig, is_configured
from judge.formats.positions_json import (
    JsonFaultError,
    JsonObject,
    board_in_json,
    fault_inside,
    notation_in_json,
    read_json_object,
    read_position,
    read_power,
    rulebook_in_json,
)
from judge.game.deadlines.deadline import Deadline
from judge.game.people.messages import AddressBook, Person
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game, Members
from judge.handlers.services import Services
from judge.mail.letter import Letter, read_bounce, read_letter
from judge.paths.receive import settle_letter
from judge.rules.board import Power
from judge.shell.games import game_of
from judge.shell.letter_reading import (
    LetterPreview,
    LetterReading,
    Origin,
    SettleLetter,
    basis_text,
    origin_of,
    preview_letter,
    preview_lines,
    read_as_writer,
    recipient_of,
    weigh_proofs,
)
from judge.shell.letters import agree_as_operator, proposed_act, write_as_master
from judge.shell.table import database_of
from judge.shell.terminal import config_at, echo, standard_input, text_to_send
from judge.store.overview import open_read_only
from judge.store.store import Store
from judge.system.clock import SystemClock

_WRITER = Address("writer@example.org")
_OTHERS = Address("others@example.org")
ARRIVAL = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
"""When the letter is assumed to arrive; its own Date is ignored."""

_NAME = GameName("position")


@dataclass(frozen=True)
class _Witness:
    """By whose word letters are proven: the judge at that address, its mail server, keys of mail domains by name."""

    judge: str
    authserv_id: str
    keys: Mapping[str, str]

    def of(self, services: Services) -> Services:
        """Return the services of a judge that is told so, and asks no name server."""
        told = {name: key.encode() for name, key in self.keys.items()}
        config = replace(
            services.config,
            judge=replace(services.config.judge, address=self.judge),
            identity=IdentityConfig(authserv_id=self.authserv_id),
        )
        return replace(services, config=config, keys=told.get)


def _witness_in_json(table: JsonObject) -> _Witness:
    judge, server, keys = (table.get(field) for field in ("judge", "authserv_id", "keys"))
    if not isinstance(judge, str | None) or (judge and "@" not in judge):
        raise JsonFaultError("judge must be the address that the letter was written to.")
    if not isinstance(server, str | None):
        raise JsonFaultError("authserv_id must be the name of a mail server.")
    told = keys.items() if isinstance(keys, dict) else ()
    if not isinstance(keys, dict | None) or not all(isinstance(record, str) for _, record in told):
        raise JsonFaultError("keys must be the TXT records of keys by their names.")
    return _Witness(judge or JudgeConfig().address, server or "", dict(told))


@dataclass(frozen=True)
class _AssumedGame:
    """The file of a letter, the game in which its writer plays ``power``, and who may prove the letter."""

    file: Path
    power: Power
    game: Game
    witness: _Witness

    @property
    def writer(self) -> Person:
        """The person who plays the power."""
        return self.game.people[_WRITER]


def _assumed_game(table: JsonObject) -> _AssumedGame:
    """Return the letter and game of an object with ``file``, ``power`` and a position.

    JsonFaultError with one sentence.
    """
    file = table.get("file")
    if not isinstance(file, str) or not file or "\0" in file:
        raise JsonFaultError("file must be the name of a letter's file.")
    board = board_in_json(table)
    with fault_inside("power"):
        power = read_power(table.get("power"), board)
    rulebook, notation = rulebook_in_json(table, board), notation_in_json(table)
    position = read_position(table, board, rulebook)
    settings = Settings(rulebook=rulebook.name, board=board.name)
    book = AddressBook().with_person(Person(_WRITER, Token("writer"), "en", notation.name))
    book = book.with_person(Person(_OTHERS, Token("others")))
    writer, others = book.numbers[_WRITER], book.numbers[_OTHERS]
    seats = {each: writer if each == power else others for each in board.powers}
    game = Game(
        name=_NAME,
        settings=settings,
        seed="",
        address_book=book,
        members=Members(others, seats=seats),
        position=position,
        deadline=Deadline(ARRIVAL + timedelta(days=1), ARRIVAL),
    )
    return _AssumedGame(Path(file), power, game, _witness_in_json(table))


@contextmanager
def services_if_any(config: Config | None) -> Iterator[Services | None]:
    """Yield the services of a judge that has run before, closed at the end; None if there is none.

    OlderSchemaError, NewerJudgeError if its database is of another judge, and is left alone.
    """
    database = config.folders.data / "judge.db" if config else None
    if config is None or database is None or not database.is_file():
        yield None
        return
    with open_read_only(database):
        pass  # it has the tables of this judge, or an error is raised
    clock = SystemClock()
    with closing(Store(database, clock.now)) as store:
        yield Services(config, store, clock)


@contextmanager
def _services_without_games() -> Iterator[Services]:
    """The services of a judge that has no games; nothing of it is kept."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        folders = FolderConfig(
            path, *(path / name for name in ("archive", "mailboxes", "tournaments", "boards", "templates", "languages"))
        )
        clock = SystemClock()
        with closing(Store(path / "judge.db", clock.now)) as store:
            yield Services(Config(folders=folders), store, clock)


def read_file(path: Path, services: Services | None, now: datetime, settle: SettleLetter) -> str:
    """Return a report on the letter in a file; OSError if it cannot be read. Without services no game is known.

    ``settle`` is what the judge does with an incoming letter; what it would write is shown.
    """
    raw = path.read_bytes()
    letter = _recognised(raw)
    origin = origin_of(raw, letter, services)
    outcome = preview_letter(raw, letter, services, settle, now) if services else None
    return _write_report(str(path), origin, read_as_writer(letter, origin.game, origin.writer, services, now), outcome)


def read_jsonl(lines: Iterable[str], write: Callable[[str], object]) -> bool:
    """Answer each line at once with one line (``write`` adds its end); blank lines are passed over.

    Return whether every line could be answered.
    """
    is_well = True
    with _services_without_games() as services:
        for line in lines:
            if line.strip():
                answer = read_jsonl_line(line, services)
                is_well = is_well and "error" not in json.loads(answer)
                write(answer)
    return is_well


def read_jsonl_line(line: str, services: Services) -> str:
    """Read one letter as if its writer played a power in a position; a bad line is answered with an ``error``.

    In: ``file``, ``power``, ``phase``, ``units``, perhaps ``notation``, ``rules``, ``dislodged``, ``centers``,
    ``judge``, ``authserv_id``, ``keys``. Out:
    ``file``, ``from``, ``automatic``, ``bounce``, ``why``, ``text``, ``cut``, ``attachments``, ``orders``, ``offered``,
    ``refused``, ``commands``, ``press``, ``proof``, ``depends``.
    """
    table: JsonObject = {}
    try:
        table = read_json_object(line)
        scene = _assumed_game(table)
        raw = scene.file.read_bytes()
    except JsonFaultError as fault:
        return json.dumps({"file": table.get("file"), "error": str(fault)})
    except OSError as error:
        return json.dumps({"file": table.get("file"), "error": f"The file cannot be read: {error.strerror}."})
    finding = read_as_writer(_recognised(raw), scene.game, scene.writer, services, ARRIVAL)
    return json.dumps(_told(scene, finding) | _proof_told(raw, finding, scene.witness.of(services)))


def _recognised(raw: bytes) -> Letter:
    """The letter; of a machine's, its text may show too that it is a bounce."""
    letter = read_letter(raw)
    if letter.robot is None or letter.bounce or read_bounce(raw) is None:
        return letter
    return replace(letter, bounce="its text")


def _told(scene: _AssumedGame, finding: LetterReading) -> dict[str, object]:
    letter = finding.letter
    return {
        "file": str(scene.file),
        "from": letter.sender,
        "automatic": letter.robot is not None,
        "bounce": letter.bounce is not None,
        "why": letter.bounce or letter.robot or letter.trouble,
        "text": letter.text,
        "cut": letter.cut,
        "attachments": letter.attachments,
        "orders": finding.orders,
        "offered": finding.offered,
        "refused": [{"line": line, "why": why} for line, why in finding.refused],
        "commands": finding.commands,
        "press": finding.press,
    }


def _proof_told(raw: bytes, finding: LetterReading, services: Services) -> dict[str, object]:
    """How strongly the letter is proven if its From is the player's registered address, and a token in it their own."""
    letter = finding.letter
    if letter.sender is None:
        return {"proof": {"by": None, "domain": None, "why": "no single sender in From"}, "depends": []}
    sender = Address(letter.sender)
    _, recipient = recipient_of(raw, services.config.judge.address)
    people = {sender: Person(sender, recipient.token or Token(""))}
    strength = weigh_proofs(raw, letter, services, people, is_game=True)
    bases = () if letter.robot else strength.basis_of(finding.lines)
    return {
        "proof": {"by": strength.by and strength.by.value, "domain": strength.domain, "why": strength.why},
        "depends": [{"line": line, "on": on.value} for line, on in bases],
    }


_MARGIN = 14


def _write_report(name: str, origin: Origin, finding: LetterReading, outcome: LetterPreview | None = None) -> str:
    """Return one heading, then a line or a block for each thing in the letter, then what would be sent."""
    return "\n".join([name, *_head(origin, finding), *_body(finding), *_depends(origin, finding), *_end(outcome), ""])


def _head(origin: Origin, finding: LetterReading) -> Iterator[str]:
    letter = finding.letter
    yield _row("from", letter.sender or "nobody: there is no single sender")
    yield _row("to", origin.to or "nobody")
    yield _row("proof", origin.proof)
    yield from _rests_on(origin)
    yield _row("game", origin.game.name if origin.game else "none")
    yield _row("subject", letter.subject or "none")
    yield _row("written", letter.date.isoformat() if letter.date else "at no time it tells")
    yield _row("automatic", f"yes: {letter.robot}" if letter.robot else "no")
    yield _row("bounce", f"yes: {letter.bounce}" if letter.bounce else "no")
    if letter.trouble:
        yield _row("trouble", letter.trouble)
    if letter.attachments:
        yield _row("attachments", f"{', '.join(letter.attachments)} (not read)")


def _end(outcome: LetterPreview | None) -> Iterator[str]:
    if outcome:
        yield _row("what comes", outcome.said)
        yield from _block("would be sent", preview_lines(outcome))


def _body(finding: LetterReading) -> Iterator[str]:
    letter = finding.letter
    yield from _block("new text", letter.text.split("\n") if letter.text else ())
    yield from _block("cut", letter.cut)
    yield from _block("struck out", letter.struck)
    yield from _block("commands", finding.commands)
    yield from _block("press", (line for text in finding.press for line in text.split("\n")))
    yield from _block("orders", finding.orders)
    yield from _block("offered", finding.offered)
    yield from _block("not followed", (f"{line}: {why}" for line, why in finding.refused))
    yield from _block("may be orders", finding.unread)


def _rests_on(origin: Origin) -> Iterator[str]:
    for number, line in enumerate(origin.strength.rests_on() if origin.strength else ()):
        yield _row("" if number else "rests on", line)


def _depends(origin: Origin, finding: LetterReading) -> Iterator[str]:
    """What the fate of each line depends on; a machine's lines are not followed whatever proves them."""
    strength = origin.strength
    if strength and not finding.letter.robot:
        bases = strength.basis_of(finding.lines)
        yield from _block("depends", (f"{_first_line(line)}: {basis_text(strength, on)}" for line, on in bases))


def _first_line(text: str) -> str:
    first, end, _ = text.partition("\n")
    return f"{first} …" if end else first


def _row(title: str, text: str) -> str:
    return f"  {title:{_MARGIN}}{text}"


def _block(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = tuple(lines)
    if not listed:
        yield _row(title, "none")
    for number, line in enumerate(listed):
        yield _row("" if number else title, f"| {line}")


@click.command(name="read")
@click.argument(
    "letters", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="LETTER.eml …"
)
@click.option("--jsonl", is_flag=True, help="Read JSON lines on standard input instead, one JSON line out for each.")
@click.pass_obj
def read_letters(path: Path, letters: tuple[Path, ...], *, jsonl: bool) -> None:
    """Show what the judge makes of letters; nothing is kept, nobody is answered."""
    if jsonl:
        sys.exit(not read_jsonl(standard_input(), echo))
    config = config_at(path) if is_configured(path) else None
    with database_of(config or Config()), services_if_any(config) as services:
        for letter in letters:
            echo(read_file(letter, services, datetime.now(UTC), settle_letter))


@click.command()
@click.argument("name")
@click.argument("lines", nargs=-1)
@click.pass_obj
def master(path: Path, name: str, lines: tuple[str, ...]) -> None:
    """Write as the master of the game NAME: each of LINES is a line of a letter, or standard input is the letter."""
    config = config_at(path)
    text = text_to_send(lines).splitlines()
    if not any(line.strip() for line in text):
        raise click.UsageError("there is nothing to send; PAUSE is a line, “EXTEND 2d” another")
    with database_of(config) as at, open_read_only(at) as found:
        known = game_of(found, name)
    try:
        answered = write_as_master(config, known, text, SystemClock().now())
    except OSError as error:
        raise click.ClickException(f"{config.folders.mailboxes / 'in'}: {error.strerror}") from error
    echo(f"put into {config.folders.mailboxes / 'in'}; the answer goes to the master, {answered}")


@click.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def confirm(path: Path, name: str, *, yes: bool) -> None:
    """Agree, as the operator, to what the master of the game NAME proposes, who plays in it."""
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        known = game_of(found, name)
        if known.proposal is None or known.ended:
            raise click.ClickException(f"the game master of {name} proposes nothing")
        echo(f"proposal {known.proposal.number} of the game master of {name}, who plays:")
        for line in proposed_act(known, config.judge.zone):
            echo(f"  {line}")
        if not yes:
            click.confirm("Agree to it for all players?", abort=True)
        try:
            agree_as_operator(config, found, known, known.proposal.number, SystemClock().now())
        except OSError as error:
            raise click.ClickException(f"{config.folders.mailboxes / 'in'}: {error.strerror}") from error
    echo(f"put into {config.folders.mailboxes / 'in'}; everybody is told, and the record says who agreed")
