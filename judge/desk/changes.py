"""What one letter changes: its fate, the events it causes, the letters that answer it, in one value."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from judge.desk.answers import answer
from judge.desk.carry_out import Sources, carry_out
from judge.desk.office import Office, fresh_secret
from judge.desk.post import Thread, news, to_confirm, to_person, to_stranger
from judge.desk.progress import Progress, Reading
from judge.game.close import alarm, close_early
from judge.game.commands import Person
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game, after_all
from judge.mail.letter import Letter
from judge.mail.verbs import Ask, Join, Line, Open
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.doorstep import write_confirmation, write_stranger, write_trouble
from judge.reports.echo import Trouble
from judge.reports.words import Words
from judge.store.values import Change, Fate, Hold, KeptLetter, Outgoing


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

    @property
    def language(self) -> Language:
        """The language of the letter's commands, or the operator's where there is none."""
        spoken = (line.meaning.language for line in self.lines if isinstance(line.meaning, Open | Join | Ask))
        return next(spoken, self.office.config.judge.language)

    @property
    def thread(self) -> Thread:
        """Where an answer hangs; its id is a function of the letter and of how often it was taken up."""
        host = self.office.config.judge.address.rpartition("@")[2]
        taken_up = "again" if self.kept.confirmed else "first"
        return Thread(f"<answer.{self.kept.id}.{taken_up}@{host}>", self.letter.message_id or None)

    def settled(self, *outgoing: Outgoing, release: str | None = None) -> Change:
        """The letter is done with, without any event."""
        return Change(
            self.kept.id,
            Fate.DONE,
            outgoing=outgoing,
            release=release,
            sender=self.sender,
            message_id=self.letter.message_id,
        )


def act(case: Case, lines: Sequence[Line], address: Address, proof: str) -> Change:
    """Carry out a letter that speaks for ``address``, close the phase if it was the last one missing, answer it."""
    office, before = case.office, case.game
    now = office.clock.now()
    reading = Reading(case.kept.id, case.letter.date, case.kept.arrived, now)
    sources = Sources(case.name, partial(answer, office), fresh_secret)
    start = Progress(before, case.person(address))
    progress = carry_out(start, reading, lines, case.letter.below, sources)
    answered = _acknowledge(case, progress, proof)
    if progress.game is None or not progress.events:
        return case.settled(answered)
    closing = close_early(progress.game, now)
    events = (*progress.events, *closing)
    game = after_all(progress.game, closing) or progress.game
    return Change(
        letter=case.kept.id,
        fate=Fate.DONE,
        game=game.name,
        seen=before.version if before else 0,
        events=events,
        alarm=alarm(game),
        outgoing=(answered, *news(office, before, game, events)),
        sender=case.sender,
        message_id=case.letter.message_id,
    )


def _acknowledge(case: Case, progress: Progress, proof: str) -> Outgoing:
    """Every line answered; for a person of the game, to the registered address, whoever wrote."""
    person, game = progress.person, progress.game
    now = case.office.clock.now()
    words = write_acknowledgement(game, person, progress.answers, case.letter.subject, proof, now)
    if game and person.address in game.people:
        return to_person(case.office, game, person, words, case.thread)
    return to_stranger(case.office, person.address, words, case.thread)


def ask(case: Case, address: Address) -> Change:
    """Let the letter wait until the registered address confirms that it is theirs; it changes nothing before."""
    code = fresh_secret()
    reader, written = case.person(address), [line.text for line in case.lines]
    words = write_confirmation(case.game, reader, case.letter.subject, written, case.kept.arrived)
    request = to_confirm(case.office, address, words, case.thread, code)
    return Change(case.kept.id, Fate.HELD, hold=Hold(code, address), outgoing=(request,))


def release(case: Case, code: str) -> Change:
    """An answer to a confirmation request: the letter that waited is read again, as if it had just come in."""
    waiting = case.office.store.held(code)
    if waiting and waiting[1] == case.sender:
        return case.settled(release=code)
    return turn_away(case)


def turn_away(case: Case) -> Change:
    """Tell somebody who has no part in the game that nothing was changed."""
    return case.settled(_to_sender(case, write_stranger(case.name or "", case.language)))


def in_trouble(case: Case) -> Change:
    """Tell the sender of a letter without a readable line what was found in it."""
    trouble = Trouble.ATTACHMENT_ONLY if case.letter.attachments else Trouble.EMPTY
    return case.settled(_to_sender(case, write_trouble(trouble, case.language)))


def _to_sender(case: Case, words: Words) -> Outgoing:
    return to_stranger(case.office, case.sender, words, case.thread)
