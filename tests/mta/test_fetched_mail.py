"""A mailbox at a provider, here Dovecot's, fetched into mailboxes/in by the files of deploy/fetch."""

import mailbox
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.mail.sink import Sink, listening
from tests.mta.neighbours import deployed, running
from tests.mta.postfix import PATIENCE, make_certificate, own_folder, until
from tests.mta.stage import JUDGE, JudgeProcess, Players
from tests.shared.ports import free_port

NEEDED = "apt-get install --no-install-recommends dovecot-imapd getmail6 isync"
ALICE = "alice@example.com"

_DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{chain}
ssl_key = <{chain}
mail_location = maildir:{folder}/provider
first_valid_uid = 1
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
passdb {{
  driver = static
  args = password=sesame
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={folder}/provider
}}
"""


@dataclass
class Provider:
    """The mailbox at the provider, and where it is reached."""

    folder: Path
    port: int
    certificate: Path

    @property
    def mailbox(self) -> Path:
        return self.folder / "provider"

    def receive(self, text: str) -> None:
        """What somebody has written to the judge is in the mailbox."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = ALICE, JUDGE, "Hello", "<1@example.com>"
        letter.set_content(text)
        box = mailbox.Maildir(self.mailbox)
        box.add(letter.as_bytes())
        for each in (self.mailbox, *self.mailbox.rglob("*")):
            shutil.chown(each, "mail", "mail")

    def letters(self) -> list[str]:
        return [path.name for name in ("new", "cur") for path in (self.mailbox / name).iterdir()]


@pytest.fixture
def provider() -> Iterator[Provider]:
    assert all(map(shutil.which, ("dovecot", "getmail", "mbsync"))), NEEDED
    with ExitStack() as stack:
        folder, port = stack.enter_context(own_folder()), free_port()
        chain, alone = make_certificate(folder)
        (folder / "fetcher").mkdir()
        (folder / "fetcher" / "imap.password").write_text("sesame\n")
        shutil.chown(folder / "fetcher", "mail", "mail")
        (folder / "dovecot.conf").write_text(_DOVECOT.format(folder=folder, chain=chain, port=port))
        command = ["dovecot", "-F", "-c", str(folder / "dovecot.conf")]
        stack.enter_context(running(command, folder / "dovecot.log", port))
        yield Provider(folder, port, alone)


def getmail(provider: Provider) -> list[str]:
    """The line of the crontab, and the file it names."""
    rc = deployed(
        "fetch/getmailrc",
        {
            "server = imap.example.net": f"server = 127.0.0.1\nport = {provider.port}",
            "/etc/judge": str(provider.folder / "fetcher"),
            "/var/lib/judge/mailboxes": str(provider.folder / "judge" / "mailboxes"),
        },
    )
    (provider.folder / "fetcher" / "getmailrc").write_text(rc)
    return ["getmail", "--getmaildir", str(provider.folder / "fetcher"), "--rcfile", "getmailrc", "--quiet"]


def mbsync(provider: Provider) -> list[str]:
    rc = deployed(
        "fetch/mbsyncrc",
        {
            "Host imap.example.net": f"Host localhost\nPort {provider.port}\nCertificateFile {provider.certificate}",
            "/etc/judge": str(provider.folder / "fetcher"),
            "/var/lib/judge/mailboxes": str(provider.folder / "judge" / "mailboxes"),
        },
    )
    (provider.folder / "fetcher" / "mbsyncrc").write_text(rc)
    return ["mbsync", "--quiet", "--config", str(provider.folder / "fetcher" / "mbsyncrc"), "judge"]


@pytest.mark.parametrize("fetch", [getmail, mbsync])
def test_a_letter_at_a_provider_is_fetched_read_once_and_removed_there(
    provider: Provider, fetch: Callable[[Provider], list[str]]
) -> None:
    with ExitStack() as stack:
        sink = Sink()
        relay = stack.enter_context(listening(sink))
        judge = JudgeProcess(provider.folder / "judge", free_port(), relay)
        stack.callback(judge.stop)
        judge.start()
        inbox = judge.folder / "mailboxes" / "in"
        until(lambda: (inbox / "tmp").is_dir() and (inbox / "new").is_dir() and (inbox / "cur").is_dir())
        for each in (judge.folder / "mailboxes", inbox, *inbox.iterdir()):
            shutil.chown(each, "mail", "mail")
        players = Players(sink, judge.port)
        provider.receive("HELP")
        command = fetch(provider)

        def is_fetched() -> bool:
            done = subprocess.run(  # getmail delivers nothing as root
                command, capture_output=True, text=True, check=False, timeout=PATIENCE, user="mail", group="mail",
                env=os.environ | {"HOME": str(provider.folder / "fetcher")},
            )  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr + (provider.folder / "dovecot.log").read_text()
            return judge.rows("SELECT 1 FROM letters") != []

        until(is_fetched)
        players.letter(ALICE, "Your letter: OK")
        until(lambda: is_fetched() and provider.letters() == [])
        assert judge.rows("SELECT door, count(*) FROM letters") == [("maildir", 1)]
