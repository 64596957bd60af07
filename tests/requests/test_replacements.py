"""Lines about seats of a game under way: what they mean, and which are prose that happens to begin so."""

from judge.requests.read_lines import read_lines
from judge.requests.seats import (
    DeclineSeatRequest,
    EjectPlayerRequest,
    RecordRequest,
    ReplacePlayerRequest,
    ResignRequest,
    ReturnToSeatRequest,
    TakeSeatRequest,
)
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import Word
from tests.shared.each_case import each_case


@each_case(
    ("line", "meaning"),
    [
        ("TAKEOVER", TakeSeatRequest("en", ())),
        ("TAKEOVER rome ITALY", TakeSeatRequest("en", (Word("rome", 9), Word("ITALY", 14)))),
        ("Take over Italy", TakeSeatRequest("en", (Word("Italy", 10),))),
        ("remplacer", TakeSeatRequest("fr", ())),
        ("DECLINE", DeclineSeatRequest()),
        ("Décliner.", DeclineSeatRequest()),
        ("RETURN", ReturnToSeatRequest()),
        ("retour", ReturnToSeatRequest()),
        ("RESIGN", ResignRequest(None, at_once=False)),
        ("RESIGN rome", ResignRequest(Word("rome", 7), at_once=False)),
        ("RESIGN from rome now", ResignRequest(Word("rome", 12), at_once=True)),
        ("DÉMISSIONNER de rome maintenant", ResignRequest(Word("rome", 16), at_once=True)),
        ("EJECT ITALY", EjectPlayerRequest((Word("ITALY", 6),))),
        (
            "REPLACE Italy by sofia@example.net",
            ReplacePlayerRequest("en", (Word("Italy", 8),), Word("sofia@example.net", 17)),
        ),
        (
            "DÉSIGNER Italie sofia@example.net",
            ReplacePlayerRequest("fr", (Word("Italie", 9),), Word("sofia@example.net", 16)),
        ),
        ("RECORD", RecordRequest("en", None)),
        ("FIABILITÉ rome", RecordRequest("fr", Word("rome", 10))),
    ],
    ids=str,
)
def test_a_line_about_a_seat_is_read(line: str, meaning: object) -> None:
    (read,) = read_lines(line)
    assert read.request == meaning


@each_case(
    "line",
    [
        "Return of the prodigal son, my friends",
        "Resign yourself to it: Vienna falls in autumn",
        "Decline to comment",
        "Record heat here in Ankara this week",
        "Replace the fleet in London by an army and we talk",
    ],
)
def test_prose_that_begins_with_such_a_word_changes_nothing(line: str) -> None:
    (read,) = read_lines(line)
    assert read.request == PossibleOrder()
