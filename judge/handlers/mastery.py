"""The lines by which a master, or the operator, acts on a game.

It comes into ``mailboxes/in`` as any letter does, and may come by mail as well: its code proves it.
"""

import hmac
import logging
import re
from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.folded_log import game_at_opening
from judge.game.mastery.decide import rollback_to
from judge.game.mastery.messages import (
    ConfirmProposal,
    CorrectPosition,
    ForceClose,
    MasterAct,
    OfferGame,
    Predict,
    Terminate,
)
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName, Settings
from judge.game.state import Game
from judge.game.visibility import why_not_permitted
from judge.handlers.letter_context import LetterContext
from judge.handlers.names import NamedRegion, RegionReader, closed_phase_named, notations_of, read_powers, unknown_phase
from judge.handlers.plans import with_plans_taken_up
from judge.handlers.services import fresh_secret
from judge.handlers.session import GameSession, LineContext, Session, answer_of_proposal, handles_in_game, no_game
from judge.handlers.transaction import transaction_of_letter
from judge.mail.headers import is_address
from judge.mail.identity import redact
from judge.notation.tables import Notation
from judge.reports.line_answers import CorrectionRefused, Done, InvalidCommand, Outcome, TextAnswer, Unknown
from judge.reports.mastery import write_overview
from judge.requests.mastery import (
    CorrectPositionRequest,
    ForceCloseRequest,
    OfferGameRequest,
    OverviewRequest,
    PredictRequest,
    RollBackRequest,
    TerminateRequest,
)
from judge.requests.vocabulary import Word, fold_case, rest_of, value_of, vocabulary, words_in
from judge.rules.board import Board, Power
from judge.rules.corrections import (
    AddUnit,
    Correction,
    GiveCentre,
    MoveUnit,
    RemoveUnit,
    SetHealth,
    SetStrength,
    apply_corrections,
)
from judge.rules.position import Position
from judge.store.records import Transaction

# --- the lines by which the master of a game acts on it, and the block that corrects the position


# --- lines


@handles_in_game(no_game)
def handle_close_now(session: GameSession, line: str, asked: ForceCloseRequest, context: LineContext) -> Session:
    """Close the phase; what follows where players have kept orders for the phase that opens comes with it."""
    events = decide(session.game, ForceClose(session.person.address, asked.phase), context.now)
    if isinstance(events, Refused):
        return session.told(line, events)
    closed = with_plans_taken_up(Trail(session.game).on(events), context.now)
    return session.along(closed).told(line, answer_of_proposal(events) or Done(Outcome.CLOSE_FORCED))


@handles_in_game(no_game)
def handle_overview(session: GameSession, line: str, _: OverviewRequest, context: LineContext) -> Session:
    """Show the master how the game stands."""
    game = session.game
    refused = why_not_permitted(game, session.person.address, MasterAct.READ_REPORT)
    overview = write_overview(game, session.person, context.services.unsent(game.name))
    return session.told(line, refused or TextAnswer(overview))


@handles_in_game(no_game)
def handle_predict(session: GameSession, line: str, _: PredictRequest, context: LineContext) -> Session:
    """Judge orders before they are due."""
    return session.decided(line, Predict(session.person.address), context, Done(Outcome.PLAIN_WORDS))


@handles_in_game(no_game)
def handle_roll_back(session: GameSession, line: str, asked: RollBackRequest, context: LineContext) -> Session:
    """Open a closed phase again."""
    game = session.game
    refused = why_not_permitted(game, session.person.address, MasterAct.ROLL_BACK)
    if refused:
        return session.told(line, refused)
    closed = context.services.phases(game.name)
    event = closed_phase_named(asked.phase, closed) if asked.phase else None
    was = game_at_opening(context.services.store.events(game.name), event) if event else None
    if event is None or was is None:
        return session.told(line, unknown_phase(asked.phase, [one.before.phase for one in closed]))
    undone = tuple(one.number for one in closed[closed.index(event) :])
    command = rollback_to(session.person.address, event, was, undone, keep=asked.keep)
    return session.decided(line, command, context, Done(Outcome.ROLLED_BACK))


@handles_in_game(no_game)
def handle_offer_game(session: GameSession, line: str, asked: OfferGameRequest, context: LineContext) -> Session:
    """Offer the game to somebody, who has to accept it."""
    to = asked.to
    if to is None:
        return session.told(line, InvalidCommand.missing(Unknown.VALUE, len(line), ("name@example.org",)))
    address = to.text.strip("<>").lower()
    if not is_address(address):
        return session.told(line, InvalidCommand.at(Unknown.VALUE, to, ("name@example.org",)))
    command = OfferGame(session.person.address, Address(address), fresh_secret())
    return session.decided(line, command, context, Done(Outcome.GAME_OFFERED, address))


@handles_in_game(no_game)
def handle_terminate(session: GameSession, line: str, asked: TerminateRequest, context: LineContext) -> Session:
    """End the game; the name of the game must stand there, so that nobody ends one by a slip, unless it is practice."""
    game, name = session.game, asked.name
    is_bare = name is None and game.settings.practice
    if not is_bare and (name is None or name.text.lower() != game.name):
        return session.told(line, InvalidCommand.at(Unknown.GAME, name or Word("", len(line)), (game.name,)))
    reason = redact(asked.reason, session.person.token)
    return session.decided(line, Terminate(session.person.address, reason), context, Done(Outcome.GAME_TERMINATED))


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


def _correction_examples(board: Board) -> Mapping[str, str]:
    """Return an example line for each kind of correction on a board, by its key, in the neutral notation."""
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


@handles_in_game(no_game)
def handle_correct_position(
    session: GameSession, text: str, asked: CorrectPositionRequest, context: LineContext
) -> Session:
    """Apply all corrections of the block; if anything in it is wrong, apply none."""
    game, by = session.game, session.person.address
    refused = why_not_permitted(game, by, MasterAct.CORRECT)
    if refused:
        return session.told(text, refused)
    reader = _Reader(game.board, *notations_of(session.person, game.board))
    lines = [(line, *_split_key(line)) for line in asked.lines]
    told = " ".join(rest.text for _, key, rest in lines if key == "reason" and rest)
    reason = redact(told, session.person.token)
    read = [(line, _read_correction(key, rest, line, reader)) for line, key, rest in lines if key != "reason"]
    wrong = next((found for _, found in read if isinstance(found, InvalidCommand)), None) or _empty_block(
        read, text, game.board
    )
    if wrong:
        return session.told(text, wrong)
    made = [(line, found) for line, found in read if not isinstance(found, InvalidCommand)]
    unamendable = next(_first_not_allowed(game, made), None)
    if unamendable:
        return session.told(text, unamendable)
    command = CorrectPosition(by, tuple(found for _, found in made), reason)
    return session.decided(text, command, context, Done(Outcome.POSITION_CORRECTED))


def _split_key(line: Word) -> tuple[str | None, Word | None]:
    """Return the key of a correction (None if unknown) and the words after it (None if there are none)."""
    first, *others = words_in(line.text)
    rest = rest_of(line.text, tuple(others))
    key = vocabulary().amendments.get(fold_case(first.text.rstrip(":")))
    return key, Word(rest.text, line.start + rest.start) if rest else None


def _empty_block(read: Sequence[object], text: str, board: Board) -> InvalidCommand | None:
    end = len(text.partition("\n")[0])
    return (
        None if read else InvalidCommand.missing(Unknown.CORRECTION, end, tuple(_correction_examples(board).values()))
    )


def _first_not_allowed(game: Game, made: Sequence[tuple[Word, Correction]]) -> Iterator[CorrectionRefused]:
    """Yield the first correction that the board does not allow, if there is one.

    Each is tried on the position that those before it lead to.
    """
    position = game.stands_at
    for line, one in made:
        corrected = apply_corrections(game.board, position, [one])
        if not isinstance(corrected, Position):
            yield CorrectionRefused(corrected[1], line.start, line.end)
            return
        position = corrected


def _read_correction(key: str | None, rest: Word | None, line: Word, reader: _Reader) -> Correction | InvalidCommand:
    if key is None:
        first = words_in(line.text)[0]
        word = Word(first.text, line.start + first.start)
        return InvalidCommand.at(Unknown.CORRECTION, word, tuple(_correction_examples(reader.board).values()))
    if rest is None:
        return InvalidCommand.at(Unknown.CORRECTION, line, _examples_like(key, reader))
    names = RegionReader(rest, reader.board, reader.own, reader.others)
    first_named = names.named(0)
    if isinstance(first_named, InvalidCommand):
        return first_named
    found = _build_correction(key, names, first_named, rest, reader)
    return found or InvalidCommand.at(Unknown.CORRECTION, line, _examples_like(key, reader))


def _examples_like(key: str, reader: _Reader) -> tuple[str, ...]:
    """Return an example line of a kind; one of every kind where the board has none of that one."""
    said = _correction_examples(reader.board)
    return (said[key],) if key in said else tuple(said.values())


def _build_correction(
    key: str, names: RegionReader, named: NamedRegion, rest: Word, reader: _Reader
) -> Correction | InvalidCommand | None:
    """Return the correction of a line; None where something in it is missing or too much."""
    ends = named.end == names.size
    match key:
        case "add" if ends and named.kind and named.power and bool(named.troop) == bool(reader.board.war.troops):
            return AddUnit(named.power, named.kind, named.at, named.troop)
        case "remove" if ends:
            return RemoveUnit(named.at.province)
        case "move" if not ends:
            return _read_move(names, named)
        case "owner":
            return _read_owner(names, named, rest, reader)
        case "health" | "strength":
            return _read_numbers(key, names, named)
        case _:
            return None


def _read_move(names: RegionReader, named: NamedRegion) -> Correction | InvalidCommand | None:
    """Read a move; signs and small words may stand between the two places."""
    place = named.end
    while place < names.size and not names.tokens[place].is_word:
        place += 1
    to = names.named(place)
    if isinstance(to, InvalidCommand):
        return to
    return MoveUnit(named.at.province, to.at) if to.end == names.size else None


def _read_numbers(key: str, names: RegionReader, named: NamedRegion) -> Correction | None:
    """Read hit points (one number) or strength (one number for all, or attack, support and defence)."""
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


def _read_owner(
    names: RegionReader, named: NamedRegion, rest: Word, reader: _Reader
) -> Correction | InvalidCommand | None:
    """Read a centre and its owner, in either order; the word for nobody makes it neutral."""
    if named.end == names.size:
        return GiveCentre(named.at.province, named.power) if named.power else None
    start = names.tokens[named.end].start
    words = [Word(word.text, rest.start + word.start) for word in words_in(rest.text, start)]
    if len(words) == 1 and value_of(words[0].text) == "nobody":
        return GiveCentre(named.at.province, None)
    powers: tuple[Power, ...] | InvalidCommand = read_powers(words, reader.board, reader.own)
    if isinstance(powers, InvalidCommand):
        return powers
    return GiveCentre(named.at.province, powers[0]) if len(powers) == 1 else None


# --- the operator's consent to what a master who plays proposes


_log = logging.getLogger("judge")

_MARK = "operator-"
"""With what the code of such a letter begins, behind the name of its game."""

_MOST_DIGITS = 9


def consent_code(key: str, game: GameName, number: int) -> str:
    """Return the code that agrees to one proposal of a game; ``key`` is the secret of the judge's database."""
    digest = hmac.digest(key.encode(), repr(("operator agrees", game, number)).encode(), "sha256")
    return f"{game}.{_MARK}{number}-{b32encode(digest[:15]).decode('ascii').lower()}"


def settle_operators_consent(case: LetterContext, game: Game, code: str) -> Transaction | None:
    """Return the transaction of a letter by which the operator agrees; None for any other code.

    A proposal that has ended meanwhile is agreed to by nobody; nobody is written to about it.
    """
    number = code.removeprefix(f"{game.name}.{_MARK}").partition("-")[0]
    if not number.isdecimal() or len(number) > _MOST_DIGITS:
        return None
    key = case.services.store.key(case.services.seed)
    if not hmac.compare_digest(consent_code(key, game.name, int(number)).encode(), code.encode()):
        return None
    events = decide(game, ConfirmProposal(case.sender, int(number)), case.services.clock.now())
    if isinstance(events, Refused):
        _log.error("the operator agreed to proposal %s of %s, which is open no longer", number, game.name)
        return case.settled()
    return transaction_of_letter(case, Trail(game).on(events))
