"""Handle lines that are orders or stand among them: phase headings, suggestions, plain words, the end of the letter."""

from collections.abc import Mapping
from dataclasses import replace

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.votes.decide import decide_votes
from judge.game.votes.messages import CastVote, ForExtension
from judge.handlers.advance_orders import handle_advance_orders, phase_ahead, refused_condition
from judge.handlers.arguments import read_powers
from judge.handlers.headings import begin_earlier_orders, end_earlier_orders, split_title
from judge.handlers.orders import handle_orders, is_near_order
from judge.handlers.replacements import return_by_order
from judge.handlers.seats import answer_muster_by_order, handle_answer_muster, is_awaited_at_muster
from judge.handlers.session import GameSession, LineContext, Session, with_game
from judge.handlers.war import handle_war
from judge.notation.tables import load_notation
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Unknown
from judge.reports.names import power_name
from judge.reports.outcomes import Outcome
from judge.requests.dates import read_length
from judge.requests.names import in_century
from judge.requests.requests import PhaseHeading, PossibleOrder, StopReading, SuggestedCommand, UnreadRest
from judge.requests.seats import AnswerMusterRequest
from judge.requests.vocabulary import Word, verb_of, vocabulary
from judge.requests.war import WarRequest

# --- sentences that wish for a command


_OUTCOMES = {
    "same_orders": Outcome.SAME_ORDERS_WISHED,
    "orders_stand": Outcome.ORDERS_CONFIRMED,
    "orders_attached": Outcome.ATTACHED_ORDERS_MENTIONED,
}
_TO_MASTER: Mapping[Language, str] = {"en": "TO MASTER", "fr": "AU MAÎTRE DE JEU"}
_AND: Mapping[Language, str] = {"en": " AND ", "fr": " ET "}


def suggested_command(session: Session, line: str, near: SuggestedCommand) -> LineAnswer | None:
    """Return the suggestion for a sentence; None where what it names are no powers, or nothing fits."""
    game, (verb, language, _) = session.game, verb_of(near.command)
    if verb == "absence" and (game is None or session.person.address not in game.players):
        return None  # nobody waits for them
    if verb == "absence" and game and not game.settings.timing.absences.days:
        return Refused(Refusal.NO_ABSENCES)
    if near.about:
        return _about_unwritten_orders(session, line, near.about)
    if verb in {"extend", "rollback", "press"} and game and not near.to:
        return _command_or_request(session, game, near.command)
    if not near.to:
        return InvalidCommand(Unknown.COMMAND_WISHED, hints=(near.command,))
    named = read_powers(near.to, game.board, load_notation(session.person.notation)) if game else ()
    if game is None or isinstance(named, InvalidCommand) or not named or is_near_order(session, line):
        return None
    if set(named) & set(game.powers_of(session.person.address)):
        return None  # a title of one's own power
    names = _AND[language].join(power_name(power, game.board, language).to.upper() for power in named)
    return InvalidCommand(Unknown.PRESS_WISHED, hints=(f"{near.command} {names}",))


def _about_unwritten_orders(session: Session, line: str, about: str) -> LineAnswer | None:
    """Return the answer to somebody who speaks of orders without writing them.

    None where they have no orders to give.
    """
    game = session.view
    is_due = game is not None and game.open_position is not None and game.powers_of(session.person.address)
    return Done(_OUTCOMES[about]) if is_due and not is_near_order(session, line) else None


def _command_or_request(session: Session, game: Game, command: str) -> LineAnswer | None:
    """Return what the writer may write instead: a master the command, a player a vote or a letter.

    None where they may write neither. A reminder is the master's to send, not a player's. A vote is suggested only
    while the game has a deadline.
    """
    by, (verb, language, rest) = session.person.address, verb_of(command)
    printed = vocabulary().printed
    if by == game.master:
        if verb == "press":
            return InvalidCommand(Unknown.PRESS_WISHED, hints=(command,))
        return InvalidCommand(Unknown.COMMAND_WISHED, hints=(command,))
    if verb == "press" or by not in game.players:
        return None
    length = read_length(rest[0].text) if verb == "extend" and rest else None
    vote = CastVote(by, ForExtension(length)) if length and game.deadline else None
    if vote and game.deadline and not isinstance(decide_votes(game, vote, game.deadline.at), Refused) and rest:
        proposed = f"{printed['verbs', language]['vote']} {printed['motions', language]['extension']} {rest[0].text}"
        return InvalidCommand(Unknown.COMMAND_WISHED, hints=(proposed,))
    return InvalidCommand(
        Unknown.PRESS_WISHED, hints=(f"{printed['verbs', language]['press']} {_TO_MASTER[language]}",)
    )


# --- the lines


def handle_possible_order(session: GameSession, line: str, _: PossibleOrder, context: LineContext) -> GameSession:
    """Take orders for the open phase or for a later one, or a heading above such lines.

    A condition before orders for the open phase is refused, with the orders below it.
    """
    if answered := answer_muster_by_order(session, line, context):
        return answered
    title, *orders = split_title(session, line)
    if orders:
        headed = handle_possible_order(session, title, PossibleOrder(), context)
        return handle_possible_order(headed, orders[0], PossibleOrder(), context)
    if old := begin_earlier_orders(session, line):
        return old
    session = return_by_order(end_earlier_orders(session, line), line, context)
    if ahead := phase_ahead(session):
        return handle_advance_orders(session, line, ahead, context)
    condition = refused_condition(session, line)
    if condition:
        orders_refused = session.orders_refused or condition
        return replace(session, orders_refused=orders_refused).told(line, orders_refused)
    return handle_orders(session, line, context)


def _plain_words(*_: object) -> LineAnswer:
    return Done(Outcome.PLAIN_WORDS)


take_line = with_game(handle_possible_order, _plain_words)
"""Takes a line that is no command: without a game there are but plain words."""


def handle_phase_heading(session: Session, line: str, named: PhaseHeading, _: LineContext) -> Session:
    """Set the phase that the lines below are for.

    Below a phase that cannot be read all orders are refused, for nobody knows which phase they are for.
    """
    phase = named.phase
    position = session.game.open_position if session.game else None
    if phase is None:
        place = named.words or Word("", len(line.rstrip()))
        hint = (f"{line[: place.start].strip(' :')} {position.phase}",) if position else ()
        session = session.told(line, InvalidCommand.at(Unknown.VALUE, place, hint))
    elif position:
        phase = in_century(phase, position.phase)
    return replace(session, phase=phase, orders_refused=None if phase else Refused(Refusal.PHASE_UNREAD))


def handle_muster_or_order(session: Session, line: str, here: AnswerMusterRequest, context: LineContext) -> Session:
    """Answer the muster; without one, a line such as ``Here are my orders for fall:`` is read as orders."""
    if here.is_bare or is_awaited_at_muster(session.game, session.person.address):
        return handle_answer_muster(session, line, here, context)
    return take_line(session, line, PossibleOrder(), context)


def handle_war_or_order(session: Session, line: str, asked: WarRequest, context: LineContext) -> Session:
    """Carry out a war command; in a game without troops such a line is read as orders."""
    game = session.in_game
    if game and game.game.board.war.troops:
        return handle_war(game, line, asked, context)
    return take_line(session, line, PossibleOrder(), context)


def handle_suggestion(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Suggest the command that a sentence asks for; where it asks for none it is read as orders."""
    if proposed := suggested_command(session, line, near):
        return session.told(line, proposed)
    return take_line(session, line, PossibleOrder(), context)


def handle_stop_reading(session: Session, _: str, __: StopReading, ___: LineContext) -> Session:
    """Read nothing below this line."""
    return replace(session, stopped=True)


def handle_unread_rest(session: Session, line: str, _: UnreadRest, __: LineContext) -> Session:
    """Tell from where on the letter is not read, because it is too long."""
    return session.told(line, Done(Outcome.BEYOND_LENGTH_READ))
