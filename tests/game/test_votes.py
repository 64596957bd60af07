"""Votes: who may vote, what is counted, what comes of it, who learns of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.deadlines.deadline import Mover, Shifted
from judge.game.deadlines.messages import DeadlineMoved
from judge.game.mastery.messages import MasterChanged
from judge.game.messages import Event
from judge.game.phases.close import close_at_deadline
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed, PhaseClosedNews
from judge.game.refusals import Refusal
from judge.game.settings import DrawRule, Settings, VoteDuration, VoteRules, VoteSecrecy
from judge.game.state import Game
from judge.game.votes.messages import (
    CastVote,
    DrawProposed,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    Motion,
    VoteCast,
    VoteCastNews,
    VotesLapsed,
    WithdrawVotes,
)
from judge.game.votes.rules import (
    draw_agreed_on,
    extension_agreed_on,
    passed_motion,
    public_vote_counts,
    two_thirds,
    votes_for,
)
from judge.rules.board import Power, Province
from judge.rules.position import Phase, Position
from tests.game.tables import OPENED, POWERS, WEEKLY, address, all_hold, decided, give, happen, hold, refused, started
from tests.shared.changed_members import with_seats
from tests.shared.each_case import each_case
from tests.shared.notified import notices
from tests.shared.shares import drawn

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = map(Power, POWERS)
ALL = tuple(map(Power, POWERS))
THREE_DAYS = timedelta(days=3)


def with_rules(**rules: object) -> Settings:
    return replace(WEEKLY, votes=replace(VoteRules(), **rules))  # type: ignore[arg-type]


def standing(**rules: object) -> Game:
    return started(with_rules(**rules))


def without(game: Game, *powers: Power) -> Game:
    """The game once these powers have neither units nor centres left."""
    assert game.position is not None
    left = {at: unit for at, unit in game.position.units.items() if unit.power not in powers}
    owners = {at: owner for at, owner in game.position.owners.items() if owner not in powers}
    return replace(game, position=replace(game.position, units=left, owners=owners))


def vote(game: Game, motion: Motion, *powers: Power) -> Game:
    for power in powers:
        game = happen(game, CastVote(address(power), motion))
    return game


def ended(game: Game) -> GameEnded:
    assert game.ended is not None
    return game.ended


# --- what passes -------------------------------------------------------------------------------------------------


def test_a_draw_of_all_survivors_passes_with_the_last_of_their_votes() -> None:
    game = vote(without(standing(), ITALY), ForDraw(), *(power for power in ALL if power not in {ITALY, TURKEY}))
    assert game.ended is None
    end = ended(vote(game, ForDraw(), TURKEY))
    assert end.ending is Ending.DRAW
    assert end.winners == tuple(power for power in ALL if power != ITALY)
    assert end.scores[ITALY] == 0
    assert {end.scores[power] for power in end.winners} == {Fraction(100, 6)}
    assert sum(end.scores.values()) == 100


def test_naming_all_survivors_is_the_same_as_naming_none() -> None:
    game = vote(standing(), ForDraw(ALL), *POWERS_BUT_TURKEY)
    assert ended(vote(game, ForDraw(), TURKEY)).winners == ALL


POWERS_BUT_TURKEY = tuple(power for power in ALL if power != TURKEY)


def test_all_others_may_concede_to_one_who_need_not_agree() -> None:
    game = vote(standing(), ForConcession(TURKEY), *POWERS_BUT_TURKEY[:-1])
    assert game.ended is None
    end = ended(vote(game, ForConcession(TURKEY), RUSSIA))
    assert (end.ending, end.winners) == (Ending.CONCESSION, (TURKEY,))
    assert end.scores[TURKEY] == 100


def test_an_end_without_result_has_neither_winners_nor_scores() -> None:
    end = ended(vote(standing(), ForEnding(), *ALL))
    assert (end.ending, end.winners, end.scores) == (Ending.ABANDONED, (), {})


def test_two_thirds_of_those_who_must_write_extend_the_phase_by_what_they_all_accept() -> None:
    game = standing()
    assert game.deadline is not None
    for power, days in zip(ALL[:5], (7, 3, 3, 5, 4), strict=True):
        before, game = game, vote(game, ForExtension(timedelta(days=days)), power)
    assert before.deadline is not None
    assert game.deadline is not None
    assert game.deadline.at == before.deadline.at + THREE_DAYS
    assert game.deadline.steps[-1] == Shifted(Mover.VOTE, before.deadline.at, THREE_DAYS)
    assert not votes_for(game, ForExtension)


def test_two_thirds_name_another_master_who_must_have_agreed() -> None:
    game = vote(standing(), ForMaster(ITALY), AUSTRIA, ENGLAND, FRANCE, GERMANY, RUSSIA)
    assert game.master == address("master")
    events = decided(game, CastVote(address("ITALY"), ForMaster(ITALY)))
    assert any(isinstance(event, MasterChanged) and event.by is None for event in events)
    assert after(game, events).master == address("ITALY")


def after(game: Game, events: Sequence[Event]) -> Game:
    found = apply_all(game, events)
    assert found is not None
    return found


def test_what_passed_happens_in_the_same_breath_as_the_last_vote() -> None:
    game = vote(standing(), ForDraw(), *POWERS_BUT_TURKEY)
    kinds = [type(event).__name__ for event in decided(game, CastVote(address("TURKEY"), ForDraw()))]
    assert kinds == ["VoteCast", "VotePassed", "GameEnded"]


# --- between whom (the table of docs/decisions) -------------------------------------------------------------------

A, E, F = AUSTRIA, ENGLAND, FRANCE
BETWEEN: Sequence[tuple[DrawRule, Mapping[Power, tuple[Power, ...]], tuple[Power, ...]]] = [
    (DrawRule.DIAS, {A: (), E: (), F: ()}, (A, E, F)),
    (DrawRule.SETS, {A: (A, E), E: (A, E), F: (A, E)}, (A, E)),
    (DrawRule.SETS, {A: (A, E), E: (), F: (A, E)}, ()),
    (DrawRule.SUBSETS, {A: (A, E), E: (), F: (A, E)}, (A, E)),
    (DrawRule.SUBSETS, {A: (A, E), E: (E, F), F: (E,)}, ()),
    (DrawRule.SUBSETS, {A: (E,), E: (), F: (A, E)}, (E,)),
    (DrawRule.SUBSETS, {A: (), E: (), F: ()}, (A, E, F)),
    (DrawRule.SUBSETS, {A: (E, F), E: (A,), F: (E, F)}, ()),
    (DrawRule.SUBSETS, {A: (), E: ()}, ()),
]


@each_case(("draws", "ballots", "among"), BETWEEN)
def test_a_draw_is_between_those_on_whom_all_agree(
    draws: DrawRule, ballots: Mapping[Power, tuple[Power, ...]], among: tuple[Power, ...]
) -> None:
    assert draw_agreed_on(draws, (A, E, F), {power: ForDraw(named) for power, named in ballots.items()}) == among


BALLOTS = st.fixed_dictionaries(
    {power: st.lists(st.sampled_from((A, E, F)), unique=True).map(tuple) for power in (A, E, F)}
)


@given(BALLOTS)
def test_with_subsets_the_largest_draw_that_everybody_accepts_passes(
    ballots: Mapping[Power, tuple[Power, ...]],
) -> None:
    """By trying every set there is."""
    among = draw_agreed_on(DrawRule.SUBSETS, (A, E, F), {power: ForDraw(named) for power, named in ballots.items()})
    sets = [frozenset(p for p, bit in zip((A, E, F), f"{n:03b}", strict=True) if bit == "1") for n in range(1, 8)]

    def accepts(power: Power, drawn: frozenset[Power]) -> bool:
        named = frozenset(ballots[power] or (A, E, F))
        return drawn <= named and (power in drawn or power not in named)

    accepted = [drawn for drawn in sets if all(accepts(power, drawn) for power in (A, E, F))]
    assert frozenset(among) == max(accepted, key=len, default=frozenset())


@given(st.lists(st.integers(1, 28), min_size=1, max_size=7), st.integers(1, 7))
def test_an_extension_is_the_longest_that_two_thirds_accept(days: list[int], owing: int) -> None:
    lengths = {power: timedelta(days=one) for power, one in zip(ALL, days, strict=False)}
    owers = ALL[:owing]
    found = extension_agreed_on(owers, lengths)
    cast = [length for power, length in lengths.items() if power in owers]
    fitting = [one for one in cast if 3 * sum(other >= one for other in cast) >= 2 * len(owers)]
    assert found == max(fitting, default=None)


@each_case(("voters", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (6, 4), (7, 5)])
def test_two_thirds_are_rounded_up(voters: int, needed: int) -> None:
    assert two_thirds(voters) == needed


# --- who may vote for what ----------------------------------------------------------------------------------------

REFUSED: Sequence[tuple[str, Mapping[str, object], Motion, Refusal]] = [
    ("ITALY", {}, ForDraw(), Refusal.ELIMINATED),
    ("FRANCE", {"draws": DrawRule.NONE}, ForDraw(), Refusal.NO_DRAWS),
    ("FRANCE", {}, ForDraw((FRANCE, GERMANY)), Refusal.DRAW_OF_ALL),
    ("FRANCE", {"draws": DrawRule.SETS}, ForDraw((FRANCE, ITALY)), Refusal.NOT_A_SURVIVOR),
    ("FRANCE", {"concessions": False}, ForConcession(GERMANY), Refusal.NO_CONCESSIONS),
    ("FRANCE", {}, ForConcession(ITALY), Refusal.NOT_A_SURVIVOR),
    ("FRANCE", {}, ForConcession(FRANCE), Refusal.CONCEDE_TO_ONESELF),
    ("FRANCE", {}, ForExtension(timedelta(days=29)), Refusal.EXTENSION_TOO_LONG),
    ("FRANCE", {}, ForMaster(ITALY), Refusal.NOT_A_SURVIVOR),
    ("master", {}, ForDraw(), Refusal.NOT_A_PLAYER),
]


@each_case(("by", "rules", "motion", "why"), REFUSED)
def test_what_may_not_be_voted_for(by: str, rules: Mapping[str, object], motion: Motion, why: Refusal) -> None:
    game = without(standing(**rules), ITALY)
    assert refused(game, CastVote(address(by), motion)).why is why


def test_only_those_who_must_write_extend_a_phase() -> None:
    game = standing()
    assert game.position is not None
    winter = replace(game, position=Position(Phase.parse("W1901A"), game.position.units, game.position.owners))
    assert refused(winter, CastVote(address("FRANCE"), ForExtension(THREE_DAYS))).why is Refusal.NOTHING_TO_WRITE


def test_there_is_nothing_to_vote_for_before_and_after_a_game() -> None:
    over = vote(standing(), ForEnding(), *ALL)
    assert refused(over, CastVote(address("FRANCE"), ForDraw())).why is Refusal.GAME_OVER


def test_a_new_vote_of_a_kind_replaces_the_old_one_and_leaves_the_others() -> None:
    game = vote(standing(draws=DrawRule.SETS), ForDraw((FRANCE,)), FRANCE)
    game = vote(vote(game, ForEnding(), FRANCE), ForDraw((FRANCE, ITALY)), FRANCE)
    assert [ballot.motion for ballot in game.ballots] == [ForEnding(), ForDraw((FRANCE, ITALY))]


def test_votes_are_taken_back_by_kind_or_all() -> None:
    game = vote(vote(standing(), ForEnding(), FRANCE), ForDraw(), FRANCE)
    fewer = happen(game, WithdrawVotes(address("FRANCE"), ForDraw))
    assert [ballot.motion for ballot in fewer.ballots] == [ForEnding()]
    assert not happen(game, WithdrawVotes(address("FRANCE"))).ballots
    assert refused(fewer, WithdrawVotes(address("FRANCE"), ForDraw)).why is Refusal.NO_SUCH_VOTE


def test_whoever_follows_a_player_has_not_voted_by_the_votes_of_the_one_before() -> None:
    game = vote(standing(), ForDraw(), *ALL[:-1])
    game = with_seats(game, {**game.seats, FRANCE: address("ITALY")})
    assert FRANCE not in votes_for(game, ForDraw)
    assert vote(game, ForDraw(), TURKEY).ended is None


# --- how long votes stand ------------------------------------------------------------------------------------------


def closed(game: Game) -> tuple[Event, ...]:
    assert game.deadline is not None
    return close_at_deadline(game, game.deadline.at)


def test_votes_end_with_their_phase_and_only_their_own_player_is_told() -> None:
    game = vote(standing(), ForDraw(), FRANCE, ITALY)
    events = closed(game)
    assert not after(game, events).ballots
    lapsed = {
        notice.to: notice.news.lapsed for notice in notices(game, events) if isinstance(notice.news, PhaseClosedNews)
    }
    assert [one.power for one in lapsed[address("FRANCE")]] == [FRANCE]
    assert [one.power for one in lapsed[address("ITALY")]] == [ITALY]
    assert not lapsed[address("TURKEY")]
    assert not lapsed[address("master")]


def test_votes_that_stand_until_withdrawn_outlive_the_phase_but_for_those_that_extend_it() -> None:
    game = vote(standing(standing=VoteDuration.WITHDRAWN), ForDraw(), FRANCE)
    game = vote(game, ForExtension(THREE_DAYS), FRANCE)
    left = after(game, closed(game))
    assert [ballot.motion for ballot in left.ballots] == [ForDraw()]


def test_a_vote_for_somebody_who_has_nothing_left_lapses_and_the_rest_may_pass_by_it() -> None:
    game = vote(standing(standing=VoteDuration.WITHDRAWN), ForDraw(), *POWERS_BUT_TURKEY)
    game = vote(game, ForConcession(TURKEY), FRANCE)
    events = closed(without(game, TURKEY))
    lapsed = [event for event in events if isinstance(event, VotesLapsed)]
    assert [(event.power, event.motions) for event in lapsed] == [(FRANCE, (ForConcession(TURKEY),))]
    assert ended(after(without(game, TURKEY), events)).winners == POWERS_BUT_TURKEY


# --- who learns of votes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tally", VoteSecrecy)
def test_others_learn_of_a_vote_what_the_settings_say_the_master_too(tally: VoteSecrecy) -> None:
    game = vote(standing(tally=tally), ForDraw(), ITALY)
    events = decided(game, CastVote(address("FRANCE"), ForDraw()))
    told = {notice.to: notice.news for notice in notices(game, events)}
    if tally is VoteSecrecy.SECRET:
        assert not told
        assert not public_vote_counts(after(game, events))
        return
    assert told.keys() == {*map(address, POWERS), address("master")} - {address("FRANCE")}
    power = FRANCE if tally is VoteSecrecy.OPEN else None
    assert set(told.values()) == {VoteCastNews(ForDraw(), power, 2, 7)}
    (count,) = public_vote_counts(after(game, events))
    assert (count.votes, count.needed) == (2, 7)
    assert count.powers == ((FRANCE, ITALY) if tally is VoteSecrecy.OPEN else ())


def test_a_count_tells_nothing_of_whom_a_vote_names() -> None:
    game = vote(standing(tally=VoteSecrecy.COUNT), ForConcession(TURKEY), ITALY)
    events = decided(game, CastVote(address("FRANCE"), ForConcession(RUSSIA)))
    (news,) = {notice.news for notice in notices(game, events)}
    assert isinstance(news, VoteCastNews)
    assert (news.power, news.votes, news.needed) == (None, 2, 6)


# --- the stalemate clock -------------------------------------------------------------------------------------------


def a_still_year(game: Game) -> Game:
    """A year in which everybody holds."""
    for _ in range(2):
        game = after(game, closed(all_hold(game)))
    return game


def test_after_so_many_still_years_the_judge_proposes_a_draw_each_year() -> None:
    game = a_still_year(standing(proposed_after=2))
    assert game.still_years == 1
    autumn = all_hold(after(game, closed(all_hold(game))))
    events = closed(autumn)
    assert [event.years for event in events if isinstance(event, DrawProposed)] == [2]
    proposed = {notice.to for notice in notices(autumn, events) if isinstance(notice.news, DrawProposed)}
    assert proposed == {*map(address, POWERS), address("master")}


def test_after_the_fixed_number_of_still_years_the_game_ends_in_a_draw() -> None:
    game = a_still_year(a_still_year(standing(drawn_after=2)))
    end = ended(game)
    assert (end.ending, end.winners) == (Ending.STALEMATE, ALL)
    assert game.deadline is None


def test_a_centre_that_changes_hands_sets_the_clock_back() -> None:
    game = a_still_year(standing())
    assert game.position is not None
    spring = happen(game, give("GERMANY", hold("BER")))
    unit = replace(game.position, units={**game.position.units, Province("HOL"): game.position.units[Province("KIE")]})
    autumn = after(spring, closed(all_hold(spring)))
    autumn = replace(autumn, position=replace(unit, phase=Phase.parse("F1902M")))
    assert after(autumn, closed(autumn)).still_years == 0


# --- whatever is voted ---------------------------------------------------------------------------------------------

MOTIONS = st.one_of(
    st.builds(ForDraw, st.lists(st.sampled_from(ALL), max_size=4, unique=True).map(tuple)),
    st.builds(ForConcession, st.sampled_from(ALL)),
    st.builds(ForEnding),
    st.builds(ForMaster, st.sampled_from(ALL)),
    st.builds(ForExtension, st.sampled_from([timedelta(days=days) for days in (1, 3, 7)])),
)


@drawn(150)
@given(
    gone=st.lists(st.sampled_from(ALL), max_size=5, unique=True),
    empty=st.lists(st.sampled_from(ALL), max_size=3, unique=True),
    draws=st.sampled_from(DrawRule),
    votes=st.lists(st.tuples(st.sampled_from(ALL), MOTIONS), max_size=25),
)
def test_no_vote_of_an_eliminated_or_absent_power_counts_and_a_draw_names_survivors_only(
    gone: list[Power], empty: list[Power], draws: DrawRule, votes: list[tuple[Power, Motion]]
) -> None:
    game = STANDING[draws]
    ballots = tuple(VoteCast(power, motion, game.readers[address(power)], OPENED) for power, motion in votes)
    game = without(replace(game, ballots=ballots), *gone)
    game = with_seats(game, {power: who for power, who in game.seats.items() if power not in empty})
    entitled = {power for power in ALL if power not in {*gone, *empty}}
    assert set(game.electorate) == entitled
    for kind in (ForDraw, ForConcession, ForEnding, ForMaster):
        assert set(votes_for(game, kind)) <= entitled
        motion = passed_motion(game, kind)
        if isinstance(motion, ForDraw):
            assert set(motion.among) <= entitled
        if isinstance(motion, ForConcession | ForMaster):
            assert (motion.to if isinstance(motion, ForConcession) else motion.power) in entitled


STANDING = {draws: standing(draws=draws) for draws in DrawRule}


def test_the_phase_that_closes_with_the_vote_that_moves_its_deadline_is_the_one_that_moves() -> None:
    game = vote(standing(), ForExtension(THREE_DAYS), *ALL[:4])
    events = decided(game, CastVote(address(ALL[4]), ForExtension(THREE_DAYS)))
    moved = [event for event in events if isinstance(event, DeadlineMoved)]
    assert [event.phase for event in moved] == [Phase.parse("S1901M")]
    assert not any(isinstance(event, PhaseClosed) for event in events)
