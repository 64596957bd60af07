"""An anonymous game: what others receive is the same whoever plays a power, byte for byte but for secrets."""

import re
import smtplib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from pathlib import Path

from judge.game.settings import Language, Token
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, open_and_join, start_local_game
from tests.shared.keyed import GAME_FINGERPRINT
from tests.shared.seated import lay_seated_table

RUSSIA = Power("RUSSIA")
LETTERS = (
    "SET ZONE {zone}",
    "A MOS - UKR\nPRESS TO ALL\nPeace.\nENDPRESS",
    "PRESS TO ITALY, GREY\nNobody knows me.\nENDPRESS\nPRESS TO ENGLAND FROM FRANCE\nMe neither.\nENDPRESS",
    "PRESS TO ALL FAKE TO TURKEY\nFor your eyes only.\nENDPRESS\nBROADCAST GREY AFTER RESULTS\nWell done.\nENDPRESS",
    "DIARY\nI am a genius.\nENDDIARY\nSTATUS\nHISTORY PRESS\nnothing that makes sense\nVOTE DRAW\nWAIT",
)


@dataclass
class Stranger(Correspondent):
    """Somebody with a name, a mail program and a clock of their own."""

    name: str = ""
    program: str = ""
    offset: str = "+0000"

    def write(self, to: str, text: str, subject: str = "", headers: Mapping[str, str] | None = None) -> None:
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = f"{self.name} <{self.address}>", to, subject
        message["Date"] = f"{self.clock.now():%a, %d %b %Y %H:%M:%S} {self.offset}"
        message["Message-ID"] = make_msgid(domain=self.address.partition("@")[2])
        message["User-Agent"] = self.program
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        with smtplib.SMTP(*self.server, timeout=600) as line:
            line.send_message(message)


@dataclass(frozen=True)
class Guise:
    """One way to be the player of Russia."""

    name: str
    address: str
    program: str
    language: Language
    zone: str
    offset: str

    @property
    def marks(self) -> tuple[str, ...]:
        """What would give them away."""
        return self.name, self.address, self.address.partition("@")[0], self.program, self.zone


ROMAN = Guise("Roman Petrovitch", "roman.p@example.ru", "Mutt/2.2.13", "en", "Asia/Vladivostok", "+0000")
RENATA = Guise("Renata Quillfeather", "quill@example.nz", "Thunderbird 128.5", "fr", "Pacific/Chatham", "+0000")


def at_table(table: LocalGame, guise: Guise) -> LocalGame:
    """The table with this player of Russia."""
    one = table.players[RUSSIA]
    mailbox = mailbox_of(table.judge.services.config.folders.mailboxes, guise.address)
    notation = "18centres" if guise.language == "fr" else "standard"
    stranger = Stranger(
        guise.address,
        RUSSIA,
        guise.language,
        notation,
        one.server,
        mailbox,
        one.clock,
        name=guise.name,
        program=guise.program,
        offset=guise.offset,
    )
    return replace(table, players={power: stranger if power == RUSSIA else who for power, who in table.players.items()})


def played(folder: Path, guise: Guise) -> Mapping[Power, list[str]]:
    """A spring in which Russia writes in every manner, as the others received it, tokens blotted out."""
    table = at_table(start_local_game(folder, seed=lambda: Token("seedofthelots")), guise)
    try:
        _play(table, guise)
    finally:
        table.judge.stop()
    others = (player for power, player in table.players.items() if power != RUSSIA)
    return {player.power: [_blotted(letter) for letter in player.read] for player in others}


def _play(table: LocalGame, guise: Guise) -> None:
    open_and_join(table, "PRESS-KINDS WHITE/GREY/BLACK FAKES yes VOTES count")
    for text in LETTERS:
        table.players[RUSSIA].answer(text.format(zone=guise.zone))
        table.settle()
        table.players[Power("ITALY")].answer(
            "STATUS\nBOARD\nTHREATS\nSUMMARY\nPRESS TO RUSSIA\nAnd you?\nENDPRESS\nA VEN H"
        )
        table.settle()
        _pass_a_quarter(table)
        if "GREY" in text:
            _reply_to_each_other(table)
    deadline = table.game.deadline
    assert deadline
    table.clock.advance_to(deadline.at)
    table.judge.wake()
    table.settle()
    table.players[Power("TURKEY")].answer("HISTORY PRESS\nSUMMARY\nHISTORY")
    table.settle()


def _pass_a_quarter(table: LocalGame) -> None:
    table.clock.advance_to(table.clock.now() + timedelta(minutes=15))
    table.judge.wake()
    table.settle()


def _reply_to_each_other(table: LocalGame) -> None:
    """Italy answers what has no signature, Russia answers that, and Italy again; by plain replies."""
    for power in (Power("ITALY"), RUSSIA, Power("ITALY")):
        table.players[power].answer_press("And who are you?\nI wonder.")
        table.settle()
        _pass_a_quarter(table)


def _blotted(letter: EmailMessage) -> str:
    """The letter without secrets, and without the ids of its reader's own letters."""
    secrets = r"\b[a-z2-7]{16}\b|(?<=code )[A-Z0-9]{6}\b|<\d{9,}[^>]*>|<\d+\.\d+\.\d+[^>]*>"
    return re.sub(secrets, "TOKEN", GAME_FINGERPRINT.sub(b"TOKEN", letter.as_string().encode()).decode())


def test_others_receive_the_same_whoever_plays_a_power(tmp_path: Path) -> None:
    one, other = (played(tmp_path / guise.language, guise) for guise in (ROMAN, RENATA))
    assert sum(map(len, one.values())) > 50, "letters of every kind"
    for power, letters in one.items():
        assert letters == other[power]


def test_nothing_of_a_player_stands_in_the_letters_of_the_others(tmp_path: Path) -> None:
    for power, letters in played(tmp_path, RENATA).items():
        for letter in letters:
            assert [mark for mark in RENATA.marks if mark.lower() in letter.lower()] == [], power


ENGLAND = Power("ENGLAND")
FIRST = "BROADCAST GREY\nGuess who.\nENDBROADCAST\n"
SECOND = "PRESS TO ITALY, TURKEY, GREY\nAnd who is this?\nENDPRESS\n"
WRITINGS: Mapping[str, tuple[tuple[Power, str], ...]] = {
    "both in one letter": ((ENGLAND, FIRST + SECOND),),
    "the other way round": ((ENGLAND, SECOND + FIRST),),
    "in two letters": ((ENGLAND, FIRST), (ENGLAND, SECOND)),
    "by two": ((ENGLAND, FIRST), (RUSSIA, SECOND)),
    "by two others": ((RUSSIA, FIRST), (ENGLAND, SECOND)),
    "among orders": (
        (ENGLAND, f"F LON - NTH\nF EDI - NWG\n{FIRST}A LVP - YOR\n{SECOND}DIARY\nNobody knows.\nENDDIARY"),
    ),
    "after many secret letters": (
        *((ENGLAND, f"F LON - {sea}") for sea in ("NTH", "ENG", "NTH")),
        (ENGLAND, "WHATIF\nF LON - NTH\nENDWHATIF"),
        (RUSSIA, "PRESS TO ENGLAND\nHello.\nENDPRESS\nSTATUS"),
        (RUSSIA, SECOND),
        (ENGLAND, FIRST),
    ),
}


def received(folder: Path, letters: Sequence[tuple[Power, str]]) -> Mapping[Power, list[str]]:
    """Every letter, headers and all, that those get who have written nothing."""
    table = lay_seated_table(folder, "PRESS-KINDS WHITE/GREY ANONYMOUS yes")
    try:
        table.clock.advance_to(table.clock.now().replace(hour=10))
        for writer, text in letters:
            table.clock.advance_to(table.clock.now() + timedelta(seconds=50))
            table.players[writer].answer(text)
            table.settle()
        table.clock.advance_to(table.clock.now().replace(hour=10, minute=15, second=0))
        table.judge.wake()
        table.settle()
    finally:
        table.judge.stop()
    others = (player for power, player in table.players.items() if power not in {ENGLAND, RUSSIA})
    return {player.power: [_blotted(letter) for letter in player.read] for player in others}


def test_nothing_tells_one_writer_of_two_unsigned_letters_from_two(tmp_path: Path) -> None:
    worlds = {name: received(tmp_path / name, letters) for name, letters in WRITINGS.items()}
    one = worlds["both in one letter"]
    assert "Guess who." in "".join(one[Power("ITALY")])
    assert "who is this?" in "".join(one[Power("ITALY")])
    assert [name for name, world in worlds.items() if world != one] == []


def test_no_header_of_a_letter_counts_what_is_not_its_readers(tmp_path: Path) -> None:
    """Ids, bounce addresses, entries for calendars: each is unreadable, or the reader's own number."""
    table = lay_seated_table(tmp_path, "PRESS-KINDS WHITE/GREY")
    try:
        italy = table.players[Power("ITALY")]
        italy.answer("SET CALENDAR yes\nPRESS TO MASTER\nHello.\nENDPRESS")
        table.settle()
        deadline = table.game.deadline
        assert deadline
        table.clock.advance_to(deadline.at)
        table.judge.wake()
        table.settle()
    finally:
        table.judge.stop()
    readable = [
        (name, value)
        for number, letter in enumerate(italy.read, start=1)
        for name, value in letter.items()
        if re.search(r"\d", _known(name, str(value), number))
    ]
    assert len(italy.read) >= 5
    assert readable == []


_OPAQUE = re.compile(r"\b(?=[a-z2-7]*[a-z])(?:[a-z2-7]{16}|[a-z2-7]{32}|[0-9a-f]{32})\b")


def _known(name: str, value: str, number: int) -> str:
    """A header without what is opaque, the reader's own letters, their phase, and what says nothing."""
    if name in {"Date", "Subject", "MIME-Version", "Received", "Content-Type", "In-Reply-To"}:
        return ""
    own = {f"rome {number - known}" for known in range(3)}
    return "" if value in own else re.sub(r"\b[SFW]\d{4}[MRA]\b|<\d+\.\d+\.\d+[^>]*>|utf-8", "", _OPAQUE.sub("", value))


def test_a_reply_with_the_name_that_its_writers_program_adds_goes_to_nobody(tmp_path: Path) -> None:
    table = at_table(start_local_game(tmp_path, seed=lambda: Token("seedofthelots")), RENATA)
    try:
        open_and_join(table, "ANONYMOUS yes")
        table.players[ENGLAND].answer("PRESS TO RUSSIA\nPeace?\nENDPRESS")
        table.settle()
        russia = table.players[RUSSIA]
        for below, is_sent in ((f"\n\n{RENATA.name}\nHead of Quills", False), ("\n\nRussia", True)):
            before = len(table.players[ENGLAND].read)
            russia.answer_press(f"Gladly.{below}")
            table.settle()
            assert (len(table.players[ENGLAND].read) > before) is is_sent
    finally:
        table.judge.stop()


def replied(folder: Path, letters: Sequence[tuple[Power, str]]) -> Mapping[Power, list[str]]:
    """What Italy and Turkey get, headers and all, once Italy and then each of the two have answered what came last."""
    table = lay_seated_table(folder, "PRESS-KINDS WHITE/GREY ANONYMOUS yes")
    try:
        for writer, text in letters:
            table.players[writer].answer(text)
            table.settle()
        _pass_a_quarter(table)
        table.players[Power("ITALY")].answer_press("Who writes this?")
        table.settle()
        (writer,) = {one for one, _ in letters}
        table.players[writer].answer_press("Guess.")
        table.settle()
        _pass_a_quarter(table)
        table.players[Power("TURKEY")].answer_press("I cannot.")
        table.settle()
        return {
            power: [_blotted(one) for one in table.players[power].read] for power in map(Power, ("ITALY", "TURKEY"))
        }
    finally:
        table.judge.stop()


def test_no_letter_of_an_exchange_tells_who_began_it_without_a_signature(tmp_path: Path) -> None:
    """Byte for byte: neither the replies, nor their receipts, nor the addresses and ids of any."""
    one, other = (replied(tmp_path / writer, ((writer, SECOND),)) for writer in (ENGLAND, RUSSIA))
    assert "Guess." in "".join(one[Power("TURKEY")])
    assert "whoever wrote the unsigned letter" in "".join(one[Power("ITALY")])
    assert one == other
