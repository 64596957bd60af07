"""Verifies a record: every page is judged again from its text, written anew, and compared with what stands."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from judge.formats.record.facts import EndingFacts, Named, OpeningFacts, PageFacts, PhaseFacts, SettingsFacts
from judge.formats.record.pages import counts_no_longer, page_name, page_text
from judge.formats.record.reading import PageReader, UnreadablePageError
from judge.formats.record.replay import AgainstRulesError, Replay
from judge.formats.record.seal import NO_PAGE, NoSealError, PageForm, Seal, body_of, read_form, read_seal, sealed
from judge.formats.record.whole import INDEX, IndexEntry, has_former_title, index_text, read_index, read_name
from judge.game.folded_log import OpenPages
from judge.game.mastery.messages import RolledBack
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.reports.language import say
from judge.reports.own_texts import packaged_texts_alone


@dataclass(frozen=True)
class Difference:
    """The first page and line that differs: what stands there, what follows by the rules; line 0 is the whole page."""

    page: str
    line: int
    stands: str
    follows: str


class FormerRecordError(Exception):
    """The pages are from before they bore hashes; they must be written anew."""


@dataclass(frozen=True)
class PageRead:
    """What a page says, and the form it is in; ``own`` is its hash."""

    facts: PageFacts
    form: PageForm
    own: str


@dataclass(frozen=True)
class Verified:
    """How many pages were found the same, and the first difference, None where there is none.

    ``read`` are those pages, ``seed`` what the lots depend on, empty while no page tells it, ``board_text`` the file of
    a board of somebody's own, ``fingerprint`` that of the game at its last close, empty where no page bears one.
    """

    name: str
    pages: int
    difference: Difference | None = None
    read: tuple[PageRead, ...] = ()
    seed: str = ""
    board_text: str = ""
    fingerprint: str = ""


@packaged_texts_alone()
def verify(texts: Mapping[str, str]) -> Verified:
    """Judge a record again from its ``texts`` by file name; FormerRecordError for pages without hashes."""
    names = sorted(name for name in texts if _PAGE.fullmatch(name))
    if INDEX not in texts:
        if names and all(_is_former(texts[name]) for name in names):
            raise FormerRecordError
        return Verified("", 0, Difference(INDEX, 0, "", INDEX))
    entries = read_index(texts[INDEX])
    listed = [entry.name for entry in entries]
    for extra in (*(one for one in names if one not in listed), *(one for one in listed if one not in names)):
        stands, follows = ("", extra) if extra in listed else (extra, "")
        return Verified("", 0, Difference(extra, 0, stands, follows))
    return _verified(texts, entries)


_PAGE = re.compile(r"\d{3}-\S+\.txt")


def _is_former(text: str) -> bool:
    try:
        read_seal(text)
    except NoSealError as error:
        return error.is_former
    return False


# --- page by page


@dataclass(frozen=True)
class _Progress:
    """The pages that were found the same so far."""

    replay: Replay
    open_pages: OpenPages = field(default_factory=OpenPages)
    entries: tuple[IndexEntry, ...] = ()
    phases: frozenset[str] = frozenset()
    read: tuple[PageRead, ...] = ()

    @property
    def before(self) -> str:
        """The hash of the last page."""
        return self.entries[-1].own if self.entries else NO_PAGE


class _DifferenceError(Exception):
    """A page that differs."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


def _verified(texts: Mapping[str, str], entries: Sequence[IndexEntry]) -> Verified:
    progress = _Progress(Replay(GameName(""), ""))
    page = INDEX
    try:
        form = _seal(INDEX, texts[INDEX]).form
        progress = _Progress(_beginning(texts, form))
        for entry in entries:
            page = entry.name
            progress = _with_page(progress, page, texts)
        page = INDEX
        if not entries:
            return Verified(progress.replay.name, 0)
        _compare(INDEX, texts[INDEX], _index(progress, form, texts[INDEX]))
    except _DifferenceError as error:
        return Verified(progress.replay.name, len(progress.entries), error.difference)
    except Exception as error:  # noqa: BLE001 - a page that was altered may say anything at all
        found = Difference(page, 1, _first_line(texts[page]), f"{type(error).__name__}: {error}")
        return Verified(progress.replay.name, len(progress.entries), found)
    replay = progress.replay
    last = replay.game.fingerprint if replay.game else ""
    return Verified(replay.name, len(progress.entries), None, progress.read, replay.seed, replay.board_text, last)


def _beginning(texts: Mapping[str, str], form: PageForm) -> Replay:
    """The replay before the first page: the name, the seed if a page tells it."""
    name = read_name(texts[INDEX], form)
    if not name:
        raise _DifferenceError(
            Difference(INDEX, 1, _first_line(texts[INDEX]), say(form.language, "record.index", game="…"))
        )
    read = (PageReader(texts[name], read_form(texts[name]) or form) for name in sorted(texts) if _PAGE.fullmatch(name))
    return Replay(GameName(name), next(filter(None, (reader.seed() for reader in read)), ""))


def _with_page(progress: _Progress, name: str, texts: Mapping[str, str]) -> _Progress:
    """The progress with one page more; raises where the page differs."""
    text = texts[name]
    seal = _seal(name, text)
    replay = progress.replay
    try:
        facts = _facts(PageReader(body_of(text), seal.form), name, replay)
        if isinstance(facts, OpeningFacts):
            replay = replace(replay, board_text=texts.get(f"{facts.settings.board}.toml", ""))
        page = replay.step(facts)
    except UnreadablePageError as error:
        raise _DifferenceError(Difference(name, error.line, error.stands, error.wanted)) from None
    except AgainstRulesError as error:
        raise _DifferenceError(Difference(name, 1, _first_line(text), str(error))) from None
    step = page.transition
    told = facts.press if isinstance(facts, PhaseFacts) else facts.notes if isinstance(facts, EndingFacts) else ()
    errands = facts.errands if isinstance(facts, PhaseFacts) else {}
    named = facts.named if isinstance(facts, OpeningFacts | SettingsFacts) else Named()
    expected = sealed(page_text(step, seal.form, told, errands, named), seal.form, progress.before)
    _compare(name, text, expected)
    number, title = progress.open_pages.name_of(step) or (0, "")
    _compare(name, name, page_name(number, title))
    entries = progress.entries
    phases = progress.phases
    if isinstance(step.event, RolledBack):
        undone = step.event.undone
        entries = tuple(
            replace(
                one,
                undone=one.undone or counts_no_longer(one.name, is_phase=one.name in phases, undone=undone),
            )
            for one in entries
        )
    if isinstance(step.event, PhaseClosed):
        phases |= {name}
    entry = IndexEntry(name, read_seal(expected).own)
    read = (*progress.read, PageRead(facts, seal.form, entry.own))
    return _Progress(page.after, progress.open_pages.after(step), (*entries, entry), phases, read)


def _facts(reader: PageReader, name: str, replay: Replay) -> PageFacts:
    """What a page says, by the kind of page that its name tells."""
    kind = _KIND.fullmatch(name)
    game = replay.game
    if kind is None or game is None or game.position is None:
        return reader.opening()
    match kind["kind"]:
        case "end":
            return reader.ending(game)
        case "joined":
            return reader.joining()
        case "agreed":
            return reader.agreement()
        case "corrected":
            return reader.correction()
        case "taken":
            return reader.taken_over()
        case "decided":
            return reader.decided(game)
        case "settings":
            return reader.settings()
        case "undone":
            return reader.rollback()
        case _:
            return reader.phase(game, game.position)


_KIND = re.compile(r"\d{3}-(?:[SFW]\d+[MRA]-?)?(?P<kind>[a-z]*)(?:-\d+)?\.txt")


def _index(progress: _Progress, form: PageForm, stands: str) -> str:
    """The index that there should be, with the title of the one that stands there."""
    game, entries = progress.replay.game, progress.entries
    title = _first_line(stands) if has_former_title(stands, form) else ""
    return index_text(game, progress.replay.started, entries, form, title) if game else ""


def _seal(name: str, text: str) -> Seal:
    try:
        return read_seal(text)
    except NoSealError:
        lines = text.split("\n")
        raise _DifferenceError(Difference(name, max(1, len(lines) - 1), lines[-2:][0], "SHA-256 …")) from None


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _compare(page: str, stands: str, follows: str) -> None:
    """Raise the first line of a page that differs."""
    if stands == follows:
        return
    theirs, ours = stands.split("\n"), follows.split("\n")
    pairs = zip_longest(theirs, ours)
    line, (mine, other) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    raise _DifferenceError(Difference(page, line, mine or "", other or ""))
