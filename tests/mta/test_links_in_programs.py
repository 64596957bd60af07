"""The links of our pages in a browser and in mail programs: each begins the letter that it holds."""

import shutil
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from functools import cache
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.reports.html_letter import write_html
from tests.mta.browser import links_of
from tests.mta.postfix import own_folder
from tests.mta.terminal import in_terminal
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH
from tests.shared.page_links import links
from tests.shared.ports import free_port

TO = "judge+rome@example.net"

_MUTTRC = """\
set from="alice@example.org" realname="Alice" use_from=yes envelope_from=yes
set smtp_url="smtp://127.0.0.1:{port}/" ssl_starttls=no ssl_force_tls=no
set editor="true" edit_headers=no autoedit=yes abort_unmodified=no fast_reply=yes
set folder="{home}" record="" signature="" spoolfile="/dev/null"
"""
_PINERC = """\
personal-name=Alice
user-domain=example.org
smtp-server=127.0.0.1:{port}
inbox-path={home}/inbox
feature-list=send-without-confirm
last-version-used=2.26.1
fcc-name-rule=no-fcc
default-fcc=""
"""
PROGRAMS: Mapping[str, tuple[str, Sequence[str], Mapping[bytes, bytes]]] = {
    "mutt": (_MUTTRC, ["-n", "-F", "settings"], {b"To: ": b"\r", b"y:Send": b"y"}),
    "neomutt": (_MUTTRC, ["-n", "-F", "settings"], {b"y:Send": b"y"}),
    "alpine": (_PINERC, ["-p", "settings", "-url"], {b"Send ": b"\x18"}),
}
"""Of each its settings, how it is called for a link, and the keys that send the letter which the link has begun."""


class Sink:
    """A mail server that keeps what comes."""

    def __init__(self) -> None:
        self.come: list[EmailMessage] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: ARG002, N802
        assert isinstance(envelope.content, bytes)
        self.come.append(BytesParser(EmailMessage, policy=modern).parsebytes(envelope.content))
        return "250 kept"


@cache
def pages() -> Sequence[str]:
    return [write_html(kind(language), language, to=TO) for kind in LETTERS.values() for language in BOTH]


def told_links() -> Mapping[str, tuple[str, str, str]]:
    """Some links as they stand in pages, with what they hold: the longest, one with accents, one with a number."""
    found = {one.href: (one.to, one.subject, one.text) for page in pages() for one in links(page)}
    chosen = [max(found, key=len)]
    for sign in ("PR%C3%89", "OUI", "YES%201", "%20-%20"):
        chosen += [href for href in found if sign in href.split("body=")[1]][:1]
    return {href: found[href] for href in chosen}


def test_a_browser_reads_every_link_of_every_page_as_it_is_meant() -> None:
    meant = [[[one.to, one.subject, one.text] for one in links(page)] for page in pages()]
    assert any(meant)
    assert links_of(pages()) == meant


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_mail_program_begins_the_letter_that_a_link_holds(program: str) -> None:
    assert shutil.which(program), f"apt-get install --no-install-recommends {program}"
    settings, arguments, keys = PROGRAMS[program]
    sink, port = Sink(), free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        with own_folder() as home:
            Path(home, "settings").write_text(settings.format(port=port, home=home))
            for href, (to, subject, text) in told_links().items():
                in_terminal([program, *arguments, href], home, keys)
                letter = sink.come.pop()
                body = letter.get_body(("plain",))
                assert body
                assert (letter["To"], letter["Subject"], body.get_content().strip()) == (to, subject, text)
    finally:
        controller.stop()
