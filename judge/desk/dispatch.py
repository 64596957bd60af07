"""The table of what letters can ask for: for each meaning of a line what carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from judge.desk import keep, keep_time, mastery, order_lines, questions, seats, succeed
from judge.desk.asked import read_address
from judge.desk.context import Context
from judge.desk.gazette import take_gazette
from judge.desk.handler import Handler, Without, in_game
from judge.desk.mastery import amend
from judge.desk.people import change_settings, reissue
from judge.desk.prefer import prefer
from judge.desk.press import send_press, watch, write_diary
from judge.desk.progress import Progress
from judge.desk.resend import resend
from judge.desk.seats import sign_on, unknown_game
from judge.desk.share import ask_strategist, share_seat
from judge.desk.vote import unvote, vote
from judge.desk.what_ifs import suppose
from judge.game.refusals import Refusal, Refused
from judge.mail.ballots import Unvote, Vote
from judge.mail.blocks import If
from judge.mail.leagues import AskPlayer, AskStandings, Gazette
from judge.mail.meanings import (
    Ask,
    Beyond,
    Clear,
    Help,
    Join,
    Line,
    MaybeOrder,
    NamePhase,
    Near,
    Open,
    Prefer,
    Ready,
    Recall,
    Reissue,
    Resend,
    Set,
    SignOn,
    Stop,
    WhatIf,
    Why,
)
from judge.mail.of_master import Amend, BreakOff, ForceClose, Foretell, GoBack, HandOver, Look
from judge.mail.of_war import OfWar
from judge.mail.pressing import DiaryText, PressText, WatchGame
from judge.mail.seating import Begin, GivePower, Here, Leave, LetIn, Standby
from judge.mail.succession import (
    AskRecord,
    ComeBack,
    DeclineSeat,
    GiveUp,
    NamePartner,
    NameSuccessor,
    Share,
    TakeSeat,
    Unseat,
)
from judge.mail.timing import Extend, HoldOn, NotAway, StandStill, TellAway
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Unknown, Wrong

T = TypeVar("T")


@dataclass(frozen=True)
class Entry:
    """How lines of one meaning are carried out.

    ``ration`` is what is said of such lines beyond the most that one letter may have, None where there is no most.
    ``is_read_below_old_words`` when they are carried out, or refused in their own way, below words that say that the
    next lines were written before.
    """

    handle: Handler[Any]
    ration: Deed | None = None
    is_read_below_old_words: bool = False


def on(
    meaning: type[T], handle: Handler[T], ration: Deed | None = None, *, below_old_words: bool = False
) -> tuple[type, Entry]:
    """A row of the table; the handler must take that meaning."""
    return meaning, Entry(handle, ration, below_old_words or ration is not None)


def handle(progress: Progress, line: Line, context: Context) -> Progress:
    """Carry out one line."""
    return HANDLERS[type(line.meaning)].handle(progress, line.text, line.meaning, context)


# --- what is answered where there is no game


def _refused(why: Refusal) -> Without[object]:
    return lambda *_: Refused(why)


def _not_there(*_: object) -> Answer:
    return Wrong(Unknown.GAME)


def _not_there_at_end(_: Progress, line: str, __: object, ___: Context) -> Answer:
    return unknown_game(line, None)


def _not_there_by_name(
    _: Progress, line: str, asked: SignOn | Standby | Leave | WatchGame | GiveUp, __: Context
) -> Answer:
    return unknown_game(line, asked.name)


def _no_seat_to_take(_: Progress, line: str, asked: TakeSeat, __: Context) -> Answer:
    return unknown_game(line, asked.words[0] if asked.words else None)


def _no_seat_to_share(_: Progress, __: str, asked: NamePartner, ___: Context) -> Answer:
    address = read_address(asked.who)
    return address if isinstance(address, Wrong) else Refused(Refusal.NOT_A_PLAYER)


def _no_seat_to_give(_: Progress, __: str, asked: NameSuccessor, ___: Context) -> Answer:
    address = read_address(asked.who)
    return address if isinstance(address, Wrong) else Refused(Refusal.NOT_THE_MASTER)


_NO_PLAYER = _refused(Refusal.NOT_A_PLAYER)
_NO_MASTER = _refused(Refusal.NOT_THE_MASTER)
_NOT_STARTED = _refused(Refusal.NOT_STARTED)

HANDLERS: Mapping[type, Entry] = dict(
    (
        on(Open, seats.open_game),
        on(Join, seats.join),
        on(SignOn, in_game(sign_on, _not_there_by_name)),
        on(Standby, in_game(seats.wait_for_seat, _not_there_by_name)),
        on(Leave, in_game(seats.leave_seat, _not_there_by_name)),
        on(Here, order_lines.be_here),
        on(LetIn, seats.let_in),
        on(GivePower, in_game(seats.place_player, _NO_MASTER)),
        on(Begin, seats.start_game),
        on(TakeSeat, in_game(succeed.take_over, _no_seat_to_take)),
        on(DeclineSeat, in_game(succeed.decline_seat, _NO_PLAYER)),
        on(ComeBack, in_game(succeed.come_back, _NO_PLAYER)),
        on(GiveUp, in_game(succeed.resign, _not_there_by_name)),
        on(Unseat, in_game(succeed.eject, _NO_MASTER)),
        on(NameSuccessor, in_game(succeed.replace_player, _no_seat_to_give)),
        on(NamePartner, in_game(ask_strategist, _no_seat_to_share)),
        on(Share, in_game(share_seat, _NO_PLAYER)),
        on(PressText, in_game(send_press, _NOT_STARTED), Deed.NOT_SENT),
        on(DiaryText, in_game(write_diary, _NOT_STARTED)),
        on(WatchGame, in_game(watch, _not_there_by_name)),
        on(Ask, questions.tell_state, Deed.NOT_ANSWERED),
        on(Recall, in_game(questions.tell_past, questions.no_game), Deed.NOT_ANSWERED),
        on(Why, in_game(questions.tell_why, questions.no_game), Deed.NOT_ANSWERED),
        on(Help, questions.tell_help, Deed.NOT_ANSWERED),
        on(AskRecord, questions.tell_record, Deed.NOT_ANSWERED),
        on(AskPlayer, questions.tell_player, Deed.NOT_ANSWERED),
        on(AskStandings, questions.tell_standings, Deed.NOT_ANSWERED),
        on(Gazette, take_gazette),
        on(WhatIf, in_game(suppose, _not_there)),
        on(Resend, in_game(resend, _NO_PLAYER)),
        on(Reissue, reissue),
        on(Clear, in_game(keep.take_back, _NO_PLAYER)),
        on(Ready, keep.mean_orders),
        on(Set, change_settings),
        on(Prefer, in_game(prefer, _NO_PLAYER)),
        on(NamePhase, order_lines.name_phase, below_old_words=True),
        on(If, in_game(keep.keep_block, _NOT_STARTED), below_old_words=True),
        on(TellAway, keep_time.tell_absence),
        on(NotAway, keep_time.cancel_absence),
        on(Extend, keep_time.move_deadline),
        on(StandStill, keep_time.pause),
        on(HoldOn, keep_time.hold_close),
        on(Vote, in_game(vote, _not_there_at_end)),
        on(Unvote, in_game(unvote, _not_there_at_end)),
        on(ForceClose, in_game(mastery.close, _not_there)),
        on(GoBack, in_game(mastery.roll_back, _not_there)),
        on(Amend, in_game(amend, _not_there)),
        on(HandOver, in_game(mastery.hand_over, _not_there)),
        on(BreakOff, in_game(mastery.terminate, _not_there)),
        on(Look, in_game(mastery.show_report, _not_there)),
        on(Foretell, in_game(mastery.predict, _not_there)),
        on(OfWar, order_lines.decide_war, below_old_words=True),
        on(Near, order_lines.propose, below_old_words=True),
        on(Stop, order_lines.stop, below_old_words=True),
        on(Beyond, order_lines.tell_beyond, below_old_words=True),
        on(MaybeOrder, order_lines.take_line, below_old_words=True),
    )
)
"""Every meaning that a line can have."""
