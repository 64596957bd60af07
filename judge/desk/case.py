"""One letter to be settled: as it was kept, as it was read, from whom, about which game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.desk.context import Context
from judge.desk.office import Office, fresh_secret
from judge.desk.post import ANSWER, Draft, Thread, seal
from judge.game.person import Person
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game
from judge.mail.identity import OLD
from judge.mail.letter import Letter
from judge.mail.meanings import Join, Line, Open, Question, SignOn
from judge.mail.pressing import WatchGame
from judge.mail.seating import Standby
from judge.mail.succession import TakeSeat
from judge.mail.tongue import tongue_of
from judge.store.values import Change, Fate, KeptLetter, Outgoing


@dataclass(frozen=True)
class Case:
    """One letter on the desk: as it was kept, as it was read, from whom, about which game."""

    office: Office
    kept: KeptLetter
    letter: Letter
    sender: Address
    lines: Sequence[Line] = ()
    name: GameName | None = None
    game: Game | None = None

    def person(self, address: Address) -> Person:
        """The person of that address in the game, or a newcomer who reads what they write."""
        known = self.game.people.get(address) if self.game else None
        return known or Person(address, fresh_secret(), self.language)

    def context(self, now: datetime) -> Context:
        """What its lines are carried out with at that moment."""
        return Context(self.office, self.name, self.kept.id, self.letter.date, self.kept.arrived, now)

    @property
    def language(self) -> Language:
        """The language of the letter's commands, else of its words, else what its sender reads, else the operator's."""
        tells = Open | Join | SignOn | Standby | TakeSeat | WatchGame | Question
        spoken = (line.meaning.language for line in self.lines if isinstance(line.meaning, tells))
        guessed = tongue_of(self.letter.subject, self.letter.text)
        return next(spoken, guessed) or self._read_elsewhere or self.office.config.judge.language

    @property
    def _read_elsewhere(self) -> Language | None:
        """What the sender reads in another game."""
        known = (game.languages.get(self.sender) for game in self.office.store.summaries())
        return next((language for language in known if language), None)

    @property
    def about(self) -> str:
        """The game the letter speaks of, empty for none: one letter to two games is one letter to each."""
        return self.name or ""

    @property
    def is_repeated(self) -> bool:
        """Whether another copy of the letter has been done, be it that it came by another way or to another address."""
        return self.office.store.seen_before(self.sender, self.letter.message_id, self.about, self.kept.id)

    @property
    def is_old(self) -> bool:
        """Whether the letter says it was written longer ago than any relay holds a letter up (RFC 5321 4.5.4.1)."""
        return self.letter.date is not None and self.kept.arrived - self.letter.date > OLD

    @property
    def follows_an_answer(self) -> bool:
        """Whether the letter replies to an answer of ours, and not to news or to nothing."""
        return self.answers(ANSWER)

    def answers(self, kind: str) -> bool:
        """Whether the letter replies to one of ours whose id begins so."""
        parent = self.letter.references[-1] if self.letter.references else ""
        return parent.startswith(f"<{kind}.") and parent.endswith(f"@{self.office.host}>")

    @property
    def thread(self) -> Thread:
        """Where an answer hangs; its cause is the letter, and how often it was taken up."""
        taken_up = "again" if self.kept.confirmed else "first"
        return Thread(ANSWER, (self.kept.id, taken_up), self.letter.message_id or None)

    def settled(
        self, *answers: Draft, copies: Iterable[Outgoing] = (), release: str | None = None, cancel: str | None = None
    ) -> Change:
        """The letter is done with, without any event."""
        return Change(
            self.kept.id,
            Fate.DONE,
            outgoing=(*seal(self.office, answers), *copies),
            release=release,
            cancel=cancel,
            sender=self.sender,
            message_id=self.letter.message_id,
            about=self.about,
        )
