"""Resolves a battle: decides every open question, circular ones included (DATC 5.B).

A strength is an interval until all that it depends on is decided: a supported attack whose support may be cut is 1 to
2. An attack succeeds once its lowest beats the highest of all that opposes it, and fails once its highest does not
beat the lowest of any of them. No answer is ever a guess, so the order of the orders cannot matter. What is left
hangs in loops: attacks that wait for each other rotate; convoys take the one answer that the fights confirm, or are a
paradox and fail. docs/resolver.md works two of them out.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from judge.rules.battle import Battle, fight
from judge.rules.board import Province
from judge.rules.orders import shortest_chain
from judge.rules.rulebook import ConvoyRoutes
from judge.rules.verdicts import ARRIVES, MOVES, NO_STRENGTH, SUPPORTS, Decision, DecisionKind, Rulings, Strength


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
        # 6.C.1, Three army circular movement: ANK - CON, CON - SMY, SMY - ANK; each leaves because the next does
        rulings.moving |= {decision.at: True for decision in loop if decision.question is DecisionKind.MOVES}
        return
    match list(islice(_consistent(battle, rulings, loop, ()), 2)):
        case [only]:
            # no case of the DATC: “a convoy broken either way is no paradox” (tests/rules/texts/strengths.toml)
            rulings.arriving |= {convoy.at: only.arriving[convoy.at] for convoy in convoys}
        case _:
            # none: 6.F.14, Simple convoy paradox: the army would cut the support that sinks its own fleet
            # several: 6.F.22, Second order paradox with two resolutions
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


# --- the three decisions ---------------------------------------------------------------------------------------------


def _moves(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether an attack is stronger than the unit that stays and than every other attack there."""
    attack, opposed = fight(battle, rulings, at)
    if at in battle.without_strength and not attack.high:
        return _walks(opposed.values())
    certain = attack.low > 0
    for against in opposed.values() or (NO_STRENGTH,):
        if attack.high <= against.low:
            return False  # 6.A.11, Simple bounce; a garrison between two equal attacks stays: 6.E.7
        certain = certain and attack.low > against.high
    return certain or None


def _walks(opposed: Collection[Strength]) -> bool | None:
    """Return whether an attack of strength 0 succeeds: only if nobody opposes it, not even another such attack."""
    if not opposed:
        return True
    return False if any(against.low or not against.high for against in opposed) else None


def _supports(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether a support counts: it does unless some attack cuts it."""
    cuts = [cuts_support(battle, rulings, attacker, at) for attacker in battle.attackers_of(at)]
    return None if None in cuts and not any(cuts) else not any(cuts)


def cuts_support(battle: Battle, rulings: Rulings, attacker: Province, supporter: Province) -> bool | None:
    """Return whether an attack cuts a support (000 XI, 001 X).

    A foreign attack that arrives does. One from the province that the support is aimed at does only by dislodging the
    supporter, even if it comes by convoy (DATC 4.A.4).
    """
    # 6.D.20, Unit cannot cut support of its own country
    if battle.units[attacker].power == battle.units[supporter].power or battle.protects_support(supporter, attacker):
        return False
    # 6.D.15, Defender cannot cut support for attack on itself; by convoy neither: 6.G.13. It may dislodge: 6.D.17
    if attacker == battle.supported_province(supporter):
        return rulings.moves(attacker)
    # 6.F.6, Dislodged convoy does not cut support
    return rulings.arrives(attacker) if attacker in battle.by_sea else True


def _arrives(battle: Battle, rulings: Rulings, army: Province) -> bool | None:
    """Return whether a convoy holds: while one chain is undislodged, or every chain (DATC 4.A.1, 001 XII.4)."""
    fleets = battle.carriers.get(army, frozenset())
    sunk = {fleet: is_dislodged(battle, rulings, fleet) for fleet in fleets}
    sure = {fleet for fleet in fleets if sunk[fleet] is False}
    hoped = {fleet for fleet in fleets if not sunk[fleet]}
    match battle.book.convoy_routes:
        case ConvoyRoutes.ANY:
            # 6.F.9, Dislodge of multi-route convoy: the army of LON goes on to BEL by NTH, though ENG is dislodged
            if _joined(battle, army, sure):
                return True
            return None if _joined(battle, army, hoped) else False
        case ConvoyRoutes.ALL:
            if not fleets or hoped != fleets:
                return False
            return True if sure == fleets else None


def is_dislodged(battle: Battle, rulings: Rulings, province: Province) -> bool | None:
    """Return whether a unit that does not move away is dislodged."""
    moved_in = [rulings.moves(attacker) for attacker in battle.attackers_of(province)]
    return None if None in moved_in and not any(moved_in) else any(moved_in)


def _joined(battle: Battle, army: Province, fleets: set[Province]) -> bool:
    return bool(shortest_chain(battle.board, fleets, army, battle.targets[army]))


ANSWERED_BY = {DecisionKind.MOVES: _moves, DecisionKind.SUPPORTS: _supports, DecisionKind.ARRIVES: _arrives}
"""What answers each question about a unit, None as long as it hangs on an open one."""


def answer_decision(battle: Battle, rulings: Rulings, decision: Decision) -> bool | None:
    """Return the answer to one question, None while it depends on an open one."""
    return ANSWERED_BY[decision.question](battle, rulings, decision.at)
