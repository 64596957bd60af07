"""Letters of votes and of what a game master did, whole, in both languages, as their reader gets them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import time, timedelta
from fractions import Fraction

import pytest

from judge.game.deadlines.deadline import Circumstances, phase_deadline
from judge.game.deadlines.messages import MoveDeadline
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposed,
    ActProposedNews,
    ChangeSettings,
    CorrectPosition,
    ForceClose,
    GameDeclined,
    GameDeclinedNews,
    GameOffered,
    GameOfferedNews,
    MasterAct,
    MasterChanged,
    MasterChangedNews,
    PositionCorrected,
    PositionCorrectedNews,
    ProposedAct,
    RollBack,
    RolledBack,
    RolledBackNews,
    SettingsChanged,
    SettingsChangedNews,
    Terminate,
)
from judge.game.messages import News, Notice
from judge.game.phases.messages import Ending, GameEnded, PhaseClosedNews
from judge.game.replacements.messages import EjectPlayer
from judge.game.settings import Address, Language, Reader, Token, VoteSecrecy
from judge.game.state import Game
from judge.game.votes.messages import (
    DrawProposed,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    ForProposal,
    VoteCast,
    VoteCastNews,
    VotesLapsed,
)
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.game_answers import write_status
from judge.reports.language import LetterText
from judge.reports.line_answers import AnsweredLine, TextAnswer
from judge.reports.mastery import UnsentLetters, write_overview
from judge.reports.notices import write_notice
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.corrections import AddUnit, GiveCentre, MoveUnit, RemoveUnit, apply_corrections
from judge.rules.position import PhaseKind, Position
from tests.reports.parlour import (
    BOARD,
    MASTER,
    NOW,
    SEATS,
    SETTINGS,
    SPRING,
    SPRING_ORDERS,
    closed,
    game_at,
    given,
    orders,
    speaking,
)
from tests.shared.changed_members import with_master
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]
Scene = Callable[[Language], LetterText]
BOTH: tuple[Language, ...] = ("en", "fr")
AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY = map(Power, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY"))
READER = SEATS[FRANCE]


def told(news: News, game: Game | None = None, to: Address = READER) -> Scene:
    return lambda language: write_notice(speaking(game or game_at(SPRING), to, language), Notice(to, news))


def went_back() -> Game:
    spring = closed(SPRING, SPRING_ORDERS, number=5)
    return game_at(SPRING, spring, back(keep=True))


def back(*, keep: bool) -> RolledBack:
    due = phase_deadline(SETTINGS, PhaseKind.MOVEMENT, NOW, Circumstances())
    kept = orders(SPRING, SPRING_ORDERS) if keep else {}
    return RolledBack(MASTER.address, SPRING.phase, SPRING, kept, (5, 6), {}, 0, due, NOW)


CORRECTIONS = (
    MoveUnit(Province("BUR"), Location(Province("GAS"))),
    AddUnit(ITALY, UnitKind.FLEET, Location(Province("NAP"))),
    RemoveUnit(Province("MAO")),
    GiveCentre(Province("BEL"), None),
)


def corrected() -> PositionCorrected:
    position = apply_corrections(BOARD, SPRING, CORRECTIONS)
    assert isinstance(position, Position)
    return PositionCorrected(MASTER.address, CORRECTIONS, position, "The report of 1902 had it wrong.", NOW)


def lapsed(language: Language) -> LetterText:
    event = closed(SPRING, SPRING_ORDERS)
    motions = (ForDraw(), ForExtension(timedelta(days=3)), ForProposal(2))
    gone = VotesLapsed(FRANCE, motions, Reader(3), SPRING.phase, NOW)
    return told(PhaseClosedNews(event, (FRANCE,), lapsed=(gone,), proposal=2), game_at(SPRING, event))(language)


def ended(ending: Ending, winners: tuple[Power, ...], shares: Mapping[Power, Fraction], reason: str = "") -> Scene:
    centres = {power: len(SPRING.centres_of(power)) for power in SEATS}
    scores = {power: shares.get(power, Fraction(0)) for power in SEATS} if shares else {}
    event = GameEnded(ending, centres, scores, winners, NOW, reason)
    return told(event, replace(game_at(SPRING, event), phases_closed=31, undone=(4,), still_years=5))


def voting() -> Game:
    """France has voted twice, Italy once."""
    ballots = (
        VoteCast(FRANCE, ForDraw(), Reader(4), NOW),
        VoteCast(FRANCE, ForConcession(ITALY), Reader(4), NOW),
        VoteCast(ITALY, ForDraw(), Reader(6), NOW),
    )
    game = game_at(SPRING, *given(SPRING, "FRANCE", "A BUR H"), *given(SPRING, "GERMANY", "A MUN H"))
    return replace(game, ballots=tuple(replace(one, reader=game.readers[SEATS[one.power]]) for one in ballots))


def openly(game: Game) -> Game:
    return replace(game, settings=replace(game.settings, votes=replace(game.settings.votes, tally=VoteSecrecy.OPEN)))


def answered(language: Language) -> LetterText:
    game = speaking(voting(), READER, language)
    return write_acknowledgement(game, game.people[READER], [AnsweredLine("UNVOTE", TextAnswer(""))], "", "token", NOW)


def report(game: Game, reader: Address) -> Scene:
    unsent = {SEATS[ITALY]: UnsentLetters(2, 1)}

    def written(language: Language) -> LetterText:
        spoken = speaking(game, reader, language)
        return LetterText("REPORT", write_overview(spoken, spoken.people[reader], unsent))

    return written


def playing_master() -> Game:
    return with_master(openly(voting()), READER)


def proposal(act: ProposedAct, *, may_agree: bool = True) -> Scene:
    event = ActProposed(1, act, NOW)
    return told(ActProposedNews(event, may_agree), replace(game_at(SPRING), proposal=event))


AGREED = ActAgreed(1, MasterAct.ROLL_BACK, SPRING.phase, NOW, by_operator=True)


NOBODY = Address("")
PROPOSALS: Mapping[str, ProposedAct] = {
    "close": ForceClose(NOBODY, SPRING.phase),
    "deadline": MoveDeadline(NOBODY, to=NOW + timedelta(days=1)),
    "back": RollBack(NOBODY, SPRING, {FRANCE: ()}, (5,)),
    "back-cleared": RollBack(NOBODY, SPRING, {}, (5,)),
    "correct": CorrectPosition(NOBODY, (GiveCentre(Province("BEL"), FRANCE),), "It had been forgotten."),
    "eject": EjectPlayer(NOBODY, ITALY),
    "end": Terminate(NOBODY, "Too few of us are left."),
    "settings": ChangeSettings(NOBODY, replace(SETTINGS, votes=replace(SETTINGS.votes, tally=VoteSecrecy.COUNT))),
}


def status_with_proposal(language: Language) -> LetterText:
    game = speaking(replace(game_at(SPRING), proposal=ActProposed(1, PROPOSALS["eject"], NOW)), READER, language)
    return LetterText("STATUS", write_status(game, game.people[READER], NOW))


LETTERS: Mapping[str, Scene] = {
    **{f"all.proposal-{name}": proposal(act) for name, act in PROPOSALS.items()},
    "all.proposal-replaces": told(
        ActProposedNews(ActProposed(2, PROPOSALS["close"], NOW), may_agree=True, replaces=1), game_at(SPRING)
    ),
    "all.confirmed": told(AGREED),
    "all.master-proposal": told(
        MasterChangedNews(MasterChanged(MASTER, MASTER.address, NOW), is_you=False, power=None, proposal=2)
    ),
    "anyone.state-proposal": status_with_proposal,
    "all.proposal-watched": proposal(PROPOSALS["close"], may_agree=False),
    "all.vote-open": told(VoteCastNews(ForDraw((FRANCE, ITALY)), ITALY, 2, 7)),
    "all.vote-withdrawn": told(VoteCastNews(ForMaster(ITALY), ITALY, 0, 5, withdrawn=True)),
    "all.vote-count": told(VoteCastNews(ForConcession(ITALY), None, 1, 6)),
    "all.proposed": told(
        DrawProposed(3, NOW),
        replace(
            game_at(SPRING),
            settings=replace(SETTINGS, votes=replace(SETTINGS.votes, proposed_after=3, drawn_after=5)),
        ),
    ),
    "all.results-votes-lapsed": lapsed,
    "all.ended-draw": ended(
        Ending.DRAW, (FRANCE, ITALY, GERMANY), dict.fromkeys((FRANCE, ITALY, GERMANY), Fraction(100, 3))
    ),
    "all.ended-stalemate": ended(Ending.STALEMATE, (FRANCE, ITALY), dict.fromkeys((FRANCE, ITALY), Fraction(50))),
    "all.ended-concession": ended(Ending.CONCESSION, (ITALY,), {ITALY: Fraction(100)}),
    "all.ended-abandoned": ended(Ending.ABANDONED, (), {}),
    "all.ended-terminated": ended(Ending.TERMINATED, (), {}, "Too few of us are left."),
    "all.settings": told(
        SettingsChangedNews(
            SettingsChanged(
                MASTER.address,
                replace(SETTINGS, hour=time(20), votes=replace(SETTINGS.votes, tally=VoteSecrecy.COUNT)),
                NOW,
            ),
            SETTINGS,
        )
    ),
    "all.rolledback": told(RolledBackNews(back(keep=True), (FRANCE,)), went_back()),
    "all.rolledback-cleared": told(RolledBackNews(back(keep=False), (FRANCE,)), game_at(SPRING, back(keep=False))),
    "all.corrected": told(PositionCorrectedNews(corrected(), (FRANCE,), (FRANCE,)), game_at(SPRING, corrected())),
    "anyone.offer-declined": told(GameDeclinedNews(GameDeclined(READER, NOW), is_you=False)),
    "anyone.offer-declined-you": told(GameDeclinedNews(GameDeclined(READER, NOW), is_you=True)),
    "anyone.offer": told(GameOfferedNews(GameOffered(MASTER.address, READER, Token("code"), NOW), Token("code"))),
    "all.master": told(MasterChangedNews(MasterChanged(MASTER, MASTER.address, NOW), is_you=False, power=None)),
    "all.master-voted": told(MasterChangedNews(MasterChanged(MASTER, None, NOW), is_you=False, power=ITALY)),
    "all.master-you": told(MasterChangedNews(MasterChanged(MASTER, MASTER.address, NOW), is_you=True, power=None)),
    "player.acknowledgement-votes": answered,
    "master.report": report(openly(voting()), MASTER.address),
    "master.report-who-plays": report(playing_master(), READER),
}


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_letter_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    golden(f"{name}.{language}", LETTERS[name](language))


@pytest.mark.parametrize("language", BOTH)
def test_a_report_tells_neither_orders_nor_secret_votes(language: Language) -> None:
    text = report(voting(), MASTER.address)(language).text
    assert "MUN" not in text
    assert all(one not in text.casefold() for one in ("vote", "draw", "nulle"))


@pytest.mark.parametrize("language", BOTH)
def test_a_master_who_plays_sees_neither_addresses_nor_who_has_written(language: Language) -> None:
    anonymous = replace(playing_master().settings, access=replace(SETTINGS.access, anonymous=True))
    text = report(replace(playing_master(), settings=anonymous), READER)(language).text
    assert "@" not in text
    assert not any(said in text for said in ("has not written", "n'a pas écrit", "has written", "a écrit"))


def test_votes_for_an_end_are_named_in_both_languages() -> None:
    game = replace(voting(), ballots=(VoteCast(FRANCE, ForEnding(), voting().readers[READER], NOW),))
    for language, said in (("en", "an end without a result"), ("fr", "une fin sans résultat")):
        spoken = speaking(game, READER, "fr" if language == "fr" else "en")
        assert said in write_status(spoken, spoken.people[READER], NOW)


@pytest.mark.parametrize("tally", VoteSecrecy)
def test_the_state_of_a_game_tells_of_votes_what_everyone_may_know(tally: VoteSecrecy) -> None:
    game = speaking(openly(voting()), SEATS[GERMANY], "en")
    game = replace(game, settings=replace(game.settings, votes=replace(game.settings.votes, tally=tally)))
    text = write_status(game, game.people[SEATS[GERMANY]], NOW)
    assert ("VOTES\n" in text) is (tally is not VoteSecrecy.SECRET)
    assert ("Two votes for a draw, of seven needed." in text) is (tally is VoteSecrecy.COUNT)
    assert ("France and Italy: two votes for a draw between all survivors" in text) is (tally is VoteSecrecy.OPEN)
