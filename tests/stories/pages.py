"""What somebody sees whose mail program shows HTML, written down: one line for each line, row, heading and picture."""

import re
import smtplib
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from html import escape
from html.parser import HTMLParser
from io import BytesIO

from PIL import Image

from judge.shell.local_game import Correspondent, text_of

_BEFORE = {"h2": "\n\n## ", "h3": "\n\n### ", "li": "\n- ", "dt": "\n- ", "dd": "\n    ", "tr": "\n| ", "br": "\n"}
_AROUND = {"mark": ("[", "]"), "b": ("*", "*"), "strong": ("*", "*")}
_BLOCKS = frozenset({"p", "ul", "dl", "table", "div"})
_UNSEEN = frozenset({"style", "title"})


class PageWriter(Correspondent):
    """A correspondent whose mail program writes every letter twice: as text and as HTML."""

    def write(self, to: str, text: str, subject: str = "", headers: Mapping[str, str] | None = None) -> None:
        """Send a letter."""
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.address, to, subject
        message["Date"] = format_datetime(self.clock.now())
        message["Message-ID"] = make_msgid(domain="example.org")
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        lines = "".join(f"<div>{escape(line) or '<br>'}</div>\n" for line in text.splitlines())
        message.add_alternative(f'<html><body dir="auto">\n{lines}</body></html>\n', subtype="html")
        with smtplib.SMTP(*self.server, timeout=600) as line:
            line.send_message(message)


def as_seen(letter: EmailMessage) -> str:
    """A letter as its reader sees it: its page where it has one, with a line for each picture."""
    page = letter.get_body(("html",))
    if page is None:
        return f"(text alone)\n\n{text_of(letter)}"
    pictures = {str(part["Content-ID"]).strip("<>"): _told(part) for part in letter.walk() if part["Content-ID"]}
    seen = _Page(pictures)
    seen.feed(page.get_content())
    lines = [line.rstrip() for line in "".join(seen.said).replace("\N{NO-BREAK SPACE}", " ").splitlines()]
    attached = [f"[attached: {part.get_filename()}]\n" for part in letter.iter_attachments() if part.get_filename()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n" + "".join(attached)


def _told(part: EmailMessage) -> str:
    """``rome-map-S1901M.png, 1100 x 905``."""
    with Image.open(BytesIO(part.get_content())) as picture:
        return f"{part.get_filename()}, {picture.width} x {picture.height}"


class _Page(HTMLParser):
    def __init__(self, pictures: dict[str, str]) -> None:
        super().__init__()
        self.said: list[str] = []
        self._pictures = pictures
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self._unseen += tag in _UNSEEN
        self.said.append(_BEFORE.get(tag, "\n\n" if tag in _BLOCKS else ""))
        self.said.append(_AROUND[tag][0] if tag in _AROUND else "")
        if tag == "img":
            name = self._pictures[str(facts["src"]).removeprefix("cid:")]
            self.said.append(f"[picture: {name}: {facts['alt']}]")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN
        self.said.append(_AROUND[tag][1] if tag in _AROUND else "")
        self.said.append(" | " if tag in {"td", "th"} else "\n" if tag in _BLOCKS else "")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.said.append(re.sub(r"\s*\n\s*", "", data))
