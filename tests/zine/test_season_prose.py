"""A season in prose: every sentence is true, names nobody of whom it claims nothing, repeats no pattern too often."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from judge.game.apply import apply, fold_events
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language, Settings
from judge.game.state import Game
from judge.languages import LANGUAGES
from judge.reports.names import bare_region_name
from judge.reports.phrasing import USUAL_NOTATIONS
from judge.rules.board import Board, Location, Power, Unit
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position
from judge.zine.claims import (
    Harmed,
    Marched,
    Occupied,
    Removed,
    Sentence,
    Silent,
    UnitBuilt,
    UnitDislodged,
    UnitRetreated,
    season_claims,
)
from judge.zine.season_prose import season_prose, season_sentences
from judge.zine.sentence_writer import (
    CONDITIONS,
    MOST_ON_A_PAGE,
    WORDS_OF_A_PAGE,
    PatternCount,
    patterns_of,
    prose_table,
)
from tests.reports.parlour import BOARD, game_at
from tests.reports.real_games import close_with
from tests.reports.war_room import at_war, closing
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import recorded_log
from tests.shared.shares import is_whole
from tests.zine.issues import BOTH
from tests.zine.prose_witness import SeasonSeen, names_in, names_table
from tests.zine.seasons import GAMES, Season, real_game, seasons_of

TOLD_IN: Mapping[str, Sequence[Language]] = {
    name: LANGUAGES if is_whole() else (LANGUAGES[place % len(LANGUAGES)],) for place, name in enumerate(GAMES)
}
"""The languages of each real game: all in ``make sweeps``, else one after the other; the claims are the same."""


def sentences(game: Game, season: Season, language: Language, told: PatternCount) -> list[Sentence]:
    return [one for paragraph in season_sentences(game, season, language, told) for one in paragraph]


# --- games at random


def an_order(position: Position, unit: Unit, lots: Random) -> Order:
    """Any order of a movement phase; supports and convoys are of what others might do."""
    at = unit.at.province
    goals = [place for ways in BOARD.ways(unit).values() for place in ways]
    near = [province for province in BOARD.ways(unit) if province in position.units]
    kind = lots.random()
    if kind < 0.3 and near:
        return SupportHold(at, lots.choice(near))
    if kind < 0.5:
        goal = lots.choice(goals)
        others = [unit for there, unit in position.units.items() if there != at]
        beside = [other.at.province for other in others if BOARD.reaches(other, goal.province)]
        if beside:
            return SupportMove(at, lots.choice(beside), Location(goal.province))
    if kind < 0.6 and at in BOARD.convoyable:
        shores = [*BOARD.shores(at)]
        armies = [place for place in shores if place in position.units]
        if armies:
            return Convoy(at, lots.choice(armies), lots.choice(shores))
    return Move(at, lots.choice(goals)) if kind < 0.97 else Hold(at)


def orders_at_random(position: Position, lots: Random) -> dict[Power, tuple[Order, ...]]:
    given: dict[Power, list[Order]] = {}
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            for unit in position.units.values():
                given.setdefault(unit.power, []).append(an_order(position, unit, lots))
        case PhaseKind.RETREAT:
            for at, driven in position.dislodged.items():
                goes = driven.retreats and lots.random() < 0.8
                order: Order = Retreat(at, lots.choice(driven.retreats)) if goes else Disband(at)
                given.setdefault(driven.unit.power, []).append(order)
        case PhaseKind.ADJUSTMENT:
            for power in BOARD.powers:
                more = len(position.centres_of(power)) - len(position.units_of(power))
                homes = [at for at in sorted(BOARD.homes(power)) if position.owners.get(at) == power]
                free = [at for at in homes if at not in position.units]
                kind = next(iter(BOARD.start)).kind
                given[power] = [Build(kind, Location(at)) for at in free[: max(more, 0)]]
                given[power] += [Disband(unit.at.province) for unit in position.units_of(power)[: max(-more, 0)]]
    return {power: tuple(orders) for power, orders in given.items()}


@cache
def game_at_random(seed: int, phases: int) -> tuple[Game, list[Season]]:
    """A game of orders that nobody thought about, with standoffs, cut supports and broken convoys in every phase."""
    game, lots, events = game_at(), Random(seed), list[PhaseClosed]()
    for number in range(1, phases + 1):
        assert game.position
        event = close_with(game.position, orders_at_random(game.position, lots), number)
        after = apply(game, event)
        assert after is not None
        game = after
        events.append(event)
    return game, seasons_of(events)


RANDOM = [(seed, 60) for seed in range(6 if is_whole() else 1)]


@cache
def each_told_alone() -> Sequence[tuple[Season, Language, Board, Sequence[Sentence]]]:
    """Every season with its sentences, when it is all that an article tells."""
    return [
        (season, language, game.board, sentences(game, season, language, PatternCount()))
        for game, seasons, language in every_season()
        for season in seasons
    ]


def every_season() -> Iterator[tuple[Game, list[Season], Language]]:
    for name, languages in TOLD_IN.items():
        for language in languages:
            yield (*real_game(name), language)
    for place, (seed, phases) in enumerate(RANDOM):
        yield (*game_at_random(seed, phases), LANGUAGES[place % len(LANGUAGES)])


# --- the promises


def test_every_claim_is_found_again_in_positions_and_orders() -> None:
    kinds = Counter[str]()
    for season, _, board, told in each_told_alone():
        seen = SeasonSeen(board, season)
        for sentence in told:
            assert sentence.claims, sentence
            wrong = [claim for claim in sentence.claims if not seen.is_true(claim)]
            assert not wrong, (str(season[0].before.phase), sentence.text, wrong)
            kinds.update(type(claim).__name__ for claim in sentence.claims)
    assert len(kinds) >= 17, kinds


def test_in_the_sweeps_more_than_five_hundred_phases_are_told() -> None:
    real = sum(len(season) for name in GAMES for season in real_game(name)[1])
    at_random = sum(phases for _, phases in RANDOM)
    assert real == 217
    assert not is_whole() or 2 * real + at_random >= 500


@cache
def names(language: Language) -> tuple[re.Pattern[str], Mapping[str, set[str]]]:
    notation = USUAL_NOTATIONS[language]
    table = names_table(BOARD, lambda province: bare_region_name(province, BOARD, language, notation), language)
    longest = sorted(table, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), table


def test_a_sentence_names_only_provinces_and_powers_of_which_it_claims_something() -> None:
    for _, language, _, told in each_told_alone():
        for sentence in told:
            pattern, table = names(language)
            known = names_in(sentence.claims)
            found = pattern.findall(sentence.text)
            assert found, sentence
            assert all(table[name] & known for name in found), sentence


def test_no_pattern_stands_more_than_twice_in_an_article_of_a_year() -> None:
    for game, seasons, language in every_season():
        for first in range(0, len(seasons), 3):
            told = PatternCount()
            used = Counter(
                one.pattern for season in seasons[first : first + 3] for one in sentences(game, season, language, told)
            )
            assert max(used.values(), default=0) <= MOST_ON_A_PAGE


def test_no_pattern_stands_more_than_twice_on_a_page_of_a_whole_game() -> None:
    for game, seasons, language in every_season():
        told, words, places = PatternCount(), 0, dict[str, list[int]]()
        for season in seasons:
            for one in sentences(game, season, language, told):
                words += len(one.text.split())
                places.setdefault(one.pattern, []).append(words)
        for pattern, at in places.items():
            pairs = zip(at, at[MOST_ON_A_PAGE:], strict=False)
            assert all(later - earlier >= WORDS_OF_A_PAGE - 100 for earlier, later in pairs), pattern


def test_a_season_is_told_in_the_same_words_again() -> None:
    game, seasons = real_game("two")
    for language in BOTH:
        once = [season_prose(game, season, language, PatternCount()) for season in seasons]
        assert once == [season_prose(game, season, language, PatternCount()) for season in seasons]


def test_nobody_who_is_dislodged_or_silent_is_passed_over() -> None:
    """In a season told alone there is a pattern for everything that matters."""
    for season, _, _, told in each_told_alone():
        claims = {claim for one in told for claim in one.claims}
        driven = {one.province for one in claims if isinstance(one, UnitDislodged)}
        for event in season:
            if event.before.phase.kind is PhaseKind.MOVEMENT:
                assert driven >= {*event.judgement.after.dislodged}
                assert {one.power for one in claims if isinstance(one, Silent)} == {*event.silent}
        assert {one.origin for one in claims if isinstance(one, UnitRetreated)} <= driven


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_patterns_of_each_language_are_sentences(language: Language) -> None:
    assert prose_table(language).keys() == prose_table("en").keys()
    for kind, table in prose_table(language).items():
        for pattern in (pattern for patterns in table.get("patterns", {}).values() for pattern in patterns):
            assert pattern.endswith("."), (kind, pattern)
            assert pattern.count("{") == pattern.count("}") > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_has_a_preposition_before_one(language: Language) -> None:
    """“Nobody moves in {items}” had read “moves in in the Gulf of Lyon”."""
    for kind, table in prose_table(language).items():
        begins = "|".join(["place_at", "place_to", *["items"] * str(table.get("part")).startswith("{place_at}")])
        for pattern in (pattern for patterns in table.get("patterns", {}).values() for pattern in patterns):
            assert not re.search(rf"\b(in|at|to|into|à|en|dans|vers|nach) {{({begins})}}", pattern), (kind, pattern)


# --- the conditions of patterns


CLAIMING: Mapping[Language, str] = {
    "en": r"elsewhere|for the rest|quietly|unoppos|nobody objects|no one is there|open doors|"
    r"winter|refuge|way back|others must",
    "fr": r"ailleurs|pour le reste|discrètement|opposition|oppose|empêcher|portes ouvertes|"
    r"hiver|refuge|pas de retour|autres doivent",
    "de": r"anderswo|übrigen|aufhebens|ungehindert|niemand stellt sich|verhindert|offene türen|"
    r"winter|zuflucht|kein zurück|andere müssen",
}
"""Words that say more than that something happened: that nobody was in the way, that something else was told."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_stands_under_a_condition_and_what_claims_more_under_one_of_its_own(language: Language) -> None:
    claiming = re.compile(CLAIMING[language], re.IGNORECASE)
    bare = []
    for kind, table in prose_table(language).items():
        conditions = table.get("patterns", {"always": []})
        assert {*conditions} <= {*CONDITIONS}, kind
        bare += [(kind, pattern) for pattern in conditions["always"] if claiming.search(pattern)]
    followed = ("dislodged_more", "stab_peace_dislodged", "stab_peace_taken")
    assert [(kind, pattern) for kind, pattern in bare if kind not in followed] == []


def is_condition_true(condition: str, sentence: Sentence, before: Sequence[Sentence], seen: SeasonSeen) -> bool:
    """Whether positions and orders bear out what a pattern says beyond its claims; no verdict is asked."""
    match condition:
        case "always":
            return True
        case "elsewhere":
            told = {name for one in before for name in names_in(one.claims)} & {*BOARD.regions}
            return bool(told) and not told & names_in(sentence.claims)
        case "further":
            return bool(before)
        case "quieter":
            is_after = any(not isinstance(claim, Marched) for one in before for claim in one.claims)
            return is_after and is_condition_true("uncontested", sentence, before, seen)
        case "uncontested":
            assert all(isinstance(one, Marched | Occupied) for one in sentence.claims)
            return not any(seen.is_contested(one.power, one.province) for one in sentence.claims)  # type: ignore[union-attr]
        case "trapped":
            return all(not seen.had_retreats(one.province) for one in sentence.claims)  # type: ignore[union-attr]
        case "season":
            return True
        case "winter":
            return seen.board.phase_names == "years"
        case _:
            return condition == "after_builds" and any(
                isinstance(claim, UnitBuilt) for b in before for claim in b.claims
            )


def test_no_pattern_says_what_is_not_so() -> None:
    """Of every real season, told alone and behind others."""
    found = Counter[str]()
    for game, seasons, language in every_season():
        told = PatternCount()
        for season in seasons:
            seen = SeasonSeen(game.board, season)
            for told_before in (PatternCount(), told):
                ones = sentences(game, season, language, told_before)
                for place, one in enumerate(ones):
                    kind, _, number = one.pattern.partition(".")
                    condition, pattern = patterns_of(kind, language)[int(number)]
                    assert is_condition_true(condition, one, ones[:place], seen), (season[0].before.phase, pattern, one)
                    found[condition] += 1
    assert {*found} >= {*CONDITIONS} - {"winter", "trapped"}, found


@each_case(("book", "has_winter"), [("2023", True), ("1971", False), ("18centres", False), ("faf", False)])
def test_winter_is_named_where_the_rule_book_has_one(book: str, *, has_winter: bool) -> None:
    log = recorded_log("two", Settings(rulebook=book))
    game = fold_events(log)
    assert game
    closed = seasons_of([event for event in log if isinstance(event, PhaseClosed)])
    for language, word in (("en", "winter"), ("fr", "hiver"), ("de", "winter")):
        prose = " ".join(part for season in closed for part in season_prose(game, season, language, PatternCount()))
        assert (word in prose.casefold()) == has_winter


def test_what_a_correction_has_undone_is_not_told() -> None:
    """Of a game taken over from elsewhere the positions count that it had there."""
    game, seasons = real_game("two")
    season = next(one for one in seasons if any(isinstance(c, Removed) for c in season_claims(game, one)))
    (*others, last) = season
    gone = next(claim for claim in season_claims(game, season) if isinstance(claim, Removed))
    stays = {**last.judgement.after.units, gone.province: last.before.units[gone.province]}
    after = replace(last.judgement.after, units=stays)
    corrected = (*others, replace(last, judgement=replace(last.judgement, after=after)))
    assert gone not in season_claims(game, corrected)


@cache
def war_seasons() -> tuple[Game, list[Season]]:
    stages = at_war()
    return stages[-1], seasons_of([one for stage in stages for one in closing(stage) if isinstance(one, PhaseClosed)])


def test_a_war_is_told_in_its_own_words() -> None:
    game, seasons = war_seasons()
    for language, points in (("en", "hit point"), ("fr", "points de vie"), ("de", "Trefferpunkt")):
        told = PatternCount()
        prose = [season_prose(game, season, language, told) for season in seasons]
        text = " ".join(part for paragraphs in prose for part in paragraphs)
        assert not re.search("centre|zentr", text, re.IGNORECASE)
        assert points in text
        assert "Brückental" in text


def test_every_claim_on_a_war_is_found_again() -> None:
    game, seasons = war_seasons()
    found = [
        (SeasonSeen(game.board, season).is_true(claim), claim)
        for season in seasons
        for sentence in sentences(game, season, "en", PatternCount())
        for claim in sentence.claims
    ]
    assert [claim for is_true, claim in found if not is_true] == []
    assert any(isinstance(claim, Harmed) for _, claim in found)


# --- whole seasons, as they were read and approved


@each_case("language", LANGUAGES)
@each_case(("name", "first"), [("two", 15), ("one", 3), ("three", 20)])
def test_three_seasons_read_as_they_were_approved(name: str, first: int, language: Language) -> None:
    game, seasons = real_game(name)
    told = PatternCount()
    text = "\n\n".join(
        "\n\n".join((f"--- {season[0].before.phase}", *season_prose(game, season, language, told)))
        for season in seasons[first : first + 3]
    )
    path = Path(__file__).parent / "prose" / f"{name}-{first}.{language}.txt"
    if os.environ.get("UPDATE_LETTERS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")
