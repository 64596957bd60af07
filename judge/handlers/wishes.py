"""Answer a sentence that wishes for something: with what it asks, or with the line that would do what it wishes."""

import re
from collections.abc import Mapping, Sequence

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language, Settings
from judge.game.state import Game
from judge.game.votes.decide import decide_votes
from judge.game.votes.messages import CastVote, ForConcession, ForDraw, ForExtension, WithdrawVotes
from judge.handlers.arguments import powers_among, read_powers
from judge.handlers.chosen_offers import (
    answer_by_numbers,
    answer_first,
    answer_last,
    answer_with_changes,
    correct_orders,
)
from judge.handlers.headings import stand_above, take_back, with_doubt
from judge.handlers.names import notations_of
from judge.handlers.offers import answer_offer
from judge.handlers.order_questions import answer_questions, handle_what_if
from judge.handlers.orders import take_line, take_part
from judge.handlers.plain_words import is_near_order, orders_on
from judge.handlers.registry import HANDLERS, handles
from judge.handlers.services import Services
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.line import Misread
from judge.notation.tables import load_notation, notation_in
from judge.notation.write import write_order
from judge.reports.line_answers import (
    Done,
    Fate,
    InvalidCommand,
    LineAnswer,
    OrderAccepted,
    Outcome,
    TextAnswer,
    Unknown,
    WhatIfAnswer,
    fate_of,
)
from judge.reports.names import power_name
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.phrasing import notation_of_game
from judge.requests.dates import read_length
from judge.requests.names import game_name
from judge.requests.questions import (
    WhatIfRequest,
)
from judge.requests.read_lines import read_lines
from judge.requests.requests import QuestionRequest, Request
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, ways_in
from judge.requests.suggestions import near as wish_in
from judge.requests.vocabulary import (
    fold_case,
    form_of,
    verb_of,
    vocabulary,
)
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Power
from judge.rules.orders import Waive
from judge.rules.position import PhaseKind

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")

MOST_ASKED = 5
"""Questions in sentences that one letter has answered; of further ones the command is told."""


@handles(when_held=True)
def handle_suggestion(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Take the answer to an offer, or what takes back the orders above; else the wish, which may govern those below."""
    there = session.in_game
    if there and (answered := _of_orders(there, line, context)):
        return answered
    if there and near.about == "person" and (asked := answer_questions(there, line, context, take_part)):
        return asked
    if near.about == "person" and suggested_command(session, line, near, context) is None:
        return take_line(session, line, PossibleOrder(), context)
    done = _answer_wish(session, line, near, context)
    fates = {fate_of(one.answer) for one in done.answers[len(session.answers) :]}
    told = [one.answer for one in done.answers[len(session.answers) :]]
    is_order = any(isinstance(one, OrderAccepted) or one == Done(Outcome.ORDERS_HEADING) for one in told)
    below = done.in_game
    return stand_above(below, line) if below and not is_order and Fate.OFFERED not in fates else done


def _of_orders(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Return the session once a line has answered an offer, corrected orders, or taken back those above it."""
    return (
        answer_by_numbers(session, line, context)
        or answer_with_changes(session, line, context)
        or answer_first(session, line, context, _take_rest)
        or answer_last(session, line, context, take_part)
        or answer_offer(session, line, context)
        or correct_orders(session, line, context, take_part)
        or take_back(session, line, context.number)
    )


def _take_rest(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Take what stands on a line behind the answer to an offer."""
    said = wish_in(line)
    taken = handle_suggestion if isinstance(said, SuggestedCommand) else take_line
    rest = taken(session, line, said, context)  # type: ignore[arg-type]
    return rest.in_game or session


def _answer_wish(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Answer a question, or suggest the command that a sentence asks for.

    Of several sentences with a question, or with orders, each is read by itself; orders beside a question are taken; a
    line that asks for nothing is read as orders.
    """
    sentences = _SENTENCE_END.split(line.strip())
    near_orders = [one for one in sentences if is_near_order(session, one)]
    is_beside_orders = bool(near_orders) and not any("?" in one for one in near_orders)
    if sentences[1:] and not near.about and (near.asks or is_beside_orders):
        for sentence in sentences:
            said = wish_in(sentence)
            if isinstance(said, SuggestedCommand):
                done = handle_suggestion(session, sentence, said, context)
            else:
                done = take_line(session, sentence, said, context)
            session = with_doubt(session, done, sentence, context.number)
        return session
    told = sum(isinstance(one.answer, TextAnswer | WhatIfAnswer) for one in session.answers)
    if near.asks and told < MOST_ASKED and (game := session.in_game):
        if near.about:
            supposed = _suppose(game, line, near, context)
            return supposed or take_line(session, line, PossibleOrder(), context)
        return _ask(_with_orders_of(game, line, context), line, near, context)
    if proposed := suggested_command(session, line, near, context):
        return session.told(line, proposed)
    return take_line(session, line, PossibleOrder(), context)


def _with_orders_of(session: GameSession, line: str, context: LineContext) -> Session:
    """Return the session with the orders that stand on a line beside a question."""
    return take_line(session, line, PossibleOrder(), context) if _gives_order(session, line) else session


def _gives_order(session: Session, line: str) -> bool:
    """Whether any part of a line is an order."""
    game = session.view
    if game is None or game.open_position is None or not game.powers_of(session.person.address):
        return False
    read = orders_on(game, game.open_position, session.person, line, hinted=0)
    return any(not isinstance(meant, Misread) for _, meant in read)


def _ask(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Return the session with a question answered, once in a letter."""
    asked = _request(near.command)
    if not isinstance(asked, QuestionRequest):
        return session.told(line, InvalidCommand(Unknown.COMMAND_WISHED, hints=(near.command,)))
    done = HANDLERS[type(asked)].handle(session, line, asked, context)
    is_repeated = done.answers[-1].answer in [one.answer for one in session.answers]
    return session.told(line, Done(Outcome.PLAIN_WORDS)) if is_repeated else done


def _suppose(session: GameSession, line: str, near: SuggestedCommand, context: LineContext) -> Session | None:
    """Return the session with a supposition judged; None where it supposes no order."""
    asked = _request(near.command)
    if not isinstance(asked, WhatIfRequest) or not any(is_near_order(session, one) for one in asked.lines):
        return None
    return handle_what_if(session, line, asked, context)


def _request(command: str) -> Request:
    return read_lines(command)[0].request


_OUTCOMES = {
    "same_orders": Outcome.SAME_ORDERS_WISHED,
    "orders_stand": Outcome.ORDERS_CONFIRMED,
    "orders_attached": Outcome.ATTACHED_ORDERS_MENTIONED,
    "orders_asked": Outcome.ORDERS_ASKED,
    "person": Outcome.FOR_A_PERSON,
}

_TO_MASTER: Mapping[Language, str] = {"en": "TO MASTER", "fr": "AU MAÎTRE DE JEU"}
_AND: Mapping[Language, str] = {"en": " AND ", "fr": " ET "}
_ALL_HOLD: Mapping[Language, str] = {"en": "ALL HOLD", "fr": "TOUT TIENT"}

_OF_PLAYERS = frozenset({"wait", "nowait", "ready", "clear", "concede"})
"""Commands that only players can give, while their game goes on."""

_OF_NEWCOMERS = frozenset({"practice", "tutorial"})
"""Commands of people without a part in any game."""

_OF_MASTERS = frozenset({"extend", "rollback", "pause", "close", "press"})

_WITH = frozenset({"with", "avec"})
_SOME = frozenset({"between", "entre", "us", "nous", *_WITH})
_EVERYBODY = frozenset({"all", "survivors", "everyone", "everybody", "tous", "toutes", "survivants"})


def suggested_command(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> LineAnswer | None:
    """Return the suggestion for a sentence; None where what it names are no powers, or nothing fits."""
    game, verb, language = session.game, verb_of(near.command)[0], near.language
    if near.to:
        return _press_to(session, line, near) if game else None
    if near.about in _CODES:
        return _hint(_notation_line(session, near))
    if near.about:
        return _about_unwritten_orders(session, line, near.about)
    if verb in {"join", "watch"} or (game is None and verb in _OF_NEWCOMERS):
        return _hint(line_for_newcomer(session.person.notation, near, context.services))
    if game is None:
        return _hint(near.command) if verb != "absence" else None
    by, is_player = session.person.address, session.person.address in game.players
    match verb:
        case "vote" | "unvote" | "concede" | "resign" | "absence" if not is_player:
            return None
        case "vote" | "concede":
            return _vote(session, game, line, near, context)
        case "unvote" if ForDraw in _motions_of(near.command):
            told = decide_votes(game, WithdrawVotes(by, ForDraw), context.now)
            return told if isinstance(told, Refused) else _hint(near.command)
        case "resign" if game.settings.practice:
            return _hint(form_of("verbs", "terminate", language))
        case "resign" if game.position is None:
            return _hint(form_of("verbs", "leave", language))
        case "resign":
            named = [word.lower() for word in near.command.split()]
            return _hint(near.command if game.name in named else f"{near.command} {game.name}")
        case "absence" if not game.settings.timing.absences.days:
            return Refused(Refusal.NO_ABSENCES)
        case _ if verb in _OF_MASTERS:
            return _command_or_request(session, game, near.command)
        case _ if verb in _OF_PLAYERS and not game.powers_of(by):
            return None
        case _:
            return _hint(near.command)


_CODES: Mapping[str, Language] = {"codes_english": "en", "codes_french": "fr"}


def _notation_line(session: Session, near: SuggestedCommand) -> str:
    """Return the line that has orders written to its reader in the notation of a language, in the game's own way."""
    settings = session.game.settings if session.game else Settings()
    command, setting = (
        form_of(section, key, near.language) for section, key in (("verbs", "set"), ("settings", "notation"))
    )
    return f"{command} {setting} {notation_of_game(settings, _CODES[near.about])}"


def _hint(command: str | None) -> InvalidCommand | None:
    return InvalidCommand(Unknown.COMMAND_WISHED, hints=(command,)) if command else None


def _motions_of(command: str) -> Sequence[type[ForDraw]]:
    named = (vocabulary().motions.get(fold_case(word)) for word in command.split())
    return [ForDraw for motion in named if motion == "draw"]


def _press_to(session: Session, line: str, near: SuggestedCommand) -> LineAnswer | None:
    """Return how words for other players are sent to them; None where they name nobody else."""
    game, language = session.game, near.language
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
    if about == "person":
        is_order = is_near_order(session, line) or _gives_order(session, line)
        return None if game is None or is_order else Done(_OUTCOMES[about])
    position = game.open_position if game else None
    powers = game.powers_of(session.person.address) if game else ()
    if game is None or position is None or not powers or is_near_order(session, line):
        return None
    if about != "pass":
        return Done(_OUTCOMES[about])
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _hint(_ALL_HOLD[session.person.language])
    is_building = any(required_orders(game.board, position, power).builds for power in powers)
    own, _ = notations_of(session.person, game.board)
    written = notation_in(own, session.person.language)
    return _hint(write_order(Waive(), position, game.board, written)) if is_building else None


# --- the names that a command needs


def _vote(session: Session, game: Game, line: str, near: SuggestedCommand, context: LineContext) -> LineAnswer | None:
    """Return the line that casts the vote of a sentence, or why there is none.

    Where it does not name all for whom a draw would be, the help on votes is proposed: a draw of all is another thing.
    """
    by, verb, language = session.person.address, verb_of(near.command)[0], near.language
    said = {fold_case(word.text).strip(".:!?") for word in near.names}
    named = powers_among(near.names, game.board, load_notation(session.person.notation))
    own = game.powers_of(by)
    if named and said & _WITH and not set(own) & set(named):
        named = (*own, *named)
    ways = ways_in(line)
    is_unclear = len(named) != 1 if verb == "concede" else (ways is not None and ways != len(named))
    if is_unclear or (verb == "vote" and not named and said & _SOME and not said & _EVERYBODY):
        return _hint(f"{form_of('verbs', 'help', language)} VOTES")
    vote = CastVote(by, ForConcession(named[0]) if verb == "concede" else ForDraw(named))
    told = decide_votes(game, vote, context.now)
    return told if isinstance(told, Refused) else _hint(_with_powers(near.command, named, game.board, language))


def line_for_newcomer(notation: str, near: SuggestedCommand, services: Services) -> str | None:
    """Return the line by which somebody joins or watches the game that a sentence names, or plays on their own.

    None where it names no game.
    """
    verb = verb_of(near.command)[0]
    if verb == "tutorial":
        return near.command
    if verb == "practice":
        powers = powers_among(near.names, STANDARD_BOARD, load_notation(notation))
        return _with_powers(near.command, powers[:1], STANDARD_BOARD, near.language)
    names = [
        name for word in near.names if (name := game_name(word.text.strip(".:!?"))) and services.store.is_game(name)
    ]
    game = services.game(names[0]) if names else None
    if game is None:
        return None
    powers = powers_among(near.names, game.board, load_notation(notation)) if verb == "join" else ()
    return _with_powers(f"{near.command} {game.name}", powers, game.board, near.language)


def _with_powers(command: str, powers: Sequence[Power], board: Board, language: Language) -> str:
    return " ".join((command, *(board.name_of(power, language).upper() for power in powers)))


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
    if verb in {"press", "close"} or by not in game.players:
        return None
    length = read_length(rest[0].text) if verb == "extend" and rest else None
    vote = CastVote(by, ForExtension(length)) if length and game.deadline else None
    if vote and game.deadline and not isinstance(decide_votes(game, vote, game.deadline.at), Refused) and rest:
        proposed = f"{printed['verbs', language]['vote']} {printed['motions', language]['extension']} {rest[0].text}"
        return InvalidCommand(Unknown.COMMAND_WISHED, hints=(proposed,))
    return InvalidCommand(
        Unknown.PRESS_WISHED, hints=(f"{printed['verbs', language]['press']} {_TO_MASTER[language]}",)
    )
