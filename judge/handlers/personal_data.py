"""What the judge keeps of whoever writes to it: told."""

from judge.handlers.registry import handles
from judge.handlers.session import LineContext, Session
from judge.reports.layout import no_wrap
from judge.reports.line_answers import TextAnswer
from judge.reports.personal_data import NoticeFacts, write_legal_notice
from judge.requests.asked import NoticeRequest


@handles()
def handle_notice(session: Session, line: str, _: NoticeRequest, context: LineContext) -> Session:
    """Answer with who runs this judge, what it keeps and how long: the same for everybody."""
    config = context.services.config
    own, kept = config.judge, config.retention
    facts = NoticeFacts(
        own.name,
        no_wrap(own.address),
        own.run_by,
        bool(own.operator),
        config.strangers.kept_days,
        kept.letters_days,
        kept.answers_days,
        kept.envelopes_days,
    )
    return session.told(line, TextAnswer(write_legal_notice(facts, session.person.language)))
