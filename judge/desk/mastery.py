"""The lines by which the master of a game acts on it, and the block that corrects the position."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.desk.asked import read_powers
from judge.desk.context import Context
from judge.desk.notations import notations_of
from judge.desk.office import fresh_secret
from judge.desk.phases import closed_as, no_phase
from judge.desk.progress import InGame, Progress
from judge.desk.regions import Named, Names
from judge.desk.take_up import with_plans
from judge.game.decide import decide
from judge.game.mastery.commands import CloseNow, CorrectPosition, OfferGame, Predict, RollBack, Terminate
from judge.game.mastery.permissions import Act, why_not
from judge.game.mastery.standing import opened_with
from judge.game.refusals import Refused
from judge.game.settings import Address, Settings
from judge.game.state import Game
from judge.game.trail import Trail
from judge.mail.from_header import is_address
from judge.mail.of_master import Amend, BreakOff, ForceClose, Foretell, GoBack, HandOver, Look
from judge.mail.secrets import without_secret
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word, rest_of, words_in
from judge.notation.tables import Notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Shown, Unamendable, Unknown, Wrong
from judge.reports.mastery import write_overview
from judge.rules.board import Board, Power
from judge.rules.corrections import (
    AddUnit,
    Correction,
    GiveCentre,
    MoveUnit,
    RemoveUnit,
    SetHealth,
    SetStrength,
    correct,
)
from judge.rules.position import Position

# --- lines


def close(progress: InGame, line: str, asked: ForceClose, context: Context) -> Progress:
    """Close the phase; what follows where players have kept orders for the phase that opens comes with it."""
    events = decide(progress.game, CloseNow(progress.person.address, asked.phase), context.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    closed = with_plans(Trail(progress.game).on(events), context.now)
    return progress.along(closed).told(line, Did(Deed.CLOSED))


def show_report(progress: InGame, line: str, _: Look, context: Context) -> Progress:
    """Show the master how the game stands."""
    game = progress.game
    refused = why_not(game, progress.person.address, Act.READ_REPORT)
    overview = write_overview(game, progress.person, context.office.unsent(game.name))
    return progress.told(line, refused or Shown(overview))


def predict(progress: InGame, line: str, _: Foretell, context: Context) -> Progress:
    """Judge orders before they are due."""
    return progress.decided(line, Predict(progress.person.address), context, Did(Deed.PLAIN_WORDS))


def roll_back(progress: InGame, line: str, asked: GoBack, context: Context) -> Progress:
    """Open a closed phase again."""
    game = progress.game
    refused = why_not(game, progress.person.address, Act.ROLL_BACK)
    if refused:
        return progress.told(line, refused)
    closed = context.office.phases(game.name)
    event = closed_as(asked.phase, closed) if asked.phase else None
    was = opened_with(context.office.store.events(game.name), event) if event else None
    if event is None or was is None:
        return progress.told(line, no_phase(asked.phase, [one.before.phase for one in closed]))
    undone = tuple(one.number for one in closed[closed.index(event) :])
    command = RollBack(progress.person.address, event, was, undone, asked.keep)
    return progress.decided(line, command, context, Did(Deed.ROLLED_BACK))


def hand_over(progress: InGame, line: str, asked: HandOver, context: Context) -> Progress:
    """Offer the game to somebody, who has to accept it."""
    to = asked.to
    if to is None:
        return progress.told(line, Wrong.missing(Unknown.VALUE, len(line), ("name@example.org",)))
    address = to.text.strip("<>").lower()
    if not is_address(address):
        return progress.told(line, Wrong.at(Unknown.VALUE, to, ("name@example.org",)))
    command = OfferGame(progress.person.address, Address(address), fresh_secret())
    return progress.decided(line, command, context, Did(Deed.OFFERED, address))


def terminate(progress: InGame, line: str, asked: BreakOff, context: Context) -> Progress:
    """End the game; the name of the game must stand there, so that nobody ends one by a slip."""
    game, name = progress.game, asked.name
    if name is None or name.text.lower() != game.name:
        return progress.told(line, Wrong.at(Unknown.GAME, name or Word("", len(line)), (game.name,)))
    reason = without_secret(asked.reason, progress.person.token)
    return progress.decided(line, Terminate(progress.person.address, reason), context, Did(Deed.TERMINATED))


# --- corrections of the position


_EXAMPLES = {
    "add": "ADD FRANCE A PAR",
    "remove": "REMOVE A PAR",
    "move": "MOVE A PAR - BUR",
    "owner": "OWNER PAR FRANCE",
}


@dataclass(frozen=True)
class _Reader:
    """How the words of the lines are read."""

    board: Board
    own: Notation
    others: Sequence[Notation]


def examples(board: Board) -> Mapping[str, str]:
    """A line of each kind that could be read on a board, in the neutral notation."""
    if board.map == Settings().board:
        return _EXAMPLES
    unit = board.start[0]
    at, near = unit.at.province, next(iter(sorted(board.neighbours(unit.kind, unit.at))), unit.at)
    said = {
        "add": f"ADD {unit.power} {unit}",
        "remove": f"REMOVE {unit}",
        "move": f"MOVE {unit} - {near}",
        "owner": f"OWNER {at} {unit.power}",
    }
    if unit.corps is None:
        return said
    power = f"{unit.strength} {unit.corps.support} {unit.corps.defence}"
    return {**said, "health": f"HP {at} {unit.corps.health}", "strength": f"STRENGTH {at} {power}"}


def amend(progress: InGame, text: str, asked: Amend, context: Context) -> Progress:
    """Make all corrections of the block, or, if anything in it is wrong, none."""
    game, by = progress.game, progress.person.address
    refused = why_not(game, by, Act.CORRECT)
    if refused:
        return progress.told(text, refused)
    reader = _Reader(game.board, *notations_of(progress.person, game.board))
    lines = [(line, *_split(line)) for line in asked.lines]
    told = " ".join(rest.text for _, key, rest in lines if key == "reason" and rest)
    reason = without_secret(told, progress.person.token)
    read = [(line, _correction(key, rest, line, reader)) for line, key, rest in lines if key != "reason"]
    wrong = next((found for _, found in read if isinstance(found, Wrong)), None) or _none_at_all(read, text, game.board)
    if wrong:
        return progress.told(text, wrong)
    made = [(line, found) for line, found in read if not isinstance(found, Wrong)]
    unamendable = next(_unamendable(game, made), None)
    if unamendable:
        return progress.told(text, unamendable)
    command = CorrectPosition(by, tuple(found for _, found in made), reason)
    return progress.decided(text, command, context, Did(Deed.CORRECTED))


def _split(line: Word) -> tuple[str | None, Word | None]:
    """The key of what a line changes, and what is behind that word."""
    first, *others = words_in(line.text)
    rest = rest_of(line.text, tuple(others))
    key = vocabulary().amendments.get(fold(first.text.rstrip(":")))
    return key, Word(rest.text, line.start + rest.start) if rest else None


def _none_at_all(read: Sequence[object], text: str, board: Board) -> Wrong | None:
    end = len(text.partition("\n")[0])
    return None if read else Wrong.missing(Unknown.AMENDMENT, end, tuple(examples(board).values()))


def _unamendable(game: Game, made: Sequence[tuple[Word, Correction]]) -> Iterator[Unamendable]:
    """The first line that the board does not allow, where there is one."""
    position = game.position
    assert position is not None
    for line, one in made:
        corrected = correct(game.board, position, [one])
        if not isinstance(corrected, Position):
            yield Unamendable(corrected[1], line.start, line.end)
            return
        position = corrected


def _correction(key: str | None, rest: Word | None, line: Word, reader: _Reader) -> Correction | Wrong:
    if key is None:
        first = words_in(line.text)[0]
        word = Word(first.text, line.start + first.start)
        return Wrong.at(Unknown.AMENDMENT, word, tuple(examples(reader.board).values()))
    if rest is None:
        return Wrong.at(Unknown.AMENDMENT, line, _like(key, reader))
    names = Names(rest, reader.board, reader.own, reader.others)
    first_named = names.named(0)
    if isinstance(first_named, Wrong):
        return first_named
    found = _made(key, names, first_named, rest, reader)
    return found or Wrong.at(Unknown.AMENDMENT, line, _like(key, reader))


def _like(key: str, reader: _Reader) -> tuple[str, ...]:
    """A line of a kind, or of every kind where the board has none of that one."""
    said = examples(reader.board)
    return (said[key],) if key in said else tuple(said.values())


def _made(key: str, names: Names, named: Named, rest: Word, reader: _Reader) -> Correction | Wrong | None:
    """The correction a line makes; None where something in it is missing or too much."""
    ends = named.end == names.size
    match key:
        case "add" if ends and named.kind and named.power and bool(named.troop) == bool(reader.board.war.troops):
            return AddUnit(named.power, named.kind, named.at, named.troop)
        case "remove" if ends:
            return RemoveUnit(named.at.province)
        case "move" if not ends:
            return _moved(names, named)
        case "owner":
            return _owned(names, named, rest, reader)
        case "health" | "strength":
            return _numbered(key, names, named)
        case _:
            return None


def _moved(names: Names, named: Named) -> Correction | Wrong | None:
    """Signs and small words may stand between the two places."""
    place = named.end
    while place < names.size and not names.tokens[place].is_word:
        place += 1
    to = names.named(place)
    if isinstance(to, Wrong):
        return to
    return MoveUnit(named.at.province, to.at) if to.end == names.size else None


def _numbered(key: str, names: Names, named: Named) -> Correction | None:
    """Hit points, or power: one number for all that a unit does, or one each for attack, support and defence."""
    written = [token.text for token in names.tokens[named.end :]]
    if not all(re.fullmatch("[0-9]", one) for one in written):
        return None
    match key, [int(one) for one in written]:
        case "health", [health]:
            return SetHealth(named.at.province, health)
        case "strength", [power]:
            return SetStrength(named.at.province, power, power, power)
        case "strength", [attack, support, defence]:
            return SetStrength(named.at.province, attack, support, defence)
        case _:
            return None


def _owned(names: Names, named: Named, rest: Word, reader: _Reader) -> Correction | Wrong | None:
    """The owner may stand before the centre or behind it."""
    if named.end == names.size:
        return GiveCentre(named.at.province, named.power) if named.power else None
    start = names.tokens[named.end].start
    words = [Word(word.text, rest.start + word.start) for word in words_in(rest.text, start)]
    if len(words) == 1 and value_of(words[0].text) == "nobody":
        return GiveCentre(named.at.province, None)
    powers: tuple[Power, ...] | Wrong = read_powers(words, reader.board, reader.own)
    if isinstance(powers, Wrong):
        return powers
    return GiveCentre(named.at.province, powers[0]) if len(powers) == 1 else None
