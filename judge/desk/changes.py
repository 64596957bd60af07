"""What one letter changes: its fate, the events it causes, the letters that answer it, in one value."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from judge.desk.answers import answer
from judge.desk.carry_out import carry_out
from judge.desk.enclosed import attached, name_attachments
from judge.desk.gazette import next_issue
from judge.desk.invite import with_entries
from judge.desk.limits import series_of, within_limits
from judge.desk.office import Office, fresh_secret
from judge.desk.post import Draft, Thread, news, to_confirm, to_person, to_stranger
from judge.desk.progress import Progress, Reading
from judge.desk.seal import copies, seal
from judge.desk.sources import Sources
from judge.desk.spoken import seat_asked_nowhere
from judge.desk.take_up import with_plans
from judge.desk.welcome import welcome
from judge.game.after import after_all
from judge.game.decide import decide
from judge.game.events import Event
from judge.game.mastery.commands import AcceptGame
from judge.game.people.commands import ConfirmMove, NoteLetter
from judge.game.person import Person
from judge.game.phases.close import close_early
from judge.game.refusals import Refused
from judge.game.ring import alarm
from judge.game.settings import Address, GameName, Language, Token
from judge.game.state import Game
from judge.mail.identity import OLD
from judge.mail.letter import Letter
from judge.mail.meanings import Join, Line, Open, Question, SignOn
from judge.mail.pressing import WatchGame
from judge.mail.seating import Standby
from judge.mail.succession import TakeSeat
from judge.mail.tongue import tongue_of
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.doorstep import write_confirmation, write_trouble
from judge.reports.echo import Deed, Did, Trouble
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
        """The language of the letter's commands, else of its words, else what its sender reads, else the operator's."""
        tells = Open | Join | SignOn | Standby | TakeSeat | WatchGame | Question
        spoken = (line.meaning.language for line in self.lines if isinstance(line.meaning, tells))
        guessed = tongue_of(self.letter.subject, self.letter.text)
        return next(spoken, guessed) or self._read_elsewhere or self.office.config.judge.language

    @property
    def _read_elsewhere(self) -> Language | None:
        """What the sender reads in another game."""
        known = (game.people[self.sender] for game in self.office.games() if self.sender in game.people)
        return next((person.language for person in known), None)

    @property
    def is_old(self) -> bool:
        """Whether the letter says it was written longer ago than any relay holds a letter up (RFC 5321 4.5.4.1)."""
        return self.letter.date is not None and self.kept.arrived - self.letter.date > OLD

    @property
    def follows_an_answer(self) -> bool:
        """Whether the letter replies to an answer of ours, and not to news or to nothing."""
        parent = self.letter.references[-1] if self.letter.references else ""
        return parent.startswith("<answer.") and parent.endswith(f"@{self._host}>")

    @property
    def _host(self) -> str:
        return self.office.config.judge.address.rpartition("@")[2]

    @property
    def thread(self) -> Thread:
        """Where an answer hangs; its id is a function of the letter and of how often it was taken up."""
        taken_up = "again" if self.kept.confirmed else "first"
        return Thread(f"<answer.{self.kept.id}.{taken_up}@{self._host}>", self.letter.message_id or None)

    def settled(self, *answers: Draft, copies: Iterable[Outgoing] = (), release: str | None = None) -> Change:
        """The letter is done with, without any event."""
        return Change(
            self.kept.id,
            Fate.DONE,
            outgoing=(*seal(self.office, answers), *copies),
            release=release,
            sender=self.sender,
            message_id=self.letter.message_id,
        )


def act(case: Case, lines: Sequence[Line], address: Address, proof: str) -> Change:
    """Carry out a letter that speaks for ``address``, close the phase if it was the last one missing, answer it."""
    office, before = case.office, case.game
    now = office.clock.now()
    reading = Reading(case.kept.id, case.letter.date, case.kept.arrived, now)
    sources = Sources(
        case.name,
        partial(answer, office),
        office.phases,
        fresh_secret,
        partial(series_of, office),
        office.config.judge.address,
        office.store.events,
        office.unsent,
        office.seed,
        office.figures,
        next_issue(office.config.gazette, now),
        own_boards=office.own_boards,
    )
    start = _heard_from(Progress(before, case.person(address)), proof, now)
    progress = name_attachments(carry_out(start, reading, lines, case.letter.below, sources), case.letter)
    answered = () if _is_idle(case, progress) else within_limits(office, _acknowledge(case, progress, proof))
    again = _again(case, progress)
    if progress.game is None or not progress.events:
        return replace(case.settled(*answered, copies=again), subscription=progress.subscription)
    closing = with_plans(progress.game, close_early(progress.game, now), now)
    change = _happened(case, before, (*progress.events, *closing), answered, again)
    return replace(change, subscription=progress.subscription)


def _is_idle(case: Case, progress: Progress) -> bool:
    """Whether the letter thanks us for an answer, as people do, and machines that do not say what they are.

    It held nothing to be done and nothing near to it; answering would go on for ever.
    """
    plain = all(answered.answer == Did(Deed.PLAIN_WORDS) for answered in progress.answers)
    return case.follows_an_answer and plain and not progress.events


def _heard_from(start: Progress, proof: str, now: datetime) -> Progress:
    """Whoever has written can be reached again, whatever has come back from them before."""
    if start.game is None or not proof:
        return start
    events = decide(start.game, NoteLetter(start.person.address), now)
    return start if isinstance(events, Refused) else start.happened(events)


def _happened(
    case: Case,
    before: Game | None,
    events: Sequence[Event],
    answered: Sequence[Draft] = (),
    again: Sequence[Outgoing] = (),
) -> Change:
    """The letter is done with, and this is what it brought about."""
    game = after_all(before, events)
    assert game is not None
    told = (*answered, *news(case.office, before, game, events))
    letters = with_entries(before, game, told, case.office.clock.now())
    return Change(
        letter=case.kept.id,
        fate=Fate.DONE,
        game=game.name,
        seen=before.version if before else 0,
        events=tuple(events),
        alarm=alarm(game),
        outgoing=(*seal(case.office, letters), *again),
        sender=case.sender,
        message_id=case.letter.message_id,
    )


def _again(case: Case, progress: Progress) -> tuple[Outgoing, ...]:
    """The letters the writer has missed, to their registered address."""
    if progress.game is None or not progress.again:
        return ()
    return tuple(copies(case.office, progress.game, progress.person, progress.again, case.kept.id))


def _acknowledge(case: Case, progress: Progress, proof: str) -> Draft:
    """Every line answered; for a person of the game, to the registered address, whoever wrote."""
    person, game = progress.person, progress.view
    now = case.office.clock.now()
    words = write_acknowledgement(game, person, progress.answers, case.letter.subject, proof, now)
    if game and person.address in game.people:
        return to_person(case.office, game, person, words, case.thread)
    return to_stranger(case.office, person.address, words, case.thread, person.language)


def ask(case: Case, address: Address) -> Change:
    """Let the letter wait until the registered address confirms that it is theirs; it changes nothing before."""
    code = fresh_secret()
    reader, written = case.person(address), [line.text for line in case.lines]
    words = write_confirmation(case.game, reader, case.letter.subject, written, case.kept.arrived)
    request = to_confirm(case.office, reader, words, case.thread, code)
    asked = within_limits(case.office, request)
    if asked != (request,):
        return Change(case.kept.id, Fate.SET_ASIDE, outgoing=seal(case.office, asked))
    return Change(case.kept.id, Fate.HELD, hold=Hold(code, address), outgoing=seal(case.office, asked))


def release(case: Case, code: str) -> Change:
    """An answer to a confirmation request: the letter that waited is read again, as if it had just come in."""
    waiting = case.office.store.held(code)
    if waiting and waiting[1] == case.sender:
        return case.settled(release=code)
    return _agreed(case, code) or turn_away(case)


def _agreed(case: Case, code: str) -> Change | None:
    """The answer of a mailbox to a change of address, or of a new master; None when no such code went to it."""
    name, _, secret = code.partition(".")
    before, now = case.office.game(GameName(name)), case.office.clock.now()
    if before is None:
        return None
    asked = Token(secret)
    for command in (ConfirmMove(case.sender, asked, fresh_secret()), AcceptGame(_as_master(before, case), asked)):
        events = decide(before, command, now)
        if not isinstance(events, Refused):
            return _happened(case, before, events)
    return None


def _as_master(game: Game, case: Case) -> Person:
    """Whoever wrote, as a person of a game; a newcomer reads as its master does, until they say otherwise."""
    newcomer = replace(game.people[game.master], address=case.sender, token=fresh_secret())
    return game.people.get(case.sender, newcomer)


def turn_away(case: Case) -> Change:
    """Tell somebody who has no part in the game that nothing was changed, and what to write next."""
    nowhere = seat_asked_nowhere(case.lines) if case.game is None else ""
    words = welcome(case.office, case.sender, case.letter, case.name or "", nowhere, case.language)
    return case.settled(*_to_sender(case, words))


def in_trouble(case: Case) -> Change:
    """Tell the sender of a letter without a readable line what was found in it, each attachment by its name."""
    if case.follows_an_answer:
        return case.settled()
    person = case.person(case.sender)
    found = tuple(attached(Progress(case.game, person), case.letter))
    if not found and case.game is None:
        return turn_away(case)
    trouble = Trouble.ATTACHMENT_ONLY if found else Trouble.EMPTY
    return case.settled(*_to_sender(case, write_trouble(trouble, person.language, found)))


def _to_sender(case: Case, words: Words) -> tuple[Draft, ...]:
    return within_limits(case.office, to_stranger(case.office, case.sender, words, case.thread, case.language))
