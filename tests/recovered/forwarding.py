"""A lost judge: a game played by letters, of which three players have kept theirs, each in a form of their own."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from judge.config import Config
from judge.game.state import Game
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, text_of
from judge.shell.play import load_record, play_phase
from judge.system.clock import SettableClock
from tests.shared.seated import lay_seated_table

SECRET = "Nobody else knows that I shall take Belgium."
KEEPERS = ("ENGLAND", "FRANCE", "RUSSIA")


@dataclass(frozen=True)
class Lost:
    """What is left of it: the folder of letters, the hour, the configuration; ``game`` is what there was."""

    letters: Path
    clock: SettableClock
    config: Config
    game: Game


def lose(folder: Path, phases: int = 1) -> Lost:
    """Play some phases, the beginning of another one, then lose all but the letters of three players."""
    table = lay_seated_table(folder / "lost")
    for phase in load_record("one")[:phases]:
        play_phase(table, phase, {})
    table.players[Power("ENGLAND")].answer("F NTH - NWY\nA EDI - YOR")
    table.players[Power("FRANCE")].answer(f"A PIC - BEL\n\nPRESSE À LA RUSSIE\n{SECRET}\nFIN PRESSE")
    table.players[Power("RUSSIA")].answer("F BOT - SWE")
    table.settle()
    game, clock, config = table.game, table.clock, table.judge.services.config
    table.judge.stop()
    letters = folder / "letters"
    letters.mkdir()
    keep_maildir(table, letters)
    (letters / "florence.eml").write_bytes(bytes(forwarded_inline(table, Power("FRANCE"))))
    (letters / "raisa.eml").write_bytes(bytes(forwarded_as_attachments(table, Power("RUSSIA"))))
    shutil.rmtree(folder / "lost")
    return Lost(letters, clock, config, game)


def keep_maildir(table: LocalGame, letters: Path) -> None:
    """England hands over a whole mailbox."""
    shutil.copytree(table.players[Power("ENGLAND")].mailbox, letters / "edith")


def forwarded_inline(table: LocalGame, power: Power) -> EmailMessage:
    """One letter in which every letter that a player had is quoted below its head, as French programs do it."""
    parts = ["Bonjour, voici tout ce que j'ai gardé.", ""]
    for letter in of(table, power):
        head = (("De", "From"), ("Date", "Date"), ("Objet", "Subject"), ("À", "To"))
        parts += ["---------- Message transféré ----------"]
        parts += [f"{named} : {letter[name]}" for named, name in head]
        parts += ["", *text_of(letter).splitlines(), ""]
    quoted = "\n".join(f"> {line}" if number else line for number, line in enumerate(parts))
    return mail(table.players[power].address, "Tr: rome", quoted)


def forwarded_as_attachments(table: LocalGame, power: Power) -> EmailMessage:
    """One letter to which every letter that a player had is attached as it came."""
    message = mail(table.players[power].address, "Fwd: all of rome", "Attached, as you asked.")
    for letter in of(table, power):
        message.add_attachment(message_from_bytes(letter.as_bytes(), policy=policy.default))
    return message


def mail(sender: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, "operator@example.org", subject
    message["Date"], message["Message-ID"] = "Tue, 13 Jan 2026 09:00:00 +0000", f"<{abs(hash(sender))}@example.org>"
    message.set_content(text)
    return message


def of(table: LocalGame, power: Power) -> Iterator[EmailMessage]:
    yield from table.players[power].read
