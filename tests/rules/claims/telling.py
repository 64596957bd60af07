"""Everything a report says of a judged phase, each sentence held against what must be so for it to be true."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from judge.notation.tables import load_notation
from judge.reports.game_answers import cause_sentences
from judge.reports.phrasing import Phrasing
from judge.reports.verdict_sentences import reason_in_words
from judge.rules.board import Power
from judge.rules.explanation import Explanation, explain_verdict
from judge.rules.orders import Move
from judge.rules.verdicts import Illegal, Verdict
from tests.rules.claims import chains, reasons, void
from tests.rules.claims.scene import Scene
from tests.rules.claims.voided import Voided

STANDARD = load_notation("standard")


@dataclass(frozen=True)
class Overheard(Phrasing):
    """A voice that keeps the keys of the sentences it says."""

    keys: list[str] = field(default_factory=list)

    def say(self, key: str, /, **facts: object) -> str:
        self.keys.append(key)
        return super().say(key, **facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        self.keys.append(key)
        return super().count(key, n, **facts)


@dataclass(frozen=True)
class Said:
    """One sentence of a report: by which key, of whose order, in which words; ``is_true`` if what it says is so."""

    key: str
    power: Power
    words: str
    is_true: bool


def said_of(scene: Scene) -> Iterator[Said]:
    """Every sentence on every order of a phase: in the report, in the chain behind it, in the order in full words."""
    told: list[Explanation] = []
    for power, verdicts in scene.judgement.verdicts.items():
        for verdict in verdicts:
            yield from _in_report(scene, power, verdict)
            yield from _in_words(scene, power, verdict)
            told.append(explain_verdict(scene.judgement, verdict))
            yield from (said for one in chains.members(told[-1]) for said in _in_chain(scene, power, one))
    for at in chains.contradictions(scene, told):
        yield Said("contradiction", scene.unit(at).power, f"the support of {at} counts, and does not", is_true=False)


def _overheard(scene: Scene) -> Overheard:
    return Overheard("en", STANDARD, scene.board, scene.position)


def _in_report(scene: Scene, power: Power, verdict: Verdict) -> Iterator[Said]:
    phrasing = _overheard(scene)
    words = reason_in_words(verdict, phrasing)
    yield from (
        Said(key, power, words, _holds(scene, power, verdict, key))
        for key in phrasing.keys
        if _is_claim(key, "reason.")
    )


def _in_chain(scene: Scene, power: Power, because: Explanation) -> Iterator[Said]:
    phrasing = _overheard(scene)
    verdict = because.verdict
    whose = verdict.unit.power if verdict.unit else power
    words = cause_sentences(because, phrasing, whose).text
    for key in phrasing.keys:
        if _is_claim(key, "happened.") or key.startswith(("then.", "reason.waived")):
            yield Said(key, whose, words, _holds(scene, whose, verdict, key))
    yield Said("chain.sides", whose, words, chains.adds_up(scene, because))


PARTS = {
    "reason.void",
    *(f"happened.{part}" for part in ("void", "void_order", "void_build", "stayed", "came", "unseen")),
    *(f"happened.{part}" for part in ("even", "even_at", "odds", "support", "convoy")),
}
"""Keys of mere parts of a sentence; the sums in them are held against the fight as a whole."""


def _is_claim(key: str, of: str) -> bool:
    return key not in PARTS and key.startswith((of, "illegal."))


def _holds(scene: Scene, power: Power, verdict: Verdict, key: str) -> bool:
    if key.startswith("illegal."):
        assert verdict.order
        return void.CLAIMS[Illegal(key.removeprefix("illegal."))](Voided(scene, power, verdict.order))
    claim = chains.CLAIMS.get(key) or reasons.CLAIMS[key]
    return claim(scene, verdict)


def _in_words(scene: Scene, power: Power, verdict: Verdict) -> Iterator[Said]:
    """Whether what is called an attack goes where somebody else stands, and nothing else does."""
    order, phrasing = verdict.order, _overheard(scene)
    if not isinstance(order, Move) or verdict.unit is None:
        return
    words, to = phrasing.words(order), order.to.province
    for key in phrasing.keys:
        if key.startswith(("order.move", "order.attack")):
            yield Said(key, power, words, ("attack" in key) == (scene.power(to) not in {None, power}))
