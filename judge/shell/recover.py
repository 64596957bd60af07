"""Makes games again from letters that players have kept: their reports, first letters, acknowledgements, pages."""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import partial
from pathlib import Path

import click

from judge.config import Config
from judge.formats.kept_letters import (
    FirstText,
    FoundFolder,
    FoundLetter,
    ReportText,
    first_letters_in,
    plain,
    read_folder,
    reports_in,
    series_of,
)
from judge.formats.positions_json import JsonFaultError
from judge.formats.record.logs import NewGame, PagesLog, pages_log
from judge.formats.record.verifying import Cast, Verified
from judge.formats.told_reports import ReportReader, Retold, ToldAct, ToldPhase, UnreadReportError, acts_told, retold
from judge.game.apply import fold_events
from judge.game.deadlines.messages import DeadlineMoved
from judge.game.messages import Event
from judge.game.orders.messages import is_earlier_phase
from judge.game.people.messages import Person
from judge.game.replacements.messages import StandbyAsked
from judge.game.settings import Address, GameName, Language, Settings
from judge.game.state import Game
from judge.handlers.outgoing import MailThread, OutgoingLetter, confirmation_question
from judge.handlers.services import Services, fresh_secret
from judge.languages import Spoken
from judge.mail.dkim import ExpectedLetter, FromVerified, TrustedCheckers, verify_from
from judge.mail.identity import Recipient
from judge.reports.orders import beginning_of
from judge.reports.phrasing import phrasing_for
from judge.reports.seats import write_recovered
from judge.requests.names import game_name
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.rulebook import rulebook_names
from judge.shell.agreed import settings_agreed
from judge.shell.games import phase_and_deadline
from judge.shell.new_service import public_half
from judge.shell.take_over import (
    Newcomers,
    NotImportedError,
    TakenOver,
    cast_of,
    free_seats,
    import_game,
    saved_game_taken_over,
    taken_over,
)
from judge.shell.terminal import config_at, echo
from judge.store.records import Transaction
from judge.store.rows import LetterStatus, PendingConfirmation
from judge.system.clock import Clock, SystemClock
from judge.system.files import PROGRAM, restricted_umask

_TIME_TO_ANSWER = timedelta(days=14)
"""How long a seat is offered to who had it."""

_SHORTEST = timedelta(days=7)
"""How long the open phase lasts at least, for those who come back late."""


@dataclass(frozen=True)
class FormerPlayer:
    """Who played a power, as a letter of the judge to them tells; ``at`` is its date, ``signed``: it proves itself."""

    power: Power
    person: Person
    at: datetime | None
    signed: bool


@dataclass(frozen=True)
class Recovered:
    """A game made again; ``asked`` are those who are asked for their seats, with the orders of theirs that are known.

    ``told`` says in lines what it was made of, and what is missing.
    """

    taken: TakenOver
    asked: Mapping[Power, tuple[Person, tuple[Order, ...]]] = field(default_factory=dict)
    until: datetime | None = None
    told: tuple[str, ...] = ()


class NotRecoveredError(Exception):
    """A game that cannot be made again from what is there; the message says what is missing."""


@dataclass(frozen=True)
class Sources:
    """What was found of one game: reports with the letters they stand in, first letters, pages that verify."""

    name: GameName
    reports: tuple[tuple[FoundLetter, ReportText], ...]
    firsts: tuple[tuple[FoundLetter, FirstText], ...]
    pages: tuple[Verified, ...]
    letters: tuple[FoundLetter, ...]


@dataclass(frozen=True)
class Given:
    """What the operator adds: the rule book and the board where no first letter tells them, who leads."""

    rulebook: str | None = None
    board: str | None = None
    master: Address | None = None


def sources_in(found: FoundFolder) -> tuple[Sources, ...]:
    """Return what there is of each game, by name."""
    reports = [(letter, one) for letter in found.letters for one in reports_in(letter.text)]
    firsts = [(letter, one) for letter in found.letters for one in first_letters_in(letter.text)]
    pages = [one for one in found.records if isinstance(one, Verified)]
    named = [*(one.game for _, one in reports), *(one.game for _, one in firsts), *(one.name for one in pages)]
    names = {name for text in named if (name := game_name(text))}
    return tuple(
        Sources(
            name,
            tuple(one for one in reports if one[1].game == name),
            tuple(one for one in firsts if one[1].game == name),
            tuple(one for one in pages if one.name == name),
            found.letters,
        )
        for name in sorted(names)
    )


# --- one game


@dataclass(frozen=True)
class Recovery:
    """How the games of some letters are made again: by whose letters, at which hour, with which key."""

    config: Config
    now: datetime
    given: Given
    is_signed: Callable[[FoundLetter], bool]

    def game(self, sources: Sources) -> Recovered:
        """Return a game as far as its letters prove it; NotRecoveredError says what is missing."""
        cast = cast_of(sources.name, Newcomers(self.given.master), None, Address(self.config.judge.address))
        pages = max(sources.pages, key=lambda one: one.pages, default=None)
        begun = pages_log(pages, sources.name, cast, pages.seed or fresh_secret()) if pages else None
        closed = begun.game.phases_closed if begun and begun.game else 0
        last = max((one.number for _, one in sources.reports), default=0)
        told: list[str] = []
        if pages:
            told += [f"from {pages.pages} pages that verify", *_agreement(pages, closed, sources)]
        if pages and closed >= last:
            taken = taken_over(pages, sources.name, cast, None, self.now)
        elif begun:
            taken = self._from_reports(sources, self._begun_there(begun, cast), told, begun)
        elif sources.reports:
            settings = self._settings(sources, told)
            here = NewGame(sources.name, cast, fresh_secret(), settings, self.now)
            taken = self._from_reports(sources, here, told)
        else:
            raise NotRecoveredError("no report and no page of it: a first letter alone tells only how it began")
        if taken.game.open_position is None:
            return Recovered(taken, told=tuple(told))
        return self._with_seats(taken, sources, told)

    def _begun_there(self, begun: PagesLog, cast: Cast) -> NewGame:
        """What goes with reports that follow pages."""
        game = begun.game
        if game is None or game.open_position is None:
            raise NotRecoveredError("its pages tell of its end, and there are reports of later phases")
        return NewGame(game.name, cast, game.seed, game.settings, self.now)

    # --- from reports

    def _from_reports(
        self, sources: Sources, here: NewGame, told: list[str], begun: PagesLog | None = None
    ) -> TakenOver:
        """The game of reports, behind pages where these have ``begun`` it; ``told`` is told what they were made of."""
        stood = begun.game if begun else here.replay.step(here.opening(self.now, self.now)).after.game
        assert stood is not None
        if stood.board.war.troops:
            raise NotRecoveredError("a war is made again from its pages alone: reports show what their reader sees")
        reader, closed = ReportReader(stood), stood.phases_closed
        acts = [*acts_told(sources.letters, reader)]
        reports, faults = self._agreed(sources, reader, acts)
        later = {number: one for number, (one, _) in reports.items() if number > closed}
        if not later:
            raise NotRecoveredError("; ".join(dict.fromkeys(faults)) or "no report of it can be read")
        _, last = reports[max(later)]
        told += _told_of_acts(acts, last)
        try:
            found = retold(reader, later, {number: at for number, (_, at) in reports.items() if at}, closed)
            taken = saved_game_taken_over(found.saved, here, begun)
        except (JsonFaultError, UnreadReportError) as error:
            raise NotRecoveredError(str(error)) from error
        told += [*_told_of(found, reports.keys(), closed), *faults, _LOST]
        return replace(taken, left_out=())

    def _settings(self, sources: Sources, told: list[str]) -> Settings:
        """The settings that the first letter tells; ``told`` is told what is not understood of it."""
        best: tuple[Settings, tuple[str, ...]] | None = None
        for _, first in sources.firsts:
            found = settings_agreed(first.sections.get("agreed", ()), first.language)
            if found and (best is None or len(found[1]) < len(best[1])):
                best = found
        if best is None and not (self.given.rulebook and self.given.board):
            raise NotRecoveredError(
                "no first letter tells its rule book and board; name both: --rules 2023 --board standard"
            )
        settings, unread = best or (Settings(), ())
        told.append("settings as in its first letter" if best else "no first letter: settings are as usual (SET)")
        told += [f"not understood of its settings: {line}" for line in unread]
        return replace(
            settings, rulebook=self.given.rulebook or settings.rulebook, board=self.given.board or settings.board
        )

    def _agreed(
        self, sources: Sources, reader: ReportReader, acts: Sequence[ToldAct]
    ) -> tuple[dict[int, tuple[ToldPhase, datetime | None]], list[str]]:
        """The report of each number that most copies tell, signed ones before all others, its date, and what differs.

        Of a mailbox the latest counts: a phase that the master opened again has two.
        """
        faults: list[str] = []
        copies: dict[int, dict[str, tuple[FoundLetter, ToldPhase]]] = {}
        for letter, text in sorted(sources.reports, key=lambda one: _order_of(one[0], self.now)):
            try:
                told = reader.report(text)
            except UnreadReportError as error:
                faults.append(f"report {text.number} in {letter.where} is not understood: {error}")
                continue
            if not any(_undoes(act, letter, told) for act in acts):
                copies.setdefault(text.number, {})[letter.to or letter.where] = (letter, told)
        chosen: dict[int, tuple[ToldPhase, datetime | None]] = {}
        for number, found in sorted(copies.items()):
            one, at, other = self._chosen([*found.values()])
            before = max((date for _, date in chosen.values() if date), default=None)
            if at and before and at < before:
                faults.append(f"report {number} is older than the one before it: the phase was opened again")
                break
            chosen[number] = (one, at)
            faults += [f"DIFFERS: copies of report {number}; {other}"] if other else []
        return chosen, faults

    def _chosen(self, told: Sequence[tuple[FoundLetter, ToldPhase]]) -> tuple[ToldPhase, datetime | None, str]:
        signed = [(letter, one) for letter, one in told if letter.raw and self.is_signed(letter)]
        votes = Counter(_gist(one) for _, one in signed or told)
        key, most = max(votes.items(), key=lambda pair: (pair[1], pair[0]))
        letter, one = next((letter, one) for letter, one in signed or told if _gist(one) == key)
        others = sorted({letter.where for letter, one in told if _gist(one) != key})
        how = "a signed one counts" if signed else f"{most} of {sum(votes.values())} tell the one that counts"
        return one, letter.at, f"{how}; the others: {', '.join(others)}" if others else ""

    # --- seats

    def _with_seats(self, taken: TakenOver, sources: Sources, told: list[str]) -> Recovered:
        """The game with each seat offered to who had it, as letters of the judge to them tell."""
        game, reader = taken.game, ReportReader(taken.game)
        players, doubts = self._players(sources, reader)
        until, asked, events = (
            self.now + _TIME_TO_ANSWER,
            dict[Power, tuple[Person, tuple[Order, ...]]](),
            list[Event](),
        )
        for seat in game.board.seats:
            known = next((players[power] for power in seat if power in players), None)
            if known is None or seat[0] not in game.vacancies:
                continue
            events.append(StandbyAsked(seat[0], known.person.address, until, self.now, known.person))
            orders = tuple(one for power in seat for one in self._orders(sources, reader, power, known.person))
            asked[seat[0]] = (known.person, orders)
        events += self._with_time(game)
        log = (*taken.log, *events)
        after = fold_events(log)
        assert after is not None
        lines = [*told, *doubts, *_told_of_seats(after, asked, players)]
        return Recovered(replace(taken, log=log, game=after), asked, until, tuple(lines))

    def _with_time(self, game: Game) -> Iterator[Event]:
        """A later deadline for a phase that would close before anybody may be back."""
        position, deadline = game.open_position, game.deadline
        if position and deadline and deadline.at < self.now + _SHORTEST:
            yield DeadlineMoved(position.phase, deadline.moved(deadline.at + _SHORTEST), self.now)

    def _players(self, sources: Sources, reader: ReportReader) -> tuple[Mapping[Power, FormerPlayer], list[str]]:
        """Who had each power last: by letters from the judge's own address to them, signed ones before all others."""
        named: dict[Power, list[FormerPlayer]] = {}
        for one in self._named_in(sources, reader):
            named.setdefault(one.power, []).append(one)
        chosen, doubts = dict[Power, FormerPlayer](), list[str]()
        for power, found in named.items():
            signed = [one for one in found if one.signed] or found
            chosen[power] = max(signed, key=lambda one: one.at or datetime.min.replace(tzinfo=self.now.tzinfo))
            others = sorted({one.person.address for one in signed} - {chosen[power].person.address})
            if others:
                doubts.append(f"{power}: letters name {', '.join(others)}, too; the latest is the one to be asked")
        return chosen, doubts

    def _named_in(self, sources: Sources, reader: ReportReader) -> Iterator[FormerPlayer]:
        for letter, powers, language in _addressed(sources, reader):
            if letter.sender != self.config.judge.address.lower() or not letter.to:
                continue
            person = self._person(letter, language, reader)
            for power in powers:
                yield FormerPlayer(power, person, letter.at, bool(letter.raw) and self.is_signed(letter))

    def _person(self, letter: FoundLetter, language: Language, reader: ReportReader) -> Person:
        notation = reader.notation_of(letter.text, language)
        return Person(Address(letter.to), fresh_secret(), language, notation, reader.game.settings.zone)

    def _orders(self, sources: Sources, reader: ReportReader, power: Power, person: Person) -> tuple[Order, ...]:
        """The orders of the open phase that were last acknowledged to a player, and to nobody else."""
        position = reader.game.open_position
        assert position is not None
        own = self.config.judge.address.lower()
        letters = [
            one
            for one in sources.letters
            if one.sender == own and one.to == person.address and reader.is_of_phase(one.text, position.phase)
        ]
        for letter in sorted(letters, key=lambda one: _order_of(one, self.now), reverse=True):
            if _speaks_of(letter, sources.name):
                found = reader.acknowledged(letter.text, position).get(power)
                if found is not None:
                    return found
        return ()


def _speaks_of(letter: FoundLetter, name: GameName) -> bool:
    """Whether a letter is one of a game's series."""
    return f"[{name}]" in letter.subject or series_of(letter.text)[0] == name


def _order_of(letter: FoundLetter, now: datetime) -> tuple[datetime, int]:
    """The order of letters: by date, then by number in the series of their reader."""
    return letter.at or datetime.min.replace(tzinfo=now.tzinfo), series_of(letter.text)[1]


def _addressed(sources: Sources, reader: ReportReader) -> Iterator[tuple[FoundLetter, tuple[Power, ...], Language]]:
    """Yield each letter that tells its reader which powers are theirs."""
    for letter, first in sources.firsts:
        yield letter, reader.powers_in(first.powers, first.language), first.language
    for letter in sources.letters:
        if _speaks_of(letter, sources.name):
            for language, powers in reader.powers_acknowledged(letter.text):
                yield letter, powers, language


def _gist(told: ToldPhase) -> str:
    """What copies of a report agree on, whatever their language and notation."""
    units = {
        power: sorted(map(str, _listed(told.after, "units", power))) for power in sorted(_table(told.after, "units"))
    }
    centres = {
        power: sorted(map(str, _listed(told.after, "centers", power)))
        for power in sorted(_table(told.after, "centers"))
    }
    return f"{told.phase} {units} {centres} {told.text.fingerprint}"


def _table(position: Mapping[str, object], name: str) -> Mapping[str, object]:
    found = position.get(name)
    return found if isinstance(found, Mapping) else {}


def _listed(position: Mapping[str, object], name: str, power: str) -> Sequence[object]:
    found = _table(position, name).get(power)
    return found if isinstance(found, list) else []


def _undoes(act: ToldAct, letter: FoundLetter, told: ToldPhase) -> bool:
    """Whether a report is of a phase that the master has since opened again, or of a later one."""
    if act.kind != "rolledback" or act.phase is None or not (act.letter.at and letter.at):
        return False
    return letter.at <= act.letter.at and not is_earlier_phase(told.phase, act.phase)


def _told_of_acts(acts: Sequence[ToldAct], last: datetime | None) -> Iterator[str]:
    """What happened that no report shows; NotRecoveredError where the game is over."""
    later = [act for act in acts if not (last and act.letter.at and act.letter.at < last)]
    if ended := next((act for act in later if act.kind == "ended"), None):
        raise NotRecoveredError(f"it is over ({ended.letter.where}); its pages would bring it back")
    if corrected := next((act for act in later if act.kind == "corrected"), None):
        yield f"LOOK: the master corrected the position after the last report ({corrected.letter.where}): CORRECT"
    for act in acts:
        if act.kind == "settings":
            yield f"LOOK: settings were changed ({act.letter.where}): SET them again"
    if any(act.kind == "rolledback" for act in acts):
        yield "the master went back: what was undone is left out"


def _agreement(pages: Verified, closed: int, sources: Sources) -> Iterator[str]:
    """Whether the reports of the last phase that pages close bear the fingerprint that these come to."""
    marks = {one.fingerprint for _, one in sources.reports if one.number == closed and one.fingerprint}
    own = beginning_of(pages.fingerprint) if pages.fingerprint else ""
    if own and marks == {own}:
        yield f"its reports bear the fingerprint of the pages, {own}"
    elif own and marks:
        yield f"DIFFERS: the pages come to the fingerprint {own}, reports bear {', '.join(sorted(marks))}"


_LOST = "lost: letters between players, diaries, votes, stand-bys, observers, reliability, plans for later phases"


def _told_of(found: Retold, reports: Collection[int], closed: int) -> Iterator[str]:
    run = f"report {found.first}" if found.first == found.last else f"reports {found.first} to {found.last}"
    yield f"from {run}" if found.goes_on else f"from {run}; what lies before is not in its history"
    missing = [number for number in range(closed + 1, found.last) if number not in reports]
    if missing:
        yield f"missing: report{'s' if len(missing) > 1 else ''} {', '.join(map(str, missing))}"
    yield from (f"not understood: {line}" for line in found.unread)


def _told_of_seats(
    game: Game, asked: Mapping[Power, tuple[Person, tuple[Order, ...]]], players: Mapping[Power, FormerPlayer]
) -> Iterator[str]:
    for power, (person, orders) in asked.items():
        how = "" if players.get(power) and players[power].signed else ", by letters without a signature of the judge"
        known = f"; {len(orders)} orders of theirs are known" if orders else ""
        yield f"{power}: {person.address} is asked{how}{known}"
    yield from (f"{power}: nobody is known; TAKEOVER {power}" for power in free_seats(game) if power not in asked)


# --- whether letters are the judge's own


def signature_check(config: Config) -> Callable[[FoundLetter], bool]:
    """Return whether a letter bears a signature of the judge's that holds; none does where its key is not there."""
    dkim = config.dkim
    if not (dkim.selector and dkim.key_file and dkim.key_file.exists()):
        return lambda _: False
    record = f"v=DKIM1; k=rsa; p={public_half(dkim.key_file)}".encode()

    def is_signed(letter: FoundLetter) -> bool:
        if not (letter.raw and letter.at and letter.to):
            return False
        raw = letter.raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        meant = ExpectedLetter(config.judge.address, Recipient(), letter.to, letter.at)
        return isinstance(verify_from(raw, meant, TrustedCheckers("", lambda _: record)), FromVerified)

    return is_signed


# --- the questions


def questions(recovered: Recovered, services: Services) -> tuple[OutgoingLetter, ...]:
    """Hold a letter in the name of each former player that takes their seat, and return the question to each.

    It counts once they say yes, and is known to nobody else.
    """
    return tuple(
        _question(recovered, services, power, person, orders) for power, (person, orders) in recovered.asked.items()
    )


def _question(
    recovered: Recovered, services: Services, power: Power, person: Person, orders: tuple[Order, ...]
) -> OutgoingLetter:
    game, now, code = recovered.taken.game, services.clock.now(), fresh_secret()
    own, position = services.config.judge.address, game.open_position
    assert position is not None
    assert recovered.until is not None
    reader = game.people[person.address]
    written = [plain(phrasing_for(game, reader, position).order(one)) for one in orders]
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = person.address, own, game.name
    message["Date"], message["Message-ID"] = format_datetime(now), f"<recovered.{code}@{own.rpartition('@')[2]}>"
    message.set_content("\n".join((f"{_TAKES[reader.language]} {game.name} {power}", *written)) + "\n")
    letter = services.store.keep("recovered", person.address, own, bytes(message)).result()
    services.store.commit(
        Transaction(letter, LetterStatus.HELD, hold=PendingConfirmation(code, person.address), sender=person.address)
    )
    words = write_recovered(game, reader, power, recovered.until, code, orders)
    return confirmation_question(services, reader, words, MailThread("recovered", (code,)), code)


_TAKES: Mapping[Language, str] = Spoken({"en": "TAKEOVER", "fr": "REMPLACER"})


# --- the command


@click.command()
@click.option(
    "--from",
    "folder",
    required=True,
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where they lie: .eml files, mailboxes (mbox, Maildir), plain text, pages of games.",
)
@click.option("--game", "only", metavar="NAME", help="That game alone; all that there are letters of by default.")
@click.option("--rules", type=click.Choice(rulebook_names()), help="The rule book, where no first letter tells it.")
@click.option("--board", metavar="NAME", help="The board, where no first letter tells it.")
@click.option("--master", metavar="ADDRESS", help="Who leads the game; the judge's own address by default.")
@click.option("--write", is_flag=True, help="Make the games; without, it is only said what would be made.")
@click.pass_obj
def recover(  # noqa: PLR0913 (each is one option of the command)
    path: Path,
    folder: Path,
    only: str | None,
    rules: str | None,
    board: str | None,
    master: str | None,
    *,
    write: bool,
) -> None:
    """Make games again from letters that players have kept or forwarded: when disk and backups are gone.

    Each stands again at its last phase that the letters prove, as a game taken over; who had a seat is asked by letter,
    and takes it back by YES. What is missing is listed. With --write it is done; the judge is stopped.
    """
    config = config_at(path)
    given = Given(rules, board, Address(master.lower()) if master else None)
    found = read_folder(folder)
    echo(f"{found.files} files, {len(found.letters)} stretches of text, {len(found.pages)} sets of pages")
    for line in (*found.unreadable, *(one for one in found.records if isinstance(one, str))):
        echo(f"not used: {line}", err=True)
    every = [one for one in sources_in(found) if only in {None, one.name}]
    if not every:
        raise click.ClickException(f"no letter in {folder} tells of a game{f' “{only}”' if only else ''}")
    clock = SystemClock()
    recovery = Recovery(config, clock.now(), given, signature_check(config))
    made = [make_again(one, recovery, clock, write=write) for one in every]
    echo("done; those who are asked are written to when the judge serves" if write else _NOT_YET)
    sys.exit(not all(made))


def make_again(sources: Sources, recovery: Recovery, clock: Clock, *, write: bool) -> bool:
    """Say how a game is made again, and with ``write`` do it; whether it could be."""
    try:
        made = recovery.game(sources)
        if write:
            with restricted_umask():
                import_game(recovery.config, clock, made.taken, ask=partial(questions, made))
    except (NotRecoveredError, NotImportedError) as error:
        echo(f"{sources.name}: not made again: {error}", err=True)
        return False
    for line in _lines(made):
        echo(f"{sources.name}: {line}")
    return True


_NOT_YET = f"nothing has been made yet; the same with --write does it ({PROGRAM} stopped)"


def _lines(made: Recovered) -> Iterable[str]:
    yield phase_and_deadline(made.taken.game)
    yield from made.told
    yield from (f"differs: {line}" for line in made.taken.differences)
    yield from (f"not made again: {line}" for line in made.taken.left_out)
