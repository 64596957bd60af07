"""The editor's desk by mail: the proof of the issue in work, corrections, texts for its places, the issue sent out.

What is written into its folder is a function of the folder and of the letter alone, and does nothing where it stands
there already: a letter that is carried out once more changes nothing. What a text takes the place of is kept in
``before/``.
"""

import re
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, wraps
from hashlib import sha256
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal

from judge.game.settings import Address, Language
from judge.handlers.outgoing import MailThread, OutgoingLetter
from judge.handlers.sent_files import told_with_file
from judge.handlers.services import Services
from judge.handlers.session import LineContext, Session, handles
from judge.languages import language_name
from judge.reports.language import LetterText, alphabetic, count, day_text, fill_template, listing, say
from judge.reports.layout import HEADING, OutsideText, joined_pages, no_wrap, one_line
from judge.reports.line_answers import Done, Outcome, TextAnswer
from judge.requests.asked import CorrectProofRequest, PlaceTextRequest, ProofRequest, PublishRequest
from judge.requests.requests import MOST_LINES_OF_LETTER
from judge.store.records import Occasion, Publication, ZineIssue
from judge.system.files import AttachedFile, write_to_stay
from judge.zine.article import (
    Article,
    ArticleError,
    Block,
    Headline,
    Paragraph,
    Picture,
    Quotation,
    article_text,
    read_article,
)
from judge.zine.forms import FinishedZine, UnwritableFormError, finished, write_form
from judge.zine.issue import (
    PLACES,
    FileName,
    Issue,
    IssueError,
    article_files,
    is_drafted,
    picture_names,
    read_issue,
    read_told,
)

# --- the issue in work: marked as a proof, put right, texts put at their places


_BEFORE, _PRINTED = "before", "printed"
"""Folders in that of an issue: of texts that others have taken the place of, of what went out."""

_SIGNS_OF_MARK = 4

_QUOTED = "»"
"""Stands before lines of press in a proof: a line that begins with ``>`` would be the mail program's."""

_ON_ONE_LINE = ("|", "[picture ", "[image ")
"""What begins a row, or a picture, which ends with a sign of its own, wherever a mail program has broken its line."""

ADD, REMOVE = "+", "-"
"""Before what is to stand behind a paragraph; alone under one that is to go."""


@dataclass(frozen=True)
class Passage:
    """A block of an article, and the mark that it has in a proof."""

    mark: str
    block: Block

    @property
    def text(self) -> str:
        """It as a proof shows it and as it may be written back: in lines that no mail program breaks anew."""
        lines = article_text(Article((self.block,))).rstrip("\n").split("\n")
        return "\n".join(one for line in lines for one in _short_lines(line))

    def below(self, written: str) -> str:
        """What stands below it in a text that begins with it, as a program that quotes with no sign leaves it."""
        lines = written.split("\n")
        most = min(len(lines), _MOST_CARRIED * (1 + self.text.count("\n")))
        end = next((n for n in range(1, most + 1) if self.says("\n".join(lines[:n]))), 0)
        return "\n".join(lines[end:]).strip("\n")

    def says(self, written: str) -> bool:
        """Whether a text is this one, however its lines are broken."""
        return written.split() == self.text.split()


_WIDTH = 72
_MOST_CARRIED = 3
"""Lines that a program makes of one of ours, at most."""


def _short_lines(line: str) -> Iterator[str]:
    """A line of an article in as many as it needs; of press each with its sign."""
    breaking = partial(wrap, break_long_words=False, break_on_hyphens=False)
    if line.startswith(">"):
        said = line[1:].removeprefix(" ")
        yield from (f"{_QUOTED} {one}".rstrip() for one in breaking(said, _WIDTH - 2) or [""])
    elif line.startswith(_ON_ONE_LINE):
        yield from breaking(line, _WIDTH, subsequent_indent="  ")
    else:
        yield line


@dataclass(frozen=True)
class IssueInWork:
    """An issue, and the passages of each of its files, in their order."""

    folder: Path
    issue: Issue
    texts: Mapping[Path, tuple[Passage, ...]]


@dataclass(frozen=True)
class Placed:
    """What has become of a text: the passages that stand in a file now, ``how`` they came there, what was there before.

    Passages of every issue bear no mark: a proof is of one issue.
    """

    path: Path
    how: Literal["replaced", "added", "removed", "placed", "standing", "as_it_was"]
    passages: tuple[Passage, ...] = ()
    old: str = ""


@dataclass(frozen=True)
class NotPlaced:
    """Why a text stands nowhere; ``what`` would work, or what is missing, ``line`` which of its lines is at fault."""

    why: Literal["mark", "place", "article", "picture", "empty"]
    what: str = ""
    line: int = 0


# --- the issue in work


def issue_in_work(folder: Path) -> IssueInWork | None:
    """The issue of the highest number that a folder of issues holds, None without any; IssueError of a faulty one."""
    drafts = [one for one in (sorted(folder.iterdir()) if folder.is_dir() else ()) if is_drafted(one)]
    issues = [(read_issue(one), one) for one in drafts]
    if not issues:
        return None
    issue, at = max(issues, key=lambda each: each[0].number)
    texts: dict[Path, tuple[Passage, ...]] = {}
    for path in article_files(at):
        texts[path] = _marked(path, _article_in(path).blocks, texts)
    return IssueInWork(at, issue, texts)


def _article_in(path: Path) -> Article:
    """The article of a file of an issue that could be read; an empty one where there is no such file."""
    try:
        return read_article(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ArticleError):
        return Article(())


def _marked(
    path: Path, blocks: Sequence[Block], others: Mapping[Path, Sequence[Passage]] | None = None
) -> tuple[Passage, ...]:
    """Blocks of a file with marks that none of the others has; a mark is of the words, and goes with them."""
    taken = {one.mark for passages in (others or {}).values() for one in passages}
    marked: list[Passage] = []
    for block in blocks:
        text = f"{FileName.of(path).name} {Passage('', block).text}"
        codes = (b32encode(sha256(f"{n} {text}".encode()).digest()).decode()[:_SIGNS_OF_MARK] for n in range(1000))
        marked.append(Passage(next(code for code in codes if code not in taken), block))
        taken.add(marked[-1].mark)
    return tuple(marked)


# --- corrections


def corrected(work: IssueInWork, mark: str, written: str, at: datetime) -> tuple[IssueInWork, Placed] | NotPlaced:
    """Put what is written under a mark into its place, and keep the file as it was; OSError where that fails."""
    all_of = [(path, place, one) for path, found in work.texts.items() for place, one in enumerate(found)]
    marked = next(((path, place) for path, place, one in all_of if one.mark == mark), None)
    if marked is None:
        stands = next(((path, one) for path, _, one in all_of if one.says(written)), None)
        return (work, Placed(stands[0], "as_it_was", (stands[1],))) if stands else NotPlaced("mark")
    path, place = marked
    passages = work.texts[path]
    old, written = passages[place].text, passages[place].below(written)
    if not written:
        return work, Placed(path, "as_it_was")
    if written.strip() == REMOVE:
        return _put(work, path, (passages[:place], (), passages[place + 1 :]), at), Placed(path, "removed", old=old)
    is_added = written.startswith(ADD)
    blocks = _blocks_of(_AFTER_ADD.sub("", written).strip("\n"), work.issue.pictures)
    if isinstance(blocks, NotPlaced):
        return blocks
    new = _marked(path, blocks if is_added else _in_form_of(passages[place].block, blocks, written), work.texts)
    behind = passages[place + 1 :]
    if is_added and [one.block for one in behind[: len(new)]] == [*blocks]:
        return work, Placed(path, "as_it_was", behind[: len(new)])
    done = _put(work, path, (passages[: place + is_added], new, behind), at)
    return done, Placed(path, "added" if is_added else "replaced", new, old)


_AFTER_ADD = re.compile(rf"^{re.escape(ADD)} ?")
_QUOTED_LINE = re.compile(rf"^{_QUOTED}", re.MULTILINE)


def _with_lines_whole(written: str) -> str:
    lines: list[str] = []
    for line in written.split("\n"):
        above = lines[-1] if lines else ""
        is_open = above.startswith(_ON_ONE_LINE) and not above.endswith(("|", "]"))
        if line.strip() and is_open and not line.startswith(_ON_ONE_LINE):
            lines[-1] = f"{above} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _blocks_of(written: str, pictures: Collection[str]) -> tuple[Block, ...] | NotPlaced:
    """The blocks that a text of an article is."""
    try:
        blocks = read_article(_QUOTED_LINE.sub(">", _with_lines_whole(written))).blocks
    except ArticleError as error:
        return NotPlaced("article", error.example, error.line)
    if missing := [one.name for one in blocks if isinstance(one, Picture) and one.name not in pictures]:
        return NotPlaced("picture", missing[0])
    return blocks or NotPlaced("empty")


def _in_form_of(block: Block, blocks: tuple[Block, ...], written: str) -> tuple[Block, ...]:
    """What takes the place of a block: of press its words, of a headline its words, where they bear no sign at all."""
    match block, blocks:
        case Quotation(author, _), _ if not any(isinstance(one, Quotation) for one in blocks):
            return (Quotation(author, tuple(written.split("\n"))),)
        case Headline(_, level), (Paragraph(text),):
            return (Headline(text, level),)
        case _:
            return blocks


def _put(work: IssueInWork, path: Path, parts: Sequence[tuple[Passage, ...]], at: datetime) -> IssueInWork:
    """The issue with the passages of a file, which is written; what it was is kept."""
    passages = tuple(chain.from_iterable(parts))
    _write(path, Article(tuple(one.block for one in passages)), at)
    return replace(work, texts={**work.texts, path: passages})


def _write(path: Path, article: Article, at: datetime) -> None:
    kept = path.parent / _BEFORE / f"{at:%Y-%m-%dT%H-%M-%S}-{path.name}"
    if path.exists() and not kept.exists():
        write_to_stay(kept, path.read_text(encoding="utf-8"), mode=0o644)
    write_to_stay(path, article_text(article), mode=0o644)


# --- texts for places: of the issue, of every issue


_EDITORIAL = "editorial"


def place_names(work: IssueInWork, standing: Path) -> Sequence[str]:
    """The places for which a text may be sent: the articles of the issue, then those of every issue."""
    files = (*work.texts, *article_files(standing))
    return [*dict.fromkeys((_EDITORIAL, *(FileName.of(path).name for path in files)))]


def with_text(
    work: IssueInWork, standing: Path, place: str, tongue: Language | None, text: str, at: datetime
) -> Placed | NotPlaced:
    """Put a text at the place of that name, in a language, that of the issue where None is said; OSError."""
    language = tongue or work.issue.language
    path = _path_of(work, standing, place.removesuffix(".txt"), language)
    if path is None:
        return NotPlaced("place")
    pictures = work.issue.pictures if path.parent == work.folder else picture_names(standing)
    blocks = _blocks_of(text, pictures)
    if isinstance(blocks, NotPlaced):
        return blocks
    before = _article_in(path)
    article = Article(blocks)
    if not article.title:
        title = before.title or (say(language, "zine.editorial") if FileName.of(path).name == _EDITORIAL else "")
        article = Article((*([Headline(title)] if title else []), *blocks))
    is_of_issue = path.parent == work.folder
    others = {other: found for other, found in work.texts.items() if other != path}
    passages = _marked(path, article.blocks, others)
    if not is_of_issue:
        passages = tuple(replace(one, mark="") for one in passages)
    if article == before:
        return Placed(path, "as_it_was", passages)
    _write(path, article, at)
    return Placed(path, "placed" if is_of_issue else "standing", passages)


def _path_of(work: IssueInWork, standing: Path, place: str, language: Language) -> Path | None:
    """The file of a place, there already or not, None where the name is that of none."""
    wanted, usual, every = alphabetic(place), work.issue.language, article_files(standing)
    if named := [path for path in work.texts if wanted in _names_of(path)]:
        return _in_language(named, language, usual)
    if wanted == _EDITORIAL:
        front = {FileName.of(path).stem.removeprefix(f"{PLACES[0]}-") for path in every}
        above = (file.number for file in map(FileName.of, work.texts) if file.name in front)
        return _in_language([work.folder / f"{max(above, default=0) + 5:02}-{_EDITORIAL}.txt"], language, usual)
    first, _, name = wanted.partition("-")
    if first not in PLACES or not re.fullmatch(r"[a-z][\w-]*", name):
        return None
    there = [path for path in every if wanted in _names_of(path)]
    return _in_language(there or [standing / f"{wanted}.txt"], language, usual)


def _names_of(path: Path) -> Collection[str]:
    file = FileName.of(path)
    return {alphabetic(file.name), alphabetic(file.stem)}


def _in_language(files: Sequence[Path], language: Language, usual: Language) -> Path:
    """That of the files of an article that is in a language; where none is, the one that would be."""
    by_language = {FileName.of(one).language or usual: one for one in files}
    ending = ".txt" if language == usual else f".{language}.txt"
    return by_language.get(language) or files[0].with_name(f"{FileName.of(files[0]).stem}{ending}")


# --- what goes out


def keep_printed(work: Path, number: int, forms: Mapping[Language, FinishedZine]) -> Path:
    """Keep an issue as it went out in the folder of its texts, by language where there are two; where that is."""
    folder = work / _PRINTED
    for language, form in forms.items():
        name = f"zine-{number}.{language}" if forms.keys() - {language} else f"zine-{number}"
        for ending, written in (("txt", form.text.encode()), ("html", form.html.encode()), ("pdf", form.pdf)):
            if written:
                write_to_stay(folder / f"{name}.{ending}", written, mode=0o644)
    return folder


# --- the words to its editor


def proof_text(work: IssueInWork, places: Sequence[str], language: Language) -> str:
    """Return the draft of an issue, by files, with how it is corrected above."""
    above = fill_template(
        language,
        "editor.proof",
        title=work.issue.title,
        number=work.issue.number,
        paragraphs=sum(map(len, work.texts.values())),
        places=places_text(places, language),
    )
    pages = (page for path, found in work.texts.items() for page in (f"\n{HEADING}{path.name}\n", *_shown(found)))
    return joined_pages([above, *pages, f"\n{no_wrap('[§]')}\n"])


def _shown(passages: Sequence[Passage]) -> Iterator[str]:
    for one in passages:
        lines = (*([f"[§{one.mark}]"] if one.mark else []), *one.text.split("\n"))
        yield OutsideText("\n" + no_wrap("\n".join(lines)) + "\n", lines)


def places_text(places: Sequence[str], language: Language) -> str:
    """Return the places for which a text may be sent."""
    return listing(language, [no_wrap(place) for place in places])


def placed_text(placed: Placed, language: Language) -> str:
    """Return where a text has gone, and what stands there now."""
    return joined_pages([say(language, f"desk.{placed.how}", file=placed.path.name) + "\n", *_shown(placed.passages)])


def why_text(why: NotPlaced, places: Sequence[str], language: Language) -> str:
    """Return why a text stands nowhere, and what would work."""
    facts = {"line": why.line, "example": no_wrap(why.what), "picture": why.what}
    return say(language, f"desk.{why.why}", places=places_text(places, language), **facts)


def sent_text(number: int, letters: Counter[Language], language: Language) -> str:
    """Return which issue goes to how many readers, in which language."""
    named = [
        count(language, "desk.letters", n, tongue=language_name(one, language)) for one, n in sorted(letters.items())
    ]
    readers = listing(language, named) or say(language, "desk.nobody")
    return say(language, "desk.sent", number=number, readers=readers)


# --- the lines about it


LARGEST_PDF = 4 * 1024 * 1024
"""Bytes of the file of an issue: in a letter it is a third larger, and most relays take ten megabytes."""

UNSUBSCRIBE = "UNSUBSCRIBE"
"""The line that ends a subscription, whatever the reader's language."""


class ZineNotPublishedError(Exception):
    """An issue that cannot go out, and nothing of it has; the message is one line for the editor."""


Editions = Mapping[Language, FinishedZine]
"""An issue by language, first that of readers for whom there is none."""


def letters_of_zine(services: Services, number: int, forms: Editions) -> Iterator[OutgoingLetter]:
    """Yield the issue as each reader wants it, the first of its forms where there is none in their language.

    ZineNotPublishedError where there is no form, or where a file is too large. A letter's id is a function of the issue
    and the reader, so a copy is recognised.
    """
    if not forms:
        message = f"issue {number} has no text in any language"
        raise ZineNotPublishedError(message)
    for language, form in forms.items():
        if form.pdf and len(form.pdf) > LARGEST_PDF:
            size = f"{len(form.pdf):,} bytes, and {LARGEST_PDF:,} are the most that goes by mail"
            message = f"the PDF of issue {number} ({language}) has {size}: leave out a picture, or publish without it"
            raise ZineNotPublishedError(message)
    for reader in services.store.subscribers(Publication.ZINE):
        language = reader.language if reader.language in forms else next(iter(forms))
        form = forms[language]
        yield OutgoingLetter(
            Address(reader.address),
            LetterText(form.subject, form.text),
            MailThread(Publication.ZINE.value, (number, reader.number)),
            services.config.judge.address,
            Occasion.NEWS,
            language,
            form=reader.form,
            files=_files(number, language, form) if reader.pdf else (),
            html=form.html,
            unsubscribe=UNSUBSCRIBE,
        )


def _files(number: int, language: Language, form: FinishedZine) -> tuple[AttachedFile, ...]:
    """The file of the issue; none where it has none."""
    return (AttachedFile(f"zine-{number}-{language}.pdf", "application/pdf", form.pdf),) if form.pdf else ()


# --- what its editor writes


_AtDesk = Callable[[Session, str, Any, LineContext, IssueInWork], Session]


def _at_the_desk(handle: _AtDesk) -> Callable[[Session, str, Any, LineContext], Session]:
    """The handler of a line that is the editor's alone, and about the issue in work; anybody else learns nothing."""

    @wraps(handle)
    def carry_out(session: Session, line: str, asked: Any, context: LineContext) -> Session:
        config, language = context.services.config, session.person.language
        if session.person.address != config.zine.editor.lower():
            return session.told(line, Done(Outcome.NOT_OF_EDITOR))
        try:
            work = issue_in_work(config.folders.zine)
            if work is None:
                told = say(language, "desk.no_issue", folder=config.folders.zine.name)
                return session.told(line, Done(Outcome.NOT_AT_THE_DESK, told))
            return handle(session, line, asked, context, work)
        except (IssueError, UnwritableFormError, ZineNotPublishedError, OSError) as error:
            told = say(language, "desk.fault", message=str(error).replace(f"{config.folders.zine}/", ""))
            return session.told(line, Done(Outcome.NOT_AT_THE_DESK, told))

    return carry_out


@handles()
@_at_the_desk
def handle_proof(session: Session, line: str, _: ProofRequest, context: LineContext, work: IssueInWork) -> Session:
    """The draft as text, each paragraph with its mark, and as PDF."""
    issue = work.issue
    names = place_names(work, context.services.config.folders.standing)
    told = proof_text(work, names, session.person.language)
    pdf = AttachedFile(f"proof-{issue.number}.pdf", "application/pdf", write_form(issue, "pdf"))
    return told_with_file(session, line, told, pdf, context)


_LONGEST_QUOTED = 68
"""Characters that are quoted of a paragraph that something else has taken the place of."""


@handles()
@_at_the_desk
def handle_correct_proof(
    session: Session, _: str, asked: CorrectProofRequest, context: LineContext, work: IssueInWork
) -> Session:
    """Each paragraph that is written under a mark, at its place; what cannot be placed comes back whole."""
    told = 0
    for mark, written in asked.remarks:
        line = f"[§{mark}]\n{written}"
        if told >= MOST_LINES_OF_LETTER:
            session = session.told(line, Done(Outcome.TOO_MANY_LINES, str(MOST_LINES_OF_LETTER)))
            continue
        done = corrected(work, mark, written, context.now)
        if isinstance(done, NotPlaced):
            session = session.told(line, _not_placed(done, session, work, context))
        else:
            work, placed = done
            if placed.how == "as_it_was" and not placed.passages:
                continue
            session = session.told(
                one_line(f"[§{mark}] {placed.old}", _LONGEST_QUOTED),
                TextAnswer(placed_text(placed, session.person.language)),
            )
        told += 1
    return session


@handles()
@_at_the_desk
def handle_place_text(
    session: Session, line: str, asked: PlaceTextRequest, context: LineContext, work: IssueInWork
) -> Session:
    """A text at a place of the issue in work, or of every issue; one that cannot be placed comes back whole."""
    standing = context.services.config.folders.standing
    done = with_text(work, standing, asked.place, asked.tongue, asked.text, context.now)
    if isinstance(done, NotPlaced):
        return session.told(line, _not_placed(done, session, work, context))
    return session.told(line.partition("\n")[0], TextAnswer(placed_text(done, session.person.language)))


@handles()
@_at_the_desk
def handle_publish(session: Session, line: str, _: PublishRequest, context: LineContext, work: IssueInWork) -> Session:
    """The issue to each of its subscribers, once; it is told how many get it in which language."""
    services, language, number = context.services, session.person.language, work.issue.number
    last = session.issue or services.store.last_zine_issue()
    if last and number <= last.number:
        told = say(language, "desk.out_already", number=last.number, day=day_text(last.at.date(), language))
        return session.told(line, Done(Outcome.NOT_AT_THE_DESK, told))
    forms, drafted = finished(work.issue), read_told(work.folder)
    letters = tuple(letters_of_zine(services, number, forms))
    keep_printed(work.folder, number, forms)
    issue = ZineIssue(number, context.now, drafted.drafted or context.now, drafted.games)
    session = replace(session, sent=(*session.sent, *letters), issue=issue)
    sent = sent_text(number, Counter(one.language for one in letters), language)
    return session.told(line, Done(Outcome.ISSUE_PUBLISHED, sent))


def _not_placed(why: NotPlaced, session: Session, work: IssueInWork, context: LineContext) -> Done:
    names = place_names(work, context.services.config.folders.standing)
    return Done(Outcome.TEXT_NOT_PLACED, why_text(why, names, session.person.language))
