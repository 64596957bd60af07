"""What becomes of letters of newcomers: what they are asked, which line they are told, to whom their words go."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from functools import cache
from pathlib import Path

from judge.game.seats.messages import GameOpened
from judge.game.settings import GameName, Language, Settings
from judge.handlers.left_open import leave_lines
from judge.handlers.names import powers_among
from judge.handlers.press import keep_press_ready
from judge.handlers.services import SMTP, Services
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.handlers.yes_or_no import read_assent
from judge.mail.letter import read_letter
from judge.notation.tables import load_notation
from judge.paths.receive import settle_letter
from judge.reports.order_examples import STANDARD_BOARD
from judge.requests.read_lines import read_lines
from judge.requests.vocabulary import Word
from judge.rules.board import Power
from judge.store.records import Transaction
from judge.store.rows import KeptLetter, LetterStatus
from tests.reports.parlour import MASTER, OPENED, SEATS, SPRING, game_at, speaking
from tests.shared.services import context

FOLDER = Path(__file__).parent
NEWCOMER = "nora@example.net"
CODE = "rome.k7abcdefghijklmn"
ENGLAND = Power("ENGLAND")


@dataclass(frozen=True)
class Row:
    """A letter of a family, and what is to become of it: lines, a yes or a no, readers and words."""

    language: Language
    family: str
    due: tuple[str, ...]
    text: str


def rows(language: Language) -> Sequence[Row]:
    blocks = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").split("\n%% ")
    found = []
    for block in blocks:
        head, _, text = block.removeprefix("%% ").partition("\n")
        family, *due = head.split(" | ")
        found.append(Row(language, family, tuple(due), text.strip()))
    return found


@cache
def hobby() -> Services:
    """A judge with two games that wait for players, who choose their powers."""
    services = context(OPENED).services
    for name, book in (("waterloo", "18centres"), ("austerlitz", "1971")):
        opened = GameOpened(GameName(name), Settings(rulebook=book), MASTER, "seed", OPENED)
        if not services.store.is_game(GameName(name)):
            services.store.commit(Transaction(None, LetterStatus.DONE, game=GameName(name), seen=0, events=(opened,)))
    return services


def letter(text: str, sender: str = NEWCOMER, subject: str = "") -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "judge@localhost", subject
    message["Message-ID"] = "<one@example.net>"
    message.set_content(text)
    return bytes(message)


def answers_to(text: str, services: Services, sender: str = NEWCOMER) -> Sequence[str]:
    """The letters that answer a letter to the judge's bare address."""
    kept = KeptLetter(7, datetime.now(UTC), SMTP, sender, "judge@localhost", letter(text, sender), False, 0)
    bodies = []
    for one in settle_letter(services, kept).outgoing:
        body = BytesParser(EmailMessage, policy=modern).parsebytes(one.raw).get_body(("plain",))
        assert body is not None
        bodies.append("\n".join(str(body.get_content()).replace("\N{NO-BREAK SPACE}", " ").splitlines()))
    return bodies


def _with_ids(line: str) -> str:
    """A line with the ids of the powers it names, in order, instead of their names."""
    names = [Word(word, 0) for word in line.split()]
    powers = powers_among(names, STANDARD_BOARD, load_notation("18centres"))
    if not line.startswith(("JOIN", "JOUER")):
        return line
    return " ".join([*line.replace(":", "").replace(",", "").lower().split()[:2], *powers])


_VERBS = "JOIN|JOUER|OPEN|OUVRIR|MOVEMENT|MOUVEMENT|HOUR|HEURE|ZONE|FUSEAU|DAYS|JOURS"


def lines_told(body: str) -> tuple[str, ...]:
    """The lines that a letter shows as read, or as those to send."""
    asked = [" ".join(line.split()) for line in re.findall(r"^\| (.*)$", body, re.MULTILINE)]
    told = re.findall(
        r"^  ((?:JOIN|JOUER|OPEN|OUVRIR|MOVEMENT|MOUVEMENT|HOUR|HEURE|ZONE|FUSEAU|DAYS|JOURS) .*)$", body, re.MULTILINE
    )
    return tuple(asked or told)


def outcome(row: Row) -> str:
    """What becomes of a letter, in the words of the table."""
    match row.family:
        case "join" | "open":
            (body,) = answers_to(row.text, hobby())
            told = lines_told(body)
            if row.due == ("-",):
                return "-" if not re.search(r"^\| ", body, re.MULTILINE) else " / ".join(told)
            return " / ".join(map(_with_ids, told))
        case "yes":
            return read_assent(read_letter(letter(row.text)), CODE).name.lower()
        case _:
            return _press_offered(row)


def due(row: Row) -> str:
    if row.family in {"join", "open"}:
        return " / ".join(_with_ids(line) for line in row.due[0].split(" / "))
    return " | ".join(row.due)


def _press_offered(row: Row) -> str:
    game = speaking(game_at(SPRING), SEATS[ENGLAND], row.language)
    there = replace(context(OPENED), number=7, assent_to=7)
    session = Session(game, game.people[SEATS[ENGLAND]])
    done = keep_press_ready(
        leave_lines(handle_lines(session, there, read_lines(row.text), ()), there), there, is_proven=True
    ).game
    assert done is not None
    ready = done.press.ready
    if not ready:
        return "-"
    words = row.due[1] if row.due[1:] else ""
    to = ready[0].to
    who = "ALL" if to.are_everyone else " ".join(to.powers)
    wanted = row.due[0].split()
    who = row.due[0] if sorted(who.split()) == sorted(wanted) else who
    said = words if words.casefold() in ready[0].text.casefold() else ready[0].text
    orders = (str(len(done.orders.get(ENGLAND, ()))),) if row.due[2:] else ()
    return " | ".join([who, said, *orders])
