"""Lines about seats of a game under way: what they mean, and which are prose that happens to begin so."""

import pytest

from judge.mail.meanings import MaybeOrder, Meaning
from judge.mail.succession import AskRecord, ComeBack, DeclineSeat, GiveUp, NameSuccessor, TakeSeat, Unseat
from judge.mail.verbs import read_lines
from judge.mail.words import Word


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("TAKEOVER", TakeSeat("en", ())),
        ("TAKEOVER rome ITALY", TakeSeat("en", (Word("rome", 9), Word("ITALY", 14)))),
        ("Take over Italy", TakeSeat("en", (Word("Italy", 10),))),
        ("remplacer", TakeSeat("fr", ())),
        ("DECLINE", DeclineSeat()),
        ("Décliner.", DeclineSeat()),
        ("RETURN", ComeBack()),
        ("retour", ComeBack()),
        ("RESIGN", GiveUp(None, at_once=False)),
        ("RESIGN rome", GiveUp(Word("rome", 7), at_once=False)),
        ("RESIGN from rome now", GiveUp(Word("rome", 12), at_once=True)),
        ("DÉMISSIONNER de rome maintenant", GiveUp(Word("rome", 16), at_once=True)),
        ("EJECT ITALY", Unseat((Word("ITALY", 6),))),
        (
            "REPLACE Italy by sofia@example.net",
            NameSuccessor("en", (Word("Italy", 8),), Word("sofia@example.net", 17)),
        ),
        (
            "DÉSIGNER Italie sofia@example.net",
            NameSuccessor("fr", (Word("Italie", 9),), Word("sofia@example.net", 16)),
        ),
        ("RECORD", AskRecord("en", None)),
        ("FIABILITÉ rome", AskRecord("fr", Word("rome", 10))),
    ],
    ids=str,
)
def test_a_line_about_a_seat_is_read(line: str, meaning: Meaning) -> None:
    (read,) = read_lines(line)
    assert read.meaning == meaning


@pytest.mark.parametrize(
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
    assert read.meaning == MaybeOrder()
