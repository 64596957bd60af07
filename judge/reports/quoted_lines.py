"""The answers to the lines of a letter in words, and to letters that were not carried out."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language, Settings, shown_code
from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.notation.line import Misread, MisreadReason
from judge.notation.tables import load_notation
from judge.reports.deadlines import DeadlineText, allowed_instead, deadline_text, example_order
from judge.reports.games import GameList
from judge.reports.language import LetterText, count, fill_template, letter_text, listing, moment_text, say
from judge.reports.layout import (
    OutsideText,
    no_wrap,
    one_line,
    plain_spaces,
    quote_text,
    quote_with_mark,
    quote_with_marks,
    shown_words,
    verbatim,
)
from judge.reports.line_answers import (
    AnsweredLine,
    CommandFault,
    CorrectionRefused,
    Done,
    GameOpenedAnswer,
    InvalidCommand,
    KeptInAdvance,
    LineAnswer,
    NotKeptInAdvance,
    OrderAccepted,
    OrderAskedAbout,
    OrdersDropped,
    OrdersOffered,
    Outcome,
    PressAccepted,
    PressRead,
    ProblemAnswer,
    RefusedPart,
    ScoutOrderAccepted,
    SeveralFaults,
    TextAnswer,
    Unknown,
    UnreadableReason,
    WhatIfAnswer,
    opened_lines,
)
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.press import default_signature_note, press_receipt, recipients_in_sentence
from judge.reports.void_orders import explain_misread, explain_refused, explain_void, misread_text
from judge.reports.war_report import scout_order_lines, scout_orders_later_hint
from judge.requests.vocabulary import verb_of
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.orders import Order, province_of
from judge.rules.position import Phase, opening_position

# --- the answers to the lines of a letter in words: quoted below their lines, or as one plain text


@dataclass(frozen=True)
class QuotedLine:
    """A player's line as it is quoted, with the sentences below it.

    ``hints`` are orders that would work instead, behind the words ``lead``; ``text`` is an answer of several
    paragraphs.
    """

    quote: str
    says: tuple[str, ...]
    hints: tuple[str, ...] = ()
    lead: str = ""
    text: str = ""


@dataclass(frozen=True)
class AnswerStyle:
    """How lines are answered: the phrasing, the reader's time zone, an ``example`` of an order they could give now.

    ``keeps`` when the game keeps orders in advance and conditions; ``powers`` are those that they order for.
    """

    phrasing: Phrasing
    zone: str
    example: str
    keeps: bool = False
    powers: Sequence[Power] = ()


def style_without_position(reader: Person) -> AnswerStyle:
    """Return the style for lines that concern no position."""
    return AnswerStyle(game_phrasing(None, reader), reader.zone, "")


def game_phrasing(game: Game | None, reader: Person) -> Phrasing:
    """Return the phrasing for the position of the game; before the start, for the opening position of its board."""
    if game and game.position:
        return phrasing_for(game, reader, game.position)
    board = game.board if game else load_board(Settings().board)
    return Phrasing(reader.language, load_notation(reader.notation), board, opening_position(board))


def lines_to_quote(
    answers: Sequence[AnsweredLine], in_force: Mapping[Power, Collection[Order]], style: AnswerStyle
) -> Iterator[QuotedLine]:
    """Yield the lines of a letter of which there is more to say than that their order is among those in force.

    ``in_force`` are the orders that the letter lists, by power. A line that gave several orders is quoted once.
    """
    given = [one.answer for one in answers if isinstance(one.answer, OrderAccepted)]
    waiting: QuotedLine | None = None
    before: AnsweredLine | None = None
    for answered in answers:
        if _is_said_by_list(answered, given, in_force):
            continue
        one = quote_line(answered, style)
        if waiting and before and not waiting.hints and _are_orders_of_one_line(before, answered):
            waiting = replace(one, says=(*waiting.says, *one.says))
        else:
            yield from [waiting] if waiting else []
            waiting = one
        before = answered
    yield from [waiting] if waiting else []


def _is_said_by_list(
    answered: AnsweredLine, given: Sequence[OrderAccepted], in_force: Mapping[Power, Collection[Order]]
) -> bool:
    """Whether a line gave an order that the list of orders in force shows, and there is no more to say of it."""
    answer = answered.answer
    if not isinstance(answer, OrderAccepted) or answer.power not in in_force:
        return False
    others = [one for one in given if province_of(one.order) == province_of(answer.order) and one.order != answer.order]
    return answer.order in in_force[answer.power] and not (others or answer.void or answer.put_right)


def _are_orders_of_one_line(one: AnsweredLine, other: AnsweredLine) -> bool:
    """Whether two answers are orders to two units, read from one line.

    The same line written twice orders one unit, and is quoted twice.
    """
    match one.answer, other.answer:
        case OrderAccepted(order=first), OrderAccepted(order=second):
            return one.line == other.line and province_of(first) != province_of(second)
        case _:
            return False


def quote_line(answered: AnsweredLine, style: AnswerStyle) -> QuotedLine:
    """Return a line as it is quoted, with its answer in sentences."""
    line, answer, phrasing = answered.line, answered.answer, style.phrasing
    match answer:
        case OrderAccepted():
            return _ordered(line, answer, phrasing)
        case OrdersOffered():
            return _offered(line, answer, phrasing)
        case OrderAskedAbout():
            return _asked_about(line, answer, phrasing)
        case OrdersDropped(orders):
            dropped = phrasing.listing(map(phrasing.order, orders))
            return QuotedLine(quote_text(line), (phrasing.count("line.dropped", len(orders), orders=dropped),))
        case ScoutOrderAccepted():
            instead = tuple(map(write_errand, answer.instead))
            return QuotedLine(
                quote_text(line), tuple(scout_order_lines(answer, phrasing)), instead, phrasing.say("line.would_work")
            )
        case Done():
            return QuotedLine(quote_text(line), (_done_lines(answer, phrasing),))
        case PressAccepted(press, reached, was_masked, by_habit):
            left_out = (phrasing.say("line.press_masked"),) if was_masked else ()
            signed = default_signature_note(press, phrasing) if by_habit else ()
            return QuotedLine(
                quote_text(line), (*press_receipt(press, reached, phrasing, style.zone), *signed, *left_out)
            )
        case PressRead():
            return _press_read(line, answer, phrasing)
        case KeptInAdvance(phase, seen):
            kept = phrasing.say("line.kept", phase=phrasing.phase(phase, "for"))
            return QuotedLine(quote_text(line), (kept, phrasing.say("line.kept_seen")) if seen else (kept,))
        case TextAnswer(text):
            return QuotedLine(quote_text(line), (), text=text)
        case GameOpenedAnswer():
            return QuotedLine(quote_text(line), tuple(opened_lines(answer, phrasing)))
        case WhatIfAnswer(sentence, report):
            return QuotedLine(quote_text(line), (sentence,) if sentence else (), text=report)
        case _:
            return _quote_problem(line, answer, style)


def _quote_problem(line: str, problem: ProblemAnswer, style: AnswerStyle) -> QuotedLine:
    """Return a line that was not carried out; the place at fault is marked, if there is one."""
    phrasing = style.phrasing
    match problem:
        case Misread():
            return _misread(problem, style)
        case NotKeptInAdvance():
            return _unkept(line, problem, style)
        case SeveralFaults(faults):
            told = [" ".join(_fault_lines(fault, phrasing, style.zone)) for fault in faults]
            places = [(fault.start, fault.end) for fault in faults if not isinstance(fault, Refused)]
            return QuotedLine(quote_with_marks(line, places), (phrasing.count("line.faults", len(faults)), *told))
        case Refused() | InvalidCommand() | RefusedPart() | CorrectionRefused():
            why, *free = _fault_lines(problem, phrasing, style.zone)
            said = (phrasing.say("line.not_allowed", why=why), *free)
            if isinstance(problem, Refused):
                is_early = style.keeps and problem.why is Refusal.NO_ERRANDS_NOW
                return QuotedLine(quote_text(line), (*said, scout_orders_later_hint(phrasing)) if is_early else said)
            return QuotedLine(
                quote_with_mark(line, problem.start, problem.end) if problem.end else quote_text(line), said
            )
        case _:
            assert_never(problem)


def problem_text(answer: LineAnswer, phrasing: Phrasing, zone: str) -> str | None:
    """Return why a line did nothing, in one plain text; None when it was carried out or held plain words.

    Moments are told in the time zone ``zone``.
    """
    match answer:
        case Misread():
            return misread_text(answer, phrasing)
        case NotKeptInAdvance(phase, why):
            return problem_text(why, _phrasing_of_phase(phase, phrasing), zone)
        case SeveralFaults(faults):
            return plain_spaces(" ".join(said for fault in faults for said in _fault_lines(fault, phrasing, zone)))
        case Refused() | InvalidCommand() | RefusedPart() | CorrectionRefused():
            return plain_spaces(" ".join(_fault_lines(answer, phrasing, zone)))
        case Done(outcome) if outcome.is_problem:
            return plain_spaces(_done_lines(answer, phrasing))
        case (
            OrderAccepted()
            | OrdersOffered()
            | OrderAskedAbout()
            | OrdersDropped()
            | ScoutOrderAccepted()
            | Done()
            | GameOpenedAnswer()
            | PressAccepted()
            | PressRead()
            | KeptInAdvance()
            | TextAnswer()
            | WhatIfAnswer()
        ):
            return None
        case _:
            assert_never(answer)


# --- what was done


def _done_lines(done: Done, phrasing: Phrasing) -> str:
    return phrasing.say(f"outcome.{done.outcome}", what=done.what)


def _ordered(line: str, ordered: OrderAccepted, phrasing: Phrasing) -> QuotedLine:
    order = ordered.order
    said = [phrasing.say("line.understood", order=phrasing.order(order), words=phrasing.words(order))]
    said += [
        phrasing.say("line.put_right", written=no_wrap(shown_words(written)), region=phrasing.region(region))
        for written, region in ordered.put_right
    ]
    if ordered.replaced:
        said.append(phrasing.say("line.replaced"))
    if ordered.void:
        key = "line.warning_seen" if ordered.void.seen else "line.warning"
        said.append(phrasing.say(key, why=explain_void(ordered.void.why, order, phrasing)))
    instead = allowed_instead(ordered.power, order, phrasing) if ordered.void else ()
    return QuotedLine(quote_text(line), tuple(said), tuple(map(phrasing.order, instead)), phrasing.say("line.not_void"))


def _offered(line: str, offered: OrdersOffered, phrasing: Phrasing) -> QuotedLine:
    """Return a line that counts once its writer says yes, with the orders read in it."""
    why = phrasing.say(f"offered.{offered.why.value}", about=no_wrap(shown_words(offered.about)))
    read = phrasing.listing((*map(phrasing.order, offered.orders), *offered.plans))
    return QuotedLine(quote_text(line), (phrasing.say("line.offered", orders=read, why=why),))


def _press_read(line: str, read: PressRead, phrasing: Phrasing) -> QuotedLine:
    """Return a line that is sent as press once its writer says so, with what its readers would get."""
    to = recipients_in_sentence(read.to, phrasing.board, phrasing.language)
    if read.command.answers:
        return QuotedLine(quote_text(line), (phrasing.say("ready.reply", to=to),))
    said = phrasing.say("ready.by_yes" if read.by_yes else "ready.by_word", to=to)
    text = tuple(line for line in read.command.text.split("\n") if line.strip())
    return QuotedLine(quote_text(line), (said,), text, phrasing.say("ready.text"))


def _asked_about(line: str, asked: OrderAskedAbout, phrasing: Phrasing) -> QuotedLine:
    """Return a question about orders with what may be done, each as a line to copy."""
    hints = tuple(no_wrap(phrasing.order(order)) for order in asked.instead)
    if asked.order is None:
        return QuotedLine(quote_text(line), (), hints, phrasing.say("line.may_do"))
    if asked.why is None:
        order, lead = no_wrap(phrasing.order(asked.order)), phrasing.say("line.to_order")
        return QuotedLine(quote_text(line), (phrasing.say("line.may_be"),), (order,), lead)
    why = explain_void(asked.why, asked.order, phrasing)
    return QuotedLine(quote_text(line), (phrasing.say("line.may_not", why=why),), hints, phrasing.say("line.may_do"))


# --- what was not


def _phrasing_of_phase(phase: Phase, phrasing: Phrasing) -> Phrasing:
    """Return the phrasing of a later phase as if it were open; its position is that of the open phase."""
    return replace(phrasing, position=replace(phrasing.position, phase=phase))


def _unkept(line: str, unkept: NotKeptInAdvance, style: AnswerStyle) -> QuotedLine:
    told = _quote_problem(
        line, unkept.why, replace(style, phrasing=_phrasing_of_phase(unkept.phase, style.phrasing), example="")
    )
    return replace(told, says=(*told.says, style.phrasing.say("line.block_unkept"))) if unkept.whole else told


def _misread(misread: Misread, style: AnswerStyle) -> QuotedLine:
    phrasing = style.phrasing
    said = [phrasing.say("line.not_understood", why=explain_misread(misread, phrasing))]
    if misread.why is MisreadReason.CONDITIONAL and style.keeps:
        said.append(phrasing.say("line.conditions"))
    elif style.example and not misread.hints:
        holds = misread.why is MisreadReason.DENIED
        named = example_order(style.powers, phrasing, misread.line, holds=holds)
        said.append(phrasing.say("line.looks_like", order=named or style.example))
    quote = quote_with_mark(misread.line, misread.start, misread.end)
    lead = phrasing.say("line.which_one" if misread.meanings[1:] else "line.would_work")
    return QuotedLine(quote, tuple(said), tuple(map(no_wrap, misread.hints)), lead)


def _fault_lines(fault: CommandFault | CorrectionRefused, phrasing: Phrasing, zone: str) -> tuple[str, ...]:
    """Return why a command could not be done and, if anything would, what would do in the place at fault."""
    match fault:
        case Refused():
            return (explain_refused(fault, phrasing, zone),)
        case CorrectionRefused(why):
            return (phrasing.say(f"uncorrectable.{why.value}"),)
        case RefusedPart(refused):
            said = explain_refused(refused, phrasing, zone)
        case InvalidCommand():
            said = phrasing.say(
                f"{'unknown' if fault.word else 'missing'}.{fault.what.value}", word=no_wrap(fault.word)
            )
            said = f"{said} {phrasing.say(f'bounds.{fault.bounds}')}" if fault.bounds else said
        case _:
            assert_never(fault)
    if not fault.hints:
        return (said,)
    is_wish = isinstance(fault, InvalidCommand) and fault.what is Unknown.COMMAND_WISHED
    is_help = is_wish and verb_of(fault.hints[0])[0] == "help"
    key = "line.to_learn" if is_help else "line.to_do" if is_wish else "line.would_do"
    return said, phrasing.say(key, words=phrasing.listing(map(no_wrap, fault.hints), "words.or"))


# --- answers to letters that were not carried out: not proved, from a stranger, beyond a limit, or not readable


@dataclass(frozen=True)
class LetterExcerpt:
    """Some commands and orders of a letter, cut short; ``more`` counts those left out.

    ``is_spoken`` when its sentences are shown as the lines that they were read as; ``left`` counts those of which
    nothing was read; ``by_lot`` when powers were asked for that are drawn.
    ``is_own_data`` when it asks for what is kept of its writer.
    """

    lines: tuple[str, ...]
    more: int = 0
    is_spoken: bool = False
    left: int = 0
    by_lot: bool = False
    is_own_data: bool = False


def write_confirmation(
    game: Game | None,
    reader: Person,
    gist: LetterExcerpt,
    received: datetime,
    code: str,
    wrong: Sequence[AnsweredLine] = (),
) -> LetterText:
    """Return the question to a registered address whether a letter in its name is its own.

    The letter proved nothing; a yes to this one makes it count. As anybody may have written it, only what was
    recognised is shown of it; ``wrong`` are lines that would fail even after a yes.
    """
    text = fill_template(
        reader.language,
        "player.confirmation",
        game=game.name if game else "",
        code=shown_code(code),
        **_excerpt_facts(gist, reader.language),
        received=moment_text(received, reader.zone, reader.language),
        is_spoken=gist.is_spoken,
        is_own_data=gist.is_own_data,
        by_lot=gist.by_lot,
        left=count(reader.language, "question.left", gist.left) if gist.left else "",
        wrong=tuple(quote_line(one, style_without_position(reader)) for one in wrong),
        due=_running_deadline(game, reader),
    )
    return letter_text(_subject(reader.language, "subject.confirmation", game.name if game else ""), text)


def _subject(language: Language, key: str, game: str = "") -> str:
    """A subject with the name of the game, or of the judge where the letter is about none."""
    return say(language, key, game=game or say(language, "words.judge"))


def _excerpt_facts(gist: LetterExcerpt, language: Language) -> dict[str, str]:
    more = count(language, "question.more", gist.more) if gist.more else ""
    lines = OutsideText("\n".join(verbatim(line, "| ") for line in gist.lines), gist.lines)
    return {"lines": lines, "more": more}


def write_confirmation_denied(
    game: Game | None, reader: Person, gist: LetterExcerpt, received: datetime, unconfirmed: int
) -> LetterText:
    """Return the answer to who has said no: an excerpt of the letter, and how many unconfirmed letters there are."""
    text = fill_template(
        reader.language,
        "player.denied",
        game=game.name if game else "",
        **_excerpt_facts(gist, reader.language),
        received=moment_text(received, reader.zone, reader.language),
        times=count(reader.language, "question.unconfirmed", unconfirmed),
    )
    return letter_text(_subject(reader.language, "subject.denied", game.name if game else ""), text)


def write_unread_commands(game: Game | None, reader: Person, lines: Sequence[str], more: int, judge: str) -> LetterText:
    """Return the letter that says that commands and orders beside an answer to a question of ours were not read."""
    text = fill_template(
        reader.language,
        "player.left_unread",
        **_excerpt_facts(LetterExcerpt(tuple(lines), more), reader.language),
        judge=no_wrap(judge),
    )
    return letter_text(_subject(reader.language, "subject.left_unread", game.name if game else ""), text)


def write_confirmation_unclear(game: Game | None, reader: Person, code: str) -> LetterText:
    """Return the letter to somebody whose reply to a question of ours says neither yes nor no."""
    text = fill_template(reader.language, "player.unclear", code=shown_code(code))
    return letter_text(_subject(reader.language, "subject.unclear", game.name if game else ""), text)


def _running_deadline(game: Game | None, reader: Person) -> DeadlineText | None:
    if game is None or game.open_position is None or game.deadline is None:
        return None
    found = deadline_text(game, reader, game.deadline, game.open_position.phase.kind)
    return None if found.is_paused else found


@dataclass(frozen=True)
class StrangerLetter:
    """The letter of somebody unknown, or of somebody who gave no command.

    ``game`` is the game it was addressed to, empty for none; ``plays`` are the games its writer takes part in;
    ``wants_no_more`` when the writer asks for no further letters; ``nowhere`` is a game they would join that does
    not exist; ``lines`` those by which they join or open the game that they named in sentences. ``is_to_digest`` when
    it replies to a digest; ``has_played`` when they have played a game to its end.
    """

    game: str
    plays: tuple[str, ...]
    wants_no_more: bool
    nowhere: str = ""
    lines: tuple[str, ...] = ()
    is_to_digest: bool = False
    has_played: bool = False


def write_welcome(newcomer: StrangerLetter, games: GameList, language: Language) -> LetterText:
    """Return the answer to a stranger's letter; nothing that the letter said is repeated."""
    text = fill_template(
        language,
        "anyone.stranger",
        game=newcomer.game,
        plays=listing(language, newcomer.plays),
        plays_one=len(newcomer.plays) == 1,
        is_to_digest=newcomer.is_to_digest,
        has_played=newcomer.has_played,
        wants_no_more=newcomer.wants_no_more,
        nowhere=one_line(newcomer.nowhere, 40),
        lines=newcomer.lines,
        games=games,
    )
    key = "subject.nowhere" if newcomer.nowhere else "subject.welcome"
    if newcomer.plays or newcomer.wants_no_more:
        key = "subject.letter"
    elif newcomer.game:
        key = "subject.stranger"
    return letter_text(_subject(language, key, newcomer.game), text)


def write_answer_limit_reached(game: str | None, language: Language, until: datetime, zone: str) -> LetterText:
    """Return the letter to somebody who has reached the limit of answers: there are none until ``until``."""
    text = fill_template(language, "anyone.enough", until=moment_text(until, zone, language))
    return letter_text(_subject(language, "subject.enough", game or ""), text)


def write_confirmation_postponed(language: Language, until: datetime, zone: str) -> LetterText:
    """Return the letter that no more letters can be confirmed now; the reader is asked about them after ``until``."""
    text = fill_template(language, "anyone.put_off", until=moment_text(until, zone, language))
    return letter_text(_subject(language, "subject.put_off"), text)


def write_unreadable(
    trouble: UnreadableReason, language: Language, attached: Sequence[tuple[str, Outcome]] = ()
) -> LetterText:
    """Return the letter to the sender of an unreadable letter, with a remark on each attachment."""
    named = [(quote_text(name), say(language, f"outcome.{outcome}")) for name, outcome in attached]
    text = fill_template(language, "anyone.trouble", why=say(language, f"trouble.{trouble.value}"), attached=named)
    return letter_text(_subject(language, "subject.trouble"), text)
