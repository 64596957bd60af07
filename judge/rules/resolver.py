"""Resolves a battle: decides every open question, circular ones included."""

from collections.abc import Iterable, Iterator
from itertools import islice

from judge.rules.battle import Battle
from judge.rules.decisions import ANSWERED_BY, answer_decision
from judge.rules.rulings import ARRIVES, MOVES, SUPPORTS, Decision, DecisionKind, Rulings


def resolve(battle: Battle) -> Rulings:
    """Return every decision of a battle.

    Unopposed attacks and supports that nobody attacks are settled at once. Then everything that follows from known
    answers is decided, in any order with the same result. The rest depends on itself in loops: the smallest loop is
    decided, more follows from it, and so on to the end.
    """
    supporters = {at for helpers in battle.supporters.values() for at in helpers}
    attacked = supporters & battle.attackers.keys()
    walking, unattacked = battle.unopposed, supporters - attacked
    rulings = Rulings(moving=dict.fromkeys(walking, True), supporting=dict.fromkeys(unattacked, True))
    questions = [
        *[ARRIVES[at] for at in sorted(battle.by_sea)],
        *[SUPPORTS[at] for at in sorted(attacked)],
        *[MOVES[at] for at in battle.targets if at not in walking],
    ]
    _settle(battle, rulings, questions)
    return rulings


def _settle(battle: Battle, rulings: Rulings, questions: list[Decision]) -> None:
    """Answer all of these open questions."""
    left = _deduce(battle, rulings, questions)
    while left:
        _decide_loop(battle, rulings, _smallest_loop(battle, rulings, left))
        left = _deduce(battle, rulings, _still_open(rulings, left))


def _still_open(rulings: Rulings, questions: Iterable[Decision]) -> list[Decision]:
    return [question for question in questions if rulings.on(question) is None]


def _deduce(battle: Battle, rulings: Rulings, left: list[Decision]) -> list[Decision]:
    """Answer all that follows from known answers; return the questions in loops, or that depend on one."""
    while left:
        still_open = []
        for decision in left:
            question, at = decision
            answer = ANSWERED_BY[question](battle, rulings, at)
            if answer is None:
                still_open.append(decision)
            else:
                rulings.answers[question][at] = answer
        if len(still_open) == len(left):
            break
        left = still_open
    return left


def _smallest_loop(battle: Battle, rulings: Rulings, left: Iterable[Decision]) -> list[Decision]:
    """Return open questions that depend on one another and on no other open question.

    Of the sets of questions that each question depends on, directly or not, the smallest is such a loop: each of its
    members reaches the whole set, or would have a smaller one.
    """
    hangs_on: dict[Decision, set[Decision]] = {}
    for decision in left:
        rulings.asked.clear()
        answer_decision(battle, rulings, decision)
        hangs_on[decision] = set(rulings.asked)
    return min((sorted(_reached(hangs_on, decision)) for decision in left), key=lambda loop: (len(loop), loop))


def _reached(hangs_on: dict[Decision, set[Decision]], start: Decision) -> set[Decision]:
    reached: set[Decision] = set()
    ahead = {start}
    while ahead:
        ahead = set().union(*(hangs_on[decision] for decision in ahead)) - reached
        reached |= ahead
    return reached


def _decide_loop(battle: Battle, rulings: Rulings, loop: list[Decision]) -> None:
    """Decide a loop: a rotation moves (000 IX, 001 XIV.5); convoys take their only consistent answer, or all fail.

    Without an open convoy the members of a loop are attacks that each wait for the next unit to leave.
    """
    convoys = [decision for decision in loop if decision.question is DecisionKind.ARRIVES]
    if not convoys:
        rulings.moving |= {decision.at: True for decision in loop if decision.question is DecisionKind.MOVES}
        return
    match list(islice(_consistent(battle, rulings, loop, ()), 2)):
        case [only]:
            rulings.arriving |= {convoy.at: only.arriving[convoy.at] for convoy in convoys}
        case _:
            rulings.arriving |= {convoy.at: False for convoy in convoys}
            rulings.paradoxical |= {convoy.at for convoy in convoys}


def _consistent(
    battle: Battle, rulings: Rulings, loop: list[Decision], guesses: tuple[Decision, ...]
) -> Iterator[Rulings]:
    """Yield every way to decide the convoys of a loop that the fights then confirm."""
    trial = rulings.copy()
    left = _deduce(battle, trial, _still_open(trial, loop))
    convoys = [decision for decision in left if decision.question is DecisionKind.ARRIVES]
    if any(answer_decision(battle, trial, guess) is (not trial.on(guess)) for guess in guesses):
        return
    if not convoys:
        _settle(battle, trial, left)
        if all(answer_decision(battle, trial, guess) is trial.on(guess) for guess in guesses):
            yield trial
        return
    for answer in (False, True):
        yield from _consistent(battle, trial.with_guess(convoys[0], answer), loop, (*guesses, convoys[0]))
