"""One event of each kind, as it might have happened; the golden file holds the same ones, written down."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction

from judge.game.commands import Person
from judge.game.events import (
    Because,
    Deadline,
    Ending,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    OrderGiven,
    OrdersWithdrawn,
    PhaseClosed,
    PhaseExtended,
    PlayerJoined,
    PreferenceSet,
    PressSent,
    ReminderSent,
)
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

SAMPLES: Mapping[str, Event] = {
    "game-opened": GameOpened(GameName("rome"), SETTINGS, ALICE, "seed of the lots", AT),
    "player-joined": PlayerJoined(ALICE, (FRANCE, GERMANY), AT),
    "game-started": GameStarted({FRANCE: ALICE.address}, BEFORE, DUE, AT),
    "order-given": OrderGiven(Power("RUSSIA"), Build(Kind.FLEET, Location(STP, "SC")), 17, AT, AT),
    "orders-withdrawn": OrdersWithdrawn(FRANCE, AT),
    "press-sent": PressSent(FRANCE, (GERMANY,), "Chère amie,\n« tenez » — Bourgogne.", held=False, at=AT),
    "preference-set": PreferenceSet(ALICE.address, "fr", "18centres", "Europe/Paris", AT),
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
}
