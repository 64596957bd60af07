"""The letter that is handled: its lines, its sender, its game, what proves who sent it, what it carries."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from string import whitespace

from judge.game.names import Stage
from judge.game.people.messages import Person
from judge.game.settings import Address, GameName, Language, LetterForm
from judge.game.state import Game
from judge.handlers.outgoing import ANSWER_PREFIX, COPY_PREFIX, MailThread, OutgoingLetter, address_letters
from judge.handlers.services import Services, fresh_secret
from judge.handlers.session import LineContext
from judge.mail.dkim import ExpectedLetter, FromUnverified, FromVerified, TrustedCheckers, verify_from
from judge.mail.identity import LONGEST_PROVING_AGE, Evidence, Proof, Recipient, read_recipient
from judge.mail.letter import Letter, without_carried
from judge.reports.phrasing import USUAL_NOTATIONS, notation_of_game
from judge.requests.asked import (
    ArchiveRequest,
    CorrectProofRequest,
    ExportRequest,
    ForgetMeRequest,
    LetterToEditorRequest,
    MyDataRequest,
    PlaceTextRequest,
    ProofRequest,
    ProveRequest,
    PublicationRequest,
    PublishRequest,
    TournamentRequest,
)
from judge.requests.names import game_name, games_signed_on
from judge.requests.orders import StopReading
from judge.requests.peace import PeaceRequest
from judge.requests.press import ReplyToPressRequest, SendPressRequest, WatchRequest, WriteDiaryRequest
from judge.requests.questions import DisputeRequest, GameInfoRequest, HistoryRequest, MapRequest, WhyRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import Line, QuestionRequest, Request, UnreadRest
from judge.requests.seats import (
    AddStandbyRequest,
    JoinGameRequest,
    LeaveGameRequest,
    OpenGameRequest,
    RecordRequest,
    ResignRequest,
    SignOnRequest,
    TakeSeatRequest,
)
from judge.requests.setting_lists import PracticeRequest, TutorialRequest
from judge.requests.small_talk import guess_language, is_courtesies_only, words_said
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.requests.vocabulary import Word, block_ended_by, language_of, shows_language, value_of
from judge.store.records import ComposedLetter, Occasion, Transaction
from judge.store.rows import KeptLetter, LetterCopy, LetterStatus

# --- the letter that is handled: its lines, what it asks for, its sender, its game, what proves who sent it


_REPLIES = re.compile(r"\s*(?:re|ré|rép|réf|aw|antw|sv|vs|tr|fw|fwd|wg|i)\s*(?:\[\d+\]|\(\d+\))?\s*:", re.IGNORECASE)
"""What mail programs write before the subject of a letter that is answered or forwarded, in several languages."""

_BEFORE_NAME = f"[({whitespace}"
_BEHIND_NAME = re.compile(r"\b[\s\])]*[:,–-]?\s*")
"""What may stand around the name of a game at the beginning of a subject."""


_SHOWN = 120
"""Characters that are shown of a line that is not read."""


def own_subject(subject: str, name: str = "") -> str:
    """A subject without the name of a game in front of it; empty for the subject of a reply."""
    if _REPLIES.match(subject):
        return ""
    start = len(subject) - len(subject.lstrip(_BEFORE_NAME))
    end = start + len(name)
    behind = _BEHIND_NAME.match(subject, end) if name and subject[start:end].lower() == name else None
    return subject[behind.end() :] if behind else subject


_BLOCKS_OR_END = SendPressRequest | WriteDiaryRequest | LetterToEditorRequest | StopReading
"""What a subject cannot be where a text stands below it."""


_NO_DETAIL = Recipient()


def lines_of_letter(letter: Letter, recipient: Recipient = _NO_DETAIL) -> tuple[Line, ...]:
    """The lines of a letter; for one without lines, or of courtesies alone, first its subject, if that is a command.

    A letter to the address for replies to press is one piece of press, whatever stands in it.

    Of a letter that is cut short the last line is not read: it may go on, and half of it may mean something else.
    """
    if recipient.press and letter.text and not letter.is_cut_short:
        text, _, last = letter.text.rpartition("\n")
        read = text.rstrip() if text.strip() and block_ended_by(last) else letter.text
        return (Line(letter.text, ReplyToPressRequest(recipient.press, read)),)
    lines = read_lines(letter.text)
    if letter.remarks:
        lines = tuple(_corrections_and(lines, letter))
    elif letter.is_cut_short:
        lines = (*lines[:-1], *(_unread(line.text) for line in lines[-1:]))
    if lines and recipient.press:
        return (_unread(lines[0].text),)
    if lines and letter.is_cut_short:
        return lines
    if letter.attachments or not (
        all(isinstance(line.request, PossibleOrder) for line in lines) and is_courtesies_only(letter.text)
    ):
        return lines
    asked = read_lines(own_subject(letter.subject))
    no_command = PossibleOrder | (_BLOCKS_OR_END if lines else PossibleOrder)
    return (*asked, *lines) if any(not isinstance(line.request, no_command) for line in asked) else lines


def _corrections_and(lines: Iterable[Line], letter: Letter) -> Iterator[Line]:
    """Yield the corrections of a proof, then the other lines of the letter.

    Of a letter that is cut short the last correction may go on, and there may be more: neither it nor anything else
    of the letter is carried out, so that no issue goes out without them.
    """
    read = letter.remarks[:-1] if letter.is_cut_short else letter.remarks
    if read:
        yield Line("\n\n".join(f"[§{mark}]\n{text}" for mark, text in read), CorrectProofRequest(read))
    if letter.is_cut_short:
        mark, text = letter.remarks[-1]
        yield _unread(f"[§{mark}] {text}")
    for line in lines:
        yield _unread(line.text) if letter.is_cut_short else line


def _unread(text: str) -> Line:
    return Line(text.partition("\n")[0][:_SHOWN], UnreadRest())


_MOST_LINES_OF_CANCEL = 20
"""Lines of a letter that says CANCEL and courtesies."""


def with_end_of_forgetting(services: Services, writer: Address, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a letter, CANCEL as the end of a forgetting where it says nothing else and one waits."""
    if len(lines) > _MOST_LINES_OF_CANCEL or services.store.forgetting_at(writer) is None:
        return lines
    said = [line.text for line in lines if _is_cancel(line.text) or not is_courtesies_only(line.text)]
    if len(said) != 1 or not _is_cancel(said[0]):
        return lines
    language = language_of("values", *words_said(said[0]))
    return (Line(said[0], ForgetMeRequest(language, is_on=False, is_bare=True)),)


def _is_cancel(line: str) -> bool:
    words = words_said(line)
    return len(words) == 1 and value_of(words[0]) == "cancelled"


def game_of_letter(recipient: Recipient, lines: Sequence[Line], is_game: Callable[[GameName], bool]) -> GameName | None:
    """Return the game that a letter is about, None if it names none.

    It is that of the reply address; else the one to be opened; else the first that a line names and that ``is_game``
    knows, else the first name. Behind SIGNON and WHY a word counts only if a game has that name.
    """
    if recipient.game:
        return recipient.game
    named = [name for line in lines for name in _games_named(line.request, is_game)]
    if any(isinstance(line.request, OpenGameRequest) for line in lines):
        return next(iter(named), None)
    return next((name for name in named if is_game(name)), next(iter(named), None))


def game_of_press(services: Services, letter: Letter, lines: Sequence[Line]) -> GameName | None:
    """Return the game under way that press in a letter to the judge's bare address is for.

    It is the one game of the writer's that the letter names, else the only one in which they have a part.
    """
    if not any(isinstance(line.request, SendPressRequest) for line in lines):
        return None
    sender = Address(letter.sender or "")
    own = [one.name for one in services.games_of(sender, Stage.RUNNING) if sender in one.audience]
    words = set(re.findall(r"[\w-]+", f"{letter.subject}\n{letter.text}".lower()))
    named = [name for name in own if name in words] or own
    return named[0] if len(named) == 1 else None


def _games_named(request: Request, is_game: Callable[[GameName], bool]) -> Iterator[GameName]:
    match request:
        case (
            OpenGameRequest(name=Word(text))
            | JoinGameRequest(name=Word(text))
            | GameInfoRequest(name=Word(text))
            | HistoryRequest(name=Word(text))
            | AddStandbyRequest(name=Word(text))
            | WatchRequest(name=Word(text))
            | ExportRequest(name=Word(text))
            | ArchiveRequest(name=Word(text))
        ):
            yield from _valid_names((text,))
        case LeaveGameRequest(name=Word(text)):
            yield from (name for name in _valid_names((text,)) if is_game(name))
        case SignOnRequest(name=Word(text)):
            yield from (name for name in _valid_names(games_signed_on(text)) if is_game(name))
        case TakeSeatRequest(words=words) | SuggestedCommand(names=words):
            yield from (name for name in _valid_names([word.text for word in words]) if is_game(name))
        case (
            ResignRequest(name=Word(text))
            | RecordRequest(name=Word(text))
            | ProveRequest(name=Word(text))
            | MapRequest(name=Word(text))
        ):
            yield from (name for name in _valid_names((text,)) if is_game(name))
        case WhyRequest(unit=(first, *_)) | DisputeRequest(asked=WhyRequest(unit=(first, *_))):
            yield from (name for name in _valid_names((first.text,)) if is_game(name))
        case _:
            pass


def _valid_names(words: Sequence[str]) -> Iterator[GameName]:
    return (name for word in words if (name := game_name(word)))


_OPENINGS = OpenGameRequest | PracticeRequest | TutorialRequest

_OwnData = MyDataRequest | ForgetMeRequest

_AtDesk = ProofRequest | PlaceTextRequest | PublishRequest

_FOR_NEWCOMERS = _OPENINGS | PublicationRequest | PeaceRequest | TournamentRequest | _OwnData

_ENTRANCES = JoinGameRequest | AddStandbyRequest | TakeSeatRequest | WatchRequest


def is_hidden_from(game: Game, sender: Address, recipient: Recipient) -> bool:
    """Return whether a game stands in no list and the sender has no part in it, nor an invitation, nor a reply address.

    To whoever has not, it is as if there were no such game, unless they ask for a seat by its name.
    """
    if not game.settings.access.hidden or sender in game.address_book.invited:
        return False
    people = game.correspondents
    return sender not in people and recipient.token not in {person.token for person in people.values()}


def is_open_to_newcomers(lines: Sequence[Line], *, is_game: bool) -> bool:
    """Return whether a letter asks for what a newcomer may have: a new game, the gazette, the zine, a seat, peace.

    ``is_game`` is whether the game that it names exists.
    """
    asking = tuple(line.request for line in lines)
    return any(isinstance(one, _FOR_NEWCOMERS) for one in asking) or (is_game and any(map(enters_game, asking)))


def enters_game(request: Request) -> bool:
    """Return whether a request opens a game or asks for a part in one."""
    return isinstance(request, _OPENINGS | _ENTRANCES) or (isinstance(request, SignOnRequest) and request.joins)


def unknown_game_joined(lines: Sequence[Line]) -> str:
    """Return the game in which a letter asks for a seat, empty where it names none.

    It is called where no such game exists.
    """
    named = (
        line.request.name
        for line in lines
        if isinstance(line.request, JoinGameRequest | AddStandbyRequest | WatchRequest)
    )
    return next((name.text for name in named if name), "")


def questions_of(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the questions of a letter, which need no proof."""
    return tuple(line for line in lines if isinstance(line.request, QuestionRequest))


def has_commands(lines: Sequence[Line]) -> bool:
    """Return whether the letter holds more than questions and plain words."""
    return any(line.changes_something for line in lines)


def _is_about_own_data(request: Request) -> bool:
    return isinstance(request, MyDataRequest) or (isinstance(request, ForgetMeRequest) and request.is_on)


@dataclass(frozen=True)
class SpokenLines:
    """The ``lines`` that a letter of sentences is read as; ``is_plain`` where that needs no question.

    ``told`` are those that it would take, where a name is missing. ``left`` are sentences of which nothing was read;
    ``by_lot`` when powers were asked for that are drawn.
    """

    lines: tuple[Line, ...] = ()
    told: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    by_lot: bool = False
    is_plain: bool = False


@dataclass(frozen=True)
class LetterContext:
    """One letter while it is handled: as it was stored, as it was read, from whom, about which game.

    ``name`` is the game that the letter speaks of, ``game`` that game as it stands, None where there is none.
    ``is_proven`` once it is known whose letter it is, ``is_vouched`` once it is known that something speaks for it, of
    which nothing need be known while there is room for letters that nothing speaks for. ``digest`` is that of the
    letter as it came, before anything that it carries of ours was cut: what that is changes with what we write.
    ``spoken`` is what its sentences are read as, where they would open or join a game.
    """

    services: Services
    kept: KeptLetter
    letter: Letter
    sender: Address
    lines: Sequence[Line] = ()
    name: GameName | None = None
    game: Game | None = None
    is_proven: bool = False
    is_vouched: bool = False
    digest: bytes = b""
    spoken: SpokenLines | None = None

    @property
    def is_to_be_asked(self) -> bool:
        """Return whether its writer is asked, whatever proves it: what was read in sentences, or about their data."""
        is_unsure = bool(self.spoken and self.spoken.lines and not self.spoken.is_plain)
        return (is_unsure or self.is_about_own_data) and not self.kept.confirmed

    @property
    def is_about_own_data(self) -> bool:
        """Return whether the letter asks for what is kept of its writer, and for nothing else."""
        others = [line.text for line in self.lines if not _is_about_own_data(line.request)]
        return len(others) < len(self.lines) and (not others or is_courtesies_only("\n".join(others)))

    def person(self, address: Address) -> Person:
        """Return the person of that address in the game, or a newcomer who reads what they write.

        A newcomer reads the notation that is usual in their language, of a game its own, and hours in its zone, else in
        the judge's.
        """
        known = self.game.people.get(address) if self.game else None
        return known or self._newcomer(address)

    def _newcomer(self, address: Address) -> Person:
        language, settings = self.language, self.game.settings if self.game else None
        notation = notation_of_game(settings, language) if settings else USUAL_NOTATIONS[language]
        zone = settings.zone if settings else self.services.config.judge.zone
        return Person(address, fresh_secret(), language, notation, zone, letters=self.form)

    def context(self, now: datetime) -> LineContext:
        """What its lines are carried out with at that moment."""
        return LineContext(
            self.services,
            self.name,
            self.kept.id,
            self.letter.date,
            self.kept.arrived,
            now,
            self.assent_to,
            self.letter.sender_name,
            self.kept.confirmed,
        )

    @property
    def language(self) -> Language:
        """Return the language of the letter's commands, else of its words.

        Where neither shows one, it is what the sender reads in another game, else the operator's.
        """
        tells = _OPENINGS | _ENTRANCES | SignOnRequest | TournamentRequest | QuestionRequest | _OwnData | _AtDesk
        shown = (line.request for line in self.lines if shows_language(line.text))
        spoken = (request.language for request in shown if isinstance(request, tells))
        under = (words for _, words in self.letter.remarks)
        guessed = guess_language(self.letter.subject, self.letter.text) or guess_language(*under)
        return next(spoken, guessed) or self._read_elsewhere or self.services.config.judge.language

    @property
    def _read_elsewhere(self) -> Language | None:
        """Return the language the sender reads in another game, None if there is none."""
        return self.services.store.language_of(self.sender)

    @property
    def form(self) -> LetterForm:
        """Return the form of the answer to somebody of whom nothing is known: that of their letter."""
        return LetterForm.HTML if self.letter.has_page else LetterForm.TEXT

    @property
    def about(self) -> str:
        """Return the game that the letter speaks of, empty for none.

        A letter that was sent to two games counts as one letter for each.
        """
        return self.name or ""

    @property
    def is_repeated(self) -> bool:
        """Return whether another copy of the letter has been carried out, whatever way it came."""
        return self.services.store.seen_before(self._as_copy)

    @property
    def _as_copy(self) -> LetterCopy:
        return LetterCopy(self.kept.id, self.sender, self.letter.message_id, self.about, self.digest)

    def occasion(self, of_any: Occasion) -> Occasion:
        """Return the occasion of a letter that answers this one, given what it is where nothing speaks for this one."""
        return of_any.vouched if self.is_vouched else of_any

    def marked(self, transaction: Transaction) -> Transaction:
        """Return the transaction of the letter, with its author and, where it is proven, what a copy is known by.

        Anybody may write a Message-ID; a letter that nothing proves must not make one that is to come a copy of it.
        """
        transaction = replace(transaction, sender=self.sender, about=self.about)
        if not self.is_proven:
            return transaction
        copy = self._as_copy
        return replace(transaction, message_id=copy.message_id, digest=copy.digest)

    @property
    def is_old(self) -> bool:
        """Return whether its Date is longer ago than any relay delays a letter (RFC 5321 4.5.4.1)."""
        return self.letter.date is not None and self.kept.arrived - self.letter.date > LONGEST_PROVING_AGE

    @property
    def assent_to(self) -> int | None:
        """Return the newest letter whose offers a yes in this one may take.

        It is the one that was answered, or copied to this writer; this letter itself where it replies to none of the
        judge's, or to news of the game that ask nothing: what came between does not undo a yes. A yes to any other
        letter, or to a question whose a letter is, takes nothing.
        """
        recipient = read_recipient(self.kept.recipient, self.services.config.judge.address)
        if recipient is None or recipient.confirms:
            return None
        parent = self.letter.references[-1] if self.letter.references else ""
        is_news = self.game is not None and self.game.proposal is None and self.answers(self.game.name)
        if is_news or not parent.endswith(f"@{self.services.host}>"):
            return self.kept.id
        is_answer = self.answers(ANSWER_PREFIX) or self.answers(COPY_PREFIX)
        return self.services.store.cause_of(parent) if is_answer else None

    @property
    def replies_to_answer(self) -> bool:
        """Return whether the letter replies to an answer of the judge, not to news."""
        return self.answers(ANSWER_PREFIX)

    def answers(self, kind: str) -> bool:
        """Return whether the letter replies to one of the judge's whose Message-ID has this prefix."""
        parent = self.letter.references[-1] if self.letter.references else ""
        return parent.startswith(f"<{kind}.") and parent.endswith(f"@{self.services.host}>")

    @property
    def thread(self) -> MailThread:
        """Return the mail thread of an answer.

        The answer's id is made of the letter and of whether it has been confirmed.
        """
        taken_up = "again" if self.kept.confirmed else "first"
        return MailThread(ANSWER_PREFIX, (self.kept.id, taken_up), self.letter.message_id or None)

    def settled(
        self,
        *answers: OutgoingLetter,
        copies: Iterable[ComposedLetter] = (),
        release: str | None = None,
        cancel: str | None = None,
    ) -> Transaction:
        """Return the transaction of a letter that caused no event, with the letters that answer it."""
        return self.marked(
            Transaction(
                self.kept.id,
                LetterStatus.DONE,
                outgoing=(*address_letters(self.services, answers), *copies),
                release=release,
                cancel=cancel,
            )
        )


def evidence_for(case: LetterContext, recipient: Recipient) -> Evidence:
    """Return the evidence of a letter; its signatures are checked only when they are asked for."""
    meant = ExpectedLetter(case.sender, recipient, case.services.config.judge.address, case.kept.arrived)
    return Evidence(
        case.kept.confirmed, case.is_old, cache(partial(_proof_of_signature, case.services, case.kept.raw, meant))
    )


def _proof_of_signature(services: Services, raw: bytes, meant: ExpectedLetter) -> Proof | None:
    looked = verify_sender(services, raw, meant)
    return looked.proof if isinstance(looked, FromVerified) else None


def verify_sender(services: Services, raw: bytes, meant: ExpectedLetter) -> FromVerified | FromUnverified:
    """Return whether From is verified, and by what; or why not, or why it does not count."""
    identity = services.config.identity
    if identity.verified_from == "asked":
        return FromUnverified("the operator has every letter without a reply address confirmed")
    return verify_from(raw, meant, TrustedCheckers(identity.authserv_id, services.keys))


# --- what of a letter is its writer's own, where it carries a letter of ours


_MOST_REFERENCES = 3
"""Letters of ours that one letter may reply to; the last is the one that was answered."""


def written_anew(services: Services, letter: Letter) -> Letter | None:
    """Return a letter without what it carries of ours; None for one that holds nothing else, as a machine sends back.

    Ours is known by its Message-ID, else it is the last that was written to whoever writes.
    """
    referred = (*letter.references, letter.message_id)[-_MOST_REFERENCES:]
    ours, store = [one for one in referred if one.endswith(f"@{services.host}>")], services.store
    written = without_carried(letter, lambda: store.sent_under(ours) or store.last_to(letter.sender or ""))
    is_empty = not (written.text.strip() or written.remarks or written.below or written.struck or written.attachments)
    return None if written is not letter and is_empty else written
