"""Letters of a judge as people have kept or forwarded them: in files, mailboxes, quotations; their sections."""

import mailbox
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import parseaddr, parsedate_to_datetime
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import BadZipFile, ZipFile

from judge.formats.record.verifying import FormerRecordError, Verified, verify
from judge.formats.record.whole import INDEX
from judge.game.settings import Language
from judge.mail.html import plain_text
from judge.reports.layout import plain_spaces

_MOST_BYTES = 50_000_000
"""Of one file; what is larger is no letter."""


@dataclass(frozen=True)
class FoundLetter:
    """A letter as it was found: its text without marks of quotation, what its head says, where it was found.

    ``to`` is the address it went to, empty where nothing tells; ``at`` its date (UTC). ``raw`` are the bytes of a
    letter that came as it was sent, empty for one that was quoted: only those may bear a signature.
    """

    text: str
    where: str
    sender: str = ""
    to: str = ""
    subject: str = ""
    at: datetime | None = None
    raw: bytes = b""


@dataclass(frozen=True)
class FoundFolder:
    """What a folder held: letters, and the pages of games by file name, each set from one place.

    ``unreadable`` are lines, each a file that something may have been lost with, and why it could not be read.
    """

    letters: tuple[FoundLetter, ...]
    pages: tuple[dict[str, str], ...]
    files: int
    unreadable: tuple[str, ...] = ()

    @cached_property
    def records(self) -> tuple[Verified | str, ...]:
        """Each set of pages as it verifies; a line for one that does not."""
        return tuple(map(_verified, self.pages))


def _verified(texts: Mapping[str, str]) -> Verified | str:
    try:
        found = verify(texts)
    except FormerRecordError:
        return "pages from before pages bore hashes"
    if one := found.difference:
        return f"pages of {found.name}: {one.page}, line {one.line} is not what the record comes to"
    return found if found.pages else f"pages of {found.name}: there is none yet"


def read_folder(folder: Path) -> FoundFolder:
    """Return everything that lies in a folder, or a Maildir, and below it."""
    letters, pages, unreadable, files = list[FoundLetter](), list[dict[str, str]](), list[str](), 0
    for place in sorted({folder, *(path for path in folder.rglob("*") if path.is_dir() and path.name != "tmp")}):
        if (place / INDEX).is_file():
            pages.append({one.name: _exact(one.read_bytes()) for one in sorted(place.iterdir()) if _is_page(one.name)})
            continue
        for path in sorted(place.iterdir()):
            if not path.is_file() or path.name.startswith("."):
                continue
            files, where = files + 1, str(path.relative_to(folder))
            if path.stat().st_size > _MOST_BYTES:
                unreadable.append(f"{where} has over {_MOST_BYTES:,} bytes; part it")
                continue
            found = [*_in_bytes(path.read_bytes(), where)]
            letters += [one for one in found if isinstance(one, FoundLetter)]
            pages += [one for one in found if isinstance(one, dict)]
            unreadable += [one for one in found if isinstance(one, str)]
    return FoundFolder(tuple(letters), tuple(pages), files, tuple(unreadable))


def _is_page(name: str) -> bool:
    return name.endswith((".txt", ".toml"))


def _exact(raw: bytes) -> str:
    """The text of a page byte for byte; what is no UTF-8 shows as signs that no page has."""
    return raw.decode("utf-8", errors="surrogateescape")


Found = FoundLetter | dict[str, str] | str
"""A letter, pages by file name, or what could not be read, as a line."""


def _in_bytes(raw: bytes, where: str) -> Iterator[Found]:
    if raw.startswith(b"PK"):
        yield from _in_zip(raw, where)
    elif raw.startswith(b"From ") and _HEAD.match(raw.partition(b"\n")[2]):
        yield from _in_mbox(raw, where)
    elif _HEAD.match(raw):
        yield from _in_message(message_from_bytes(raw, policy=policy.default), raw, where)
    else:
        yield from _in_text(_decoded(raw), FoundLetter("", where))


_HEAD = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:.*\r?\n(?:[A-Za-z][A-Za-z0-9-]*:|[ \t])")
"""Two lines of the head of a mail."""


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _in_mbox(raw: bytes, where: str) -> Iterator[Found]:
    with NamedTemporaryFile(suffix=".mbox") as file:
        file.write(raw)
        file.flush()
        with closing(mailbox.mbox(file.name, create=False)) as box:
            letters = [box.get_bytes(key) for key in box.keys()]  # noqa: SIM118 - a mailbox iterates over its letters
        for number, one in enumerate(letters, 1):
            yield from _in_message(message_from_bytes(one, policy=policy.default), one, f"{where}, letter {number}")


def _in_zip(raw: bytes, where: str) -> Iterator[Found]:
    """Yield the pages of each folder of a zip file; zipfile raises all of these for one that is damaged or locked."""
    try:
        with ZipFile(BytesIO(raw)) as file:
            names = [one.filename for one in file.infolist() if one.file_size < _MOST_BYTES]
            for folder in sorted({name.rpartition("/")[0] for name in names}):
                own = [name for name in names if name.rpartition("/")[0] == folder]
                texts = {name.rpartition("/")[2]: _exact(file.read(name)) for name in own if _is_page(name)}
                if INDEX in texts:
                    yield texts
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        yield f"{where}: a zip file that cannot be read: {error}"


# --- a mail with what is attached to it


def _in_message(message: Message, raw: bytes, where: str) -> Iterator[Found]:
    """Yield the letter itself, those in its text, those attached."""
    if not isinstance(message, EmailMessage):
        return
    texts = list[str]()
    for part in _leaves(message):
        kind = part.get_content_type()
        if kind == "message/rfc822":
            inner = part.get_payload(0) if part.is_multipart() else None
            if isinstance(inner, Message):
                yield from _in_message(inner, inner.as_bytes(policy=policy.SMTP), where)
            continue
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes):
            continue
        name = part.get_filename() or ""
        if name.endswith(".zip") or kind == "application/zip":
            yield from _in_zip(content, where)
        elif name.endswith(".eml"):
            yield from _in_bytes(content, where)
        elif kind == "text/plain" and not name.endswith(".ics"):
            texts.append(_text_of(part, content))
    if not texts:
        pages = (part for part in _leaves(message) if part.get_content_type() == "text/html")
        texts = [plain_text(_text_of(page, bytes(page.get_payload(decode=True) or b""))) for page in pages]
    for text in texts:
        yield from _in_text(text, _headed(message, raw, where))


def _leaves(message: Message) -> Iterator[Message]:
    """Yield the parts that hold something, an attached mail as one of them."""
    if message.get_content_maintype() == "multipart" and message.is_multipart():
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _leaves(part)
    else:
        yield message


def _text_of(part: Message, content: bytes) -> str:
    try:
        return content.decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return _decoded(content)


def _headed(message: Message, raw: bytes, where: str) -> FoundLetter:
    return FoundLetter(
        "",
        where,
        sender=parseaddr(str(message["From"] or ""))[1].lower(),
        to=parseaddr(str(message["To"] or ""))[1].lower(),
        subject=str(message["Subject"] or ""),
        at=_moment(str(message["Date"] or "")),
        raw=raw,
    )


def _moment(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


# --- text with letters quoted in it


_MARKS = re.compile(r"(?:>[ \t]?)*")
_LABELS = "From|De|To|À|A|Pour|Cc|Subject|Objet|Sujet|Date|Sent|Envoyé(?: le)?|Reply-To|Répondre à"
_HEADER = re.compile(rf"[ \t*]*(?P<name>{_LABELS})[*\u00a0 ]*:[*\u00a0 ]*(?P<value>.*)$")
_NAMES = {"from": "from", "de": "from", "to": "to", "à": "to", "a": "to", "pour": "to"}
_NAMES |= {"subject": "subject", "objet": "subject", "sujet": "subject"}
_NAMES |= {"date": "date", "sent": "date", "envoyé": "date", "envoyé le": "date"}
_FEWEST_HEADERS = 3


def _in_text(text: str, head: FoundLetter) -> Iterator[Found]:
    """Yield the pages that stand in a text, then a letter for each stretch of it.

    A stretch is the letter's own, what it quotes, what it forwards below a head.
    """
    lines_of_text = text.replace("\r\n", "\n").split("\n")
    stretches = [*_stretches(lines_of_text)]
    for lines in ([lines_of_text] if len(stretches) > 1 else []) + stretches:
        if pages := _pages_in("\n".join(lines)):
            yield pages
    for lines in stretches:
        start, current = 0, head
        at = 0
        while at < len(lines):
            named, end = _heading(lines, at)
            if end > at:
                yield _stretch(lines[start:at], current)
                current = _of_heading(named, head.where)
                start = at = end
            else:
                at += 1
        yield _stretch(lines[start:], current)


_PAGE = re.compile(r"^\[(index\.txt|\d{3}-\S+\.txt)\]\n\n(.*?^SHA-256 [0-9a-f]{64}\n)", re.MULTILINE | re.DOTALL)


def _pages_in(text: str) -> dict[str, str]:
    """The pages that stand in a letter, each below its name; none where there is no index among them."""
    found = dict(_PAGE.findall(text + "\n"))
    return found if INDEX in found else {}


def _stretch(lines: Sequence[str], head: FoundLetter) -> FoundLetter:
    return FoundLetter("\n".join(lines), head.where, head.sender, head.to, head.subject, head.at, head.raw)


def _stretches(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield runs of lines that are quoted equally or deeper, each without the marks that all of its lines bear."""
    run: list[str] = []
    for line in [*lines, None]:
        if line is not None and (not run or bool(_depth(line)) == bool(_depth(run[0]))):
            run.append(line)
            continue
        least = min((_depth(one) for one in run if one.strip("> \t")), default=0)
        yield [_without_marks(one, least) for one in run]
        run = [line] if line is not None else []


def _depth(line: str) -> int:
    found = _MARKS.match(line)
    return found[0].count(">") if found else 0


def _without_marks(line: str, depth: int) -> str:
    for _ in range(depth):
        line = re.sub(r"^>[ \t]?", "", line, count=1)
    return line


def _heading(lines: Sequence[str], at: int) -> tuple[dict[str, str], int]:
    """The headers that a mail program has put above a letter that it forwards, and the line behind them."""
    named: dict[str, str] = {}
    end = at
    while end < len(lines) and (found := _HEADER.match(lines[end])):
        named[_NAMES.get(found["name"].lower(), "")] = found["value"].strip()
        end += 1
    return (named, end) if len({*named} - {""}) >= _FEWEST_HEADERS else ({}, at)


_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[\w.-]+")


def _of_heading(named: dict[str, str], where: str) -> FoundLetter:
    sender, to = (
        found[0].lower() if (found := _ADDRESS.search(named.get(name, ""))) else "" for name in ("from", "to")
    )
    return FoundLetter("", where, sender, to, named.get("subject", ""), _moment(named.get("date", "")))


# --- the stretches of a letter, before anything of its board is known


LANGUAGES: tuple[Language, ...] = ("en", "fr")  # those whose letters are read back

_REPORT: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"Report (?P<number>\d+) of (?P<game>[a-z0-9-]+), (?P<phase>[^()]+?) \([SFW]\d+[MRA]\), "),
    "fr": re.compile(r"Partie (?P<game>[a-z0-9-]+),[a-z ]* n° (?P<number>\d+) : (?P<phase>.+?), phase close\b"),
}
_BEGINS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"The game (?P<game>[a-z0-9-]+) begins\. (?:You play (?P<powers>[^.]+)\.)?"),
    "fr": re.compile(r"La partie (?P<game>[a-z0-9-]+) commence\. (?:Vous jouez (?P<powers>[^.]+)\.)?"),
}
_OPEN: Mapping[Language, tuple[re.Pattern[str], ...]] = {
    "en": (
        re.compile(r"Open now: (?P<phase>.+?)(?:, until|\. Deadline:)"),
        re.compile(r"Everyone's orders for (?P<phase>.+?) were known already\."),
    ),
    "fr": (
        re.compile(r"Phase ouverte : (?P<phase>.+?)(?:, jusqu'au|\. Date limite :)"),
        re.compile(r"Tous les ordres pour (?P<phase>.+?) étaient déjà connus\."),
    ),
}
_FINGERPRINT = re.compile(
    r"(?:Fingerprint of the game up to here:|Empreinte de la partie jusqu'ici :)\s+([0-9a-f-]{19,})"
)
_HEADINGS = {
    "ORDERS": "orders",
    "ORDRES": "orders",
    "DISLODGED": "dislodged",
    "UNITÉS DÉLOGÉES": "dislodged",
    "POSITION": "position",
    "CENTRES": "centres",
    "WHAT WAS AGREED": "agreed",
    "CE QUI EST CONVENU": "agreed",
}
_HEADING = re.compile(r"[A-ZÀ-Ý][A-ZÀ-Ý' ]{3,}(?: : .*|: .*)?")
_FOOT = re.compile(r"-{20,}$")


@dataclass(frozen=True)
class ReportText:
    """A report as it stands in a letter: what its title tells, its sections as lines.

    ``following`` is the phase that it says is open next, in words, empty where it names none.
    """

    game: str
    number: int
    language: Language
    phase: str
    following: str
    sections: Mapping[str, tuple[str, ...]]
    fingerprint: str


@dataclass(frozen=True)
class FirstText:
    """The letter of a beginning: ``powers`` as it names the reader's, empty for none; ``agreed`` its terms in lines."""

    game: str
    language: Language
    powers: str
    phase: str
    sections: Mapping[str, tuple[str, ...]]


def plain(text: str) -> str:
    """Return a text with the spaces and apostrophes of a keyboard, as the tables of words have them."""
    return plain_spaces(text).replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")


def _paragraphs(text: str) -> Iterator[tuple[str, int]]:
    """Yield each run of lines without a blank one as one line, and the number of the line behind it."""
    lines, words, end = text.split("\n"), list[str](), 0
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            words.append(line.strip())
            end = number + 1
        elif words:
            yield " ".join(words), end
            words = []


def reports_in(text: str) -> Iterator[ReportText]:
    """Yield the reports that a letter holds."""
    text = plain(text)
    lines, following = text.split("\n"), dict[Language, str]()
    for paragraph, end in _paragraphs(text):
        for language in LANGUAGES:
            for pattern in _OPEN[language]:
                if told := pattern.search(paragraph):
                    following[language] = told["phase"]
            if title := _REPORT[language].search(paragraph):
                rest = lines[end:]
                ends = next((n for n, line in enumerate(rest) if _FOOT.match(line.strip())), len(rest))
                marked = _FINGERPRINT.search(" ".join(line.strip() for line in rest[:ends]))
                yield ReportText(
                    title["game"],
                    int(title["number"]),
                    language,
                    title["phase"],
                    following.get(language, ""),
                    _sections(rest[:ends]),
                    marked[1] if marked else "",
                )
                following = {}


def first_letters_in(text: str) -> Iterator[FirstText]:
    """Yield the letters of a beginning in a text."""
    text = plain(text)
    lines = text.split("\n")
    for paragraph, end in _paragraphs(text):
        for language in LANGUAGES:
            if found := _BEGINS[language].match(paragraph):
                rest = lines[end:]
                ends = next((n for n, line in enumerate(rest) if _FOOT.match(line.strip())), len(rest))
                opened = _OPEN[language][0].search(" ".join(line.strip() for line in rest[:ends]))
                sections = _sections(rest[:ends])
                yield FirstText(
                    found["game"], language, found["powers"] or "", opened["phase"] if opened else "", sections
                )


def _sections(lines: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The lines below each heading, which stands below a blank line."""
    found: dict[str, list[str]] = {}
    own: list[str] = []
    for above, line in pairwise(("", *lines)):
        if above.strip():
            own.append(line)
        elif line in _HEADINGS:
            own = found.setdefault(_HEADINGS[line], [])
        elif _HEADING.fullmatch(line):
            own = []
        else:
            own.append(line)
    return {name: tuple(own) for name, own in found.items()}


_SERIES = re.compile(r"(?:Letter (\d+) of ([a-z0-9-]+) to you|Lettre n° (\d+) de ([a-z0-9-]+) pour vous)")


def series_of(text: str) -> tuple[str, int]:
    """Return the game of a letter and its number among those to its reader; empty and 0 where it bears none."""
    found = _SERIES.search(plain(text))
    return (found[2] or found[4], int(found[1] or found[3])) if found else ("", 0)
