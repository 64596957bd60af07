"""Whether a letter was sent by a machine: such letters are kept, never followed, never answered (RFC 3834)."""

from judge.mail.clients import load_clients
from judge.mail.headers import Headers
from judge.mail.parts import media_type

_MOST_RELAYS = 30
_BULK = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_TELLING = (
    "list-id",
    "list-post",
    "list-unsubscribe",
    "x-autoreply",
    "x-autorespond",
    "x-loop",
    "x-failed-recipients",
)


def why_robot(headers: Headers, sender: str | None, subject: str) -> str | None:
    """What gives a machine away, as a header or a header with its value; None for a letter by a person.

    X-Auto-Response-Suppress alone gives nobody away: Exchange sets it on letters people wrote.
    """
    submitted = headers.first("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    if submitted not in {"", "no"}:
        return f"Auto-Submitted: {submitted}"
    precedence = headers.first("precedence").lower()
    if precedence in _BULK:
        return f"Precedence: {precedence}"
    telling = next((name for name in _TELLING if headers.has(name)), None)
    if telling:
        return telling
    if headers.first("return-path") == "<>":
        return "Return-Path: <>"
    if media_type(headers) == "multipart/report":
        return "multipart/report"
    if len(headers.all("received")) > _MOST_RELAYS:
        return "too many Received"
    return _by_words(sender, subject)


def _by_words(sender: str | None, subject: str) -> str | None:
    clients = load_clients()
    local = (sender or "").partition("@")[0].partition("+")[0]
    if local in clients.robot_senders:
        return f"From: {local}"
    start = next((words for words in clients.robot_subjects if subject.lower().startswith(words)), None)
    return f"Subject: {start}" if start else None
