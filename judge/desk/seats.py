"""Lines about seats: a game is opened, joined, left, begun; who waits, is there, is let in, given a power."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from judge.desk.asked import newcomer, person_settings, preset_of, read_address, read_powers
from judge.desk.boards import settings_on_a_board, terms_brought
from judge.desk.context import Context
from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress
from judge.game.after import after_all
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.seats.decide import free_powers
from judge.game.seats.messages import (
    AnswerMuster,
    ApprovePlayer,
    DeclinePlayer,
    JoinGame,
    LeaveGame,
    OfferToWait,
    OpenGame,
    PlacePlayer,
    PlayerInvited,
    SeatAsked,
    StandbyAdded,
    StartGame,
    WishesChanged,
)
from judge.game.settings import Address, GameName
from judge.game.state import Game
from judge.mail.addresses import game_name
from judge.mail.meanings import Join, Open, Setting, SignOn
from judge.mail.seating import Begin, GivePower, Here, Leave, LetIn, Standby
from judge.mail.vocabulary import fold
from judge.mail.words import Word
from judge.notation.several import are_orders
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Barred, Did, Fault, Opened, Unknown, Wrong, with_faults
from judge.rules.board import Power
from judge.rules.setup import opening_position

# --- a game is opened and joined


_PROPOSED = 2
"""Names that are proposed in place of one that cannot be had."""


def open_game(progress: Progress, line: str, opening: Open, context: Context) -> Progress:
    """Open the game that the letter is addressed to; with a fault in the line the game is only thought of.

    Lines below can then be checked against what it would have been.
    """
    read = settings_on_a_board(opening.settings, line, context.office.own_boards)
    by = person_settings(newcomer(progress.person, opening.language, read.settings), _own(opening.settings), line)
    named = game_name(opening.name.text) if opening.name else None
    faults = (*_name_faults(line, opening.name, context), *read.faults, *by.faults)
    command = OpenGame(named or GameName(""), read.settings, by.settings, seed=context.office.seed())
    if faults:
        events = decide(None, command, context.now)
        would_be = None if isinstance(events, Refused) else after_all(None, events)
        return replace(progress, unopened=would_be).told(line, with_faults(faults))
    brought = terms_brought(read.settings, opening.settings, by.settings.language)
    opened = Opened(preset_of(opening.settings) or "", read.settings.rulebook if brought else "", brought)
    return progress.decided(line, command, context, opened)


def _name_faults(line: str, name: Word | None, context: Context) -> Iterator[Fault]:
    """What is wrong with the name of a new game, with names that are free."""
    taken = context.games
    if name is None:
        yield Wrong.missing(Unknown.NAME, len(line), _free_names("game", taken))
    elif game_name(name.text) is None:
        yield Wrong.at(Unknown.NAME, name, _free_names(name.text, taken))
    elif name.text.lower() != context.name:
        yield Wrong.at(Unknown.OTHER_GAME, name)
    elif name.text.lower() in taken:
        yield Barred(Refused(Refusal.NAME_TAKEN), name.start, name.end, _free_names(name.text, taken))


def _free_names(wanted: str, taken: Collection[GameName]) -> tuple[GameName, ...]:
    """Names close to the one that was wanted."""
    kept = "".join(letter for letter in wanted.lower().replace("_", "-") if letter.isascii())
    stem = "".join(letter for letter in kept if letter.isalnum() or letter == "-").lstrip("-0123456789")[:20]
    stem = stem.rstrip("-") or "game"
    proposed = (game_name(name) for name in (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 4))))
    return tuple(name for name in proposed if name and name not in taken)[:_PROPOSED]


def join(progress: Progress, line: str, joining: Join, context: Context) -> Progress:
    """Take a seat in the game that the letter is addressed to."""
    game = progress.unopened or progress.game
    if game is None or joining.name is None or joining.name.text.lower() != context.name:
        return progress.told(line, replace(unknown_game(line, joining.name), hints=context.openings))
    known = game.people.get(progress.person.address)
    read = person_settings(known or newcomer(progress.person, joining.language, game.settings), joining.settings, line)
    person = read.settings
    wishes = read_powers(joining.powers, game.board, load_notation(person.notation))
    wrong = (_with_free(wishes, game, person),) if isinstance(wishes, Wrong) else ()
    command = JoinGame(person, () if isinstance(wishes, Wrong) else wishes, context.percent(game, person.address))
    decided = decide(game, command, context.now)
    refused = (_barred(decided, joining, game, person, context),) if isinstance(decided, Refused) else ()
    if faults := (*refused, *wrong, *read.faults):
        return progress.told(line, with_faults(faults))
    if progress.unopened or isinstance(decided, Refused):
        return progress.told(line, Did(Deed.NOT_DONE_YET))
    return progress.happened(decided).told(line, Did(_entered(decided[0]), game.name))


def _barred(refused: Refused, joining: Join, game: Game, person: Person, context: Context) -> Fault:
    """A refusal at its place, with the powers that can be had, or the games that have seats."""
    name = joining.name
    if refused.why is Refusal.GAME_FULL and name:
        return Barred(refused, name.start, name.end, context.openings)
    if refused.why not in {Refusal.POWER_TAKEN, Refusal.NOT_PLAYED} or not joining.powers:
        return refused
    first, last = joining.powers[0], joining.powers[-1]
    return Barred(refused, first.start, last.end, _free(game, person))


def _with_free(wrong: Wrong, game: Game, person: Person) -> Wrong:
    """A power that there is not: the one that may be meant, else those that can be had."""
    return wrong if wrong.hints else replace(wrong, hints=_free(game, person))


def _free(game: Game, person: Person) -> tuple[str, ...]:
    return tuple(game.board.powers[power][person.language] for power in free_powers(game))


def _entered(event: Event) -> Deed:
    match event:
        case SeatAsked():
            return Deed.SEAT_ASKED
        case WishesChanged():
            return Deed.WISHES_CHANGED
        case _:
            return Deed.JOINED


def _own(given: Sequence[Setting]) -> tuple[Setting, ...]:
    """The settings of an opening that are its writer's, too; what is no setting is a fault of the game's settings."""
    return tuple(setting for setting in given if setting.name not in {"reminder", None})


def unknown_game(line: str, word: Word | None) -> Wrong:
    """There is no such game, or the letter is not addressed to it."""
    return Wrong.at(Unknown.GAME, word or Word("", len(line)))


# --- the first line of letters to older judges


def sign_on(progress: InGame, line: str, signed: SignOn, context: Context) -> Progress:
    """Take ``?rome`` for JOIN; of ``frome`` say that the address is enough, and refuse a power of somebody else."""
    game, name = progress.game, signed.name
    if name is None or not name.text.lower().endswith(game.name):
        return progress.told(line, unknown_game(line, name))
    if signed.joins and progress.person.address not in game.players:
        seat = Word(name.text[1:], name.start + 1)
        return join(progress, line, Join(signed.language, seat, (), ()), context)
    power = _power(name.text[: -len(game.name)], game)
    own = game.powers_of(progress.person.address)
    if power and power not in own:
        return replace(progress, under=power).told(line, Refused(Refusal.NOT_YOUR_POWER, power=power))
    return progress.told(line, Did(Deed.SIGNED_ON, game.name))


def _power(letter: str, game: Game) -> Power | None:
    """The power that the letter in front of the name of a game stands for; M and O stood for no power."""
    if len(letter) != 1 or not letter.isalpha():
        return None
    names = ((power, fold(name["en"])) for power, name in game.board.powers.items())
    return next((power for power, name in names if name.startswith(fold(letter))), None)


# --- who waits, leaves, is there


MOST_LET_IN = 20
"""Addresses of one line; each has an answer of its own, which shows the line."""


def answer_muster(progress: Progress, line: str, _: Here, context: Context) -> Progress:
    """Answer the muster."""
    return progress.decided(line, AnswerMuster(progress.person.address), context, Did(Deed.IS_HERE))


def start_game(progress: Progress, line: str, _: Begin, context: Context) -> Progress:
    """Begin the game."""
    return progress.decided(line, StartGame(progress.person.address), context, Did(Deed.BEGUN))


def answered_by_order(progress: InGame, line: str, context: Context) -> InGame | None:
    """An order is an answer to the muster, though it is for nobody yet; None of any other line."""
    game, by = progress.game, progress.person.address
    if not is_mustered(game, by):
        return None
    if not are_orders(line, opening_position(game.board), game.board, None, *notations_of(progress.person, game.board)):
        return None
    return progress.decided(line, AnswerMuster(by), context, Did(Deed.HERE_BY_ORDER))


def is_mustered(game: Game | None, by: Address) -> bool:
    """Whether a muster waits for the answer of this person."""
    return game is not None and game.muster is not None and by in game.muster.waited_for


def wait_for_seat(progress: InGame, line: str, standby: Standby, context: Context) -> Progress:
    """Wait for a seat in the game that the letter is addressed to."""
    game, name = progress.game, standby.name
    if name and name.text.lower() != context.name:
        return progress.told(line, unknown_game(line, name))
    known = game.people.get(progress.person.address)
    person = known or newcomer(progress.person, standby.language, game.settings)
    decided = decide(game, OfferToWait(person, context.percent(game, person.address)), context.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    is_added = any(isinstance(event, StandbyAdded) for event in decided)
    return progress.happened(decided).told(line, Did(Deed.WAITING if is_added else Deed.SEAT_ASKED))


def leave_seat(progress: InGame, line: str, leave: Leave, context: Context) -> Progress:
    """Give a seat back, or wait for one no more."""
    game, by, name = progress.game, progress.person.address, leave.name
    if name and name.text.lower() != context.name:
        return progress.told(line, unknown_game(line, name))
    if game.powers_of(by):
        return progress.decided(line, LeaveGame(by), context, Did(Deed.LEAVING))
    deed = Deed.SEAT_GIVEN_BACK if by in game.wishes else Deed.WAITS_NO_MORE
    return progress.decided(line, LeaveGame(by), context, Did(deed))


def let_in(progress: Progress, line: str, let: LetIn, context: Context) -> Progress:
    """Let people in, or keep them out; each address is a matter of its own."""
    for word in let.who[:MOST_LET_IN]:
        who = read_address(word)
        if isinstance(who, Wrong):
            progress = progress.told(line, who)
            continue
        by = progress.person.address
        command = ApprovePlayer(by, who) if let.is_let else DeclinePlayer(by, who)
        decided = decide(progress.game, command, context.now)
        if isinstance(decided, Refused):
            progress = progress.told(line, decided)
            continue
        invited = any(isinstance(event, PlayerInvited) for event in decided)
        deed = Deed.TURNED_AWAY if not let.is_let else Deed.INVITED if invited else Deed.LET_IN
        progress = progress.happened(decided).told(line, Did(deed, who))
    return progress.told(line, Did(Deed.TOO_MANY_NAMED, str(MOST_LET_IN))) if let.who[MOST_LET_IN:] else progress


def place_player(progress: InGame, line: str, given: GivePower, context: Context) -> Progress:
    """Give somebody a power by hand."""
    game, who = progress.game, read_address(given.who)
    if isinstance(who, Wrong):
        return progress.told(line, who)
    powers = read_powers(given.power, game.board, load_notation(progress.person.notation))
    if isinstance(powers, Wrong):
        return progress.told(line, powers)
    if not powers:
        return progress.told(line, Wrong.missing(Unknown.POWER, len(line)))
    command = PlacePlayer(progress.person.address, who, powers[0])
    return progress.decided(line, command, context, Did(Deed.POWER_PLACED, who))
