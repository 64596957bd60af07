"""Games with a master in each state, players who have secrets, and every line there is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.handlers.settings import GAME_SETTINGS
from judge.requests.vocabulary import form_of
from tests.asking.worlds import enter
from tests.fog.tables import Desk
from tests.shared.shares import is_whole

EDITH, IVAN = "edith@example.net", "ivan@example.net"
MASTER, STANDBY = "anna@example.org", "sofia@example.com"
OWNERS = (EDITH, IVAN)
SECRETIVE = "WAITED secret VOTES secret ABSENCES 21 ABSENTEES master RESERVE 10d"


@dataclass(frozen=True)
class Secrets:
    """What the players of England and Italy, ``who`` they are, have written and done before the deadline."""

    who: tuple[str, str] = (EDITH, IVAN)
    orders: tuple[str, str] = ("F NTH - NWY\nA YOR H", "A VEN - TYR")
    press: str = "The left bank is yours."
    voter: int = 0
    absent: int = 0
    silent: bool = False


ONE = Secrets()
WHAT_NOBODY_MAY_KNOW = replace(ONE, orders=("F NTH - DEN\nA YOR - LON", "A VEN H"), press="Nothing is yours.", voter=1)
"""Not even a master without a seat."""
ALL_OTHERWISE = replace(WHAT_NOBODY_MAY_KNOW, who=(IVAN, EDITH), absent=1, silent=True)


def begun(desk: Desk, secrets: Secrets, settings: str, *, master_plays: bool) -> None:
    """A game in its second phase, in which these have written; its master has Austria, or another one has."""
    enter(desk, MASTER, f"OPEN rome {SECRETIVE} {settings}")
    players = {"AUSTRIA": MASTER if master_plays else "otto@example.org", "ENGLAND": secrets.who[0]}
    players |= {"ITALY": secrets.who[1]}
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        enter(desk, players.get(power, f"{power.lower()}@example.org"), f"JOIN rome {power}")
    enter(desk, STANDBY, "STANDBY rome")
    desk.write(secrets.who[0], "F LON - NTH\nA LVP - YOR\nF EDI H")
    desk.write(secrets.who[1], "A VEN H\nA ROM H\nF NAP H")
    desk.write("france@example.org", "A PAR - BUR")
    desk.let_time_pass()
    desk.later()
    _written(desk, secrets)
    desk.later()


def _written(desk: Desk, secrets: Secrets) -> None:
    others = secrets.who[secrets.voter]
    for player, orders in zip(secrets.who, secrets.orders, strict=True):
        is_silent = secrets.silent and player == secrets.who[1]
        desk.write(player, "STATUS" if is_silent else f"{orders}\nPHASE S1902M\n{orders}")
        desk.write(player, f"DIARY\n{secrets.press}\nENDDIARY")
    desk.write(secrets.who[0], f"PRESS TO ITALY\n{secrets.press}\nENDPRESS")
    desk.write(others, "VOTE DRAW\nVOTE MASTER FRANCE\nWAIT\nPREFER REMOVALS A VEN")
    desk.write(secrets.who[secrets.absent], "ABSENCE 2026-03-01 TO 2026-03-05")


def plays(desk: Desk, secrets: Secrets) -> None:
    begun(desk, secrets, "", master_plays=True)


def has_resigned(desk: Desk, secrets: Secrets) -> None:
    """The seat waits for a stand-by; its player may take it back."""
    plays(desk, secrets)
    desk.write(MASTER, "RESIGN rome NOW")
    desk.later()


def has_been_replaced(desk: Desk, secrets: Secrets) -> None:
    has_resigned(desk, secrets)
    desk.write(STANDBY, "TAKEOVER rome AUSTRIA")
    desk.later()


def never_played(desk: Desk, secrets: Secrets) -> None:
    begun(desk, secrets, "MASTER arbiter", master_plays=False)


SITUATIONS = (plays, has_resigned, has_been_replaced, never_played)

SHOWS = "REPORT\nSTATUS\nBOARD\nTHREATS\nSUMMARY\nHISTORY PRESS\nTERMS"

LINES: Mapping[str, Sequence[str]] = {
    "open": ("OPEN rome", "OPEN milan"),
    "practice": ("PRACTICE", "PRACTICE FRANCE HARD"),
    "tutorial": ("TUTORIAL", "LESSON NEXT"),
    "join": ("JOIN rome", "JOIN rome ENGLAND"),
    "sign_on": ("SIGNON ?rome", "SIGNON erome"),
    "play_any": ("PLAY ANY", "PLAY ANY MOVEMENT 3d\nQUEUE"),
    "queue": ("QUEUE",),
    "leave_queue": ("LEAVE QUEUE",),
    "standby": ("STANDBY rome",),
    "leave": ("LEAVE rome",),
    "take_over": ("TAKEOVER rome", "TAKEOVER rome AUSTRIA", "TAKEOVER rome ENGLAND"),
    "decline": ("DECLINE",),
    "come_back": ("RETURN",),
    "resign": ("RESIGN rome", "RESIGN rome NOW"),
    "eject": ("EJECT ENGLAND", "EJECT ITALY", "EJECT AUSTRIA"),
    "strategist": ("STRATEGIST", f"STRATEGIST {EDITH}"),
    "replace": (f"REPLACE ENGLAND BY {EDITH}", f"REPLACE ITALY BY {STANDBY}", "REPLACE ENGLAND BY new@example.org"),
    "record": ("RECORD", "RECORD rome"),
    "player": ("PLAYER", f"PLAYER {EDITH}"),
    "players": ("PLAYERS", "PLAYERS NO"),
    "standings": ("STANDINGS",),
    "tournament": ("TOURNAMENTS", "TOURNAMENT winter"),
    "teams": ("TEAMS", "TEAMS winter"),
    "open_tournament": ("OPEN TOURNAMENT winter",),
    "enter_tournament": ("ENTER TOURNAMENT winter NAME Edith",),
    "leave_tournament": ("LEAVE TOURNAMENT winter",),
    "close_tournament": ("CLOSE TOURNAMENT winter",),
    "cancel_tournament": ("CANCEL TOURNAMENT winter",),
    "statistics": ("STATS", "STATS ENGLAND", f"STATS {EDITH}"),
    "gazette": ("GAZETTE",),
    "subscribe": ("SUBSCRIBE PDF",),
    "unsubscribe": ("UNSUBSCRIBE",),
    "to_editor": ("LETTER TO THE EDITOR\nHello.\n— A reader\nENDLETTER", "LETTER TO THE EDITOR OFF"),
    "to_admins": ("WRITE TO THE ADMINS\nHello.\nENDLETTER",),
    "proof": ("PROOF",),
    "publish": ("PUBLISH",),
    "text": ("TEXT editorial\nHello.\nEND TEXT",),
    "tribune": ("TRIBUNE\nHello.\nEND TRIBUNE", "TRIBUNE PRINT K7QMRT"),
    "here": ("HERE",),
    "approve": (f"INVITE {EDITH}", f"APPROVE {STANDBY}"),
    "reject": (f"REJECT {EDITH}",),
    "seat": (f"SEAT {EDITH} ENGLAND",),
    "start": ("START",),
    "press": ("PRESS TO ENGLAND FROM MASTER\nHello.\nENDPRESS", "PRESS TO MASTER\nHello.\nENDPRESS"),
    "broadcast": ("BROADCAST FROM MASTER\nHello.\nENDBROADCAST",),
    "diary": ("DIARY\nHello.\nENDDIARY",),
    "mute": ("MUTE ENGLAND",),
    "unmute": ("UNMUTE ENGLAND",),
    "block": ("BLOCK ENGLAND", f"BLOCK {EDITH}", "BLOCK AUSTRIA"),
    "unblock": ("UNBLOCK ENGLAND", f"UNBLOCK {EDITH}"),
    "complain": ("REPORT PLAYER ENGLAND\nHe is rude.\nENDLETTER",),
    "blocked": ("BLOCKED", "BLOCK ENGLAND\nBLOCKED"),
    "watch": ("WATCH rome",),
    "unwatch": ("UNWATCH rome",),
    "status": ("STATUS rome",),
    "terms": ("TERMS rome",),
    "board": ("BOARD rome",),
    "map": ("MAP rome", "MAP rome A5"),
    "threats": ("THREATS rome",),
    "list": ("LIST",),
    "history": ("HISTORY rome", "HISTORY rome PRESS", "HISTORY rome F1901M"),
    "prove": ("PROVE rome S1901M", "PROVE F1901M"),
    "export": ("EXPORT rome", "EXPORT rome UNITS", "EXPORT rome DIPLOBN"),
    "archive": ("ARCHIVE rome", "ARCHIVE rome 18CENTRES fr"),
    "summary": ("SUMMARY rome",),
    "help": ("HELP", "HELP MASTER"),
    "dispute": ("DISPUTE A MUN", "DISPUTE"),
    "rule": ("RULES", "RULES 1971 IX", "RULES stand-off"),
    "my_data": ("MY DATA",),
    "forget_me": ("FORGET ME",),
    "keep_me": ("CANCEL FORGETTING",),
    "notice": ("NOTICE",),
    "house_rules": ("HOUSE RULES",),
    "new_house_rules": ("NEW HOUSE RULES\nBe kind.\nEND HOUSE RULES",),
    "why": ("WHY F LON", "WHY F1901M A VEN", "WHY F1901M F NTH"),
    "whatif": ("WHATIF\nENGLAND: F NTH - NWY\nA VEN - TYR\nA VIE - TYR\nENDWHATIF",),
    "reissue": ("REISSUE ENGLAND", "REISSUE AUSTRIA"),
    "resend": ("RESEND 1-3", "RESEND LAST"),
    "prefer": ("PREFER REMOVALS A VEN", "PREFER"),
    "if": ("PHASE S1902M\nIF ENGLAND F NTH\nA VIE H\nENDIF",),
    "clear": ("CLEAR", "CLEAR ALL"),
    "ready": ("READY",),
    "set": ("SET LANGUAGE fr", f"SET ADDRESS {EDITH}", "SET TOKEN NEW"),
    "phase": ("PHASE F1901M\nA VIE H", "PHASE S1902M\nA VIE H"),
    "absence": ("ABSENCE 2026-03-01 TO 2026-03-05",),
    "extend": ("EXTEND 2d",),
    "take": ("TAKE 1d", "TAKE 3d", "TAKE 9d"),
    "pause": ("PAUSE",),
    "resume": ("RESUME", "PAUSE\nRESUME"),
    "wait": ("WAIT",),
    "nowait": ("NOWAIT",),
    "vote": ("VOTE DRAW", "VOTE MASTER ENGLAND", "VOTE EXTEND 2d", "VOTE END"),
    "unvote": ("UNVOTE",),
    "concede": ("CONCEDE TO ENGLAND",),
    "close": ("CLOSE", "CLOSE F1901M"),
    "rollback": ("ROLLBACK S1901M", "ROLLBACK S1901M CLEAR"),
    "correct": ("CORRECT\nREMOVE A VEN\nREASON a slip\nENDCORRECT",),
    "handover": (f"HANDOVER {EDITH}", "HANDOVER new@example.org"),
    "terminate": ("TERMINATE rome nobody writes",),
    "report": ("REPORT",),
    "predict": ("PREDICT",),
    "alliance": ("ALLY ENGLAND",),
    "rupture": ("BREAK ENGLAND",),
    "enter": ("ENTER ENGLAND",),
    "barracks": ("BARRACKS A VEN",),
    "factory": ("FACTORY ENGLAND",),
    "repair": ("REPAIR A VEN",),
    "quarantine": ("QUARANTINE VEN",),
    "troop": ("TROOP D dragons, power 2/1, 4 HP, T+C",),
    "release": ("RELEASE VEN",),
}
"""What a master may write with each verb; where it does something, ``SHOWS`` stands below it in the same letter."""

INSIDE_BLOCKS = frozenset(
    {
        "end_press",
        "end_diary",
        "end_whatif",
        "else_if",
        "else",
        "end_if",
        "end_correct",
        "end_to_editor",
        "end_house_rules",
        "stop",
    }
)


def every_line(situation: Callable[[Desk, Secrets], None]) -> Iterator[str]:
    """Each of these, and SET with the values of each setting that its option names, behind the line that shows all.

    Each is written in one of the situations; for the whole sweep in every one (``make sweeps``).
    """
    yield SHOWS
    values = (
        f"SET {form_of('settings', key, 'en')} {value}" for key, one in GAME_SETTINGS.items() for value in one.examples
    )
    own, each = SITUATIONS.index(situation), 1 if is_whole() else len(SITUATIONS)
    every = (*(line for lines in LINES.values() for line in lines), *values)
    yield from (line for number, line in enumerate(every) if number % each == own % each)
