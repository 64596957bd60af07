"""Handle the lines about seats: before the start, while the game is played, shared by strategists."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from judge.game.apply import fold_events
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.rules import fingerprint_key
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import DeclineSeat, EjectPlayer, ReplacePlayer, Resign, ReturnToSeat, TakeSeat
from judge.game.replacements.rules import seat_to_return_to
from judge.game.seats.messages import (
    AddStandby,
    AnswerMuster,
    ApprovePlayer,
    AskStrategist,
    DeclinePlayer,
    DeclineToShare,
    JoinGame,
    LeaveGame,
    OpenGame,
    PlacePlayer,
    PlayerInvited,
    SeatAsked,
    ShareSeat,
    StandbyAdded,
    StartGame,
    WishesChanged,
)
from judge.game.seats.rules import free_powers
from judge.game.settings import Address, GameName, LetterForm
from judge.game.state import Game
from judge.handlers.names import notations_of, read_address, read_powers
from judge.handlers.plain_words import is_order
from judge.handlers.services import fresh_secret
from judge.handlers.session import (
    GameSession,
    LineContext,
    Session,
    handles,
    handles_in_game,
    no_game_by_name,
    no_master,
    no_player,
    no_seat_to_give,
    no_seat_to_share,
    no_seat_to_take,
    unknown_game,
)
from judge.handlers.settings import (
    book_terms_in_words,
    preset_key_of,
    read_person_settings,
    read_settings_on_board,
    with_game_defaults,
)
from judge.notation.line import Misread
from judge.notation.several_orders import are_orders
from judge.notation.tables import load_notation
from judge.reports.line_answers import (
    AnsweredLine,
    CommandFault,
    Done,
    GameOpenedAnswer,
    InvalidCommand,
    KeptInAdvance,
    NotKeptInAdvance,
    OrderAccepted,
    Outcome,
    PressAccepted,
    RefusedPart,
    ScoutOrderAccepted,
    Unknown,
    answer_for_faults,
)
from judge.reports.names import powers_listed
from judge.reports.rules import operators_house_rules
from judge.requests.names import game_name
from judge.requests.seats import (
    AddStandbyRequest,
    AnswerMusterRequest,
    ApprovePlayerRequest,
    AskStrategistRequest,
    DeclineSeatRequest,
    EjectPlayerRequest,
    JoinGameRequest,
    LeaveGameRequest,
    OpenGameRequest,
    PlacePlayerRequest,
    ReplacePlayerRequest,
    ResignRequest,
    ReturnToSeatRequest,
    ShareSeatRequest,
    StartGameRequest,
    TakeSeatRequest,
)
from judge.requests.setting_lists import WrittenSetting
from judge.requests.vocabulary import Word
from judge.rules.board import Power
from judge.rules.position import opening_position

# --- handle the lines about seats


# --- a game is opened and joined


_MOST_NAMES_PROPOSED = 2
"""Names that are proposed in place of one that cannot be had."""


@handles()
def handle_open_game(session: Session, line: str, opening: OpenGameRequest, context: LineContext) -> Session:
    """Open the game that the letter is addressed to.

    With a fault in the line nothing is opened; the game as it would have been is kept in the session, so that the lines
    below can be checked against it.
    """
    services = context.services
    read = read_settings_on_board(opening.settings, line, services.config.judge.zone, services.own_boards)
    person = with_game_defaults(session.person, opening.language, read.settings)
    by = read_person_settings(person, _personal_too(opening.settings), line, read.settings)
    named = game_name(opening.name.text) if opening.name else None
    faults = (*_name_faults(line, opening.name, context), *read.faults, *by.faults)
    name = named or GameName("")
    key = fingerprint_key(services.opaque_id("fingerprints", name, context.number))
    settings = replace(read.settings, house_rules=operators_house_rules())
    command = OpenGame(name, settings, by.settings, seed=services.seed(), fingerprint_key=key)
    if faults:
        events = decide(None, command, context.now)
        would_be = None if isinstance(events, Refused) else fold_events(events)
        return replace(session, would_be_game=would_be).told(line, answer_for_faults(faults))
    brought = book_terms_in_words(read.settings, opening.settings, by.settings.language)
    opened = GameOpenedAnswer(preset_key_of(opening.settings) or "", read.settings.rulebook if brought else "", brought)
    return session.decided(line, command, context, opened)


def _name_faults(line: str, name: Word | None, context: LineContext) -> Iterator[CommandFault]:
    """Yield what is wrong with the name of a new game, with names that are free."""
    if name is None:
        yield InvalidCommand.missing(Unknown.GAME_NAME, len(line), _free_names("game", context.games))
    elif game_name(name.text) is None:
        yield InvalidCommand.at(Unknown.GAME_NAME, name, _free_names(name.text, context.games))
    elif name.text.lower() != context.name:
        yield InvalidCommand.at(Unknown.OTHER_GAME, name)
    elif context.services.store.is_game(GameName(name.text.lower())):
        yield RefusedPart(Refused(Refusal.NAME_TAKEN), name.start, name.end, _free_names(name.text, context.games))


def _free_names(wanted: str, taken: Collection[GameName]) -> tuple[GameName, ...]:
    """Return free names similar to the one that was wanted."""
    kept = "".join(letter for letter in wanted.lower().replace("_", "-") if letter.isascii())
    stem = "".join(letter for letter in kept if letter.isalnum() or letter == "-").lstrip("-0123456789")[:20]
    stem = stem.rstrip("-") or "game"
    proposed = (game_name(name) for name in (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 4))))
    return tuple(name for name in proposed if name and name not in taken)[:_MOST_NAMES_PROPOSED]


@handles()
def handle_join_game(session: Session, line: str, joining: JoinGameRequest, context: LineContext) -> Session:
    """Take a seat in the game that the letter is addressed to."""
    game = session.would_be_game or session.game
    if game is None or joining.name is None or joining.name.text.lower() != context.name:
        return session.told(line, replace(unknown_game(line, joining.name), hints=context.openings))
    known = game.people.get(session.person.address)
    newcomer = known or with_game_defaults(session.person, joining.language, game.settings)
    read = read_person_settings(newcomer, joining.settings, line, game.settings)
    person = read.settings
    wishes = read_powers(joining.powers, game.board, load_notation(person.notation))
    wrong = (_with_free_powers(wishes, game, person),) if isinstance(wishes, InvalidCommand) else ()
    command = JoinGame(
        person, () if isinstance(wishes, InvalidCommand) else wishes, context.percent(game, person.address)
    )
    decided = _unless_kept_apart(decide(game, command, context.now), game, person, context)
    refused = (_barred(decided, joining, game, person, context),) if isinstance(decided, Refused) else ()
    if faults := (*refused, *wrong, *read.faults):
        return session.told(line, answer_for_faults(faults))
    if session.would_be_game or isinstance(decided, Refused):
        return session.told(line, Done(Outcome.NOT_DONE_YET))
    return session.happened(decided).told(line, Done(_join_outcome(decided[0]), game.name))


def _unless_kept_apart(
    decided: tuple[Event, ...] | Refused, game: Game, newcomer: Person, context: LineContext
) -> tuple[Event, ...] | Refused:
    """Return what was decided of somebody who comes to a game, unless they and somebody there are not to meet.

    A stand-by may have blocked somebody since; the reserves of a tournament wait whomever they block.
    """
    is_there = newcomer.address in {*game.players, *game.seats.values(), *game.applicants}
    if isinstance(decided, Refused) or is_there or not context.is_kept_apart(game, newcomer.address):
        return decided
    if newcomer.address in game.standbys and context.services.is_seated_whoever_blocks(game.name):
        return decided
    return Refused(Refusal.NO_SEAT)


def _barred(
    refused: Refused, joining: JoinGameRequest, game: Game, person: Person, context: LineContext
) -> CommandFault:
    """A refusal at its place, with the powers that can be had, or the games that have seats."""
    name = joining.name
    if refused.why is Refusal.GAME_FULL and name:
        return RefusedPart(refused, name.start, name.end, context.openings)
    if refused.why not in {Refusal.POWER_TAKEN, Refusal.NOT_PLAYED} or not joining.powers:
        return refused
    first, last = joining.powers[0], joining.powers[-1]
    return RefusedPart(refused, first.start, last.end, _free_power_names(game, person))


def _with_free_powers(wrong: InvalidCommand, game: Game, person: Person) -> InvalidCommand:
    """Return the fault of a power that nobody can play; where nothing similar is known, with the free powers as hints.

    What is similar is named in the reader's language.
    """
    near = read_powers([Word(name, 0) for name in wrong.hints], game.board, load_notation(person.notation))
    known = () if isinstance(near, InvalidCommand) else (game.board.name_of(one, person.language) for one in near)
    return replace(wrong, what=Unknown.SEAT, hints=tuple(known) or _free_power_names(game, person))


def _free_power_names(game: Game, person: Person) -> tuple[str, ...]:
    return tuple(game.board.name_of(power, person.language) for power in free_powers(game))


def _join_outcome(event: Event) -> Outcome:
    match event:
        case SeatAsked():
            return Outcome.SEAT_ASKED
        case WishesChanged():
            return Outcome.WISHES_CHANGED
        case _:
            return Outcome.PLAYER_JOINED


def _personal_too(given: Sequence[WrittenSetting]) -> tuple[WrittenSetting, ...]:
    """Return the settings of an opening that its writer takes over, too.

    A word that is no setting is reported with the game's settings, not again here.
    """
    return tuple(setting for setting in given if setting.name not in {"reminder", None})


# --- who waits, leaves, is there


_MOST_ADDRESSES_OF_LINE = 20
"""Addresses of one line that count; each has an answer of its own, which shows the line."""


def handle_answer_muster(session: Session, line: str, _: AnswerMusterRequest, context: LineContext) -> Session:
    """Answer the muster."""
    return session.decided(line, AnswerMuster(session.person.address), context, Done(Outcome.MUSTER_ANSWERED))


@handles()
def handle_start_game(session: Session, line: str, _: StartGameRequest, context: LineContext) -> Session:
    """Begin the game."""
    return session.decided(line, StartGame(session.person.address), context, Done(Outcome.GAME_STARTED))


def answer_muster_by_order(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Take an order as the answer to the muster, though it is for no phase yet; None for other lines."""
    game, by = session.game, session.person.address
    if not is_awaited_at_muster(game, by):
        return None
    if not are_orders(line, opening_position(game.board), game.board, None, *notations_of(session.person, game.board)):
        return None
    return session.decided(line, AnswerMuster(by), context, Done(Outcome.MUSTER_ANSWERED_BY_ORDER))


def is_awaited_at_muster(game: Game | None, by: Address) -> bool:
    """Return whether a muster waits for the answer of this person."""
    return game is not None and by in game.mustered


@handles_in_game(no_game_by_name)
def handle_offer_to_wait(session: GameSession, line: str, standby: AddStandbyRequest, context: LineContext) -> Session:
    """Wait for a seat in the game that the letter is addressed to."""
    game, name = session.game, standby.name
    if name and name.text.lower() != context.name:
        return session.told(line, unknown_game(line, name))
    known = game.people.get(session.person.address)
    person = known or with_game_defaults(session.person, standby.language, game.settings)
    wanted = decide(game, AddStandby(person, context.percent(game, person.address)), context.now)
    decided = _unless_kept_apart(wanted, game, person, context)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    is_added = any(isinstance(event, StandbyAdded) for event in decided)
    return session.happened(decided).told(line, Done(Outcome.STANDBY_ADDED if is_added else Outcome.SEAT_ASKED))


@handles_in_game(no_game_by_name)
def handle_leave_game(session: GameSession, line: str, leave: LeaveGameRequest, context: LineContext) -> Session:
    """Give a seat back, or wait for one no more."""
    game, by, name = session.game, session.person.address, leave.name
    if name and name.text.lower() != context.name:
        return session.told(line, unknown_game(line, name))
    if game.powers_of(by):
        left = Outcome.GAME_TERMINATED if game.settings.practice else Outcome.REPLACEMENT_SOUGHT
        return session.decided(line, LeaveGame(by), context, Done(left))
    outcome = Outcome.PLAYER_LEFT if by in game.wishes else Outcome.STANDBY_LEFT
    return session.decided(line, LeaveGame(by), context, Done(outcome))


@handles()
def handle_approve_player(session: Session, line: str, let: ApprovePlayerRequest, context: LineContext) -> Session:
    """Let people in, or keep them out; each address is a matter of its own."""
    for word in let.who[:_MOST_ADDRESSES_OF_LINE]:
        who = read_address(word)
        if isinstance(who, InvalidCommand):
            session = session.told(line, who)
            continue
        by = session.person.address
        command = ApprovePlayer(by, who) if let.is_let else DeclinePlayer(by, who)
        decided = decide(session.game, command, context.now)
        if isinstance(decided, Refused):
            session = session.told(line, decided)
            continue
        invited = any(isinstance(event, PlayerInvited) for event in decided)
        outcome = (
            Outcome.REQUEST_CLOSED if not let.is_let else Outcome.PLAYER_INVITED if invited else Outcome.PLAYER_APPROVED
        )
        session = session.happened(decided).told(line, Done(outcome, who))
    return (
        session.told(line, Done(Outcome.TOO_MANY_NAMED, str(_MOST_ADDRESSES_OF_LINE)))
        if let.who[_MOST_ADDRESSES_OF_LINE:]
        else session
    )


@handles_in_game(no_master)
def handle_place_player(session: GameSession, line: str, given: PlacePlayerRequest, context: LineContext) -> Session:
    """Give somebody a power by hand."""
    game, who = session.game, read_address(given.who)
    if isinstance(who, InvalidCommand):
        return session.told(line, who)
    powers = read_powers(given.power, game.board, load_notation(session.person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    if not powers:
        return session.told(line, InvalidCommand.missing(Unknown.POWER, len(line)))
    command = PlacePlayer(session.person.address, who, powers[0])
    return session.decided(line, command, context, Done(Outcome.POWER_PLACED, who))


# --- handle the lines by which seats of a game under way change hands: taken, declined, resigned, returned to


@handles_in_game(no_player)
def handle_decline_seat(session: GameSession, line: str, _: DeclineSeatRequest, context: LineContext) -> Session:
    """Say no to the seat, or to the half of one, that was offered."""
    by, game = session.person.address, session.game
    sharing = game.members.sharing
    is_to_share = game.readers.get(by) in {*sharing.asked, *sharing.pairs}
    return session.decided(
        line, DeclineToShare(by) if is_to_share else DeclineSeat(by), context, Done(Outcome.SEAT_DECLINED)
    )


def _as_player(game: Game, power: Power, player: Address) -> Game:
    seats = {**game.members.seats, power: game.readers[player]}
    return replace(game, members=replace(game.members, seats=seats))


def return_by_order(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Return the seat to a player who has lost it and writes an order in time.

    The line is then read as anybody's.
    """
    game, by = session.game, session.person.address
    power = seat_to_return_to(game, by)
    if power is None or game.powers_of(by):
        return session
    back = _as_player(game, power, by)  # in fog only who has a seat sees what stands there
    if not is_order(replace(session, game=back), line):
        return session
    return handle_return_to_seat(session, line, ReturnToSeatRequest(), context)


@handles_in_game(no_player)
def handle_return_to_seat(session: GameSession, line: str, _: ReturnToSeatRequest, context: LineContext) -> GameSession:
    """Come back to one's seat, or stay where one was about to leave."""
    by = session.person.address
    stays = session.game.powers_of(by)
    return session.decided(
        line, ReturnToSeat(by), context, Done(Outcome.SEARCH_ENDED if stays else Outcome.SEAT_RETURNED)
    )


@handles_in_game(no_seat_to_take)
def handle_take_over(session: GameSession, line: str, asked: TakeSeatRequest, context: LineContext) -> Session:
    """Take an empty seat."""
    game = session.game
    known = game.people.get(session.person.address)
    person = known or with_game_defaults(session.person, asked.language, game.settings)
    words = tuple(word for word in asked.words if word.text.lower() != game.name)
    powers = read_powers(words, game.board, load_notation(person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    command = TakeSeat(person, powers[0] if powers else None, context.percent(game, person.address))
    decided = _unless_kept_apart(decide(game, command, context.now), game, person, context)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    return session.happened(decided).told(line, Done(Outcome.SEAT_TAKEN))


@handles_in_game(no_game_by_name)
def handle_resign(session: GameSession, line: str, asked: ResignRequest, context: LineContext) -> Session:
    """Resign, which ends a practice game; in any other the name of the game stands for a second thought."""
    game, name, by = session.game, asked.name, session.person.address
    is_bare = name is None and game.settings.practice
    if not is_bare and (name is None or name.text.lower() != game.name):
        return session.told(line, replace(unknown_game(line, name), hints=(game.name,)))
    if game.settings.practice:
        return session.decided(line, Resign(by, asked.at_once), context, Done(Outcome.GAME_TERMINATED))
    if game.position is None:
        return session.decided(line, LeaveGame(by), context, Done(Outcome.PLAYER_LEFT))
    if any(len(game.players_of(power)) > 1 for power in game.powers_of(by)):
        return session.decided(line, Resign(by, asked.at_once), context, Done(Outcome.STRATEGIST_LEFT))
    outcome = Outcome.SEAT_VACATED if asked.at_once else Outcome.REPLACEMENT_SOUGHT
    return session.decided(line, Resign(by, asked.at_once), context, Done(outcome))


@handles_in_game(no_master)
def handle_eject_player(session: GameSession, line: str, asked: EjectPlayerRequest, context: LineContext) -> Session:
    """Take a seat from its player."""
    game = session.game
    power = _read_one_power(game, asked.words, line, session.person)
    if isinstance(power, InvalidCommand):
        return session.told(line, power)
    language = session.person.language
    names = powers_listed(game.seat_of(power), game.board, language)
    return session.decided(
        line, EjectPlayer(session.person.address, power), context, Done(Outcome.PLAYER_EJECTED, names)
    )


@handles_in_game(no_seat_to_give)
def handle_replace_player(
    session: GameSession, line: str, asked: ReplacePlayerRequest, context: LineContext
) -> Session:
    """Have somebody asked for a seat, in the language the master wrote in, until they say otherwise."""
    game, address = session.game, read_address(asked.who)
    if isinstance(address, InvalidCommand):
        return session.told(line, address)
    power = _read_one_power(game, asked.words, line, session.person)
    if isinstance(power, InvalidCommand):
        return session.told(line, power)
    stranger = Person(address, fresh_secret(), asked.language, letters=LetterForm.HTML)
    successor = game.people.get(address) or with_game_defaults(stranger, asked.language, game.settings)
    command = ReplacePlayer(session.person.address, power, successor)
    return session.decided(line, command, context, Done(Outcome.SUCCESSOR_ASKED, address))


def _read_one_power(game: Game, words: tuple[Word, ...], line: str, reader: Person) -> Power | InvalidCommand:
    """Return the one power that some words name, or what is wrong with them."""
    powers = read_powers(words, game.board, load_notation(reader.notation))
    if isinstance(powers, InvalidCommand):
        return powers
    return powers[0] if len(powers) == 1 else InvalidCommand.missing(Unknown.POWER, len(line.rstrip()))


# --- handle the lines by which strategists share a seat; choose what the others see of each letter


_PERSONAL_OUTCOMES = frozenset(
    {
        Outcome.STRATEGIST_JOINED,
        Outcome.PAIR_AGREED,
        Outcome.STRATEGIST_LEFT,
        Outcome.PREFERENCE_SET,
        Outcome.QUEUE_JOINED,
        Outcome.QUEUE_LEFT,
        Outcome.NOT_IN_QUEUE,
        Outcome.QUEUE_FULL,
        Outcome.BLOCKED,
        Outcome.COMPLAINT_SENT,
        Outcome.COMPLAINT_TO_ADMINS,
        Outcome.UNBLOCKED,
        Outcome.NOT_BLOCKED,
        Outcome.TOO_MANY_BLOCKED,
        Outcome.PRESS_MUTED,
        Outcome.PRESS_HEARD,
        Outcome.LETTERS_RESENT,
        Outcome.MOVE_ASKED,
        Outcome.OWN_TOKEN_CHANGED,
        Outcome.TOKEN_CHANGED,
        Outcome.TOURNAMENT_OPENED,
        Outcome.TOURNAMENT_ENTERED,
        Outcome.TOURNAMENT_LEFT,
        Outcome.ENTRIES_CLOSED,
        Outcome.TOURNAMENT_CANCELLED,
        Outcome.DIGEST_SET,
        Outcome.DIGEST_ENDED,
        Outcome.DIGEST_ENDED_WITH_LAST,
        Outcome.GAZETTE_SUBSCRIBED,
        Outcome.GAZETTE_UNSUBSCRIBED,
        Outcome.NO_GAZETTE,
        Outcome.NAMED_AS_PLAYER,
        Outcome.NOT_NAMED_AS_PLAYER,
        Outcome.ZINE_SUBSCRIBED,
        Outcome.ZINE_UNSUBSCRIBED,
        Outcome.OWN_DATA_ALONE,
        Outcome.NOT_TO_BE_FORGOTTEN,
        Outcome.NOT_FORGOTTEN_ORDERS_STAND,
        Outcome.NO_FORGETTING,
        Outcome.LETTER_TO_EDITOR_SIGNED,
        Outcome.LETTER_TO_EDITOR_UNSIGNED,
        Outcome.TRIBUNE_HELD,
        Outcome.TRIBUNE_OPEN,
        Outcome.LETTERS_TO_EDITOR_WITHDRAWN,
        Outcome.NO_LETTER_WAITS,
        Outcome.NO_LETTER_TO_EDITOR,
        Outcome.SENT_TO_ADMINS,
        Outcome.NO_ADMINS,
        Outcome.TOO_MANY_LETTERS_TO_ADMINS,
        Outcome.LETTER_TO_EDITOR_TOO_LONG,
        Outcome.TOO_MANY_LETTERS_TO_EDITOR,
    }
)
"""Outcomes that concern the writer of a letter alone, whoever shares the seat."""


@handles_in_game(no_seat_to_share)
def handle_ask_strategist(
    session: GameSession, line: str, asked: AskStrategistRequest, context: LineContext
) -> Session:
    """Ask somebody to share one's seat."""
    game, address = session.game, read_address(asked.who)
    if isinstance(address, InvalidCommand):
        return session.told(line, address)
    stranger = Person(address, fresh_secret(), asked.language, letters=LetterForm.HTML)
    player = game.people.get(address) or with_game_defaults(stranger, asked.language, game.settings)
    command = AskStrategist(session.person.address, player)
    return session.decided(line, command, context, Done(Outcome.STRATEGIST_ASKED, address))


@handles_in_game(no_player)
def handle_share_seat(session: GameSession, line: str, _: ShareSeatRequest, context: LineContext) -> Session:
    """Agree to share a seat."""
    game, person = session.game, session.person
    outcome = Outcome.STRATEGIST_JOINED if game.position else Outcome.PAIR_AGREED
    decided = decide(game, ShareSeat(person.address), context.now)
    decided = _unless_kept_apart(decided, game, person, context)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    return session.happened(decided).told(line, Done(outcome))


def seat_partners(session: Session) -> Iterator[tuple[Person, Sequence[AnsweredLine]]]:
    """Yield everyone who shares the writer's seat, with the lines and answers they are shown.

    Nobody, where the letter changed nothing.
    """
    game, by = session.game, session.person.address
    shown = tuple(one for one in session.answers if _concerns_seat(one))
    if game is None or not session.events or not any(not isinstance(one.answer, Refused) for one in shown):
        return
    players = dict.fromkeys(one for power in game.powers_of(by) for one in game.players_of(power) if one != by)
    for player in players:
        yield game.people[player], shown


def _concerns_seat(answered: AnsweredLine) -> bool:
    """Return whether an answer concerns the seat: orders, press, commands, faults in them.

    Questions and personal settings do not.
    """
    match answered.answer:
        case Done(outcome):
            return outcome not in _PERSONAL_OUTCOMES and outcome is not Outcome.PLAIN_WORDS
        case (
            OrderAccepted()
            | ScoutOrderAccepted()
            | PressAccepted()
            | KeptInAdvance()
            | NotKeptInAdvance()
            | Misread()
            | InvalidCommand()
            | RefusedPart()
            | Refused()
        ):
            return True
        case _:
            return False
