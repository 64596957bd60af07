"""A game goes on from reports in nJudge's wording, as mail programs keep them; what is wrong is shown in its line."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.formats.export import export
from judge.formats.njudge import ReportFaultError
from judge.formats.njudge_report import read_njudge_report
from judge.formats.positions_json import read_position
from judge.game.apply import fold_events
from judge.game.folded_log import valid_phases
from judge.game.phases.close import close_early
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.rules.board import Province
from judge.rules.board_file import load_board
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook
from judge.shell.play import recorded_games
from judge.store.overview import open_read_only
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import recorded_log
from tests.shared.shares import is_whole
from tests.shared.shell import shell

NOW = datetime(2030, 1, 1, tzinfo=UTC)
BOARD, BOOK = load_board("standard"), load_rulebook("2023")

MAIL = """\
From judge@example.net Sat Nov 21 09:00:00 2026
From: Diplomacy Judge <judge@example.net>
Subject: EXMP:hamlet - F1902M Results
Date: Sat, 21 Nov 2026 09:00:00 +0000

> :: Judge: EXMP  Game: hamlet  Variant: Standard
> :: Deadline: F1902M Sat Nov 21 2026 08:00:00 +0000
>
> Movement results for Fall of 1902.  (hamlet.007)
>
> Austria: Army Serbia -> Bulgaria.
> Austria: Army Trieste, No Order Processed. (*dislodged*)
>
> England: Fleet London -> North Sea.
> England: Fleet Norwegian Sea CONVOY Army Edinburgh -> Norway.
> England: Army Edinburgh -> Norwegian Sea -> Norway.
>
> Italy: Army Venice -> Trieste.
> Italy: Army Tyrolia SUPPORT Army Venice -> Trieste.
> Russia: Fleet St. Petersburg (south coast) -> Gulf of Bothnia.
>    (*bounce*)
> Russia: Fleet Sweden -> Gulf of Bothnia. (*bounce*)
>
> The following units were dislodged:
>
> The Austrian Army in Trieste can retreat to Albania or Budapest.
>
> Ownership of supply centers:
>
> Austria:   Budapest, Bulgaria, Serbia, Vienna.
> England:   Edinburgh, Liverpool, London, Norway.
> Italy:     Naples, Rome, Trieste, Venice.
> Russia:    Moscow, Sevastopol, St.
>            Petersburg, Sweden, Warsaw.
> Unowned:   Belgium, Denmark.
>
> The next phase of 'hamlet' will be Retreats for Fall of 1902.
> The deadline for orders will be Tue Nov 24 2099 20:00:00 -0800.
"""

LISTED = """\
Status of the Movement phase for Spring of 1903.  (hamlet.010)

France: Army Paris.
France: Fleet Spain (south coast).

Ownership of supply centers:

France:    Brest, Marseilles, Paris, Spain.
"""


def position_of(text: str) -> Position:
    told = read_njudge_report(text, BOARD)
    assert (told.differences, told.left_out) == ((), ())
    return read_position(told.position, BOARD, BOOK)


def test_a_mail_that_was_quoted_and_wrapped_is_read() -> None:
    found = position_of(MAIL)
    units = {power: [*map(str, found.units_of(power))] for power in BOARD.powers if found.units_of(power)}
    assert str(found.phase) == "F1902R"
    assert units == {
        "AUSTRIA": ["A BUL"],
        "ENGLAND": ["F NTH", "F NWG", "A NWY"],
        "ITALY": ["A TRI", "A TYR"],
        "RUSSIA": ["F STP/SC", "F SWE"],
    }
    assert found.owners[Province("STP")] == "RUSSIA"
    assert Province("BEL") not in found.owners
    (driven_out,) = found.dislodged.values()
    assert (str(driven_out.unit), [*map(str, driven_out.retreats)]) == ("A TRI", ["ALB", "BUD"])


def test_a_list_of_units_is_read() -> None:
    found = position_of(LISTED)
    assert (str(found.phase), [*map(str, found.units_of(min(found.owners.values())))]) == (
        "S1903M",
        ["A PAR", "F SPA/SC"],
    )


def reports(name: str) -> tuple[list[str], tuple[PhaseClosed, ...]]:
    """The reports of a recorded game, one a phase, the opening first; its closed phases."""
    log = recorded_log(name)
    game = fold_events(log)
    assert game is not None
    text = export(game, valid_phases(log), "njudge", sees_all=True)
    assert isinstance(text, str)
    return re.split(r"\n\n(?=\w+ results for )", text), valid_phases(log)


@pytest.mark.parametrize("name", recorded_games() if is_whole() else ("one",))
def test_every_position_that_our_reports_tell_is_read_back(name: str) -> None:
    told, closed = reports(name)
    for number in range(1, len(closed), 1 if is_whole() else 4):
        before = closed[number].before
        found = position_of("\n\n".join(told[: number + 1]))
        assert (found.phase, found.units, found.owners) == (before.phase, before.units, before.owners)
        ways = {at: (one.unit, one.retreats) for at, one in found.dislodged.items()}
        assert ways == {at: (one.unit, one.retreats) for at, one in before.dislodged.items()}


# --- what is wrong

FAULTS: dict[str, tuple[str, str, str]] = {
    "a unit of no kind": (
        "Army Paris.",
        "Amry Paris.",
        """\
line 3: “Amry” is no unit; there are armies and fleets
    France: Amry Paris.
            ~~~~
for example: France: Army Paris.""",
    ),
    "a region that is none": (
        "Army Paris.",
        "Army Pariss.",
        """\
line 3: “Pariss” is no region of the board
    France: Army Pariss.
                 ~~~~~~
for example: Paris""",
    ),
    "a fleet inland": (
        "Army Paris.",
        "Fleet Paris.",
        """\
line 3: no fleet can be in Paris
    France: Fleet Paris.
                  ~~~~~
for example: France: Army Paris.""",
    ),
    "a coast that is not told": (
        "Spain (south coast)",
        "Spain",
        """\
line 4: the coast is not told on which the fleet in Spain is
    France: Fleet Spain.
                  ~~~~~
for example: Fleet Spain (north coast).""",
    ),
    "a coast that is none": (
        "Spain (south coast)",
        "Spain (east coast)",
        """\
line 4: Spain has no such coast, but north coast or south coast
    France: Fleet Spain (east coast).
                  ~~~~~~~~~~~~~~~~~~
for example: Spain (north coast)""",
    ),
    "a power that is none": (
        "France: Army",
        "Gascony: Army",
        """\
line 3: “Gascony” is no power; there are Austria, England, France, Germany, Italy, Russia, Turkey
    Gascony: Army Paris.
    ~~~~~~~
for example: France: Army Paris -> Burgundy. (*bounce*)""",
    ),
    "two units in a place": (
        "Fleet Spain (south coast)",
        "Army Paris",
        """\
line 4: two units stand in PAR
    France: Army Paris.
for example: one line a unit""",
    ),
    "a centre that is none": (
        "Brest, Mar",
        "Burgundy, Mar",
        """\
line 8: “Burgundy” has no supply centre
    France:    Burgundy, Marseilles, Paris, Spain.
               ~~~~~~~~
for example: France:    Brest, Marseilles, Paris.""",
    ),
    "no centres": (
        "Ownership of supply centers:\n\nFrance:    Brest, Marseilles, Paris, Spain.\n",
        "",
        """\
line 1: nobody is told to own a centre: put the report of the last winter above
    Status of the Movement phase for Spring of 1903.  (hamlet.010)
for example: Ownership of supply centers: … France:    Brest, Marseilles, Paris.""",
    ),
    "retreats alone": (
        "Status of the Movement phase",
        "Retreat results",
        """\
line 1: results of retreats tell only the units concerned
    Retreat results for Spring of 1903.  (hamlet.010)
    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
for example: the report of the movement before it stands above it in the same file""",
    ),
    "results without the phase that follows": (
        "Status of the Movement phase",
        "Movement results",
        """\
line 1: the phase that is open is not told
    Movement results for Spring of 1903.  (hamlet.010)
for example: The next phase of 'hamlet' will be Movement for Spring of 1902.""",
    ),
    "a game that is over": (
        "Ownership",
        "The game is over.\n\nOwnership",
        """\
line 6: the game is over by this report
    The game is over.
for example: a report tells where a running game stands""",
    ),
}


@each_case("what", FAULTS)
def test_what_is_wrong_is_shown_in_its_line_with_an_example(what: str) -> None:
    stands, instead, told = FAULTS[what]
    assert stands in LISTED
    with pytest.raises(ReportFaultError) as fault:
        read_njudge_report(LISTED.replace(stands, instead, 1), BOARD)
    assert str(fault.value) == told


def test_a_table_that_counts_other_units_is_told() -> None:
    counted = LISTED + "\nFrance:     4 Supply centers,  3 Units:  Builds   1 unit.\n"
    told = read_njudge_report(counted, BOARD)
    assert told.differences == ("FRANCE: the table counts 3 units, and 2 are told of",)


# --- by the shell


def test_one_command_moves_a_game_whose_judge_has_died(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[folders]\narchive = "archive"\n', encoding="utf-8")
    (tmp_path / "mail.txt").write_text(MAIL, encoding="utf-8")
    told = shell(tmp_path, "import", str(tmp_path / "mail.txt"), "--player", "England=emma@example.org")
    assert told.exit_code == 0, told.output
    assert told.output.splitlines() == [
        "hamlet: the position of the report taken over, F1902R, deadline 2099-11-25 05:00+01:00",
        *(f"the seat of {power} is free: TAKEOVER {power}" for power in sorted(BOARD.powers) if power != "ENGLAND"),
        "not taken over: who played: the file names powers alone (--player FRANCE=alice@example.org)",
        "not taken over: the settings of the game: all are as usual; its master changes them (SET)",
        "not taken over: letters between players, diaries, votes, stand-bys, observers, reliability",
        "everybody with a part in it is written to when the judge serves again",
    ]
    with open_read_only(tmp_path / "data" / "judge.db") as found:
        game = found.game(GameName("hamlet"))
    assert game is not None
    assert game.centre_history.years == (1901,)
    assert close_early(game, NOW) == (), "Austria alone has a unit to retreat, and its seat is free"
    assert shell(tmp_path, "fsck").exit_code == 0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("Dear all, the game goes on.\n", "is neither a saved game of the package “diplomacy” (JSON) nor a report"),
        ('{"format": 1, "last_page": "0"}', "is the private file of a game"),
        ('{"powers": []}', "is no saved game: it has no list of phases"),
        ('{"phases": [', "is no JSON: "),
        (LISTED.replace("Paris.", "Pariss.", 1), ", line 3: “Pariss” is no region of the board\n    France"),
    ],
)
def test_a_file_that_is_nothing_is_answered_with_what_would_do(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "file").write_text(content, encoding="utf-8")
    refused = shell(tmp_path, "import", str(tmp_path / "file"))
    assert (refused.exit_code, told in refused.output) == (1, True), refused.output
    assert not (tmp_path / "data").exists()
