"""One event of each kind, as it might have happened; the golden file holds the same ones, written down."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

from judge.game.deadlines.deadline import (
    AbsenceSkipped,
    ClockSet,
    Counted,
    DaysSkipped,
    Deadline,
    HolidaySkipped,
    Mover,
    NobodyWrote,
    OutageOver,
    PauseOver,
    Shifted,
)
from judge.game.deadlines.messages import (
    AbsenceCancelled,
    AbsenceTold,
    CloseHeld,
    CloseReleased,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    PhaseExtended,
    ReminderSent,
)
from judge.game.figures import Figures
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposed,
    CloseForced,
    ForceClose,
    GameDeclined,
    GameMoved,
    GameOffered,
    LettersLost,
    MasterAct,
    MasterChanged,
    PlayersToldOfMove,
    PositionCorrected,
    PositionTakenOver,
    RolledBack,
    SettingsChanged,
)
from judge.game.messages import Event
from judge.game.orders.messages import (
    AdvanceDropped,
    AdvanceKept,
    AllOf,
    AnyOf,
    Choice,
    ErrandGiven,
    LeftAside,
    LinesLeft,
    Not,
    OrderGiven,
    OrdersMeant,
    OrdersWithdrawn,
    OrderText,
    PlanSource,
    PlanTaken,
    RetreatWish,
    Stands,
    WhatIfAsked,
    WishesDropped,
    WishKept,
)
from judge.game.people.messages import (
    AddressChanged,
    BecameUnreachable,
    LetterBounced,
    MoveAsked,
    MoveConfirmed,
    MoveRefused,
    Person,
    PreferenceSet,
    ReachedAgain,
    TokenChanged,
)
from judge.game.phases.messages import (
    CloseFailed,
    CloseReason,
    Ending,
    GameEnded,
    HoldOpenReason,
    Misses,
    OrdersMissed,
    PhaseClosed,
    PhaseHeldOpen,
)
from judge.game.practice.messages import ClockworkOrdered, ClockworkSeated, LessonOpened, LessonStep
from judge.game.press.messages import (
    EVERYONE,
    AnsweredPress,
    DiaryWritten,
    ObserverCame,
    ObserverLeft,
    PostSwept,
    PressMadeReady,
    PressMuted,
    PressSent,
    PressThread,
    ReadyPressDropped,
    Recipients,
    WatchersTold,
)
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import (
    LeavingReason,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    StandbyAsked,
    StandbyPassed,
)
from judge.game.seats.messages import (
    GameOpened,
    GameReady,
    GameStarted,
    MusterAnswered,
    MusterCalled,
    PairAgreed,
    PairAsked,
    PairEnded,
    PlayerInvited,
    PlayerJoined,
    PlayerLeft,
    PowerJoined,
    PowerPlaced,
    RequestClosed,
    SeatAsked,
    SeatGiven,
    SeatsLost,
    StandbyAdded,
    StandbyLeft,
    StrategistAsked,
    StrategistDeclined,
    StrategistJoined,
    StrategistLeft,
    WishesChanged,
)
from judge.game.settings import (
    Address,
    GameName,
    Lengths,
    LetterForm,
    PlayingStrength,
    PressSignature,
    Reader,
    Seating,
    Settings,
    Token,
)
from judge.game.votes.messages import (
    DrawProposed,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    VoteCast,
    VotePassed,
    VotesLapsed,
    VotesWithdrawn,
)
from judge.game.war.messages import (
    AllianceAnnounced,
    AllianceBroken,
    AllianceMade,
    AnnouncementTakenBack,
    FactoryBuilt,
    RegionQuarantined,
    RegionReleased,
    TroopAdded,
    UnitsRepaired,
    UnitStrengthened,
    WarEntered,
)
from judge.rules.board import Location, Power, Province, Troop, Unit, UnitKind
from judge.rules.corrections import AddUnit, GiveCentre, MoveUnit, RemoveUnit, SetHealth, SetStrength
from judge.rules.orders import Build, Convoy, Hold, Move, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Dislodgement,
    Illegal,
    Judgement,
    Moved,
    Side,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
)
from judge.rules.war.scouts import SpyQuickly

AT = datetime(2026, 1, 5, 20, tzinfo=UTC)
FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
PAR, BUR, MUN, STP = Province("PAR"), Province("BUR"), Province("MUN"), Province("STP")
LON = Province("LON")
PARIS = Unit(FRANCE, UnitKind.ARMY, Location(PAR))
BURGUNDY = Unit(GERMANY, UnitKind.ARMY, Location(BUR))
ALICE = Person(Address("alice@example.org"), Token("k7abc"), "fr", "18centres", letters=LetterForm.TEXT)
SETTINGS = Settings(
    "2023",
    "standard",
    "Europe/Paris",
    time(21, 0),
    Lengths(timedelta(days=7), timedelta(days=2), timedelta(hours=36)),
    Seating.LOTS,
    None,
    timedelta(hours=24),
    10,
    True,
)
DUE = Deadline(at=AT + timedelta(days=7), opened=AT)
MOVED = Deadline(
    at=AT + timedelta(days=21),
    opened=AT,
    steps=(
        Counted(AT, timedelta(days=7), time(21), "Europe/Paris", announced=True),
        DaysSkipped((date(2026, 1, 17), date(2026, 1, 18))),
        HolidaySkipped(date(2026, 1, 1), {"en": "New Year's Day", "fr": "Jour de l'an"}),
        AbsenceSkipped(FRANCE, date(2026, 1, 20)),
        Shifted(Mover.VOTE, AT, timedelta(days=2)),
        PauseOver(AT, AT + timedelta(days=1), AT),
        OutageOver(AT, AT + timedelta(hours=2), AT),
        ClockSet(AT, AT + timedelta(hours=2), AT),
        NobodyWrote(AT),
    ),
    moves=4,
)
DRAGONS = Troop(
    "D", {"en": "dragons", "fr": "dragons"}, UnitKind.ARMY, 2, 2, 1, 4, 3, 0, frozenset({FRANCE}), gifted=True
)
BEFORE = Position(Phase.parse("S1901M"), {PAR: PARIS, BUR: BURGUNDY}, {PAR: FRANCE})
AFTER = Position(
    Phase.parse("S1901R"),
    {BUR: Unit(FRANCE, UnitKind.ARMY, Location(BUR))},
    {PAR: FRANCE},
    {BUR: Dislodged(BURGUNDY, PAR, (Location(MUN), Location(STP, "SC")))},
)
VERDICTS = {
    FRANCE: (
        Verdict(PARIS, Move(PAR, Location(BUR)), Moved(2, 1, (MUN,)), opposition=(Side(MUN, 1),)),
        Verdict(None, Convoy(STP, PAR, BUR), Void(Illegal.CONVOY_BY_ARMY)),
        Verdict(PARIS, SupportHold(PAR, BUR), Unmatched(Hold(BUR))),
        Verdict(PARIS, SupportMove(PAR, MUN, Location(BUR)), Supported()),
    ),
    GERMANY: (
        Verdict(BURGUNDY, None, Stood(unordered=True), Dislodgement(PAR, 2, 1)),
        Verdict(BURGUNDY, SupportHold(BUR, MUN), Cut((PAR,), dislodged=True)),
        Verdict(
            BURGUNDY,
            Move(BUR, Location(PAR), by_sea=True),
            Bounced((PAR, STP), 1, 1),
            opposition=(Side(PAR, 1), Side(STP, 1)),
        ),
    ),
}

UNLESS_MUNICH = Choice(
    AllOf(
        (
            Not(Stands(Location(MUN), GERMANY, UnitKind.ARMY)),
            AnyOf((Stands(Location(STP, "SC")), Stands(Location(BUR)))),
        )
    ),
    (OrderText("A PAR - BOU ; A MAR T"), Choice(Stands(Location(PAR)), (OrderText("A PAR T"),))),
    (OrderText("A PAR T"),),
)

SAMPLES: Mapping[str, Event] = {
    "game-opened": GameOpened(GameName("rome"), SETTINGS, ALICE, "seed of the lots", AT),
    "power-joined": PowerJoined(FRANCE, (GERMANY, FRANCE), ALICE.address, AT),
    "player-joined": PlayerJoined(ALICE, (FRANCE, GERMANY), AT),
    "seat-asked": SeatAsked(ALICE, (FRANCE,), AT),
    "request-closed": RequestClosed(ALICE.address, by_master=True, at=AT),
    "player-invited": PlayerInvited(ALICE.address, AT),
    "wishes-changed": WishesChanged(ALICE.address, (GERMANY, FRANCE), AT),
    "power-placed": PowerPlaced(ALICE.address, FRANCE, AT),
    "player-left": PlayerLeft(ALICE.address, AT),
    "standby-added": StandbyAdded(ALICE, AT),
    "standby-left": StandbyLeft(ALICE.address, AT),
    "seat-given": SeatGiven(ALICE.address, AT),
    "muster-called": MusterCalled(AT + timedelta(days=7), (ALICE.address,), AT),
    "muster-answered": MusterAnswered(ALICE.address, AT),
    "seats-lost": SeatsLost((ALICE.address,), AT),
    "game-ready": GameReady(AT),
    "game-started": GameStarted({FRANCE: ALICE.address}, BEFORE, DUE, AT),
    "order-given": OrderGiven(Power("RUSSIA"), Build(UnitKind.FLEET, Location(STP, "SC")), 17, AT, AT),
    "errand-given": ErrandGiven(FRANCE, SpyQuickly(PAR, BUR), 7, AT - timedelta(minutes=3), AT),
    "orders-withdrawn": OrdersWithdrawn(FRANCE, AT),
    "orders-meant": OrdersMeant(FRANCE, (Move(PAR, Location(MUN)),), AT),
    "lines-left": LinesLeft(
        FRANCE, Phase.parse("S1901M"), 17, (Move(PAR, Location(MUN)),), ("A PAR - BUR",), 2, (), AT
    ),
    "advance-kept": AdvanceKept(FRANCE, Phase.parse("F1901M"), UNLESS_MUNICH, "18centres", 17, AT, AT),
    "advance-dropped": AdvanceDropped(FRANCE, None, AT),
    "wish-kept": WishKept(FRANCE, RetreatWish(BUR, (Location(PAR), Location(STP, "SC")), disband=True), 17, AT),
    "wishes-dropped": WishesDropped(FRANCE, AT),
    "plan-taken": PlanTaken(
        FRANCE,
        Phase.parse("F1901M"),
        PlanSource.ADVANCE,
        (
            LeftAside("A LON T", "18centres", Refused(Refusal.NOT_YOUR_UNIT, LON, Power("ENGLAND"))),
            LeftAside("A BOU T", "18centres", None),
        ),
        AT,
    ),
    "press-sent": PressSent(FRANCE, (GERMANY,), "Chère amie,\n« tenez » — Bourgogne.", held=False, at=AT),
    "post-swept": PostSwept(AT),
    "press-made-ready": PressMadeReady(
        Reader(4),
        7,
        "A PAR - BUR",
        EVERYONE,
        by_yes=False,
        at=AT,
        phase=Phase.parse("S1901M"),
        answers=AnsweredPress(
            Recipients((FRANCE,)),
            Recipients((FRANCE,)),
            PressThread(5, FRANCE, Reader(0), PressSignature.WHITE, None, Recipients((FRANCE,))),
        ),
    ),
    "ready-press-dropped": ReadyPressDropped(Reader(4), AT),
    "diary-written": DiaryWritten(FRANCE, Reader(4), "Jamais Munich.", Phase.parse("S1901M"), AT),
    "observer-came": ObserverCame(ALICE, AT),
    "observer-left": ObserverLeft(ALICE.address, AT),
    "watchers-told": WatchersTold(AT),
    "press-muted": PressMuted(Reader(4), (FRANCE,), True, AT),
    "preference-set": PreferenceSet(ALICE.address, "fr", "18centres", "Europe/Paris", AT, letters=LetterForm.TEXT),
    "what-if-asked": WhatIfAsked(ALICE.address, AT),
    "reminder-sent": ReminderSent(BEFORE.phase, (FRANCE,), AT),
    "phase-extended": PhaseExtended(BEFORE.phase, DUE, AT),
    "deadline-moved": DeadlineMoved(BEFORE.phase, MOVED, AT),
    "game-paused": GamePaused(BEFORE.phase, AT),
    "game-resumed": GameResumed(BEFORE.phase, MOVED, AT),
    "absence-told": AbsenceTold(ALICE.address, date(2026, 7, 10), date(2026, 7, 24), AT),
    "absence-cancelled": AbsenceCancelled(ALICE.address, date(2026, 7, 15), AT),
    "close-held": CloseHeld(FRANCE, BEFORE.phase, AT),
    "close-released": CloseReleased(FRANCE, BEFORE.phase, AT),
    "phase-closed": PhaseClosed(
        number=1,
        before=BEFORE,
        orders={FRANCE: (Move(PAR, Location(BUR)), Waive())},
        judgement=Judgement(VERDICTS, AFTER, {BUR: FRANCE}, frozenset({STP, MUN})),
        silent=(GERMANY,),
        because=CloseReason.DEADLINE,
        deadline=DUE,
        at=AT,
    ),
    "game-ended": GameEnded(
        Ending.TERM, {FRANCE: 17, GERMANY: 17}, {FRANCE: Fraction(59, 3), GERMANY: Fraction(241, 3)}, (), AT
    ),
    "phase-held-open": PhaseHeldOpen(BEFORE.phase, (FRANCE,), HoldOpenReason.STANDBY, AT + timedelta(days=5), AT),
    "orders-missed": OrdersMissed(ALICE.address, (FRANCE,), BEFORE.phase, 1, 2, AT),
    "seat-vacated": SeatVacated(FRANCE, ALICE.address, LeavingReason.FORFEITED, AT),
    "replacement-sought": ReplacementSought(FRANCE, ALICE.address, LeavingReason.RESIGNED, AT),
    "search-ended": SearchEnded(FRANCE, AT),
    "standby-asked": StandbyAsked(FRANCE, Address("sofia@example.net"), AT + timedelta(days=2), AT),
    "standby-passed": StandbyPassed(FRANCE, Address("sofia@example.net"), declined=True, at=AT),
    "seat-taken": SeatTaken(FRANCE, ALICE, Address("felix@example.net"), DUE, AT),
    "seat-returned": SeatReturned(FRANCE, Address("felix@example.net"), ALICE.address, None, AT),
    "letter-bounced": LetterBounced(ALICE.address, hard=True, at=AT),
    "became-unreachable": BecameUnreachable(ALICE.address, AT),
    "reached-again": ReachedAgain(ALICE.address, AT),
    "move-asked": MoveAsked(ALICE.address, Address("alix@example.com"), Token("codeold"), Token("codenew"), AT),
    "move-refused": MoveRefused(ALICE.address, from_new=False, at=AT),
    "move-confirmed": MoveConfirmed(ALICE.address, from_new=True, at=AT),
    "address-changed": AddressChanged(ALICE.address, Address("alix@example.com"), Token("freshtoken"), AT),
    "token-changed": TokenChanged(ALICE.address, Token("freshtoken"), by_master=True, at=AT),
    "vote-cast": VoteCast(FRANCE, ForDraw((FRANCE, GERMANY)), Reader(3), AT),
    "votes-withdrawn": VotesWithdrawn(FRANCE, (ForConcession(GERMANY), ForEnding()), AT),
    "votes-lapsed": VotesLapsed(FRANCE, (ForExtension(timedelta(days=3)),), Reader(3), BEFORE.phase, AT),
    "vote-passed": VotePassed(ForMaster(GERMANY), AT),
    "act-proposed": ActProposed(2, ForceClose(Address(""), BEFORE.phase), AT),
    "act-agreed": ActAgreed(2, MasterAct.FORCE_CLOSE, BEFORE.phase, AT),
    "draw-proposed": DrawProposed(3, AT),
    "settings-changed": SettingsChanged(ALICE.address, SETTINGS, AT),
    "close-forced": CloseForced(ALICE.address, BEFORE.phase, AT),
    "rolled-back": RolledBack(
        by=ALICE.address,
        phase=BEFORE.phase,
        position=BEFORE,
        orders={FRANCE: (Move(PAR, Location(BUR)),)},
        undone=(1, 2),
        misses={ALICE.address: Misses(1, 2)},
        still_years=0,
        deadline=DUE,
        at=AT,
    ),
    "position-corrected": PositionCorrected(
        ALICE.address,
        (
            AddUnit(FRANCE, UnitKind.FLEET, Location(STP, "SC")),
            RemoveUnit(BUR),
            MoveUnit(PAR, Location(MUN)),
            GiveCentre(MUN, None),
            SetHealth(MUN, 2),
            SetStrength(MUN, 2, 2, 1),
        ),
        BEFORE,
        "The report of 1901 had it wrong.",
        AT,
    ),
    "alliance-announced": AllianceAnnounced(FRANCE, GERMANY, AT),
    "announcement-taken-back": AnnouncementTakenBack(FRANCE, GERMANY, AT),
    "alliance-made": AllianceMade(GERMANY, FRANCE, BEFORE, AT),
    "alliance-broken": AllianceBroken(FRANCE, GERMANY, BEFORE, AT),
    "war-entered": WarEntered(ALICE.address, FRANCE, (PARIS,), BEFORE, AT),
    "unit-strengthened": UnitStrengthened(ALICE.address, PARIS, BEFORE, AT),
    "factory-built": FactoryBuilt(ALICE.address, FRANCE, BEFORE, AT),
    "units-repaired": UnitsRepaired(ALICE.address, FRANCE, (PAR, PAR), BEFORE.phase, BEFORE, AT),
    "region-quarantined": RegionQuarantined(ALICE.address, MUN, BEFORE, AT),
    "region-released": RegionReleased(ALICE.address, MUN, BEFORE, AT),
    "troop-added": TroopAdded(ALICE.address, DRAGONS, replace(BEFORE, troops=(DRAGONS,)), AT),
    "pair-asked": PairAsked(ALICE, Address("bruno@example.org"), AT),
    "pair-agreed": PairAgreed(ALICE.address, AT),
    "pair-ended": PairEnded(ALICE.address, Address("bruno@example.org"), is_for_one=True, at=AT),
    "strategist-asked": StrategistAsked(FRANCE, ALICE, Address("bruno@example.org"), AT),
    "strategist-joined": StrategistJoined(FRANCE, ALICE.address, AT),
    "strategist-declined": StrategistDeclined(FRANCE, ALICE.address, AT),
    "strategist-left": StrategistLeft(FRANCE, ALICE.address, AT),
    "game-declined": GameDeclined(Address("alix@example.com"), AT),
    "game-offered": GameOffered(ALICE.address, Address("alix@example.com"), Token("codeoffer"), AT),
    "clockwork-seated": ClockworkSeated({FRANCE: PlayingStrength.EASY, GERMANY: PlayingStrength.HARD}, AT),
    "clockwork-ordered": ClockworkOrdered(BEFORE.phase, {FRANCE: (Move(PAR, Location(BUR)), Waive())}, AT),
    "lesson-opened": LessonOpened("support", LessonStep.MISSED, 2, BEFORE, DUE, AT, "alone"),
    "master-changed": MasterChanged(ALICE, None, AT),
    "game-moved": GameMoved(
        "0" * 64, {ALICE.address: Figures(1, 7, 1, timedelta(hours=2))}, {ALICE.address: Misses(1, 2)}, AT
    ),
    "position-taken-over": PositionTakenOver(BEFORE, DUE, AT),
    "players-told-of-move": PlayersToldOfMove(AT),
    "letters-lost": LettersLost(AT, AT),
    "close-failed": CloseFailed(BEFORE.phase, AT),
}
