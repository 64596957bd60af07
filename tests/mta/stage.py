"""A judge in a process of its own beside a Postfix, with players somewhere behind it whose mail is seen."""

import json
import re
import signal
import smtplib
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import make_msgid
from pathlib import Path

from judge.store.connection import connect_read_only
from tests.mail.sink import Sink
from tests.mta.postfix import PATIENCE, until
from tests.shared.ports import free_port

HERE = Path(__file__).parents[2]
DEPLOY = HERE / "deploy" / "postfix"
JUDGE = "judge@judge.example.org"
Section = dict[str, object]


class JudgeProcess:
    """A judge as the operator runs it; ``settings`` are further sections of its configuration.

    Without a ``relay`` each reader has a Maildir.
    """

    def __init__(self, folder: Path, lmtp: int, relay: int, address: str = JUDGE, **settings: Section) -> None:
        self.folder = folder
        self.port = free_port()
        folder.mkdir(exist_ok=True)
        sections: dict[str, Section] = {
            "judge": {"address": address},
            "smtp": {"port": self.port},
            "lmtp": {"host": "127.0.0.1", "port": lmtp},
            "relay": {"host": "127.0.0.1" if relay else "", "port": relay or 25, "pause_seconds": 1},
            "clock": {"sweep_seconds": 1},
        }
        lines = [
            f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
            for name, table in (sections | settings).items()
        ]
        (folder / "config.toml").write_text("\n".join(lines), encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        config = str(self.folder / "config.toml")
        command = [sys.executable, "-u", str(HERE / "judge.py"), "--config", config, "serve"]
        with (self.folder / "judge.log").open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=HERE)
        assert self._process.stdout
        assert "listens on" in self._process.stdout.readline(), (self.folder / "judge.log").read_text()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(PATIENCE)
            assert process.stdout
            process.stdout.close()

    def rows(self, question: str) -> list[tuple[object, ...]]:
        """What its database answers, asked from outside."""
        with closing(connect_read_only(self.folder / "data" / "judge.db")) as db:
            return db.execute(question).fetchall()


@dataclass
class Players:
    """Everybody who writes to the judge, by way of Postfix; their mail ends in one sink."""

    sink: Sink
    entrance: int

    def write(self, sender: str, to: str, text: str) -> None:
        self.write_to_all(sender, [to], text)

    def write_to_all(self, sender: str, to: list[str], text: str) -> None:
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = sender, ", ".join(to), "Rome"
        message["Message-ID"] = make_msgid(domain="example.com")
        message.set_content(text)
        self._hand_over(sender, to, message)

    def forward(self, letter: EmailMessage, to: str) -> None:
        """Send on what came, as it came."""
        self._hand_over("relay@example.com", [to], letter)

    def _hand_over(self, sender: str, to: list[str], message: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", self.entrance, "client.example.com", timeout=PATIENCE) as line:
            line.sendmail(sender, to, message.as_bytes())

    def letters(self, to: str) -> list[EmailMessage]:
        """What has arrived for somebody."""
        return [
            message_from_bytes(raw, EmailMessage, policy=default)
            for _, recipients, raw in tuple(self.sink.taken)
            if to in recipients
        ]

    def letter(self, to: str, subject: str) -> EmailMessage:
        """The last letter to somebody whose subject fits, waited for."""
        until(lambda: self._fitting(to, subject), lambda: f"no letter “{subject}” to {to}: {self._subjects(to)}")
        return self._fitting(to, subject)[-1]

    def count(self, to: str, subject: str) -> int:
        return len(self._fitting(to, subject))

    def _fitting(self, to: str, subject: str) -> list[EmailMessage]:
        return [letter for letter in self.letters(to) if re.search(subject, letter["Subject"], re.IGNORECASE)]

    def _subjects(self, to: str) -> list[str]:
        return [letter["Subject"] for letter in self.letters(to)]

    def join(self, sender: str, text: str, answered: str) -> str:
        """Write, confirm that it was really you; the address for replies from then on."""
        self.write(sender, JUDGE, text)
        self.write(sender, self.letter(sender, "Did you write this")["Reply-To"], "Yes.")
        return str(self.letter(sender, answered)["Reply-To"])
