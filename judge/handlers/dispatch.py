"""The table of requests: for each request that a line can make, the handler that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from judge.game.refusals import Refusal, Refused
from judge.handlers import deadlines, mastery, orders, people, plans, questions, seats
from judge.handlers.arguments import read_address
from judge.handlers.headings import handle_sign_on
from judge.handlers.mastery import handle_correct_position
from judge.handlers.people import handle_change_settings, handle_renew_token
from judge.handlers.plans import handle_wishes
from judge.handlers.practice import handle_practice, handle_tutorial
from judge.handlers.press import handle_press_reply, handle_send_press, handle_watch, handle_write_diary
from judge.handlers.proofs import handle_prove
from judge.handlers.questions import handle_archive, handle_export, handle_resend
from judge.handlers.seats import handle_ask_strategist, handle_share_seat, unknown_game
from judge.handlers.session import AnswerWithoutGame, Handler, LineContext, Session, with_game
from judge.handlers.votes import handle_cast_vote, handle_withdraw_votes
from judge.handlers.what_ifs import handle_what_if
from judge.handlers.wishes import handle_suggestion
from judge.reports.line_answers import InvalidCommand, LineAnswer, Outcome, Unknown
from judge.requests.asked import (
    ArchiveRequest,
    ExportRequest,
    LetterToEditorRequest,
    PlayerRequest,
    ProveRequest,
    StandingsRequest,
    SubscriptionRequest,
    WithdrawLettersRequest,
)
from judge.requests.conditions import ConditionalOrdersRequest
from judge.requests.deadlines import (
    CancelAbsenceRequest,
    HoldCloseRequest,
    MoveDeadlineRequest,
    PauseGameRequest,
    TellAbsenceRequest,
)
from judge.requests.mastery import (
    CorrectPositionRequest,
    ForceCloseRequest,
    OfferGameRequest,
    OverviewRequest,
    PredictRequest,
    RollBackRequest,
    TerminateRequest,
)
from judge.requests.press import ReplyToPressRequest, SendPressRequest, WatchRequest, WriteDiaryRequest
from judge.requests.replacements import (
    AskStrategistRequest,
    DeclineSeatRequest,
    EjectPlayerRequest,
    RecordRequest,
    ReplacePlayerRequest,
    ResignRequest,
    ReturnToSeatRequest,
    ShareSeatRequest,
    TakeSeatRequest,
)
from judge.requests.requests import (
    ChangeSettingsRequest,
    ChangeTokenRequest,
    GameInfoRequest,
    HelpRequest,
    HistoryRequest,
    JoinGameRequest,
    KeepWishRequest,
    Line,
    MeanOrdersRequest,
    OpenGameRequest,
    PhaseHeading,
    PossibleOrder,
    PracticeRequest,
    QuestionRequest,
    ResendRequest,
    SignOnRequest,
    StopReading,
    SuggestedCommand,
    TutorialRequest,
    UnreadRest,
    WhatIfRequest,
    WhyRequest,
    WithdrawOrdersRequest,
)
from judge.requests.seats import (
    AddStandbyRequest,
    AnswerMusterRequest,
    ApprovePlayerRequest,
    LeaveGameRequest,
    PlacePlayerRequest,
    StartGameRequest,
)
from judge.requests.votes import CastVoteRequest, WithdrawVotesRequest
from judge.requests.war import WarRequest

T = TypeVar("T")


@dataclass(frozen=True)
class HandlerEntry:
    """How lines with one kind of request are carried out.

    ``quota`` is the outcome told of such lines beyond the most that one letter may have, None where there is no most.
    ``is_read_when_held`` when they are carried out, or answered in their own way, below a line that holds orders.
    """

    handle: Handler[Any]
    quota: Outcome | None = None
    is_read_when_held: bool = False


def _table_row(
    request: type[T], handle: Handler[T], quota: Outcome | None = None, *, when_held: bool = False
) -> tuple[type, HandlerEntry]:
    """Return a row of the table; the handler must take that kind of request."""
    return request, HandlerEntry(handle, quota, when_held or quota is not None)


def handle_line(session: Session, line: Line, context: LineContext) -> Session:
    """Carry out one line. A question about a hidden game is answered to nobody but those who have a part in it."""
    game, handle = session.game, HANDLERS[type(line.request)].handle
    is_asked = game is not None and game.settings.access.hidden and isinstance(line.request, QuestionRequest)
    if is_asked and game and session.person.address not in {*game.correspondents, *game.address_book.invited}:
        without = Session(**{**vars(session), "game": None})
        return replace(handle(without, line.text, line.request, context), game=game)
    return handle(session, line.text, line.request, context)


# --- what is answered where there is no game


def _refused(why: Refusal) -> AnswerWithoutGame[object]:
    return lambda *_: Refused(why)


def _unknown_game(*_: object) -> LineAnswer:
    return InvalidCommand(Unknown.GAME)


def _unknown_game_at_end(_: Session, line: str, __: object, ___: LineContext) -> LineAnswer:
    return unknown_game(line, None)


def _unknown_game_by_name(
    _: Session,
    line: str,
    asked: SignOnRequest | AddStandbyRequest | LeaveGameRequest | WatchRequest | ResignRequest,
    __: LineContext,
) -> LineAnswer:
    return unknown_game(line, asked.name)


def _no_seat_to_take(_: Session, line: str, asked: TakeSeatRequest, __: LineContext) -> LineAnswer:
    return unknown_game(line, asked.words[0] if asked.words else None)


def _no_seat_to_share(_: Session, __: str, asked: AskStrategistRequest, ___: LineContext) -> LineAnswer:
    address = read_address(asked.who)
    return address if isinstance(address, InvalidCommand) else Refused(Refusal.NOT_A_PLAYER)


def _no_seat_to_give(_: Session, __: str, asked: ReplacePlayerRequest, ___: LineContext) -> LineAnswer:
    address = read_address(asked.who)
    return address if isinstance(address, InvalidCommand) else Refused(Refusal.NOT_THE_MASTER)


_NO_PLAYER = _refused(Refusal.NOT_A_PLAYER)
_NO_MASTER = _refused(Refusal.NOT_THE_MASTER)
_NOT_STARTED = _refused(Refusal.NOT_STARTED)

HANDLERS: Mapping[type, HandlerEntry] = dict(
    (
        _table_row(OpenGameRequest, seats.handle_open_game),
        _table_row(PracticeRequest, handle_practice),
        _table_row(TutorialRequest, handle_tutorial),
        _table_row(JoinGameRequest, seats.handle_join_game),
        _table_row(SignOnRequest, with_game(handle_sign_on, _unknown_game_by_name)),
        _table_row(AddStandbyRequest, with_game(seats.handle_offer_to_wait, _unknown_game_by_name)),
        _table_row(LeaveGameRequest, with_game(seats.handle_leave_game, _unknown_game_by_name)),
        _table_row(AnswerMusterRequest, orders.handle_muster_or_order),
        _table_row(ApprovePlayerRequest, seats.handle_approve_player),
        _table_row(PlacePlayerRequest, with_game(seats.handle_place_player, _NO_MASTER)),
        _table_row(StartGameRequest, seats.handle_start_game),
        _table_row(TakeSeatRequest, with_game(seats.handle_take_over, _no_seat_to_take)),
        _table_row(DeclineSeatRequest, with_game(seats.handle_decline_seat, _NO_PLAYER)),
        _table_row(ReturnToSeatRequest, with_game(seats.handle_return_to_seat, _NO_PLAYER)),
        _table_row(ResignRequest, with_game(seats.handle_resign, _unknown_game_by_name)),
        _table_row(EjectPlayerRequest, with_game(seats.handle_eject_player, _NO_MASTER)),
        _table_row(ReplacePlayerRequest, with_game(seats.handle_replace_player, _no_seat_to_give)),
        _table_row(AskStrategistRequest, with_game(handle_ask_strategist, _no_seat_to_share)),
        _table_row(ShareSeatRequest, with_game(handle_share_seat, _NO_PLAYER)),
        _table_row(SendPressRequest, with_game(handle_send_press, _NOT_STARTED), Outcome.TOO_MUCH_PRESS),
        _table_row(ReplyToPressRequest, with_game(handle_press_reply, _NOT_STARTED)),
        _table_row(WriteDiaryRequest, with_game(handle_write_diary, _NOT_STARTED)),
        _table_row(WatchRequest, with_game(handle_watch, _unknown_game_by_name)),
        _table_row(GameInfoRequest, questions.handle_game_info, Outcome.TOO_MANY_QUESTIONS),
        _table_row(
            HistoryRequest,
            with_game(questions.handle_history, questions.unknown_game_of_question),
            Outcome.TOO_MANY_QUESTIONS,
        ),
        _table_row(
            ExportRequest, with_game(handle_export, questions.unknown_game_of_question), Outcome.TOO_MANY_QUESTIONS
        ),
        _table_row(
            ArchiveRequest, with_game(handle_archive, questions.unknown_game_of_question), Outcome.TOO_MANY_QUESTIONS
        ),
        _table_row(
            WhyRequest, with_game(questions.handle_why, questions.unknown_game_of_question), Outcome.TOO_MANY_QUESTIONS
        ),
        _table_row(
            ProveRequest, with_game(handle_prove, questions.unknown_game_of_question), Outcome.TOO_MANY_QUESTIONS
        ),
        _table_row(HelpRequest, questions.handle_help, Outcome.TOO_MANY_QUESTIONS),
        _table_row(RecordRequest, questions.handle_record, Outcome.TOO_MANY_QUESTIONS),
        _table_row(PlayerRequest, questions.handle_player, Outcome.TOO_MANY_QUESTIONS),
        _table_row(StandingsRequest, questions.handle_standings, Outcome.TOO_MANY_QUESTIONS),
        _table_row(SubscriptionRequest, people.handle_subscription),
        _table_row(LetterToEditorRequest, people.handle_letter_to_editor),
        _table_row(WithdrawLettersRequest, people.handle_withdraw_letters),
        _table_row(WhatIfRequest, with_game(handle_what_if, _unknown_game)),
        _table_row(ResendRequest, with_game(handle_resend, _NO_PLAYER)),
        _table_row(ChangeTokenRequest, handle_renew_token),
        _table_row(WithdrawOrdersRequest, with_game(plans.handle_withdraw_orders, _NO_PLAYER)),
        _table_row(MeanOrdersRequest, plans.handle_mean_orders),
        _table_row(ChangeSettingsRequest, handle_change_settings),
        _table_row(KeepWishRequest, with_game(handle_wishes, _NO_PLAYER)),
        _table_row(PhaseHeading, orders.handle_phase_heading, when_held=True),
        _table_row(
            ConditionalOrdersRequest,
            with_game(plans.handle_conditional_orders, _NOT_STARTED),
            when_held=True,
        ),
        _table_row(TellAbsenceRequest, deadlines.handle_tell_absence),
        _table_row(CancelAbsenceRequest, deadlines.handle_cancel_absence),
        _table_row(MoveDeadlineRequest, deadlines.handle_move_deadline),
        _table_row(PauseGameRequest, deadlines.handle_pause_game),
        _table_row(HoldCloseRequest, deadlines.handle_hold_close),
        _table_row(CastVoteRequest, with_game(handle_cast_vote, _unknown_game_at_end)),
        _table_row(WithdrawVotesRequest, with_game(handle_withdraw_votes, _unknown_game_at_end)),
        _table_row(ForceCloseRequest, with_game(mastery.handle_close_now, _unknown_game)),
        _table_row(RollBackRequest, with_game(mastery.handle_roll_back, _unknown_game)),
        _table_row(CorrectPositionRequest, with_game(handle_correct_position, _unknown_game)),
        _table_row(OfferGameRequest, with_game(mastery.handle_offer_game, _unknown_game)),
        _table_row(TerminateRequest, with_game(mastery.handle_terminate, _unknown_game)),
        _table_row(OverviewRequest, with_game(mastery.handle_overview, _unknown_game)),
        _table_row(PredictRequest, with_game(mastery.handle_predict, _unknown_game)),
        _table_row(WarRequest, orders.handle_war_or_order, when_held=True),
        _table_row(SuggestedCommand, handle_suggestion, when_held=True),
        _table_row(StopReading, orders.handle_stop_reading, when_held=True),
        _table_row(UnreadRest, orders.handle_unread_rest, when_held=True),
        _table_row(PossibleOrder, orders.take_line, when_held=True),
    )
)
"""The entry of every kind of request."""
