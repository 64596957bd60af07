"""The acknowledgement: each line of a letter with its answer under it, then what is in force now."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.orders.standing import standing_of
from judge.game.person import Person
from judge.game.state import Game
from judge.reports.deadlines import agenda
from judge.reports.echo import (
    Answered,
    Ordered,
    Shown,
    Supposed,
)
from judge.reports.help import more_about
from judge.reports.language import moment
from judge.reports.layout import one_line
from judge.reports.lines import Echo, Tone, echo, voice_for
from judge.reports.orders import force, kept_for_later, standing_wishes
from judge.reports.outcome import is_in_vain, is_problem, is_supposed, outcome
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
