"""The answers to STATUS, TERMS, HISTORY, WHATIF and WHY: how a game stands, what has happened in it, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, assert_never

from judge.game.people.messages import Person
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import knows_addresses, sees_all
from judge.game.votes.rules import public_vote_counts
from judge.reports.board_tables import (
    PowerResult,
    centre_charts,
    centre_table,
    chart_title,
    position_table,
    power_results,
    retreat_lines,
    short_centre_charts,
)
from judge.reports.deadlines import open_phase
from judge.reports.ending import course_lines
from judge.reports.language import capitalized, fill_template, listing, moment_text, say
from judge.reports.layout import Outline, hanging_indent, plain_spaces, wrapped
from judge.reports.mastery import open_proposal
from judge.reports.names import names_of_powers, phase_line, phase_name, powers_listed
from judge.reports.orders import advance_orders, orders_in_force, standing_wishes
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.rules import cited_rules, has_house_rules
from judge.reports.terms import agreed_paragraphs
from judge.reports.tutorial import clockwork_player_lines
from judge.reports.verdict_sentences import (
    ToldInChain,
    reason_in_words,
    strength_in_words,
    verdict_in_chain,
    verdict_unit,
)
from judge.reports.void_orders import explain_void
from judge.reports.votes import own_votes, vote_count_lines
from judge.reports.war import sample_orders
from judge.reports.war_report import scout_orders, war_report
from judge.rules.board import Board, Power
from judge.rules.book_text import NOTHING_CITED, Citing, RuleParagraph, citing
from judge.rules.explanation import CauseRole, Explanation, explain_verdict
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.verdicts import Judgement, NoConvoy, OwnSupport, Side, Stood, Verdict, Void, Waived


def write_status(game: Game, reader: Person, now: datetime) -> str:
    """Return a game as it stands for one reader; of all orders it shows the reader's own alone."""
    position = game.position
    phrasing = phrasing_for(game, reader, position) if position else None
    powers = game.powers_of(reader.address)
    is_open = phrasing is not None and game.deadline is not None
    return fill_template(
        reader.language,
        "anyone.state",
        game=game.name,
        now=moment_text(now, reader.zone, reader.language),
        rulebook=game.settings.rulebook,
        terms=agreed_paragraphs(game.settings, reader.language),
        waiting=len(game.standbys),
        joined=len(game.players),
        needed=len(game.board.seats),
        is_started=position is not None,
        is_over=game.ended is not None,
        is_draw=game.ended is not None and game.ended.ending in {Ending.DRAW, Ending.STALEMATE},
        sought=powers_listed(game.sought, game.board, reader.language),
        counts=vote_count_lines(public_vote_counts(game), game.board, reader.language),
        votes=own_votes(game, powers, reader.language),
        winners=listing(reader.language, _winners(game, reader.language)),
        phase=phrasing.phase(phrasing.position.phase) if phrasing else "",
        ahead=open_phase(game, reader, game.deadline, powers, phrasing) if phrasing and game.deadline else None,
        forces=[orders_in_force(game, power, phrasing) for power in powers] if phrasing and is_open else [],
        scouts=[found for power in powers if phrasing and is_open and (found := scout_orders(game, power, phrasing))],
        kept=advance_orders(game, powers, phrasing) if phrasing and is_open else (),
        wishes=standing_wishes(game, powers, phrasing) if phrasing and is_open else (),
        front=war_report(game, reader, phrasing) if phrasing else None,
        position=position_table(phrasing) if phrasing else "",
        centres=centre_table(phrasing) if phrasing else "",
        clockwork=clockwork_player_lines(game, reader.language),
        proposal=open_proposal(game, reader),
    )


def write_terms(game: Game, reader: Person, digest: str = "") -> str:
    """Return the terms of a game in sentences, and the reader's ``digest`` in one."""
    return fill_template(
        reader.language,
        "anyone.terms",
        game=game.name,
        terms=agreed_paragraphs(game.settings, reader.language),
        digest=digest,
        has_house_rules=not game.settings.house_rules and has_house_rules(reader.language),
    )


def _winners(game: Game, language: Language) -> list[str]:
    return [game.board.name_of(power, language) for power in game.ended.winners] if game.ended else []


# --- its past


@dataclass(frozen=True)
class _PhaseHistory:
    """One closed phase: its name, when it closed, the results of all orders, the retreats.

    ``news`` are of a war: territories that changed hands, reports of scouts, scouts spotted.
    """

    code: str
    phase: str
    closed: str
    powers: tuple[PowerResult, ...]
    silent: str
    retreats: tuple[str, ...]
    news: tuple[str, ...]


def write_history(
    game: Game,
    reader: Person,
    told: Sequence[PhaseClosed],
    earlier: Sequence[PhaseClosed],
    later: Sequence[PhaseClosed],
    *,
    is_one: bool = False,
) -> str:
    """Return the results of closed phases, oldest first; where it ``is_one``, without the figures of the game.

    ``earlier`` and ``later`` are the first and the last of the phases that are left out before and after them.
    """
    return fill_template(
        reader.language,
        "anyone.history",
        game=game.name,
        is_running=bool(phrasing_for(game, reader, told[0].before).notation.report),
        chapters=[_phase_history(game, reader, event) for event in told],
        charts=() if is_one else short_centre_charts(game.centre_history, game.board, reader.language),
        charted=chart_title(game.board, reader.language),
        course=() if is_one else course_lines(game, reader),
        course_title=say(reader.language, "course.title"),
        earlier=_left_out(earlier, game, reader),
        later=_left_out(later, game, reader),
    )


@dataclass(frozen=True)
class _LeftOut:
    """Phases that a letter leaves out: in words from the first to the last, and the first as a line names it."""

    phases: str
    asked: str


def _left_out(ends: Sequence[PhaseClosed], game: Game, reader: Person) -> _LeftOut | None:
    """Return what is left out, from the first of the phases to the last."""
    if not ends:
        return None
    names = [phase_name(event.before.phase, game.board.phase_names, reader.language) for event in ends]
    said = names[0] if names[0] == names[1] else say(reader.language, "words.span", first=names[0], last=names[1])
    return _LeftOut(said, phase_line(ends[0].before.phase, game.board.phase_names, reader.language))


def _phase_history(game: Game, reader: Person, event: PhaseClosed) -> _PhaseHistory:
    before, after = (phrasing_for(game, reader, at) for at in (event.before, event.judgement.after))
    known, rules = war_report(game, reader, after, event), citing(game.book.name, before.board, event.judgement)
    return _PhaseHistory(
        code=str(event.before.phase),
        phase=before.phase(event.before.phase),
        closed=moment_text(event.at, reader.zone, reader.language),
        powers=power_results(event.judgement, event.silent, before, event.clockwork, rules),
        silent=before.listing(map(before.power, event.silent)),
        retreats=retreat_lines(event.judgement, before, after),
        news=(*known.changes, *known.reports, *known.alerts) if known else (),
    )


def write_summary(game: Game, reader: Person, silent: Sequence[PhaseClosed]) -> str:
    """Return the centres of each power by years, which powers are unplayed, which gave no orders when.

    ``silent`` are the closed phases in which some gave none, oldest first, as the reader may know them.
    Where fog hides the others, the reader is shown their own powers alone.
    """
    names = names_of_powers(game.board, reader.language)
    begun = game.position is not None
    is_known = sees_all(game, reader.address)
    history = game.centre_history if is_known else game.centre_history.of(game.powers_of(reader.address))
    unplayed = [names[power] for power in names if begun and power not in game.seats and power not in game.clockwork]
    return fill_template(
        reader.language,
        "anyone.summary",
        game=game.name,
        rulebook=game.settings.rulebook,
        joined=len(game.players),
        needed=len(names),
        is_started=begun,
        counted_by=game.board.calendar,
        charts=centre_charts(history, game.board, reader.language),
        unplayed=listing(reader.language, unplayed),
        clockwork=clockwork_player_lines(game, reader.language),
        players=_players(game, names, reader),
        silent=_phases_without_orders(game, silent, names, reader),
    )


def _players(game: Game, names: Mapping[Power, str], reader: Person) -> tuple[str, ...]:
    """Return who plays which power, for readers who may know."""
    if not knows_addresses(game, reader.address):
        return ()
    return tuple(
        hanging_indent(f"  {names[power]}", game.players_of(power), 20) for power in names if power in game.seats
    )


def _phases_without_orders(
    game: Game, closed: Sequence[PhaseClosed], names: Mapping[Power, str], reader: Person
) -> str:
    """Return who gave no orders in which phases: ``Italy (S1902M, F1902M)``."""
    lines = [(event, phase_line(event.before.phase, game.board.phase_names, reader.language)) for event in closed]
    phases = {power: [line for event, line in lines if power in event.silent] for power in names}
    told = [f"{names[power]} ({listing(reader.language, missed)})" for power, missed in phases.items() if missed]
    return say(reader.language, "words.comma").join(told)


# --- what would have been


def what_if_power_text(reader: Person, power: Power, board: Board) -> str:
    """Return the sentence below the name of a power."""
    return say(reader.language, "supposed.under", power=board.name_of(power, reader.language))


def what_if_order_text(order: Order, phrasing: Phrasing) -> str:
    """Return the sentence below a line of a what-if that was understood."""
    said = phrasing.say("supposed.line", order=phrasing.order(order), words=phrasing.words(order))
    void = why_illegal(phrasing.board, phrasing.position, order)
    if void is None:
        return said
    warning = phrasing.say("supposed.void", why=explain_void(void, order, phrasing))
    return f"{said} {warning}"


def write_to_do(game: Game, reader: Person) -> str:
    """Return what a reader has to write in the open phase, with examples; ValueError where none is open."""
    if game.open_position is None or game.deadline is None:
        raise ValueError("no phase is open")
    phrasing, powers = phrasing_for(game, reader, game.open_position), game.powers_of(reader.address)
    ahead = open_phase(game, reader, game.deadline, powers, phrasing)
    is_open = any(not task.is_done for task in ahead.tasks)
    samples = sample_orders(game, powers, phrasing) if is_open else ()
    words = game.board.book_words
    return fill_template(reader.language, "player.to_do", words, ahead=ahead, samples=samples)


def write_what_if(game: Game, reader: Person, position: Position, judgement: Judgement, left: int) -> str:
    """Return the report of a phase that was only supposed; every heading says so.

    ``left`` is how many more what-ifs the reader may ask for within a day.
    """
    before, after = (phrasing_for(game, reader, at) for at in (position, judgement.after))
    rules = citing(game.book.name, before.board, judgement)
    told = {power: tuple(filter(_is_told, verdicts)) for power, verdicts in judgement.verdicts.items()}
    return fill_template(
        reader.language,
        "anyone.whatif",
        phase=before.phase(position.phase),
        code=str(position.phase),
        powers=power_results(replace(judgement, verdicts=told), (), before, citing=rules),
        others_hold=told != judgement.verdicts,
        retreats=retreat_lines(judgement, before, after, below_orders=True),
        then=after.phase(judgement.after.phase),
        front=war_report(game, reader, after),
        position=position_table(after),
        centres=centre_table(after, before),
        left=left,
    )


def _is_told(verdict: Verdict) -> bool:
    """Whether a verdict is shown by itself; units that had no order and simply held are told together."""
    return verdict.reason != Stood(unordered=True) or verdict.dislodged is not None


# --- the answer to WHY: the chain of causes behind an order, as a tree of sentences


_ROLES_TOLD_WITH_DISLODGEMENT = {CauseRole.ASKED, CauseRole.STUCK, CauseRole.BEATEN}
"""The roles whose sentence says that the unit was dislodged; for the others the chain tells it elsewhere."""


def write_why(game: Game, reader: Person, event: PhaseClosed, verdict: Verdict) -> str:
    """Return why one order of a closed phase came out as it did, with the orders that caused it."""
    phrasing = phrasing_for(game, reader, event.before)
    citing = Citing(game.book.name, phrasing.board, event.judgement)
    told = cause_tree(explain_verdict(event.judgement, verdict), phrasing, citing)
    return fill_template(
        reader.language,
        "anyone.why",
        asked=phrasing.order(verdict.order) if verdict.order is not None else verdict_unit(verdict, phrasing),
        power=phrasing.power(verdict.unit.power) if verdict.unit else "",
        phase=phrasing.phase(event.before.phase),
        code=str(event.before.phase),
        told=told.outline,
        rules=cited_rules(told.rules, reader.language),
    )


def dispute_letter(line: str, why: str, language: Language) -> str:
    """Return the press that carries a dispute to the master: the line as its subject, then the answer to it."""
    subject = say(language, "dispute.subject", line=line.strip())
    return f"{subject}\n\n{plain_spaces(why).rstrip()}"


def dispute_answer(
    why: str, language: Language, who: Literal["dispute.carried", "dispute.operator", "dispute.alone"]
) -> str:
    """Return the answer to a dispute: why, and the sentence on who decides: the master, the operator, nobody."""
    return f"{why.rstrip()}\n\n{wrapped(say(language, who))}\n"


def why_command(language: Language, *words: str) -> str:
    """Return the command that asks why, with some words: ``WHY rome A PAR``."""
    return " ".join((say(language, "help.why"), *words))


@dataclass(frozen=True)
class CauseTree:
    """A chain of causes in sentences, and the rules that they cite."""

    outline: Outline
    rules: tuple[RuleParagraph, ...]


def cause_tree(because: Explanation, phrasing: Phrasing, citing: Citing | None = None) -> CauseTree:
    """Return a chain of causes as lines, each cause indented below its effect.

    Units are named with the adjective of their power, but those of the power that is asked about.
    """
    unit = because.verdict.unit
    told = tuple(_Teller(phrasing, unit.power if unit else None, citing).lines(because))
    lines = tuple((depth, said.text) for depth, said in told)
    outline = Outline("\n".join(_line_of_tree(*line) for line in lines), lines)
    return CauseTree(outline, tuple(rule for _, said in told for rule in said.rules))


def _line_of_tree(depth: int, said: str) -> str:
    label = "  " * (depth - 1) + "- "
    return hanging_indent(label, said.split(" "), len(label)) if depth else said


@dataclass(frozen=True)
class _Teller:
    """Tells the chain of one verdict; units of the power ``own`` bear no adjective."""

    phrasing: Phrasing
    own: Power | None
    citing: Citing | None

    def lines(
        self, because: Explanation, depth: int = 0, above: Explanation | None = None
    ) -> Iterator[tuple[int, ToldInChain]]:
        """Yield the sentence of a verdict, then its causes; a cause that the sentence above has told is left out."""
        is_told = above is not None and _is_told_above(because, above)
        if not is_told:
            yield depth, cause_sentences(because, self.phrasing, self.own, self.citing)
        for cause in because.causes:
            yield from self.lines(cause, depth if is_told else depth + 1, because)


def _is_told_above(because: Explanation, above: Explanation) -> bool:
    match because.role:
        case CauseRole.WITH | CauseRole.AGAINST | CauseRole.CUTTER | CauseRole.MET:
            return True
        case CauseRole.DISCOUNTED:
            return isinstance(above.verdict.reason, OwnSupport)
        case CauseRole.HELPED:
            return not isinstance(because.verdict.reason, Void)
        case CauseRole.CARRIER:
            return not isinstance(above.verdict.reason, NoConvoy)
        case CauseRole.ASKED | CauseRole.WITHOUT | CauseRole.STUCK | CauseRole.BEATEN | CauseRole.DISLODGER:
            return False
        case _:
            assert_never(because.role)


# --- the sentences of a verdict


def cause_sentences(
    because: Explanation, phrasing: Phrasing, own: Power | None, citing: Citing | None = None
) -> ToldInChain:
    """Return the sentences for one verdict of a chain: what happened, and whose supports made a side strong.

    Units of the power ``own`` bear no adjective.
    """
    verdict = because.verdict
    cited = citing.rules_of(verdict) if citing else NOTHING_CITED
    if isinstance(verdict.reason, Waived):
        return ToldInChain(reason_in_words(verdict, phrasing, cited), tuple(cited.values()))
    is_told_here = because.role in _ROLES_TOLD_WITH_DISLODGEMENT
    told = verdict_in_chain(verdict, phrasing, own, cited, with_dislodgement=is_told_here)
    return replace(told, text=" ".join((told.text, *map(capitalized, _strengths(because, phrasing, own)))))


def _strengths(because: Explanation, phrasing: Phrasing, own: Power | None) -> Iterator[str]:
    """Yield who supported each side of a fight; of several opponents the strength too, for they may differ."""
    if because.attack and because.attack.supporters:
        yield _support(because.attack, "chain.support", phrasing, own)
    is_one = len(because.against) == 1
    for side in because.against:
        if side.supporters:
            yield _support(side, "chain.support" if is_one else "chain.strength_with_support", phrasing, own)
        elif not is_one:
            yield _support(side, "chain.strength", phrasing, own)


def _support(side: Side, key: str, phrasing: Phrasing, own: Power | None) -> str:
    by = (phrasing.say("kind.of", unit=phrasing.named_unit(at, own)) for at in side.supporters)
    return phrasing.say(
        key,
        unit=phrasing.named_unit(side.unit, own),
        strength=strength_in_words(side.strength, phrasing),
        by_of=phrasing.listing(by),
    )
