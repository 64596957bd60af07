"""What one letter changes: its fate, the events it causes, the letters that answer it, in one value."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.desk.acknowledge import acknowledge, copied, tell_unread
from judge.desk.carry_out import carry_out
from judge.desk.case import Case
from judge.desk.give_orders import is_all_prose
from judge.desk.headings import under_subject
from judge.desk.limits import is_silent, within_limits
from judge.desk.post import MASTERS, PLAYERS, Draft, copies, news
from judge.desk.press import answer_master
from judge.desk.progress import Progress
from judge.desk.take_up import with_plans
from judge.desk.transaction import change_of, with_entries
from judge.game.decide import decide
from judge.game.people.messages import NoteLetter
from judge.game.phases.close import close_early
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.game.trail import Trail
from judge.mail.meanings import Line, Question
from judge.reports.deeds import Deed
from judge.reports.echo import Did
from judge.store.values import Change, Occasion, Outgoing


def act(case: Case, lines: Sequence[Line], address: Address, proof: str) -> Change:
    """Carry out a letter that speaks for ``address``, close the phase if it was the last one missing, answer it."""
    office, before = case.office, case.game
    now = office.clock.now()
    start = under_subject(_heard_from(Progress(before, case.person(address)), proof, now), case.letter.subject)
    answered_to = _worth_answering(case, lines, address, proof)
    done = carry_out(start, case.context(now), answered_to, case.letter.below)
    progress = tell_unread(_in_answer_to_press(case, start, done, now), case.letter)
    is_seated = _is_seated(progress)
    is_told = is_seated or _is_idle(case, progress)
    answered = () if is_told else within_limits(office, acknowledge(case, progress, proof))
    again = _again(case, progress)
    if progress.game is None or not progress.events:
        return replace(case.settled(*answered, copies=again), subscription=progress.subscription)
    closing = with_plans(Trail(progress.game).on(close_early(progress.game, now)), now)
    told = (*answered, *copied(case, progress))
    trail = Trail(before, (*progress.steps, *closing.steps))
    change = happened(case, trail, told, again, by_news=is_seated)
    return replace(change, subscription=progress.subscription)


def _worth_answering(case: Case, lines: Sequence[Line], address: Address, proof: str) -> Sequence[Line]:
    """The lines, without the questions of whoever gets no more answers for now: nothing is found out for those."""
    occasion = Occasion.ANSWER if proof else Occasion.GUIDANCE
    return (
        [line for line in lines if not isinstance(line.meaning, Question)]
        if is_silent(case.office, address, occasion)
        else lines
    )


def _is_seated(progress: Progress) -> bool:
    """Whether the letter took a seat and did nothing else: the letter that says so answers it."""
    deeds = [one.answer.deed if isinstance(one.answer, Did) else None for one in progress.answers]
    return Deed.JOINED in deeds and set(deeds) <= {Deed.JOINED, Deed.PLAIN_WORDS}


def _in_answer_to_press(case: Case, start: Progress, done: Progress, now: datetime) -> Progress:
    """What a letter that holds nothing but prose is worth in reply to press: the master gets it, nobody else does.

    Whoever answers a player's letter so is told that nobody has read it; where a line was near to an order, it stands.
    """
    if not is_all_prose(done, case.lines):
        return done
    game = start.in_game
    if game and case.answers(MASTERS):
        return answer_master(game, case.letter.text, case.context(now))
    return start.told(case.letter.text, Did(Deed.NOT_PASSED_ON)) if case.answers(PLAYERS) else done


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


def happened(
    case: Case, trail: Trail, answered: Sequence[Draft] = (), again: Sequence[Outgoing] = (), *, by_news: bool = False
) -> Change:
    """The letter is done with, and this is what it brought about; ``by_news`` when the news of it are its answer."""
    told = news(case.office, trail)
    told = (*answered, *(_as_answer(case, told) if by_news else told))
    letters = with_entries(trail, told, case.office.clock.now())
    change = change_of(case.office, trail, letters, letter=case.kept.id)
    return replace(
        change,
        outgoing=(*change.outgoing, *again),
        sender=case.sender,
        message_id=case.letter.message_id,
        about=case.about,
    )


def _as_answer(case: Case, told: Sequence[Draft]) -> Iterator[Draft]:
    """News of a letter that has no other answer: what its writer hears of it first hangs under their letter."""
    first = next((one for one in told if one.to == case.sender), None)
    for one in told:
        yield replace(one, thread=replace(one.thread, answers=case.thread.answers)) if one is first else one


def _again(case: Case, progress: Progress) -> tuple[Outgoing, ...]:
    """The letters the writer has missed, to their registered address."""
    if progress.game is None or not progress.again:
        return ()
    return tuple(copies(case.office, progress.game, progress.person, progress.again, case.kept.id))
