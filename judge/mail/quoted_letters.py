"""Finds where an old letter begins inside a new one, by the marks that mail programs leave around what they quote."""

import re
import tomllib
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from unicodedata import normalize

from judge.requests.vocabulary import verb_of


@dataclass(frozen=True)
class ClientMarks:
    """Words that show that a mail program, not a person, wrote a line; see ``clients.toml``."""

    attribution_begins: tuple[str, ...]
    attribution_says: tuple[str, ...]
    old_letter_titles: frozenset[str]
    old_senders: frozenset[str]
    old_headers: frozenset[str]
    trailers: tuple[str, ...]
    footers: tuple[str, ...]
    html_cut: tuple[str, ...]
    html_attribution: tuple[str, ...]
    robot_subjects: tuple[str, ...]
    robot_senders: frozenset[str]


@cache
def load_client_marks() -> ClientMarks:
    """Read the data file, once."""
    table = tomllib.loads(files("judge.mail").joinpath("clients.toml").read_text("utf-8"))
    return ClientMarks(
        attribution_begins=tuple(table["attribution"]["begins"]),
        attribution_says=tuple(table["attribution"]["says"]),
        old_letter_titles=frozenset(map(str.lower, table["old_letter"]["titles"])),
        old_senders=frozenset(map(str.lower, table["old_headers"]["senders"])),
        old_headers=frozenset(map(str.lower, [*table["old_headers"]["senders"], *table["old_headers"]["others"]])),
        trailers=tuple(table["trailers"]["begins"]),
        footers=tuple(table["footers"]["hold"]),
        html_cut=tuple(table["html"]["cut"]),
        html_attribution=tuple(table["html"]["attribution"]),
        robot_subjects=tuple(table["robots"]["subjects"]),
        robot_senders=frozenset(table["robots"]["senders"]),
    )


LONGEST_HEADING_LINE = 500
"""Characters; a longer line is a paragraph, never written by a mail program."""

_TIME_OF_DAY = re.compile(r"\d ?[:hH.点時时] ?\d\d")
_DAY = re.compile(r"(?<!\d)\d{4}(?!\d)|\d ?[./年-] ?\d")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015", "-"))
_RULES = (*"-_*=", *"\u2010\u2011\u2012\u2013\u2014\u2015")
_COLONS = (":", "\uff1a")
_SPACES = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\uff1a": ":"})
_LABEL = re.compile(r"[*_ ]{0,4}([^\W\d_][^:@<>=/,\d]{0,39}?)[*_ ]{0,4}:[*_ ]{0,4}(\S.*)")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]{1,64}@[^\s<>,;:\"()\[\]]{1,255}")
_REPLIED = re.compile(r"(?:[^\W\d_]{1,5}(?:\[\d{1,3}\])? ?: *)*")
_OTHER_MARK = re.compile(r"\s{0,4}([|¦│┃▏:}%\]»›]|[^\W\d_]{1,4}>)(?=\s|$|\w)")
_QUOTE_MARKS = re.compile(r"^(?:\s*(?:>|&gt;))+")
_UNIT = re.compile(
    r"[AF]\.? (?:[A-Z][A-Za-z]{2}(?:[ /]?\(?[NSEWns][Cc]\)?)?(?!\w)|[A-ZÉ][\w’'-]{3,})"
    r"|(?i:(?:the |la |l['’])?(?:army|fleet|armée|armee|flotte))"
    r"(?:(?: |(?<=['’]))(?:in|of|at|the|de|du|des|la|le|mer|golfe|baie|sea|[dl]['’]|(?:[dl]['’])?[A-ZÉ][\w.’'-]+)){1,6}"
)
"""A unit and nothing else: ``A PAR``, ``Fleet Gulf of Lyon``; another word that begins small is a verb."""
_UNITS = re.compile(rf"(?:{_UNIT.pattern})(?:(?:, | (?:and|et) )(?:{_UNIT.pattern}))*")
_ANSWER = re.compile(r"\W*(?:yes|no|ok|oui|non|d['’]accord)\b", re.IGNORECASE)
_CODE = 3
"""Letters of a place that tell that it is the same, written in full or not."""
_MOST_HEADERS = 12
_LONGEST_ATTRIBUTION = 4
_FEWEST_HEADERS = 3


@dataclass(frozen=True)
class Correspondence:
    """The exchange a letter belongs to: the judge's addresses it went to, its writer, its subject."""

    judge: AbstractSet[str] = frozenset()
    writer: str = ""
    subject: str = ""


def correspondence(recipients: AbstractSet[str], writer: str | None, subject: str) -> Correspondence:
    """The exchange a letter belongs to; addresses lose their detail behind ``+`` (RFC 5233)."""
    return Correspondence({*map(_bare, recipients)}, _bare(writer or ""), bare_subject(subject))


def _bare(address: str) -> str:
    local, _, domain = address.lower().strip(" '.").rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def bare_subject(subject: str) -> str:
    """A subject without ``Re:``, ``AW:``, ``RE[2]:``, in lower case, its spaces single."""
    plain = " ".join(subject.lower().split())
    replied = _REPLIED.match(plain)
    return plain[replied.end() :] if replied else plain


def heading_length(lines: list[str], at: int, clients: ClientMarks, of: Correspondence) -> int:
    """The number of lines from here that are the heading of an old letter, blank ones included; 0 when none are."""
    end = at
    while length := _one_heading_length(lines, _skip_blank(lines, end), clients, of):
        end = _skip_blank(lines, end) + length
    return end - at


def is_quotation(line: str) -> bool:
    """Whether a line bears the mark of a quotation, perhaps escaped by a gateway."""
    return line.lstrip().startswith((">", "&gt;"))


def answered_units(lines: Sequence[str], at: int) -> tuple[str, ...]:
    """The new lines that a quoted line makes with the answer right below it, where it names units and no order.

    ``> A PAR`` / ``to Burgundy`` is ``A PAR to Burgundy``, and so is ``> No order yet: A PAR``; nothing for any other.
    """
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if not is_quotation(lines[at]) or not below or is_quotation(below):
        return ()
    first, *others = _QUOTE_MARKS.sub("", lines[at]).strip(" ?.").split(":")
    text = next((one.strip() for one in (first, *others[-1:]) if _UNITS.fullmatch(one.strip())), "")
    if not text or _UNIT.match(below.lstrip()) or _names_again(text, below):
        return ()
    if _ANSWER.match(below):
        return text, below
    return (f"{text}{'' if _UNIT.fullmatch(text) else ':'} {below.lstrip()}",)


def _names_again(unit: str, answer: str) -> bool:
    """Whether an answer names the place of the unit itself: ``> F BRE: no order`` / ``Brest to the Channel``."""
    place, said = (re.findall(r"\w+", text.casefold()) for text in (unit, answer))
    return bool(place and said) and said[0].startswith(place[-1][:_CODE])


def words_passed_on(lines: Sequence[str]) -> tuple[str, ...]:
    """The words of old letters: their lines without marks of quotation, titles and headers."""
    clients = load_client_marks()
    bare = (_QUOTE_MARKS.sub("", line).strip() for line in lines)
    return tuple(line for line in bare if not (_is_title(line, clients) or _header_name(line) in clients.old_headers))


def quote_mark_of(line: str) -> str:
    """The mark that some programs quote with in place of ``>``: ``|``, ``:``, ``AM>``; empty without one."""
    found = _OTHER_MARK.match(line)
    return found[1] if found else ""


def next_filled_line(lines: Sequence[str], at: int) -> str:
    """The next line within five that is not blank; empty without one."""
    return next((line for line in lines[at : at + 5] if line), "")


def _skip_blank(lines: list[str], at: int) -> int:
    return next((place for place in range(at, min(at + 4, len(lines))) if lines[place]), at)


def _one_heading_length(lines: list[str], at: int, clients: ClientMarks, of: Correspondence) -> int:
    if at >= len(lines) or is_quotation(lines[at]) or len(lines[at]) > LONGEST_HEADING_LINE:
        return 0
    if _is_title(lines[at], clients):
        return 1
    return (
        _header_lines(lines, at, clients)
        or _labelled_lines(lines, at, of)
        or _attribution_lines(lines, at, clients, of)
    )


def _is_title(line: str, clients: ClientMarks) -> bool:
    """``-----Original Message-----``, ``---- On Monday at 20:00 Judge wrote ----``."""
    plain = line.strip()
    if not (plain.startswith(_RULES) or plain.rstrip(" -_*=>").endswith(":")):  # most lines
        return False
    plain = plain.translate(_DASHES)
    words = plain.strip(" -_*=>").replace("\u2019", "'").replace("\u00a0", " ").lower()
    if words in clients.old_letter_titles:
        return plain[:2] in {"--", "__", "**", "=="} or words.endswith(":")
    framed = plain.startswith("---") and plain.endswith("---")
    return framed and _has_writing_verb(plain.strip("- ") + " ", clients) and _TIME_OF_DAY.search(plain) is not None


# --- headers shown above the letter


def _header_lines(lines: list[str], at: int, clients: ClientMarks) -> int:
    """The number of lines of a header block: a sender and at least two more, with a date or an address; else 0."""
    if _header_name(lines[at]) not in clients.old_headers:
        return 0
    if at and _header_name(lines[at - 1]) in clients.old_headers:  # the block has been looked at from its first line
        return 0
    names: set[str] = set()
    end = at
    for place in range(at, min(at + _MOST_HEADERS, len(lines))):
        name = _header_name(lines[place])
        if name in clients.old_headers:
            names.add(name)
            end = place + 1
        elif place >= end + 2:  # an address may go on below its header, a blank line stand between two headers
            break
    block = "".join(lines[at:end])
    told = "@" in block or any(letter.isdigit() for letter in block)
    return end - at if told and len(names) >= 3 and names & clients.old_senders else 0  # noqa: PLR2004


def _header_name(line: str) -> str:
    if not any(colon in line for colon in _COLONS):
        return ""
    name, colon, _ = line[:LONGEST_HEADING_LINE].translate(_SPACES).partition(":")
    return name.strip("* \t").lower() if colon else ""


def _labelled_lines(lines: list[str], at: int, of: Correspondence) -> int:
    """The number of lines of a block of labels with values, in any language, that belong to this exchange; else 0.

    One value holds an address of the judge; or the writer's beside a time of day; or the subject that is answered.
    """
    values: list[str] = []
    end = at
    if at and _labelled_value(lines[at - 1]):  # the block has been looked at from its first line
        return 0
    for place in range(at, min(at + _MOST_HEADERS, len(lines))):
        if value := _labelled_value(lines[place]):
            values.append(value)
            end = place + 1
        elif place >= end + 2 or place == at or not _continues_header(lines[place], values[-1]):
            break
    return end - at if len(values) >= _FEWEST_HEADERS and _concern(values, of) else 0


def _continues_header(line: str, value: str) -> bool:
    """Whether a line between two headers can continue the one above: blank, indented, or of more addresses."""
    return not line.strip() or line[:1].isspace() or "@" in line or value.rstrip().endswith((",", ";"))


def _labelled_value(line: str) -> str:
    """The text behind a label and a colon; empty where there is no label."""
    if not any(colon in line for colon in _COLONS):
        return ""
    plain = line[:LONGEST_HEADING_LINE].translate(_SPACES)
    found = _LABEL.fullmatch(plain.strip()) if ":" in plain else None
    return found[2] if found else ""


def _concern(values: list[str], of: Correspondence) -> bool:
    addresses = {_bare(found) for value in values for found in _ADDRESS.findall(value)}
    timed = any(_TIME_OF_DAY.search(value) and _DAY.search(value) for value in values)
    answered = bool(of.subject) and any(bare_subject(value) == of.subject for value in values)
    return bool(addresses & of.judge) or (timed and (of.writer in addresses or answered))


# --- who wrote


def _attribution_lines(lines: list[str], at: int, clients: ClientMarks, of: Correspondence) -> int:
    """The number of lines from here that attribute a quotation to its writer; 0 when none."""
    whole = ""
    for length, line in enumerate(lines[at : at + _LONGEST_ATTRIBUTION], 1):
        if not line or len(line) > LONGEST_HEADING_LINE or is_quotation(line):
            return 0
        whole = f"{whole} {line.strip()}".strip()
        if line.translate(_SPACES).endswith((":", ": >")):
            quotes = (
                is_quotation(next_filled_line(lines, at + length))
                or quote_mark_of(next_filled_line(lines, at + length)) != ""
            )
            return length if _is_attribution(whole, clients, of, quotes=quotes) else 0
        if length == 1 and not _may_begin_attribution(line, clients):
            return 0
    return 0


def _may_begin_attribution(line: str, clients: ClientMarks) -> bool:
    """Whether an attribution may begin with this line and go on below."""
    begins = line.lstrip().startswith(clients.attribution_begins)
    return begins or "@" in line or (_TIME_OF_DAY.search(line) is not None and _DAY.search(line) is not None)


def _is_attribution(sentence: str, clients: ClientMarks, of: Correspondence, *, quotes: bool) -> bool:
    """Whether a sentence attributes what stands below it; above quoted lines, fewer signs are enough."""
    sentence = normalize("NFC", sentence).translate(_SPACES)
    timed = _TIME_OF_DAY.search(sentence) is not None
    dated = timed and (sentence.startswith(clients.attribution_begins) or _DAY.search(sentence) is not None)
    if _has_writing_verb(sentence, clients):
        return dated or "@" in sentence or quotes
    ours = any(_bare(found) in of.judge for found in _ADDRESS.findall(sentence))
    return timed and (ours or (quotes and "@" in sentence))


def _has_writing_verb(sentence: str, clients: ClientMarks) -> bool:
    return any(word in sentence for word in clients.attribution_says)


# --- what a letter says under the marks of a text that it answers: ``[§K7Q2]`` above each paragraph of a proof


_REMARK = re.compile(r"(?:\s*(?:>|&gt;))*\s*\[§\s?([A-Za-z2-7]{4})?\]\s*(.*)")
"""A mark; one without signs stands below the last paragraph, and what is written under it is about none."""
_COMMANDS = frozenset({"proof", "publish", "stop"})


@dataclass(frozen=True)
class Remarks:
    """The lines ``before`` the first mark and ``behind`` the last; what stands ``under`` each mark and is no quotation.

    A mark comes as its four signs in capitals, with its lines as one text.
    """

    before: Sequence[str]
    under: tuple[tuple[str, str], ...] = ()
    behind: Sequence[str] = ()


def read_remarks(text: str, ends: Callable[[Sequence[str], int], bool]) -> Remarks:
    """What a text says under marks; a line of a command alone ends that, as does the line at which ``ends`` is true."""
    lines = [line.rstrip() for line in text.split("\n")]
    first = next((place for place, line in enumerate(lines) if "[§" in line and _REMARK.match(line)), len(lines))
    under: list[tuple[str, list[str]]] = []
    behind: list[str] = []
    mark = ""
    for place in range(first, len(lines)):
        line = lines[place]
        if found := _REMARK.match(line):
            mark, rest = (found[1] or "").upper(), "" if is_quotation(line) else found[2]
            under += [(mark, [rest])] if mark else []
        elif ends(lines, place):
            behind += lines[place:]
            break
        elif mark and not _is_command(line):
            under[-1][1].extend([] if is_quotation(line) else [line])
        else:
            mark = ""
            behind.append(line)
    said = ((mark, "\n".join(written).strip("\n")) for mark, written in under)
    return Remarks(lines[:first], tuple((mark, words) for mark, words in said if words.strip()), behind)


def _is_command(line: str) -> bool:
    """Whether a line is a command of the desk and no words: ``PUBLISH``, or the first of a text for a place."""
    key, _, words = verb_of(line)
    return (key in _COMMANDS and not words) or (key == "text" and line.split(maxsplit=1)[0].isupper())
