"""What one letter changes: its fate, the events it causes, the letters that answer it, in one value."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from itertools import islice

from judge.desk.answers import answer
from judge.desk.carry_out import carry_out
from judge.desk.case import Case
from judge.desk.gazette import next_issue
from judge.desk.gist import cut_short, without_strangers_words
from judge.desk.give_orders import is_all_prose
from judge.desk.headings import under_subject
from judge.desk.invite import with_entries
from judge.desk.limits import is_silent, series_of, within_limits
from judge.desk.office import fresh_secret
from judge.desk.post import MASTERS, PLAYERS, Draft, Thread, news, to_person, to_stranger
from judge.desk.progress import Progress, Reading
from judge.desk.seal import copies, seal
from judge.desk.send_press import answer_master
from judge.desk.share import partners
from judge.desk.sources import Sources
from judge.desk.spoken import seat_asked_nowhere, wants_something
from judge.desk.take_up import with_plans
from judge.desk.unread import tell_unread, unread
from judge.desk.welcome import welcome
from judge.game.after import after_all
from judge.game.decide import decide
from judge.game.events import Event
from judge.game.people.commands import NoteLetter
from judge.game.phases.close import close_early
from judge.game.refusals import Refused
from judge.game.ring import alarm
from judge.game.settings import Address
from judge.game.sight import as_known
from judge.game.state import Game
from judge.mail.meanings import Line, Question
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.deeds import Deed
from judge.reports.doorstep import write_trouble
from judge.reports.echo import Did, Trouble
from judge.reports.pages import Words
from judge.reports.strategists import write_copy
from judge.store.values import Change, Fate, Occasion, Outgoing


def act(case: Case, lines: Sequence[Line], address: Address, proof: str) -> Change:
    """Carry out a letter that speaks for ``address``, close the phase if it was the last one missing, answer it."""
    office, before = case.office, case.game
    now = office.clock.now()
    start = under_subject(_heard_from(Progress(before, case.person(address)), proof, now), case.letter.subject)
    reading = reading_of(case, now)
    answered_to = _worth_answering(case, lines, address, proof)
    done = carry_out(start, reading, answered_to, case.letter.below, sources_of(case, now))
    progress = tell_unread(_in_answer_to_press(case, start, done, reading), case.letter)
    is_seated = _is_seated(progress)
    is_told = is_seated or _is_idle(case, progress)
    answered = () if is_told else within_limits(office, _acknowledge(case, progress, proof))
    again = _again(case, progress)
    if progress.game is None or not progress.events:
        return replace(case.settled(*answered, copies=again), subscription=progress.subscription)
    closing = with_plans(progress.game, close_early(progress.game, now), now)
    told = (*answered, *_copied(case, progress))
    change = happened(case, before, (*progress.events, *closing), told, again, by_news=is_seated)
    return replace(change, subscription=progress.subscription)


def _worth_answering(case: Case, lines: Sequence[Line], address: Address, proof: str) -> Sequence[Line]:
    """The lines, without the questions of whoever gets no more answers for now: nothing is found out for those."""
    occasion = Occasion.ANSWER if proof else Occasion.GUIDANCE
    return (
        [line for line in lines if not isinstance(line.meaning, Question)]
        if is_silent(case.office, address, occasion)
        else lines
    )


def reading_of(case: Case, now: datetime) -> Reading:
    """What the lines of a letter are read with."""
    return Reading(case.kept.id, case.letter.date, case.kept.arrived, now)


def sources_of(case: Case, now: datetime) -> Sources:
    """What the lines of a letter may ask for."""
    office = case.office
    return Sources(
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
        names=cache(office.store.games),
        openings=cache(office.openings),
    )


def _is_seated(progress: Progress) -> bool:
    """Whether the letter took a seat and did nothing else: the letter that says so answers it."""
    deeds = [one.answer.deed if isinstance(one.answer, Did) else None for one in progress.answers]
    return Deed.JOINED in deeds and set(deeds) <= {Deed.JOINED, Deed.PLAIN_WORDS}


def _in_answer_to_press(case: Case, start: Progress, done: Progress, reading: Reading) -> Progress:
    """What a letter that holds nothing but prose is worth in reply to press: the master gets it, nobody else does.

    Whoever answers a player's letter so is told that nobody has read it; where a line was near to an order, it stands.
    """
    if not is_all_prose(done, case.lines):
        return done
    if case.answers(MASTERS):
        return answer_master(start, case.letter.text, reading, case.office.config.judge.address)
    return start.told(case.letter.text, Did(Deed.NOT_PASSED_ON)) if case.answers(PLAYERS) else done


def _copied(case: Case, progress: Progress) -> Iterator[Draft]:
    """What those who share the writer's seat are shown of the letter, each in their language."""
    for person, answers in partners(progress):
        game = progress.game
        assert game is not None
        words = write_copy(as_known(game, person.address), person, progress.person, answers)
        number = game.readers[person.address]
        thread = Thread("copy", (case.kept.id, number))
        yield to_person(case.office, game, person, words, thread, Occasion.NEWS)


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
    case: Case,
    before: Game | None,
    events: Sequence[Event],
    answered: Sequence[Draft] = (),
    again: Sequence[Outgoing] = (),
    *,
    by_news: bool = False,
) -> Change:
    """The letter is done with, and this is what it brought about; ``by_news`` when the news of it are its answer."""
    game = after_all(before, events)
    assert game is not None
    told = news(case.office, before, game, events)
    told = (*answered, *(_as_answer(case, told) if by_news else told))
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


def _acknowledge(case: Case, progress: Progress, proof: str) -> Draft:
    """Every line answered; for a person of the game, to the registered address, whoever wrote.

    Where nothing proves who did, little of the letter stands in it.
    """
    person, game = progress.person, progress.view
    answers, subject = progress.answers, case.letter.subject
    if not proof:
        answers, subject = without_strangers_words(answers), ""
    words = write_acknowledgement(game, person, answers, subject, proof, case.kept.arrived)
    if game and person.address in game.people:
        occasion = Occasion.ANSWER if proof else Occasion.GUIDANCE  # anybody may have asked in their name
        return to_person(case.office, game, person, words, case.thread, occasion)
    return to_stranger(case.office, person.address, words, case.thread, person.language, Occasion.GUIDANCE)


def turn_away(case: Case) -> Change:
    """Tell somebody who has no part in the game that nothing was changed, and what to write next."""
    nowhere = cut_short(seat_asked_nowhere(case.lines)) if case.game is None else ""
    words = welcome(case.office, case.sender, case.letter, case.name or "", nowhere, case.language)
    return case.settled(*_to_sender(case, words))


MOST_TROUBLES = 5
"""What is struck out, or attached, and named to whoever may not have written the letter."""


def in_trouble(case: Case) -> Change:
    """Tell the sender of a letter without a readable line what was found in it: struck out, attached."""
    person = case.person(case.sender)
    unread_parts = islice(unread(Progress(case.game, person), case.letter), MOST_TROUBLES)
    found = tuple((cut_short(words), deed) for words, deed in unread_parts)
    if case.follows_an_answer and not case.letter.struck:
        return case.settled()
    if not found and case.game is None:
        return turn_away(case)
    trouble = Trouble.STRUCK_ONLY if case.letter.struck else Trouble.ATTACHMENT_ONLY if found else Trouble.EMPTY
    return case.settled(*_to_sender(case, write_trouble(trouble, person.language, found)))


def _to_sender(case: Case, words: Words) -> tuple[Draft, ...]:
    occasion = Occasion.GUIDANCE if wants_something(case.lines) else Occasion.DOORSTEP
    letter = to_stranger(case.office, case.sender, words, case.thread, case.language, occasion)
    return within_limits(case.office, letter)
