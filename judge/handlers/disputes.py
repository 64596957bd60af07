"""Handle DISPUTE: why an order came out as it did, told to a master who does not play, too, to decide."""

from judge.game.deadlines.messages import HoldForDispute
from judge.game.decide import decide
from judge.game.press.messages import SendPress
from judge.game.refusals import Refused
from judge.handlers.order_questions import answer_why
from judge.handlers.questions import closed_phases_as_known
from judge.handlers.registry import handles_in_game, no_player
from judge.handlers.session import GameSession, LineContext, Session
from judge.mail.identity import redact_addresses
from judge.reports.line_answers import Outcome, TextAnswer
from judge.reports.why import dispute_answer, dispute_letter
from judge.requests.questions import DisputeRequest


@handles_in_game(no_player, Outcome.TOO_MUCH_PRESS)
def handle_dispute(session: GameSession, line: str, dispute: DisputeRequest, context: LineContext) -> Session:
    """Answer as WHY does, send line and answer to a master who does not play, and say who decides."""
    game, reader = session.view, session.person
    closed = closed_phases_as_known(game, reader, context.services)
    answer = answer_why(game, closed, dispute.asked, reader)
    if not isinstance(answer, TextAnswer):
        return session.told(line, answer)
    language = reader.language
    if session.game.powers_of(session.game.master):
        return session.told(line, TextAnswer(dispute_answer(answer.text, language, is_carried=False)))
    if session.game.master == reader.address:
        return session.told(line, answer)
    letter = dispute_letter(redact_addresses(line, context.own_address, reader.token), answer.text, language)
    decided = decide(session.game, SendPress(reader.address, (), letter, to_master=True), context.now)
    if isinstance(decided, Refused):
        return session.told(line, answer).told(line, decided)
    carried = TextAnswer(dispute_answer(answer.text, language, is_carried=True))
    return _with_time_to_decide(session.happened(decided).told(line, carried), context)


def _with_time_to_decide(session: GameSession, context: LineContext) -> Session:
    """Keep the open phase open, where the settings give time for it; a game that is over has none."""
    held = decide(session.game, HoldForDispute(session.person.address), context.now)
    return session if isinstance(held, Refused) else session.happened(held)
