"""The context in which one letter is handled: the letter, its sender, its game, the services."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game
from judge.handlers.context import LineContext
from judge.handlers.outgoing import ANSWER_PREFIX, MailThread, OutgoingLetter, address_letters
from judge.handlers.services import Services, fresh_secret
from judge.mail.identity import LONGEST_PROVING_AGE
from judge.mail.letter import Letter
from judge.requests.press import WatchRequest
from judge.requests.replacements import TakeSeatRequest
from judge.requests.requests import JoinGameRequest, Line, OpenGameRequest, QuestionRequest, SignOnRequest
from judge.requests.seats import AddStandbyRequest
from judge.requests.small_talk import guess_language
from judge.store.records import ComposedLetter, KeptLetter, LetterStatus, Transaction


@dataclass(frozen=True)
class LetterContext:
    """One letter while it is handled: as it was stored, as it was read, from whom, about which game.

    ``name`` is the game that the letter speaks of, ``game`` that game as it stands, None where there is none.
    """

    services: Services
    kept: KeptLetter
    letter: Letter
    sender: Address
    lines: Sequence[Line] = ()
    name: GameName | None = None
    game: Game | None = None

    def person(self, address: Address) -> Person:
        """Return the person of that address in the game, or a newcomer who reads what they write."""
        known = self.game.people.get(address) if self.game else None
        return known or Person(address, fresh_secret(), self.language)

    def context(self, now: datetime) -> LineContext:
        """What its lines are carried out with at that moment."""
        return LineContext(self.services, self.name, self.kept.id, self.letter.date, self.kept.arrived, now)

    @property
    def language(self) -> Language:
        """Return the language of the letter's commands, else of its words.

        Where neither shows one, it is what the sender reads in another game, else the operator's.
        """
        tells = (
            OpenGameRequest
            | JoinGameRequest
            | SignOnRequest
            | AddStandbyRequest
            | TakeSeatRequest
            | WatchRequest
            | QuestionRequest
        )
        spoken = (line.request.language for line in self.lines if isinstance(line.request, tells))
        guessed = guess_language(self.letter.subject, self.letter.text)
        return next(spoken, guessed) or self._read_elsewhere or self.services.config.judge.language

    @property
    def _read_elsewhere(self) -> Language | None:
        """Return the language the sender reads in another game, None if there is none."""
        known = (game.languages.get(self.sender) for game in self.services.store.summaries())
        return next((language for language in known if language), None)

    @property
    def about(self) -> str:
        """Return the game that the letter speaks of, empty for none.

        A letter that was sent to two games counts as one letter for each.
        """
        return self.name or ""

    @property
    def is_repeated(self) -> bool:
        """Return whether another copy of the letter has been carried out, whatever way it came."""
        return self.services.store.seen_before(self.sender, self.letter.message_id, self.about, self.kept.id)

    @property
    def is_old(self) -> bool:
        """Return whether its Date is longer ago than any relay delays a letter (RFC 5321 4.5.4.1)."""
        return self.letter.date is not None and self.kept.arrived - self.letter.date > LONGEST_PROVING_AGE

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
        return Transaction(
            self.kept.id,
            LetterStatus.DONE,
            outgoing=(*address_letters(self.services, answers), *copies),
            release=release,
            cancel=cancel,
            sender=self.sender,
            message_id=self.letter.message_id,
            about=self.about,
        )
