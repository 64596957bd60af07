"""The answer to WHY: the chain of causes behind an order, as a tree of sentences in the reader's language."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.layout import Outline, hanging_indent, plain_spaces, wrapped
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.rules import cited_rules
from judge.reports.templates import fill_template
from judge.reports.verdict_sentences import (
    ToldInChain,
    as_sentence,
    reason_in_words,
    strength_in_words,
    verdict_in_chain,
    verdict_unit,
)
from judge.rules.board import Power
from judge.rules.book_text import NOTHING_CITED, Citing, RuleParagraph
from judge.rules.explanation import CauseRole, Explanation, explain_verdict
from judge.rules.rulings import Side
from judge.rules.verdicts import NoConvoy, OwnSupport, Verdict, Void, Waived

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
    return replace(told, text=" ".join((told.text, *map(as_sentence, _strengths(because, phrasing, own)))))


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
