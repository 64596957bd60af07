"""The yardstick: a line of JSON in, a line of JSON out, whatever the line."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board_file import board_names, load_board
from judge.rules.rulebook import rulebook_names
from judge.shell.adjudicate import adjudicate, adjudicate_line
from tests.shared.each_case import each_case
from tests.shared.shares import drawn
from tests.shared.shell import shell

SPRING = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR", "F BRE", "A MAR"], "GERMANY": ["A MUN", "F KIE"]},
}


def _asked(**request: object) -> Any:
    return json.loads(adjudicate_line(json.dumps({"id": 1, **request})))


def _said(answer: Any, power: str) -> list[tuple[str | None, str, str]]:
    return [(order["canonical"], order["result"], order["why"]) for order in answer["orders"][power]]


# --- results and reasons ---------------------------------------------------------------------------------------


def test_every_line_has_its_canonical_form_result_and_reason() -> None:
    answer = _asked(
        **SPRING,
        orders={
            "FRANCE": ["A Paris - Burgundy", "F BRE S A MAR", "A XYZ H", "A MUN H"],
            "GERMANY": ["A MUN - BUR", "F KIE - HOL"],
        },
    )
    assert _said(answer, "FRANCE") == [
        ("A PAR - BUR", "bounce", "Bounced, 1 against 1: A MUN (Germany) stood in the way."),
        (
            "F BRE S A MAR",
            "void",
            "Void: the unit in Brest could not go to Marseilles itself, so it cannot give support there. It held.",
        ),
        (None, "unread", answer["orders"]["FRANCE"][2]["why"]),
        ("A MUN H", "void", "A MUN belongs to Germany, not to you."),
    ]
    assert answer["orders"]["FRANCE"][2]["why"].startswith("“XYZ” is not a region of this board.")
    assert answer["results"] == {"A PAR": "bounce", "F BRE": "void", "A MAR": "ok", "A MUN": "bounce", "F KIE": "ok"}
    assert answer["units"] == {"FRANCE": ["A MAR", "A PAR", "F BRE"], "GERMANY": ["A MUN", "F HOL"]}
    assert (answer["dislodged"], "centers" in answer, "note" in answer) == ([], False, False)


RESULTS = {
    "ok": ({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR"]}, {"A PAR": "ok"}),
    "unordered": ({"FRANCE": ["A PAR"]}, {}, {"A PAR": "ok"}),
    "own unit in the way": (
        {"FRANCE": ["A PAR", "A BUR"]},
        {"FRANCE": ["A PAR - BUR", "A BUR H"]},
        {"A BUR": "ok", "A PAR": "bounce"},
    ),
    "cut": (
        {"FRANCE": ["A PAR", "A BUR"], "GERMANY": ["A MUN"]},
        {"FRANCE": ["A PAR H", "A BUR S A PAR"], "GERMANY": ["A MUN - BUR"]},
        {"A BUR": "cut", "A PAR": "ok", "A MUN": "bounce"},
    ),
    "dislodged wins over all else": (
        {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - MOS"]},
        {"A MAR": "ok", "A PAR": "ok", "A BUR": "dislodged"},
    ),
    "a support for nothing": (
        {"FRANCE": ["A PAR", "A BUR"]},
        {"FRANCE": ["A PAR H", "A BUR S A PAR - PIC"]},
        {"A BUR": "void", "A PAR": "ok"},
    ),
    "a convoy for nothing": (
        {"ENGLAND": ["A LON", "F NTH"]},
        {"ENGLAND": ["A LON H", "F NTH C A LON - BEL"]},
        {"A LON": "ok", "F NTH": "void"},
    ),
    "an army that had rather go by land": (
        {"ENGLAND": ["A YOR"], "FRANCE": ["F NTH"]},
        {"ENGLAND": ["A YOR - LON"], "FRANCE": ["F NTH C A YOR - LON"]},
        {"A YOR": "ok", "F NTH": "unused"},
    ),
    "a convoy that goes nowhere": (
        {"ENGLAND": ["A YOR", "F NTH", "F ENG"]},
        {"ENGLAND": ["A YOR - BRE", "F NTH C A YOR - BRE", "F ENG H"]},
        {"A YOR": "noconvoy", "F NTH": "unused", "F ENG": "ok"},
    ),
    "a line that cannot be read": (
        {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]},
        {"FRANCE": ["A PAR - XYZ", "Good luck to all"], "GERMANY": ["A PAR - XYZ", "A MUN H XYZ", "A MUN H"]},
        {"A PAR": "unread", "A MAR": "ok", "A MUN": "ok"},
    ),
    "no convoy": (
        {"ENGLAND": ["A LON", "F NTH"]},
        {"ENGLAND": ["A LON - BEL", "F NTH H"]},
        {"A LON": "noconvoy", "F NTH": "ok"},
    ),
    "disrupted": (
        {"ENGLAND": ["A LON", "F NTH"], "GERMANY": ["F HOL", "F HEL"]},
        {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "GERMANY": ["F HOL - NTH", "F HEL S F HOL - NTH"]},
        {"A LON": "disrupted", "F NTH": "dislodged", "F HEL": "ok", "F HOL": "ok"},
    ),
}


@each_case(("units", "orders", "results"), RESULTS.values(), ids=RESULTS)
def test_results(units: object, orders: object, results: dict[str, str]) -> None:
    assert _asked(phase="S1901M", units=units, orders=orders)["results"] == results


SUPPORTS_OF_VOID_ORDERS = {
    "a coast out of reach": ("F GRE", "F GRE - BUL/EC", "BUL", "Without effect: that order, F GRE - BUL/EC, was void."),
    "no coast named": ("F CON", "F CON - BUL", "BUL", "Without effect: that order, F CON - BUL, was void."),
    "no coast, one supported": ("F CON", "F CON - BUL", "BUL/EC", "Without effect: that order, F CON - BUL, was void."),
    "another coast": (
        "F CON",
        "F CON - BUL/SC",
        "BUL/EC",
        "Void: the coast named contradicts the attack that is supported. It held.",
    ),
}


@pytest.mark.parametrize(
    ("unit", "move", "to", "why"), SUPPORTS_OF_VOID_ORDERS.values(), ids=list(SUPPORTS_OF_VOID_ORDERS)
)
def test_a_support_of_a_void_order_is_for_nothing(unit: str, move: str, to: str, why: str) -> None:
    """DATC 4.B.4: a support without a coast fits any; it contradicts a move only by a coast of its own."""
    supported = _asked(
        phase="S1901M", units={"TURKEY": ["A SER", unit]}, orders={"TURKEY": [move, f"A SER S {unit} - {to}"]}
    )
    assert supported["reasons"]["A SER"] == why


def test_the_last_line_for_a_unit_counts() -> None:
    answer = _asked(**SPRING, orders={"FRANCE": ["A PAR - BUR", "A PAR - GAS"]})
    assert [result for _, result, _ in _said(answer, "FRANCE")] == ["void", "ok"]
    assert answer["orders"]["FRANCE"][0]["why"] == "Replaced by a later order for the same unit."
    assert "A GAS" in answer["units"]["FRANCE"]


def test_several_orders_in_one_text_are_answered_one_by_one() -> None:
    answer = _asked(**SPRING, orders={"FRANCE": ["A PAR - BUR; A MAR S A PAR - BUR"]})
    assert [order["text"] for order in answer["orders"]["FRANCE"]] == ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_the_notation_named_is_read_first_and_the_others_too() -> None:
    french = _asked(**SPRING, notation="18centres", orders={"FRANCE": ["A PAR - BOU", "A TOU S A PAR - BUR"]})
    assert [canonical for canonical, _, _ in _said(french, "FRANCE")] == ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_the_rule_book_decides() -> None:
    request = {
        "phase": "S1901M",
        "units": {"FRANCE": ["A RUM", "A UKR", "F BLA"], "TURKEY": ["A SEV"]},
        "orders": {"FRANCE": ["A RUM - SEV VIA", "A UKR S A RUM - SEV", "F BLA C A RUM - SEV"]},
    }
    open_to = {rules: _asked(**request, rules=rules)["dislodged"][0]["retreats"] for rules in ("2023", "18centres")}
    assert open_to == {"2023": ["ARM", "MOS", "RUM"], "18centres": ["ARM", "MOS"]}


# --- retreats and adjustments ----------------------------------------------------------------------------------

AUTUMN = {
    "phase": "F1901R",
    "units": {"FRANCE": ["A BUR", "A MAR"], "RUSSIA": ["A MUN"]},
    "centers": {"FRANCE": ["MAR"], "GERMANY": ["MUN"]},
}
DRIVEN_OUT = {"power": "GERMANY", "unit": "A BUR", "from": "PAR"}


def test_retreats_left_out_are_all_that_are_not_occupied_nor_the_attackers() -> None:
    answer = _asked(**AUTUMN, dislodged=[DRIVEN_OUT], orders={"GERMANY": ["A BUR R BEL"]})
    assert answer["results"] == {"A BUR": "ok"}
    assert answer["units"]["GERMANY"] == ["A BEL"]
    assert answer["centers"] == {"FRANCE": ["MAR"], "GERMANY": ["BEL"], "RUSSIA": ["MUN"]}


@pytest.mark.parametrize(
    ("order", "result", "why"),
    [
        ("A BUR R PAR", "void", "Void: the attack came from Paris. The unit is disbanded."),
        ("A BUR R MUN", "void", "Void: there is a unit in Munich already. The unit is disbanded."),
        (
            "A BUR R PIC",
            "void",
            "Void: a standoff in Picardy left the region empty, and no unit may retreat there. The unit is disbanded.",
        ),
        ("A BUR D", "ok", "Disbanded by order."),
    ],
)
def test_retreats_given_are_the_only_ones(order: str, result: str, why: str) -> None:
    answer = _asked(**AUTUMN, dislodged=[{**DRIVEN_OUT, "options": ["BEL"]}], orders={"GERMANY": [order]})
    assert _said(answer, "GERMANY") == [(order, result, why)]
    assert answer["results"] == {"A BUR": result}
    assert "GERMANY" not in answer["units"]


LOST = {
    "no order": ([], [], "No order: the unit is disbanded."),
    "a line that cannot be read": ([], ["A BUR R XYZ"], "No order could be read: the unit is disbanded."),
    "nowhere to go": (["nowhere"], ["A BUR R BEL"], "Destroyed: it had nowhere to retreat to."),
}


@pytest.mark.parametrize(("shut", "orders", "why"), LOST.values(), ids=list(LOST))
def test_a_unit_that_could_not_retreat_is_disbanded(shut: list[str], orders: list[str], why: str) -> None:
    driven_out = {**DRIVEN_OUT, "options": []} if shut else DRIVEN_OUT
    answer = _asked(**AUTUMN, dislodged=[driven_out], orders={"GERMANY": orders})
    assert (answer["results"], answer["reasons"]) == ({"A BUR": "disbanded"}, {"A BUR": why})


def test_retreats_that_meet_bounce() -> None:
    answer = _asked(
        phase="S1901R",
        units={},
        dislodged=[
            {"power": "FRANCE", "unit": "A BUR", "from": "MUN"},
            {"power": "ITALY", "unit": "A MAR", "from": "PIE"},
        ],
        orders={"FRANCE": ["A BUR R GAS"], "ITALY": ["A MAR R GAS"]},
    )
    assert answer["results"] == {"A BUR": "bounce", "A MAR": "bounce"}
    assert answer["units"] == {}


def test_adjustments_take_the_first_legal_orders() -> None:
    answer = _asked(
        phase="W1901A",
        units={"RUSSIA": ["A UKR"], "TURKEY": ["A BUL", "A SER"]},
        centers={"RUSSIA": ["MOS", "STP", "SEV"], "TURKEY": ["BUL"]},
        orders={"RUSSIA": ["F STP B", "F STP/SC B", "A STP B", "WAIVE"]},
    )
    assert [(canonical, result) for canonical, result, _ in _said(answer, "RUSSIA")] == [
        ("F STP B", "void"),
        ("F STP/SC B", "ok"),
        ("A STP B", "void"),
        ("WAIVE", "ok"),
    ]
    assert answer["units"] == {"RUSSIA": ["A UKR", "F STP/SC"], "TURKEY": ["A BUL"]}
    assert answer["results"] == {"F STP/SC": "ok", "A SER": "removed"}
    assert "centers" not in answer


def test_without_centres_every_power_has_its_homes_in_winter_and_the_answer_says_so() -> None:
    answer = _asked(phase="W1901A", units={"FRANCE": ["A SPA"]}, orders={"FRANCE": ["A PAR B", "F BRE B"]})
    assert answer["units"] == {"FRANCE": ["A PAR", "A SPA", "F BRE"]}
    assert answer["note"] == "No centers given: every power was taken to own its home centres."


# --- lines that cannot be judged -------------------------------------------------------------------------------

POWERS = "AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY"
RETREAT = {"phase": "S1901R", "units": {}}
LISTS = 'It must be an object with a list of texts for each power: {"FRANCE": ["…"]}.'
TEXTS = 'It must be a list of texts: ["…", "…"].'
ENTRY = "It must be an object with power, unit, from and perhaps options."
REGION = "is no region of this board; write for example BUL or BUL/EC"

ERRORS: dict[str, tuple[dict[str, object], str, str]] = {
    "board": ({"board": ["duel"]}, "board", f'There is no board ["duel"]; there are {", ".join(board_names())}.'),
    "rules": ({"rules": "1982"}, "rules", f'There is no rule book "1982"; there are {", ".join(rulebook_names())}.'),
    "notation": (
        {"notation": 5},
        "notation",
        "There is no notation 5; there are 18centres, 1971, faf, soop, standard, stim.",
    ),
    "no phase": ({"phase": None}, "phase", "null is no phase; write for example S1901M, F1901R or W1901A."),
    "phase": ({"phase": "S1901A"}, "phase", '"S1901A" is no phase; write for example S1901M, F1901R or W1901A.'),
    "units": ({"units": ["A PAR"]}, "units", LISTS),
    "units of a power": ({"units": {"FRANCE": "A PAR"}}, "units.FRANCE", TEXTS),
    "power": ({"units": {"France": []}}, "units", f'"France" is no power of this board; there are {POWERS}.'),
    "unit": (
        {"units": {"FRANCE": ["A PAR", "PAR"]}},
        "units.FRANCE[1]",
        '"PAR" is no unit; write for example A VIE or F STP/SC.',
    ),
    "empty unit": (
        {"units": {"FRANCE": [""]}},
        "units.FRANCE[0]",
        '"" is no unit; write for example A VIE or F STP/SC.',
    ),
    "region": ({"units": {"FRANCE": ["A PRA"]}}, "units.FRANCE[0]", f'"PRA" {REGION}.'),
    "army at sea": ({"units": {"FRANCE": ["A MAO"]}}, "units.FRANCE[0]", "No unit can be A MAO."),
    "no coast": (
        {"units": {"FRANCE": ["F SPA"]}},
        "units.FRANCE[0]",
        "No unit can be F SPA; a fleet there is on NC or SC.",
    ),
    "a coast that is not there": (
        {"units": {"FRANCE": ["F SPA/EC"]}},
        "units.FRANCE[0]",
        "No unit can be F SPA/EC; a fleet there is on NC or SC.",
    ),
    "two units": (
        {"units": {"FRANCE": ["A BRE"], "ITALY": ["A VEN", "F BRE"]}},
        "units.ITALY[1]",
        "Two units stand in BRE; there is room for one.",
    ),
    "centre": (
        {"centers": {"FRANCE": ["BUR"]}},
        "centers.FRANCE[0]",
        "BUR is no supply centre; write for example ANK.",
    ),
    "centre with a coast it has not": (
        {"centers": {"RUSSIA": ["STP/WC"]}},
        "centers.RUSSIA[0]",
        '"STP/WC": STP has no such coast; it has NC and SC.',
    ),
    "two owners": (
        {"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}},
        "centers.ITALY[0]",
        "PAR has two owners: FRANCE, too.",
    ),
    "orders": ({"orders": {"FRANCE": [1]}}, "orders.FRANCE", TEXTS),
    "dislodged": (
        {**RETREAT, "dislodged": "A PAR"},
        "dislodged",
        "It must be a list of objects with power, unit, from and perhaps options.",
    ),
    "one dislodged": ({**RETREAT, "dislodged": [DRIVEN_OUT, "A PAR"]}, "dislodged[1]", ENTRY),
    "dislodged in another phase": (
        {"dislodged": [DRIVEN_OUT]},
        "dislodged",
        "Dislodged units belong to a retreat phase, and S1901M is none.",
    ),
    "dislodged nobody's": (
        {**RETREAT, "dislodged": [{"unit": "A BUR", "from": "MUN"}]},
        "dislodged[0].power",
        f"null is no power of this board; there are {POWERS}.",
    ),
    "dislodged nothing": (
        {**RETREAT, "dislodged": [{"power": "GERMANY", "from": "MUN"}]},
        "dislodged[0].unit",
        "null is no unit; write for example A VIE or F STP/SC.",
    ),
    "dislodged from nowhere": (
        {**RETREAT, "dislodged": [{"power": "GERMANY", "unit": "A BUR"}]},
        "dislodged[0].from",
        (
            "null is no region; write where the attacker came from, such as BUL or BUL/EC, "
            "or give the options of the unit."
        ),
    ),
    "dislodged from an empty place": (
        {**RETREAT, "dislodged": [{"power": "GERMANY", "unit": "A BUR", "from": ""}]},
        "dislodged[0].from",
        (
            '"" is no region; write where the attacker came from, such as BUL or BUL/EC, '
            "or give the options of the unit."
        ),
    ),
    "dislodged from no region, with options": (
        {**RETREAT, "dislodged": [{**DRIVEN_OUT, "from": "XYZ", "options": ["BEL"]}]},
        "dislodged[0].from",
        f'"XYZ" {REGION}.',
    ),
    "dislodged from a number": (
        {**RETREAT, "dislodged": [{**DRIVEN_OUT, "from": 7}]},
        "dislodged[0].from",
        f"7 {REGION}.",
    ),
    "dislodged from a coast that is not there": (
        {**RETREAT, "dislodged": [{**DRIVEN_OUT, "from": "PIC/NC"}]},
        "dislodged[0].from",
        '"PIC/NC": PIC has no such coast; write PIC.',
    ),
    "dislodged twice": (
        {**RETREAT, "dislodged": [DRIVEN_OUT, DRIVEN_OUT]},
        "dislodged[1]",
        "Two units were dislodged in BUR; there was room for one.",
    ),
    "options": ({**RETREAT, "dislodged": [{**DRIVEN_OUT, "options": "BEL"}]}, "dislodged[0].options", TEXTS),
    "an empty option": (
        {**RETREAT, "dislodged": [{**DRIVEN_OUT, "options": ["BEL", ""]}]},
        "dislodged[0].options[1]",
        f'"" {REGION}.',
    ),
    "an option out of reach": (
        {**RETREAT, "dislodged": [{"power": "FRANCE", "unit": "F SPA/NC", "from": "MAO", "options": ["MAR"]}]},
        "dislodged[0].options[0]",
        "F SPA/NC cannot go to MAR; next to it are GAS, MAO, POR.",
    ),
}


@each_case(("wrong", "field", "error"), ERRORS.values(), ids=ERRORS)
def test_a_wrong_request_is_told_which_field_is_wrong_and_what_would_work(
    wrong: dict[str, object], field: str, error: str
) -> None:
    assert _asked(**{**SPRING, **wrong}) == {"id": 1, "error": f"{field}: {error}", "line": 1, "field": field}


# --- fields left out, fields with coasts -----------------------------------------------------------------------

IN_SPAIN = {"power": "FRANCE", "unit": "A GAS", "from": "SPA"}
LIKE = {
    "from with a coast": ({"dislodged": [{**IN_SPAIN, "from": "SPA/NC"}]}, {"dislodged": [IN_SPAIN]}),
    "an army on a coast": (
        {"dislodged": [{**IN_SPAIN, "unit": "A SPA/NC", "from": "POR"}]},
        {"dislodged": [{**IN_SPAIN, "unit": "A SPA", "from": "POR"}]},
    ),
    "from empty": (
        {"dislodged": [{**IN_SPAIN, "from": "", "options": ["BRE", "BUR"]}]},
        {"dislodged": [{**IN_SPAIN, "options": ["BRE", "BUR"]}]},
    ),
    "from null": (
        {"dislodged": [{**IN_SPAIN, "from": None, "options": ["BRE", "BUR"]}]},
        {"dislodged": [{**IN_SPAIN, "options": ["BRE", "BUR"]}]},
    ),
    "from missing": (
        {"dislodged": [{"power": "FRANCE", "unit": "A GAS", "options": ["BRE", "BUR"]}]},
        {"dislodged": [{**IN_SPAIN, "options": ["BRE", "BUR"]}]},
    ),
    "options null": ({"dislodged": [{**IN_SPAIN, "options": None}]}, {"dislodged": [IN_SPAIN]}),
    "an army's option with a coast": (
        {"dislodged": [{**IN_SPAIN, "unit": "A MAR", "from": "GAS", "options": ["SPA/SC"]}]},
        {"dislodged": [{**IN_SPAIN, "unit": "A MAR", "from": "GAS", "options": ["SPA"]}]},
    ),
    "a fleet's option without the coast": (
        {"dislodged": [{**IN_SPAIN, "unit": "F MAR", "from": "LYO", "options": ["SPA"]}]},
        {"dislodged": [{**IN_SPAIN, "unit": "F MAR", "from": "LYO", "options": ["SPA/SC"]}]},
    ),
    "a fleet's option without the coast, two in reach": (
        {"dislodged": [{**IN_SPAIN, "unit": "F MAO", "from": "NAO", "options": ["SPA"]}]},
        {"dislodged": [{**IN_SPAIN, "unit": "F MAO", "from": "NAO", "options": ["SPA/NC", "SPA/SC"]}]},
    ),
    "centres with a coast": ({"centers": {"RUSSIA": ["STP/NC", "MOS"]}}, {"centers": {"RUSSIA": ["STP", "MOS"]}}),
    "everything null": (
        dict.fromkeys(("board", "rules", "notation", "units", "centers", "dislodged", "orders")),
        {"centers": {}},
    ),
    "names empty": (dict.fromkeys(("board", "rules", "notation"), ""), {}),
    "the list of a power null": ({"units": {"FRANCE": None}, "orders": {"FRANCE": None}}, {"units": {"FRANCE": []}}),
}


@each_case(("one", "other"), LIKE.values(), ids=LIKE)
@each_case("to", ["BUR", "SPA/NC", "SPA"])
def test_what_is_left_out_or_has_a_needless_coast(one: dict[str, object], other: dict[str, object], to: str) -> None:
    asked = {"phase": "F1901R", "centers": {"FRANCE": ["PAR"]}}
    orders = {"FRANCE": [f"{kind} {at} R {to}" for kind, at in (("A", "GAS"), ("F", "MAO"), ("F", "MAR"))]}
    answers = [_asked(**{"orders": orders, **asked, **request}) for request in (one, other)]
    assert "error" not in answers[0]
    assert [answers[0][key] for key in ("units", "results", "centers")] == [
        answers[1][key] for key in ("units", "results", "centers")
    ]


def test_no_options_mean_nowhere_to_go() -> None:
    answer = _asked(**RETREAT, dislodged=[{"power": "FRANCE", "unit": "A GAS", "options": []}])
    assert answer["reasons"] == {"A GAS": "Destroyed: it had nowhere to retreat to."}


def test_a_unit_removed_without_an_order_is_told_why() -> None:
    answer = _asked(phase="W1901A", rules="1971", units={"ITALY": ["A TUN", "A ROM"]}, centers={"ITALY": ["ROM"]})
    assert answer["results"] == {"A TUN": "removed"}
    assert answer["reasons"] == {"A TUN": "Removed by the civil disorder rule, 2 regions from its nearest home centre."}


def test_every_unit_and_every_order_cites_the_rule_that_decided() -> None:
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"], "ITALY": ["A VEN"]}
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A VEN - PAR"]}
    answer = _asked(phase="S1901M", rules="1971", units=units, orders=orders)
    assert answer["rules"] == {"A MAR": "1971 IX.2", "A PAR": "1971 IX.2", "A BUR": "1971 IX.2", "A VEN": "1971 VII.1"}
    assert [order["rule"] for order in answer["orders"]["FRANCE"]] == ["1971 IX.2", "1971 IX.2"]


@each_case("line", ["{", "", "[" * 100_000, "\x00", "nothing"])
def test_a_line_that_is_not_json(line: str) -> None:
    answer = json.loads(adjudicate_line(line))
    assert answer["id"] is None
    assert answer["error"].startswith("This line is not JSON: ")


def test_a_line_that_is_no_object() -> None:
    error = {"id": None, "error": "This line is not a JSON object.", "line": 1, "field": None}
    assert json.loads(adjudicate_line("[]")) == error


def test_each_line_is_answered_in_turn_whatever_the_one_before() -> None:
    written: list[str] = []
    adjudicate(["{\n", "\n", json.dumps({"id": "b", **SPRING}), '{"id": "c"}'], written.append)
    answers = [json.loads(line) for line in written]
    assert [(answer["id"], "error" in answer) for answer in answers] == [(None, True), ("b", False), ("c", True)]
    assert [(answer.get("line"), answer.get("field")) for answer in answers] == [(1, None), (None, None), (4, "phase")]
    assert not any("\n" in line for line in written)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["A PAR", "BUR"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["FRANCE", "power", "unit", "from"]), inner)
    ),
    max_leaves=6,
)


@drawn(60)
@given(
    st.dictionaries(
        st.sampled_from(["id", "rules", "notation", "units", "centers", "dislodged", "orders", "phase"]), JSON
    ),
    st.sampled_from(["S1901M", "F1901R", "W1901A"]),
)
def test_no_request_is_too_strange_for_an_answer(request: dict[str, object], phase: str) -> None:
    for asked in (request, {**SPRING, "phase": phase} | request):
        answer = json.loads(adjudicate_line(json.dumps(asked)))
        assert "error" in answer or {"units", "orders", "results"} <= answer.keys()


@drawn(60)
@given(st.text(max_size=60))
def test_no_order_is_too_strange_for_an_answer(order: str) -> None:
    said = _asked(**SPRING, orders={"FRANCE": [order]})["orders"]["FRANCE"]
    assert all(one["why"] and one["result"] for one in said)


# --- boards ----------------------------------------------------------------------------------------------------


def _at_start(name: str) -> dict[str, object]:
    board = load_board(name)
    units: dict[str, list[str]] = {}
    for unit in board.start:
        units.setdefault(unit.power, []).append(str(unit))
    return {"board": name, "phase": f"S{board.start_year}M", "units": units}


@each_case("name", board_names())
def test_a_phase_of_every_board_of_the_judge_is_judged(name: str) -> None:
    start = _at_start(name)
    unit = load_board(name).start[0]
    answer = _asked(**start, orders={unit.power: [f"{unit} H"]})
    assert {power: sorted(units) for power, units in answer["units"].items()} == {
        power: sorted(units)
        for power, units in start["units"].items()  # type: ignore[attr-defined]
    }
    hold = "T" if load_board(name).war.troops else "H"
    assert _said(answer, unit.power)[0][:2] == (f"{unit} {hold}", "ok")


def test_a_board_brings_its_powers_its_regions_and_its_examples() -> None:
    duel = load_board("duel")
    codes = [f"S{duel.start_year}M", f"F{duel.start_year}R", f"W{duel.start_year}A"]
    assert _asked(board="duel", phase="x") == {
        "id": 1,
        "error": f'phase: "x" is no phase; write for example {", ".join(codes[:2])} or {codes[2]}.',
        "line": 1,
        "field": "phase",
    }
    told = _asked(board="duel", phase=f"S{duel.start_year}M", units={next(iter(duel.powers)): ["A PAR"]})
    assert told["error"].startswith("units.")
    assert '"PAR" is no region of this board; write for example' in told["error"]
    told = _asked(board="duel", phase=f"S{duel.start_year}M", units={next(iter(duel.powers)): ["x"]})
    assert told["error"].startswith(f'units.{next(iter(duel.powers))}[0]: "x" is no unit; write for example A ')
    assert all(word in duel.regions for word in told["error"].rstrip(".").split() if len(word) == 3 and word.isupper())


def test_the_rule_book_of_a_board_is_the_one_that_judges_it() -> None:
    """On the small tables of 1971 the board says the rule book; the line may name another."""
    line = _at_start("1971-two")
    assert "error" not in _asked(**line)
    told = _asked(**line, rules="1972")["error"]
    assert told.startswith('rules: There is no rule book "1972"; there are 18centres, 1971')


def test_a_board_that_is_none_is_named_with_those_there_are() -> None:
    assert _asked(**SPRING, board="moon")["error"] == (
        f'board: There is no board "moon"; there are {", ".join(board_names())}.'
    )


# --- the command


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (['{"id": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {}}'], 0),
        (["{}"], 1),
        (['{"id": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {}}', "no JSON"], 1),
        (["no JSON", '{"id": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {}}'], 1),
        ([""], 0),
    ],
)
def test_the_exit_status_says_whether_every_line_could_be_judged(
    tmp_path: Path, lines: Sequence[str], status: int
) -> None:
    done = shell(tmp_path, "adjudicate", stdin="\n".join(lines) + "\n")
    assert done.exit_code == status
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len([line for line in lines if line])
    assert any("error" in answer for answer in answers) is bool(status)


# --- boards with troops ----------------------------------------------------------------------------------------


WAR = {
    "board": "seuil",
    "notation": "stim",
    "phase": "S1M",
    "units": {"AADLERON": ["W PON", "I GUE"], "REINHEIM": ["C BRU", "I SCH"]},
}


def test_a_war_is_judged_with_hit_points_and_power_at_rest_in_the_notation_of_its_board() -> None:
    """Warmecs attack with two against the one of knights, and infantry supports them: the margin is two (004 6)."""
    answer = _asked(
        **WAR,
        corps={"BRU": {"health": 3, "rest": 2}, "SCH": {"health": 1}},
        orders={"AADLERON": ["W PON A BRU", "I GUE T"], "REINHEIM": ["C BRU T", "I SCH T"]},
    )
    assert [order["canonical"] for order in answer["orders"]["AADLERON"]] == ["W PON A BRU", "I GUE T"]
    assert answer["harm"] == {"C BRU": {"lost": 1, "left": 2, "by": ["PON"]}}
    assert answer["corps"] == {
        "I GUE": {"health": 3, "rest": 0, "ground": "land"},
        "W BRU": {"health": 4, "rest": 0, "ground": "land"},
        "C BRU": {"health": 2, "rest": 1, "ground": "land"},
        "I SCH": {"health": 1, "rest": 0, "ground": "land"},
    }


def test_a_unit_driven_out_retreats_with_what_it_has_left() -> None:
    driven_out = {"power": "REINHEIM", "unit": "C BRU", "from": "PON", "health": 1, "rest": 1}
    units = {"AADLERON": ["W BRU"]}
    answer = _asked(
        **WAR | {"phase": "S1R", "units": units}, dislodged=[driven_out], orders={"REINHEIM": ["C BRU R FUR"]}
    )
    assert answer["corps"]["C FUR"] == {"health": 1, "rest": 1, "ground": "land"}


@each_case(
    ("corps", "field"),
    [
        ({"BRU": {"health": 9}}, "corps.BRU.health"),
        ({"BRU": {"rest": -1}}, "corps.BRU.rest"),
        ({"BRU": 2}, "corps.BRU"),
        ({"AAD": {"health": 1}}, "corps.AAD"),
        ({"XYZ": {"health": 1}}, "corps.XYZ"),
        ([], "corps"),
    ],
)
def test_what_is_no_state_of_a_unit_is_told_at_its_field(corps: object, field: str) -> None:
    assert _asked(**WAR, corps=corps)["field"] == field


def test_units_of_other_boards_have_no_hit_points() -> None:
    assert "no troops" in _asked(**SPRING, corps={"PAR": {"health": 1}})["error"]
