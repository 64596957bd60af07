"""Settings as people choose them: any rule book, any board of theirs, any pace, press, votes."""

from dataclasses import replace
from datetime import time, timedelta
from random import Random

from judge.game.settings import (
    EVERY_DAY,
    NO_GRACE,
    Access,
    Allowance,
    DrawRule,
    Entry,
    Lengths,
    Missing,
    OnrRule,
    PlayingStrength,
    PressRules,
    PressSignature,
    Reserve,
    Seating,
    Settings,
    ShortPhasePress,
    Timing,
    VoteDuration,
    VoteRules,
    VoteSecrecy,
    WatchPermission,
)
from judge.rules.board import Year
from judge.rules.board_file import board_names
from judge.rules.ending import SCORINGS

HOUR, DAY, NONE = timedelta(hours=1), timedelta(days=1), timedelta(0)
BOOKS = ("2023", "2023", "1971", "faf", "18centres", "soop", "stim")
BOARDS = (*("standard",) * 8, *board_names())
ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
HOURS = (time(21, 0), time(2, 30), time(0, 0), time(12, 0))


def some_settings(random: Random) -> Settings:
    """What a game is opened with; most of it as it usually is."""
    return Settings(
        rulebook=random.choice(BOOKS),
        board=random.choice(BOARDS),
        zone=random.choice(ZONES),
        hour=random.choice(HOURS),
        lengths=some_lengths(random),
        seating=random.choice(tuple(Seating)),
        last_year=random.choice((None, Year(1907), Year(1910), Year(1914))),
        reminder=random.choice((NONE, 24 * HOUR, 3 * DAY)),
        whatifs_per_day=random.choice((1, 10)),
        advance=random.random() < 0.9,
        tell_unreachable=random.random() < 0.3,
        access=_access(random),
        scoring=random.choice(sorted(SCORINGS)),
        timing=some_timing(random),
        missing=_missing(random),
        votes=_votes(random),
        press=_press(random),
    )


def some_lengths(random: Random) -> Lengths:
    """From three days to two weeks for movements."""
    short = random.choice((DAY, 2 * DAY, 36 * HOUR))
    return Lengths(random.choice((3, 5, 7, 14)) * DAY, short, random.choice((short, 3 * DAY)))


def some_timing(random: Random) -> Timing:
    """Weekends, holidays, absences, anti-rush."""
    return Timing(
        days=random.choice((EVERY_DAY, EVERY_DAY, (0, 1, 2, 3, 4), (0, 3), (6,))),
        exact=random.random() < 0.2,
        first=random.choice((None, None, 10 * DAY)),
        holidays=random.choice(("", "", "FR", "FR-57", "US")),
        minimum=random.choice((NONE, NONE, 12 * HOUR, 2 * DAY)),
        disputes=random.choice((NONE, NONE, 2 * DAY)),
        reserve=random.choice((Reserve(), Reserve(), Reserve(6, 1, 2))),
        unhurried=random.random() < 0.4,
        absences=random.choice((Allowance(), Allowance(21), Allowance(30, whole_game=True))),
        tell_absences=random.random() < 0.5,
        tell_waited=random.random() < 0.4,
    )


def other_settings(random: Random, old: Settings) -> Settings:
    """What a master makes of them later; perhaps something that cannot be changed."""
    match random.randrange(6):
        case 0:
            return replace(old, lengths=some_lengths(random))
        case 1:
            return replace(old, timing=some_timing(random))
        case 2:
            return replace(old, votes=_votes(random))
        case 3:
            return replace(old, press=_press(random))
        case 4:
            return replace(old, missing=_missing(random))
        case _:
            return replace(old, rulebook=random.choice(BOOKS))


def _access(random: Random) -> Access:
    return Access(
        entry=random.choice((Entry.ANYONE, Entry.ANYONE, Entry.APPROVED)),
        anonymous=random.random() < 0.6,
        master_plays=random.random() < 0.5,
        manual=random.random() < 0.2,
        muster=random.choice((NONE, NONE, 3 * DAY)),
    )


def _missing(random: Random) -> Missing:
    return Missing(
        counts=random.choice(tuple(OnrRule)),
        published=random.random() < 0.7,
        grace=random.choice((NO_GRACE, Lengths(DAY, 6 * HOUR, 6 * HOUR), replace(NO_GRACE, movement=2 * DAY))),
        in_a_row=random.choice((0, 1, 2, 3)),
        in_all=random.choice((0, 0, 3, 5)),
        standby_wait=random.choice((NONE, 5 * DAY)),
        caretaker=random.choice((None, None, *PlayingStrength)),
        answer_within=random.choice((DAY, 2 * DAY)),
    )


def _votes(random: Random) -> VoteRules:
    return VoteRules(
        draws=random.choice(tuple(DrawRule)),
        concessions=random.random() < 0.7,
        tally=random.choice(tuple(VoteSecrecy)),
        standing=random.choice(tuple(VoteDuration)),
        proposed_after=random.choice((0, 2, 4)),
        drawn_after=random.choice((0, 4, 6)),
    )


def _press(random: Random) -> PressRules:
    kinds = tuple(PressSignature)
    return PressRules(
        signatures=tuple(kind for kind in kinds if random.random() < 0.7),
        private=random.random() < 0.8,
        fakes=random.random() < 0.5,
        talk=random.choice(tuple(ShortPhasePress)),
        diaries=random.random() < 0.8,
        watching=random.choice((WatchPermission.ANYONE, WatchPermission.ANYONE, WatchPermission.NOBODY)),
        observers_read=random.random() < 0.6,
        observers_write=random.random() < 0.4,
    )
