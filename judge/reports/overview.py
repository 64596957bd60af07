"""The overview a master may ask for: who plays what, who has written, what does not arrive; never what was written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.game.mastery.permissions import is_apart, knows_addresses
from judge.game.orders.standing import expected
from judge.game.person import Person
from judge.game.phases.close import waited_for
from judge.game.settings import Address
from judge.game.sight import is_waiting_told
from judge.game.state import Game
from judge.game.votes.count import counted
from judge.reports.language import count, say
from judge.reports.layout import glue, hanging
from judge.reports.moments import days_named
from judge.reports.pages import fill
from judge.reports.votes import told_of_votes
from judge.rules.board import Power


@dataclass(frozen=True)
class Unsent:
    """Letters to one person that do not arrive: those still tried, those given up."""

    waiting: int
    given_up: int


def write_overview(game: Game, reader: Person, unsent: Mapping[Address, Unsent]) -> str:
    """The game as its master may see it at any time; orders are sealed for the master, too."""
    names = {power: spoken[reader.language] for power, spoken in game.board.powers.items()}
    tell = knows_written(game, reader)
    width = max(map(len, names.values())) + 4
    rows = [
        hanging(f"  {names[power]}", _row(game, reader, power, unsent, tell=tell).split(" "), width)
        for power in game.board.powers
    ]
    return fill(
        reader.language,
        "master.report",
        game=game.name,
        is_started=game.position is not None,
        joined=len(game.players),
        needed=len(game.board.seats),
        rows=rows if game.position else (),
        absences=_absences(game, reader),
        votes=told_of_votes(counted(game), game.board, reader.language),
    )


def knows_written(game: Game, reader: Person) -> bool:
    """Whether a reader may know who has written: a master without a seat, everyone where the game tells it."""
    return is_waiting_told(game, reader.address) or is_apart(game, reader.address)


def _row(game: Game, reader: Person, power: Power, unsent: Mapping[Address, Unsent], *, tell: bool) -> str:
    language, players = reader.language, game.players_of(power)
    if not players:
        return say(language, "overview.nobody")
    said = [glue(player) for player in players] if knows_addresses(game, reader.address) else []
    said += [written(game, power, reader)] if tell else []
    letters = [unsent.get(player, Unsent(0, 0)) for player in players]
    waiting, given_up = sum(one.waiting for one in letters), sum(one.given_up for one in letters)
    said += [count(language, "overview.waiting", waiting)] if waiting else []
    said += [count(language, "overview.given_up", given_up)] if given_up else []
    said += [say(language, "overview.unreachable")] if game.mail.unreachable.intersection(players) else []
    return say(language, "words.comma").join(said) or say(language, "overview.played")


def written(game: Game, power: Power, reader: Person) -> str:
    """How far a power has written for the open phase, nothing of what."""
    if power not in expected(game):
        return say(reader.language, "overview.owes_nothing")
    if power not in waited_for(game):
        return say(reader.language, "overview.complete")
    return say(
        reader.language,
        "overview.partly" if game.orders.get(power) or game.errands.get(power) else "overview.not_written",
    )


def _absences(game: Game, reader: Person) -> Sequence[str]:
    if not (game.settings.timing.tell_absences or is_apart(game, reader.address)):
        return ()
    return tuple(
        say(
            reader.language,
            "overview.absence",
            power=game.board.powers[power][reader.language],
            days=days_named(absence.first, absence.last, reader.language),
        )
        for power, address in game.all_seated
        for absence in game.absences_of(address)
    )
