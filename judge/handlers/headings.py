"""Handle lines that say what those below are for: headings above orders, the subject among them, and SIGNON."""

import re
from dataclasses import replace

from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.letter_context import own_subject
from judge.handlers.names import notations_of
from judge.handlers.seats import handle_join_game, unknown_game
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.read import Heading, has_quote_mark, read_heading
from judge.reports.line_answers import Done
from judge.reports.outcomes import Outcome
from judge.requests.names import NamedPhase, PhaseHint, hint_in, in_century, phase_in
from judge.requests.read_lines import announces_earlier_orders, announces_new_orders
from judge.requests.requests import JoinGameRequest, SignOnRequest
from judge.requests.vocabulary import Word, fold_case
from judge.rules.board import Power
from judge.rules.position import Phase, Season

_COLON = re.compile(r"(:)(?!\d)")
_EARLIER_ORDERS = Refused(Refusal.RECALLED)


def handle_heading(session: GameSession, line: str, heading: Heading) -> GameSession:
    """Take a heading: it may name the phase of the lines below, and the power they are for.

    A power that is not the writer's is refused.
    """
    game = session.game
    session = _with_phase_of(
        replace(session, orders_refused=None) if is_below_earlier_orders(session) else session, line
    )
    if session.orders_refused and session.orders_refused.why is Refusal.HEADING_UNCLEAR:
        unclear, unread = session.orders_refused, Refused(Refusal.PHASE_UNREAD)
        return replace(session, orders_refused=unread).told(line, unclear)
    if heading.power is None:
        return session.told(line, Done(Outcome.ORDERS_HEADING))
    if heading.power in game.powers_of(session.person.address):
        return replace(session, under=None, heading=heading.power).told(line, Done(Outcome.ORDERS_HEADING))
    refused = Refused(Refusal.NOT_YOUR_POWER, power=heading.power)
    return replace(session, under=heading.power, heading=None).told(line, refused)


def begin_earlier_orders(session: GameSession, line: str) -> GameSession | None:
    """Refuse the orders below a line that says that they are earlier ones; None for any other line."""
    if not session.game.open_position or not announces_earlier_orders(line):
        return None
    return replace(session, orders_refused=_EARLIER_ORDERS).told(line, Done(Outcome.PLAIN_WORDS))


def split_title(session: GameSession, line: str) -> tuple[str, ...]:
    """Split a line into the title it begins with and the orders behind it; else return the whole line.

    A title names a phase, or says that earlier orders follow: ``Mes ordres pour le printemps 1901 : A PAR - BUR``. The
    name of a power alone stays with its order.
    """
    title, colon, *behind = _COLON.split(line, maxsplit=1) if _COLON.search(line) else (line, "")
    orders = "".join(behind)
    game = session.view
    position = game.open_position
    if position is None or not colon or not orders.strip() or has_quote_mark(line):
        return (line,)
    heading = read_heading(title, game.board, *notations_of(session.person, game.board))
    tells = heading is not None and hint_in(title, position.phase) != PhaseHint()
    return (
        (f"{title.rstrip()}{colon}", orders.strip())
        if tells or announces_earlier_orders(f"{title}{colon}")
        else (line,)
    )


def is_below_earlier_orders(session: Session) -> bool:
    """Return whether the lines below are announced as earlier orders."""
    return session.orders_refused == _EARLIER_ORDERS


def end_earlier_orders(session: GameSession, line: str) -> GameSession:
    """Let orders be followed again below a title, or a line that says that new orders follow."""
    return (
        replace(session, orders_refused=None)
        if is_below_earlier_orders(session) and announces_new_orders(line)
        else session
    )


def handle_announcement(session: GameSession, line: str) -> GameSession | None:
    """Take a sentence that announces lines for another phase, such as ``Autumn moves, in case I forget:``.

    None where it announces none, or names no other phase.
    """
    position = session.game.open_position
    if position is None or not line.rstrip().endswith(":") or has_quote_mark(line):
        return None
    hint = hint_in(line, position.phase)
    if hint.season is None and hint.kind is None:
        return None  # a date, as those have that say who wrote when
    below = _with_phase_of(session, line)
    if below == session:
        return None
    if below.orders_refused and below.orders_refused.why is Refusal.HEADING_UNCLEAR:
        return replace(below, orders_refused=Refused(Refusal.PHASE_UNREAD)).told(line, below.orders_refused)
    return below.told(line, Done(Outcome.ORDERS_HEADING))


def with_subject(start: Session, subject: str) -> Session:
    """Take the subject that the writer has chosen as a heading above the whole letter.

    It counts where it is a title that names another phase than the open one.
    """
    session = start.in_game
    if session is None:
        return start
    game = session.view
    position, title = game.open_position, own_subject(subject, game.name)
    if position is None or not title or not game.powers_of(session.person.address):
        return session
    if read_heading(title, game.board, *notations_of(session.person, game.board)) is None:
        return session
    below = _with_phase_of(session, title)
    if below.orders_refused:
        return replace(below, orders_refused=Refused(Refusal.PHASE_UNREAD)).told(title, below.orders_refused)
    return below.told(title, Done(Outcome.SUBJECT_HEADING)) if below.phase not in {None, position.phase} else session


def _with_phase_of(session: GameSession, line: str) -> GameSession:
    """Return the session in the phase that a heading names.

    Orders below are refused where what it says of a phase fits none that is known.
    """
    position = session.game.open_position
    if position is None:
        return session
    present = session.phase or position.phase
    named, hint = _phase_named(line, position.phase), hint_in(line, position.phase)
    if named and not _may_mean(named, present):
        meant = position.phase if _may_mean(named, position.phase) else named.phase
        return replace(session, phase=meant, orders_refused=_refusal_after_phase(session))
    if named or (hint != PhaseHint() and hint.fits(present)):
        return replace(session, orders_refused=_refusal_after_phase(session))
    unclear = Refused(Refusal.HEADING_UNCLEAR, phase=position.phase)
    return session if hint.fits(present) else replace(session, orders_refused=unclear)


def _phase_named(line: str, present: Phase) -> NamedPhase | None:
    named = phase_in(line)
    return replace(named, phase=in_century(named.phase, present)) if named else None


def _refusal_after_phase(session: Session) -> Refused | None:
    """Return why orders are still refused below a phase that can be read.

    A refusal because of an unreadable phase ends there.
    """
    orders_refused = session.orders_refused
    return None if orders_refused and orders_refused.why is Refusal.PHASE_UNREAD else orders_refused


def _may_mean(named: NamedPhase, phase: Phase) -> bool:
    """Return whether a heading may mean a phase.

    A season alone means any phase of it; autumn also the winter after it.
    """
    if named.is_exact:
        return named.phase == phase
    season = Season.FALL if phase.season is Season.WINTER else phase.season
    return (named.phase.year, named.phase.season) == (phase.year, season)


def handle_sign_on(session: GameSession, line: str, signed: SignOnRequest, context: LineContext) -> Session:
    """Take ``?rome`` as JOIN; of ``frome`` say that the address is enough.

    A power of somebody else's is refused. A password is never asked for.
    """
    game, name = session.game, signed.name
    if name is None or not name.text.lower().endswith(game.name):
        return session.told(line, unknown_game(line, name))
    if signed.joins and session.person.address not in game.players:
        seat = Word(name.text[1:], name.start + 1)
        return handle_join_game(session, line, JoinGameRequest(signed.language, seat, (), ()), context)
    power = _power(name.text[: -len(game.name)], game)
    own = game.powers_of(session.person.address)
    if power and power not in own:
        return replace(session, under=power).told(line, Refused(Refusal.NOT_YOUR_POWER, power=power))
    return session.told(line, Done(Outcome.SIGNED_ON, game.name))


def _power(letter: str, game: Game) -> Power | None:
    """The power that the letter in front of the name of a game stands for; M and O stood for no power."""
    if len(letter) != 1 or not letter.isalpha():
        return None
    names = ((power, fold_case(name["en"])) for power, name in game.board.powers.items())
    return next((power for power, name in names if name.startswith(fold_case(letter))), None)
