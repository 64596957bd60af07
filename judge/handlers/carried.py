"""What of a letter is its writer's own, where it carries a letter of ours."""

from judge.handlers.services import Services
from judge.mail.carried_letters import without_carried
from judge.mail.letter import Letter

_MOST_REFERENCES = 3
"""Letters of ours that one letter may reply to; the last is the one that was answered."""


def written_anew(services: Services, letter: Letter) -> Letter | None:
    """Return a letter without what it carries of ours; None for one that holds nothing else, as a machine sends back.

    Ours is known by its Message-ID, else it is the last that was written to whoever writes.
    """
    referred = (*letter.references, letter.message_id)[-_MOST_REFERENCES:]
    sent = services.store.sent_under([one for one in referred if one.endswith(f"@{services.host}>")])
    written = without_carried(letter, sent or services.store.last_to(letter.sender or ""))
    is_empty = not (written.text.strip() or written.below or written.struck or written.attachments)
    return None if written is not letter and is_empty else written
