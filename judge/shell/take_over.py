"""The shell command that takes a game over from another judge, or from what is left of one."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from email import message_from_bytes, policy
from pathlib import Path

import click

from judge.config import Config
from judge.formats.njudge import ReportFaultError
from judge.formats.njudge_report import ToldPosition, is_njudge_report, read_njudge_report
from judge.formats.positions_json import JsonFaultError
from judge.formats.record.facts import NO_PAGE, OpeningFacts
from judge.formats.record.logs import (
    NewGame,
    PagesLog,
    SavedGameLog,
    log_of_pages,
    log_of_position,
    log_of_saved_game,
    preference_of,
)
from judge.formats.record.verifying import Cast, FormerRecordError, Verified, verify
from judge.formats.record.whole import NoPrivatePartError, PrivatePart, read_private_part, record_of
from judge.formats.saved_game import MAP, SavedGame, is_saved_game, read_saved_game
from judge.game.apply import Trail, fold_events
from judge.game.deadlines.deadline import Circumstances, Deadline, phase_deadline
from judge.game.deadlines.messages import AbsenceTold, DeadlineMoved, GamePaused
from judge.game.deadlines.rules import absences_to_wait_for
from judge.game.mastery.messages import GameMoved, PlayersToldOfMove
from judge.game.messages import Event
from judge.game.orders.messages import ErrandGiven, OrderGiven, WishKept
from judge.game.people.messages import Person
from judge.game.phases.close import next_alarm
from judge.game.press.messages import ObserverCame
from judge.game.replacements.messages import LeavingReason, SeatVacated
from judge.game.seats.messages import StandbyAdded
from judge.game.settings import Address, GameName, Settings, board_of_settings
from judge.game.state import Game
from judge.handlers.outgoing import OutgoingLetter, address_letters, letters_of_news
from judge.handlers.services import Services, fresh_secret
from judge.handlers.transaction import with_calendar_entries
from judge.mail.headers import is_address
from judge.paths.archive import write_new_pages
from judge.requests.names import game_name
from judge.rules.board import Board, Power
from judge.rules.board_file import load_board
from judge.rules.orders import Order
from judge.rules.rulebook import rulebook_names
from judge.shell.games import phase_and_deadline
from judge.shell.record import told_of
from judge.shell.terminal import config_at, echo
from judge.store.life import NotOursError, ReplacementError, alone_in, check_ours, is_older
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import Clock, SystemClock
from judge.system.files import PROGRAM, restricted_umask

# --- takes a game over from elsewhere: its log is stored whole in one transaction, and its pages are written


_NO_LETTER = 0
"""The number of the letter of an order that came to another judge: every letter that comes here is newer."""


class NotImportedError(Exception):
    """A game was not taken over, and nothing has changed; the message says why, and what would work."""


@dataclass(frozen=True)
class Newcomers:
    """Who is named by whoever imports: the master, None for the one that is known, players by power."""

    master: Address | None = None
    players: Mapping[Power, Address] = field(default_factory=dict)


@dataclass(frozen=True)
class TakenOver:
    """The log of a game that is taken over, the game it comes to, and in lines what could not be taken over.

    ``differences`` says in lines where a file and our rules, or a file and itself, do not agree.
    """

    log: tuple[Event, ...]
    game: Game
    left_out: tuple[str, ...]
    differences: tuple[str, ...] = ()


def cast_of(name: GameName, named: Newcomers, private: PrivatePart | None, otherwise: Address) -> Cast:
    """Return who takes part: those named go before those of the private part; ``otherwise`` is the last resort."""
    known = {person.address: person for person in private.people} if private else {}
    seats = {**(private.seats if private else {}), **named.players}
    master = named.master or (private.master if private else otherwise)
    people = {one: _with_secret(known.get(one), one) for one in (master, *seats.values())}
    return Cast(people[master], {power: people[one] for power, one in seats.items()}, f"{name}.invalid")


def _with_secret(person: Person | None, address: Address) -> Person:
    """Somebody with a reply address of this judge."""
    token = fresh_secret()
    return replace(person, token=token) if person else Person(address, token)


def taken_over(found: Verified, name: GameName, cast: Cast, private: PrivatePart | None, now: datetime) -> TakenOver:
    """Return the game of a record that has been verified; NotImportedError where the private part is of another."""
    last_page = found.read[-1].own if found.read else NO_PAGE
    if private and private.last_page != last_page:
        message = (
            f"the private file is of another moment: of the page {private.last_page[:12]}…, and the last page here is "
            f"{last_page[:12]}…; write both again: {PROGRAM} archive {found.name} --for-import FILE"
        )
        raise NotImportedError(message)
    seed = found.seed or (private.seed if private else fresh_secret())
    log = log_of_pages(found, name, cast, seed)
    taken = _gone_on(log, cast, private, last_page, now)
    left_out = (
        *(private.stays if private and not taken.game.ended else ()),
        *_unknown(taken.game, found, private),
    )
    return replace(taken, left_out=left_out)


def saved_game_taken_over(saved: SavedGame, here: NewGame, begun: PagesLog | None = None) -> TakenOver:
    """Return the game of a saved game, judged by the rule book of its settings, behind pages that have ``begun`` it.

    JsonFaultError where it is at fault.
    """
    found = log_of_saved_game(saved, here, begun)
    return _file_taken_over(found.events, found.orders, here, found)


def report_taken_over(told: ToldPosition, here: NewGame) -> TakenOver:
    """Return the game that begins here where a report says it stands; JsonFaultError where that cannot be."""
    return _file_taken_over(log_of_position(told.position, told.deadline, here), {}, here, told)


def _file_taken_over(
    log: tuple[Event, ...],
    orders: Mapping[Power, tuple[Order, ...]],
    here: NewGame,
    told: SavedGameLog | ToldPosition,
) -> TakenOver:
    """The game of a file, which names powers alone; ``orders`` are those of the open phase."""
    cast = here.cast
    private = PrivatePart(here.name, "", here.seed, cast.master.address, (), {}, orders=orders)
    taken = _gone_on(log, cast, private, "", here.now)
    left_out = (*told.left_out, *_unknown_of_file(taken.game, cast))
    return replace(taken, left_out=left_out, differences=told.differences)


def _gone_on(
    log: tuple[Event, ...], cast: Cast, private: PrivatePart | None, last_page: str, now: datetime
) -> TakenOver:
    """The game of a log of another judge, with what makes it go on here."""
    opened = fold_events(log)
    assert opened is not None
    log = (*log, *_onwards(opened, cast, private, last_page, now))
    game = fold_events(log)
    assert game is not None
    return TakenOver(log, game, ())


def _onwards(game: Game, cast: Cast, private: PrivatePart | None, last_page: str, now: datetime) -> Iterator[Event]:
    """The events behind those of the pages, by which the game goes on here."""
    here = {*game.readers}
    figures = {one: count for one, count in private.figures.items() if one in here} if private else {}
    misses = {one: count for one, count in private.misses.items() if one in here} if private else {}
    yield GameMoved(last_page, figures, misses, now, private.reserves if private else {})
    if cast.master != game.people[game.master]:
        yield preference_of(cast.master, now)
    position = game.open_position
    if position is None:
        return
    for seat in game.board.seats:
        if not any(power in cast.players for power in seat) and any(power in game.seats for power in seat):
            yield SeatVacated(seat[0], game.seats[seat[0]], LeavingReason.EJECTED, now)
    yield from _private_events(game, private, now) if private else ()
    deadline = _deadline(game, private, now)
    if deadline != game.deadline:
        yield DeadlineMoved(position.phase, deadline, now)
    if private and private.paused:
        yield GamePaused(position.phase, now)


def _private_events(game: Game, private: PrivatePart, now: datetime) -> Iterator[Event]:
    """What the private part tells beside people and time."""
    known = {person.address: person for person in private.people}
    yield from (StandbyAdded(_with_secret(known.get(one), one), now) for one in private.standbys)
    yield from (ObserverCame(_with_secret(known.get(one), one), now) for one in private.observers)
    for who, absences in private.absences.items():
        yield from (AbsenceTold(who, one.first, one.last, now) for one in absences if who in known)
    for note in private.notes:
        yield replace(note, reader=game.members.seats.get(note.power, game.members.master))
    for power, orders in private.orders.items():
        yield from (OrderGiven(power, order, _NO_LETTER, None, now) for order in orders)
    for power, errands in private.errands.items():
        yield from (ErrandGiven(power, errand, _NO_LETTER, None, now) for errand in errands)
    yield from (replace(kept, letter=_NO_LETTER) for kept in private.advance)
    for power, wishes in private.wishes.items():
        yield from (WishKept(power, wish, _NO_LETTER, now) for wish in wishes)


def _deadline(game: Game, private: PrivatePart | None, now: datetime) -> Deadline:
    """The deadline that was announced; where that is over, the open phase has its whole time again."""
    position, announced = game.open_position, game.deadline
    assert position is not None
    at = (private and private.deadline) or (announced.at if announced else now)
    if announced and at > now:
        return announced if announced.at == at else announced.moved(at)
    given = Circumstances(away=absences_to_wait_for(game, position))
    return phase_deadline(game.settings, position.phase.kind, now, given)


def _unknown(game: Game, found: Verified, private: PrivatePart | None) -> Iterator[str]:
    """What could not be known of a game."""
    if private:
        return
    if not found.seed:
        yield "the seed of the lots: lots that are still to come are drawn by a new one"
    if game.open_position is None:
        yield "who played: the pages name powers alone (--player FRANCE=alice@example.org)"
        return
    yield "letters between players, diaries, votes, orders of the open phase, stand-bys, observers"
    yield "reliability: it is counted from the pages, for those who are named"


def _unknown_of_file(game: Game, cast: Cast) -> Iterator[str]:
    """What no file of another program tells of a game."""
    if not {*game.board.powers} <= {*cast.players}:
        yield "who played: the file names powers alone (--player FRANCE=alice@example.org)"
    if game.open_position:
        yield "the settings of the game: all are as usual; its master changes them (SET)"
        yield "letters between players, diaries, votes, stand-bys, observers, reliability"


# --- stored


def import_game(
    config: Config,
    clock: Clock,
    taken: TakenOver,
    *,
    quiet: bool = False,
    ask: Callable[[Services], tuple[OutgoingLetter, ...]] = lambda _: (),
) -> None:
    """Store a game that is taken over, all of it or nothing, and write its pages; the judge is stopped.

    Everybody with a part in a running game is written to, unless ``quiet``; so are those whom ``ask`` writes to.
    NotImportedError where there is a game of that name, or pages of another one lie in its folder, or a judge runs.
    """
    database = config.folders.data / "judge.db"
    try:
        with alone_in(config.folders.data):
            check_ours(config.folders.data, config.folders.archive, config.folders.mailboxes)
            if database.exists() and is_older(database):
                message = f"{database} is of an older judge; “{PROGRAM} upgrade” brings it up to date"
                raise NotImportedError(message)
            store = Store(database, clock.now)
            try:
                _store(Services(config, store, clock), taken, ask, quiet=quiet)
            finally:
                store.close()
    except (ReplacementError, NotOursError) as error:
        raise NotImportedError(str(error)) from error


def _store(
    services: Services, taken: TakenOver, ask: Callable[[Services], tuple[OutgoingLetter, ...]], *, quiet: bool
) -> None:
    name = taken.game.name
    if services.store.is_game(name):
        raise NotImportedError(_IS_TAKEN.format(name=name))
    folder = services.config.folders.archive / name
    for page, text in record_of(taken.log).items():
        path = folder / page
        if path.exists() and path.read_bytes() != text.encode():
            message = f"{path} is there already, and another page; move {folder} away"
            raise NotImportedError(message)
    is_told = taken.game.open_position is not None and not quiet
    news = Trail(taken.game).on((PlayersToldOfMove(services.clock.now()),) if is_told else ())
    transaction = Transaction(
        None,
        LetterStatus.DONE,
        name,
        events=(*taken.log, *news.events),
        alarm=next_alarm(taken.game),
        outgoing=address_letters(services, (*_letters(services, news), *ask(services))),
    )
    if not services.store.commit(transaction):
        raise NotImportedError(_IS_TAKEN.format(name=name))
    write_new_pages(services, name)


_IS_TAKEN = "there is a game “{name}” already; “--name” gives this one another name"


def _letters(services: Services, news: Trail) -> tuple[OutgoingLetter, ...]:
    """The letters about the move, but none to the judge itself, which leads a game that has no master."""
    written = with_calendar_entries(news, letters_of_news(services, news), services.clock.now())
    return tuple(one for one in written if one.to != services.config.judge.address)


def free_seats(game: Game) -> Sequence[Power]:
    """The first powers of the seats that wait for a player."""
    return game.sought_seats if game.open_position else ()


# --- what a game can be taken over from


@dataclass(frozen=True)
class Source:
    """What a game is taken over from, with its name there and its board."""

    found: Verified | SavedGame | ToldPosition
    name: str
    board: Board


def read_source(path: Path) -> Source:
    """Return what lies at a path; ClickException says what is wrong with it, and what would do."""
    if path.is_dir():
        found = _verified(path)
        opening = found.read[0].facts
        assert isinstance(opening, OpeningFacts)
        return Source(found, found.name, board_of_settings(replace(opening.settings, board_text=found.board_text)))
    text = _text_of(path.read_bytes())
    board = load_board(MAP)
    if text.lstrip().startswith("{"):
        saved = _saved_game(path, text)
        return Source(saved, saved.name, board)
    if not is_njudge_report(text):
        message = (
            f"{path} is neither a saved game of the package “diplomacy” (JSON) nor a report in nJudge's wording; one "
            "has a line like “Movement results for Spring of 1902.  (rome.004)”. The pages of a game are a folder"
        )
        raise click.ClickException(message)
    try:
        report = read_njudge_report(text, board)
    except ReportFaultError as error:
        raise click.ClickException(f"{path}, {error}") from error
    return Source(report, report.name, board)


def _verified(folder: Path) -> Verified:
    """What the pages of a folder say; ClickException where they do not verify."""
    texts = {
        path.name: path.read_bytes().decode("utf-8", errors="surrogateescape")
        for path in sorted(folder.iterdir())
        if path.suffix in {".txt", ".toml"}
    }
    try:
        found = verify(texts)
    except FormerRecordError:
        raise click.ClickException(f"the pages in {folder} are from before pages bore hashes") from None
    if found.difference or not found.pages:
        raise click.ClickException(f"the pages in {folder} do not verify\n{told_of(found)}")
    return found


def _saved_game(path: Path, text: str) -> SavedGame:
    table = _object(path, text)
    if "last_page" in table:
        message = (
            f"{path} is the private file of a game; “{PROGRAM} import FOLDER --private {path}” takes it with the pages"
        )
        raise click.ClickException(message)
    if not is_saved_game(table):
        message = f'{path} is no saved game: it has no list of phases, {{"phases": [{{"name": "S1901M", …}}, …]}}'
        raise click.ClickException(message)
    try:
        return read_saved_game(table)
    except JsonFaultError as error:
        raise click.ClickException(f"{path}, {error}") from error


def _object(path: Path, text: str) -> Mapping[str, object]:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{path} is no JSON: {error}") from error
    return table if isinstance(table, dict) else {}


# --- text


def _text_of(raw: bytes) -> str:
    """The text of a file; of a mail that was saved its text, with no line of its head but the last."""
    if _HEAD.match(raw):
        message = message_from_bytes(raw, policy=policy.default)
        body = message.get_body(("plain",))
        if body is not None:
            payload = body.get_payload(decode=True)
            raw = payload if isinstance(payload, bytes) else raw
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


_HEAD = re.compile(rb"(?:From |[A-Za-z][A-Za-z-]*: ).*\r?\n(?:[A-Za-z][A-Za-z-]*: |[ \t])", re.IGNORECASE)
"""Two lines of the head of a mail."""


# --- the shell command that takes a game over from another judge, or from what is left of one


@click.command(name="import")
@click.argument("source", metavar="FOLDER|FILE", type=click.Path(exists=True, path_type=Path))
@click.option("--name", "wanted", metavar="NAME", help="What the game is called here; as it was called by default.")
@click.option("--master", metavar="ADDRESS", help="Who leads it; who led it, or else the judge's own address.")
@click.option("--player", "players", multiple=True, metavar="POWER=ADDRESS", help="Who plays a power; may be repeated.")
@click.option(
    "--private",
    "private_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What “archive --for-import” wrote: people, seats, orders of the open phase, deadline.",
)
@click.option("--rules", metavar="NAME", help="The rule book of a game from a FILE; 2023 by default.")
@click.option("--quiet", is_flag=True, help="Write to nobody; else all are told where the game goes on.")
@click.pass_obj
def take_over(  # noqa: PLR0913, PLR0917 (each is one option of the command)
    path: Path,
    source: Path,
    wanted: str | None,
    master: str | None,
    players: tuple[str, ...],
    private_file: Path | None,
    rules: str | None,
    quiet: bool,
) -> None:
    """Take a game over, finished or running; the judge is stopped.

    From the pages of another judge in FOLDER, which are verified first. From a saved game of the package “diplomacy”
    in FILE, of which each phase is judged again. From reports in nJudge's wording in FILE: the game goes on where they
    end. All of the game is stored, or nothing.
    """
    config, clock = config_at(path), SystemClock()
    read = read_source(source)
    if isinstance(read.found, Verified) and rules:
        raise click.ClickException("the pages of a game name its rule book; “--rules” is for a FILE")
    if private_file and not isinstance(read.found, Verified):
        raise click.ClickException("a private file belongs to the pages of a game; “--private” is for a FOLDER")
    name = _name(wanted or read.name or source.stem)
    private = _private(private_file) if private_file else None
    named = Newcomers(_address(master) if master else None, dict(_player(one, read.board) for one in players))
    settings = Settings(rulebook=_rules(rules))
    try:
        cast = cast_of(name, named, private, Address(config.judge.address))
        taken = _taken(read, name, cast, private, settings, clock.now())
        with restricted_umask():
            import_game(config, clock, taken, quiet=quiet)
    except NotImportedError as error:
        raise click.ClickException(str(error)) from error
    except JsonFaultError as error:
        raise click.ClickException(f"{source}, {error}") from error
    for line in _told(taken, read, is_told=not quiet):
        echo(line)


def _taken(
    read: Source, name: GameName, cast: Cast, private: PrivatePart | None, settings: Settings, now: datetime
) -> TakenOver:
    if isinstance(read.found, Verified):
        return taken_over(read.found, name, cast, private, now)
    here = NewGame(name, cast, fresh_secret(), settings, now)
    if isinstance(read.found, SavedGame):
        return saved_game_taken_over(read.found, here)
    return report_taken_over(read.found, here)


def _name(text: str) -> GameName:
    name = game_name(text)
    if name is None:
        raise click.ClickException(f"no game can be called “{text}”; “rome” or “rome-2” would do (--name rome)")
    return name


def _rules(name: str | None) -> str:
    if name and name not in rulebook_names():
        raise click.ClickException(f"there is no rule book “{name}”; there are {', '.join(rulebook_names())}")
    return name or Settings().rulebook


def _private(file: Path) -> PrivatePart:
    try:
        return read_private_part(file.read_text(encoding="utf-8"))
    except (NoPrivatePartError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} cannot be used: {error}") from error


def _address(text: str) -> Address:
    if not is_address(text):
        raise click.ClickException(f"“{text}” is no mail address; alice@example.org would be one")
    return Address(text.lower())


def _player(text: str, board: Board) -> tuple[Power, Address]:
    """A power and its player, as ``--player`` names them."""
    who, _, address = text.partition("=")
    named = {word.lower(): power for power, names in board.powers.items() for word in (power, *names.values())}
    power = named.get(who.strip().lower())
    if power is None or not address:
        there = ", ".join(board.powers)
        raise click.ClickException(
            f"“{text}” names no player; {there.split(', ')[0]}=alice@example.org would ({there})"
        )
    return power, _address(address.strip())


def _told(taken: TakenOver, read: Source, *, is_told: bool) -> Iterator[str]:
    """What has been taken over, and what has not, a line each."""
    game, found = taken.game, read.found
    if isinstance(found, Verified):
        told = f"{found.pages} pages taken over"
    elif isinstance(found, SavedGame):
        told = f"{game.phases_closed} phases taken over and judged again by {game.settings.rulebook}"
    else:
        told = "the position of the report taken over"
    yield f"{game.name}: {told}, {phase_and_deadline(game)}"
    yield from (f"the seat of {power} is free: TAKEOVER {power}" for power in free_seats(game))
    yield from (f"differs: {line}" for line in taken.differences)
    if taken.differences and isinstance(found, SavedGame):
        yield "where positions differ, the game has gone on from that of the file"
    yield from (f"not taken over: {line}" for line in taken.left_out)
    if game.open_position and is_told:
        yield "everybody with a part in it is written to when the judge serves again"
    elif game.open_position:
        yield f"nobody has been told: {PROGRAM} master {game.name} “PRESS …” writes to the players"
