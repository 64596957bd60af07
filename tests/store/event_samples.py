"""One event of each kind, as it might have happened; the golden file holds the same ones, written down."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction

from judge.game.commands import Person
from judge.game.conditions import AllOf, AnyOf, Not, Stands
from judge.game.events import (
    AdvanceDropped,
    AdvanceKept,
    Because,
    Deadline,
    Ending,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    LeftAside,
    OrderGiven,
    OrdersWithdrawn,
    PhaseClosed,
    PhaseExtended,
    PlanTaken,
    PlayerJoined,
    PreferenceSet,
    PressSent,
    ReminderSent,
    WhatIfAsked,
    WishesDropped,
    WishKept,
)
from judge.game.mailboxes import (
    AddressChanged,
    BecameUnreachable,
    LetterBounced,
    MoveAsked,
    MoveConfirmed,
    ReachedAgain,
    TokenChanged,
)
from judge.game.plans import Choice, OrderText, Plan, RetreatWish
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, Lengths, Seating, Settings, Token
from judge.rules.board import Kind, Location, Power, Province, Unit
from judge.rules.orders import Build, Convoy, Hold, Move, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Dislodgement,
    Illegal,
    Judgement,
    Moved,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
)

AT = datetime(2026, 1, 5, 20, tzinfo=UTC)
FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
PAR, BUR, MUN, STP = Province("PAR"), Province("BUR"), Province("MUN"), Province("STP")
LON = Province("LON")
PARIS = Unit(FRANCE, Kind.ARMY, Location(PAR))
BURGUNDY = Unit(GERMANY, Kind.ARMY, Location(BUR))
ALICE = Person(Address("alice@example.org"), Token("k7abc"), "fr", "18centres")
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
BEFORE = Position(Phase.parse("S1901M"), {PAR: PARIS, BUR: BURGUNDY}, {PAR: FRANCE})
AFTER = Position(
    Phase.parse("S1901R"),
    {BUR: Unit(FRANCE, Kind.ARMY, Location(BUR))},
    {PAR: FRANCE},
    {BUR: Dislodged(BURGUNDY, PAR, (Location(MUN), Location(STP, "SC")))},
)
VERDICTS = {
    FRANCE: (
        Verdict(PARIS, Move(PAR, Location(BUR)), Moved(2, 1, (MUN,))),
        Verdict(None, Convoy(STP, PAR, BUR), Void(Illegal.CONVOY_BY_ARMY)),
        Verdict(PARIS, SupportHold(PAR, BUR), Unmatched(Hold(BUR))),
        Verdict(PARIS, SupportMove(PAR, MUN, Location(BUR)), Supported()),
    ),
    GERMANY: (
        Verdict(BURGUNDY, None, Stood(unordered=True), Dislodgement(PAR, 2, 1)),
        Verdict(BURGUNDY, SupportHold(BUR, MUN), Cut((PAR,), dislodged=True)),
        Verdict(BURGUNDY, Move(BUR, Location(PAR), by_sea=True), Bounced((PAR, STP), 1, 1)),
    ),
}

UNLESS_MUNICH = Choice(
    AllOf(
        (Not(Stands(Location(MUN), GERMANY, Kind.ARMY)), AnyOf((Stands(Location(STP, "SC")), Stands(Location(BUR)))))
    ),
    (OrderText("A PAR - BOU ; A MAR T"), Choice(Stands(Location(PAR)), (OrderText("A PAR T"),))),
    (OrderText("A PAR T"),),
)

SAMPLES: Mapping[str, Event] = {
    "game-opened": GameOpened(GameName("rome"), SETTINGS, ALICE, "seed of the lots", AT),
    "player-joined": PlayerJoined(ALICE, (FRANCE, GERMANY), AT),
    "game-started": GameStarted({FRANCE: ALICE.address}, BEFORE, DUE, AT),
    "order-given": OrderGiven(Power("RUSSIA"), Build(Kind.FLEET, Location(STP, "SC")), 17, AT, AT),
    "orders-withdrawn": OrdersWithdrawn(FRANCE, AT),
    "advance-kept": AdvanceKept(FRANCE, Phase.parse("F1901M"), UNLESS_MUNICH, "18centres", 17, AT, AT),
    "advance-dropped": AdvanceDropped(FRANCE, None, AT),
    "wish-kept": WishKept(FRANCE, RetreatWish(BUR, (Location(PAR), Location(STP, "SC")), disband=True), 17, AT),
    "wishes-dropped": WishesDropped(FRANCE, AT),
    "plan-taken": PlanTaken(
        FRANCE,
        Phase.parse("F1901M"),
        Plan.ADVANCE,
        (
            LeftAside("A LON T", "18centres", Refused(Refusal.NOT_YOUR_UNIT, LON, Power("ENGLAND"))),
            LeftAside("A BOU T", "18centres", None),
        ),
        AT,
    ),
    "press-sent": PressSent(FRANCE, (GERMANY,), "Chère amie,\n« tenez » — Bourgogne.", held=False, at=AT),
    "preference-set": PreferenceSet(ALICE.address, "fr", "18centres", "Europe/Paris", AT),
    "what-if-asked": WhatIfAsked(ALICE.address, AT),
    "reminder-sent": ReminderSent(BEFORE.phase, (FRANCE,), AT),
    "phase-extended": PhaseExtended(BEFORE.phase, DUE, AT),
    "phase-closed": PhaseClosed(
        number=1,
        before=BEFORE,
        orders={FRANCE: (Move(PAR, Location(BUR)), Waive())},
        judgement=Judgement(VERDICTS, AFTER, {BUR: FRANCE}, frozenset({STP, MUN})),
        silent=(GERMANY,),
        because=Because.DEADLINE,
        deadline=DUE,
        at=AT,
    ),
    "game-ended": GameEnded(
        Ending.TERM, {FRANCE: 17, GERMANY: 17}, {FRANCE: Fraction(59, 3), GERMANY: Fraction(241, 3)}, (), AT
    ),
    "letter-bounced": LetterBounced(ALICE.address, hard=True, at=AT),
    "became-unreachable": BecameUnreachable(ALICE.address, AT),
    "reached-again": ReachedAgain(ALICE.address, AT),
    "move-asked": MoveAsked(ALICE.address, Address("alix@example.com"), Token("codeold"), Token("codenew"), AT),
    "move-confirmed": MoveConfirmed(ALICE.address, from_new=True, at=AT),
    "address-changed": AddressChanged(ALICE.address, Address("alix@example.com"), Token("freshtoken"), AT),
    "token-changed": TokenChanged(ALICE.address, Token("freshtoken"), by_master=True, at=AT),
}
