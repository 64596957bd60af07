"""The acknowledgement: each line of a letter with its answer under it, what is in force now; its subject."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.orders.standing import Standing, standing_of
from judge.game.person import Person
from judge.game.state import Game
from judge.reports.deadlines import agenda
from judge.reports.deeds import Deed
from judge.reports.echo import Answered, Did, Kept, Ordered, PressTaken, Problem, SentOut, Shown, Supposed
from judge.reports.help import more_about
from judge.reports.language import moment
from judge.reports.layout import one_line
from judge.reports.lines import Echo, Tone, echo, voice_for
from judge.reports.orders import force, kept_for_later, standing_wishes
from judge.reports.pages import Words, fill, words
from judge.reports.scouts import scouts
from judge.reports.tasks import example
from judge.reports.voice import Voice
from judge.reports.votes import own_votes
from judge.rules.board import Power
from judge.rules.orders import province_of


def write_acknowledgement(
    game: Game | None, reader: Person, answers: Sequence[Answered], subject: str, proof: str, arrived: datetime
) -> Words:
    """The answer to one letter.

    ``game`` is the game after the letter, None when it spoke of none; ``subject`` the letter's own, ``arrived`` when
    it came; ``proof`` names what showed that it is its sender's: a key of the ``proof`` sentences, empty for none.
    """
    voice = voice_for(game, reader)
    warned = {one.answer.void.order for one in answers if isinstance(one.answer, Ordered) and one.answer.void}
    position = game.open_position if game else None
    kind = position.phase.kind if position else None
    powers = game.powers_of(reader.address) if game and position else ()
    tone = Tone(voice, reader.zone, example(powers, voice), keeps=bool(game and game.settings.advance))
    text = fill(
        reader.language,
        "player.acknowledgement",
        subject=one_line(subject),
        received=moment(arrived, reader.zone, reader.language),
        problems=sum(map(is_problem, answers)),
        in_vain=any(map(is_in_vain, answers)),
        is_answer=bool(answers) and all(isinstance(answered.answer, Shown | Supposed) for answered in answers),
        echoes=list(_echoes(answers, tone)),
        more=voice.listing((topic.asked(reader.language) for topic in more_about(answers, kind)), "words.or"),
        forces=[force(game, power, voice, warned) for power in powers] if game else [],
        scouts=[found for power in powers if game and (found := scouts(game, power, voice))],
        ahead=agenda(game, reader, game.deadline, powers, voice) if game and game.deadline else None,
        kept=kept_for_later(game, powers, voice) if game else (),
        wishes=standing_wishes(game, powers, voice) if game else (),
        votes=own_votes(game, powers, reader.language) if game else None,
        proof=voice.say(f"proof.{proof}") if proof else "",
        muster=_muster(game, reader),
    )
    return words(_subject(game, powers, voice, answers), text)


def _echoes(answers: Sequence[Answered], tone: Tone) -> Iterator[Echo]:
    """Each line with what is said of it; one that gave several orders is quoted once."""
    waiting: Echo | None = None
    before: Answered | None = None
    for answered in answers:
        one = echo(answered, tone)
        if waiting and before and not waiting.hints and _gave_both(before, answered):
            waiting = replace(one, says=(*waiting.says, *one.says))
        else:
            yield from [waiting] if waiting else []
            waiting = one
        before = answered
    yield from [waiting] if waiting else []


def _gave_both(one: Answered, other: Answered) -> bool:
    """Whether one line gave two orders, to two units; the same line written twice speaks to one."""
    match one.answer, other.answer:
        case Ordered(order=first), Ordered(order=second):
            return one.line == other.line and province_of(first) != province_of(second)
        case _:
            return False


def _muster(game: Game | None, reader: Person) -> str:
    """Until when the reader may still answer that they are there; empty where nobody waits for that."""
    if game is None or game.muster is None or reader.address not in game.muster.waited_for:
        return ""
    return moment(game.muster.until, reader.zone, reader.language)


def _subject(game: Game | None, powers: Sequence[Power], voice: Voice, answers: Sequence[Answered]) -> str:
    """The outcome in a line; a letter that only supposed orders never looks as if it had given any."""
    name = game.name if game else voice.say("words.judge")
    if game is None or game.open_position is None:
        return voice.say("subject.no_phase", game=name, outcome=outcome(answers, (), voice))
    if is_supposed(answers):
        refused = sum(map(is_problem, answers))
        said = voice.count("subject.refused", refused) if refused else voice.say("subject.answered")
        return voice.say("subject.what_if", game=name, outcome=said)
    standings = [standing_of(game, power) for power in powers]
    phase = voice.phase(voice.position.phase)
    said = outcome(answers, standings, voice)
    return voice.say("subject.acknowledgement", game=name, phase=phase[:1].upper() + phase[1:], outcome=said)


# --- the subject: OK only where nothing is missing or void


_ABOUT_ORDERS = {Deed.WITHDRAWN, Deed.ALL_DROPPED, Deed.READY, Deed.READY_ALREADY, Deed.ORDERS_STAND}
"""Deeds that are about the orders of the open phase."""

_NOTHING = {Deed.PLAIN_WORDS, Deed.HEADING, Deed.ATTACHED}
"""Deeds by which nothing is done."""

_FEW = 3
"""Units without an order that are named one by one, where there is room."""

_ROOM = 50
"""Characters of an outcome that a telephone shows behind the game and the phase."""


def is_problem(answered: Answered) -> bool:
    """Whether a line was not carried out."""
    answer = answered.answer
    return answer.deed.is_problem if isinstance(answer, Did) else isinstance(answer, Problem)


def is_in_vain(answered: Answered) -> bool:
    """Whether a scout was sent out for nothing."""
    return isinstance(answered.answer, SentOut) and answered.answer.futile is not None


def is_supposed(answers: Sequence[Answered]) -> bool:
    """Whether a letter only supposed orders, and gave none."""
    kinds = {type(answered.answer) for answered in answers}
    return Supposed in kinds and Ordered not in kinds


def outcome(answers: Sequence[Answered], standings: Sequence[Standing], voice: Voice) -> str:
    """What was ordered and is in force, what is missing of it or void; what else was done; what was refused."""
    said = _outcome(answers, standings, voice, _unordered(standings, voice))
    return said if len(said) <= _ROOM else _outcome(answers, standings, voice, unordered="")


def _outcome(answers: Sequence[Answered], standings: Sequence[Standing], voice: Voice, unordered: str) -> str:
    refused = sum(map(is_problem, answers))
    is_right = all(one.is_complete and not one.void for one in standings) and not any(map(is_in_vain, answers))
    about_orders = any(_is_about_orders(answered) for answered in answers)
    said = [] if about_orders else list(_done(answers, voice, briefly=is_right))
    if about_orders or not is_right:
        said += (*_standing(standings, voice), *filter(None, (unordered,)), *_scouts(answers, standings, voice))
    if refused:
        said.append(voice.count("subject.refused", refused))
    elif is_right and (about_orders or not said):
        said.insert(0, voice.say("subject.ok"))
    return voice.say("words.comma").join(said)


def _is_about_orders(answered: Answered) -> bool:
    match answered.answer:
        case Ordered() | SentOut():
            return True
        case Did(deed):
            return deed in _ABOUT_ORDERS
        case _:
            return False


# --- orders


def _scouts(answers: Sequence[Answered], standings: Sequence[Standing], voice: Voice) -> Iterator[str]:
    """How many scouts were sent out, how many of them for nothing, how many have no order."""
    if sent := sum(isinstance(answered.answer, SentOut) for answered in answers):
        yield voice.count("subject.scouts", sent)
    if in_vain := sum(map(is_in_vain, answers)):
        yield voice.count("subject.in_vain", in_vain)
    if idle := sum(len(one.idle_scouts) for one in standings):
        yield voice.count("subject.idle_scouts", idle)


def _unordered(standings: Sequence[Standing], voice: Voice) -> str:
    """Which units have no order, where they are few and others have one."""
    missing = [at for one in standings for at in one.missing]
    is_said = any(one.orders for one in standings) and 0 < len(missing) <= _FEW
    return voice.say("subject.none_for", units=voice.units_at(missing)) if is_said else ""


def _standing(standings: Sequence[Standing], voice: Voice) -> Iterator[str]:
    """How many orders stand, how many of them are void."""
    given = sum(len(one.orders) for one in standings)
    short = sum(len(one.missing) + max(0, one.left - len(one.mistakes)) for one in standings)
    if short and given:
        yield voice.count("subject.orders_of", given, due=given + short)
    elif given or short:
        yield voice.count("subject.orders", given) if given else voice.say("subject.no_orders")
    mistakes = sum(len(one.mistakes) for one in standings)
    meant = sum(len(one.void) for one in standings) - mistakes
    if mistakes:
        yield voice.count("subject.void", mistakes)
    if meant:
        yield voice.count("subject.meant", meant)


# --- all the rest


def _done(answers: Sequence[Answered], voice: Voice, *, briefly: bool) -> Iterator[str]:
    """What a letter without orders brought about; if ``briefly`` only what "OK" would not say."""
    done = [answered.answer for answered in answers if not (is_problem(answered) or _is_nothing(answered))]
    if not done:
        if not any(map(is_problem, answers)):
            yield voice.say("subject.nothing")
    elif all(isinstance(one, PressTaken) for one in done):
        held = any(isinstance(one, PressTaken) and one.press.held for one in done)
        yield voice.count("subject.press_held" if held else "subject.press_sent", len(done))
    elif all(isinstance(one, Kept) for one in done):
        yield voice.count("subject.kept", len(done))
    elif not briefly:
        is_answer = all(isinstance(one, Shown | Supposed) for one in done)
        yield voice.say("subject.answered" if is_answer else "subject.done")


def _is_nothing(answered: Answered) -> bool:
    return isinstance(answered.answer, Did) and answered.answer.deed in _NOTHING
