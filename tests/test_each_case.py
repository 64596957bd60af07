"""Tables of cases that are one test each: all rows are run, what fails is named."""

import pytest

from tests.shared.each_case import each_case

NUMBERS = {"one": 1, "two": 2, "three": 3}


@each_case("number", NUMBERS.values(), ids=NUMBERS)
@each_case(("factor", "product"), [(1, 2), (2, 4)])
def doubled(number: int, factor: int, product: int) -> None:
    assert number * factor == product


def test_all_that_fail_are_named_and_no_others() -> None:
    with pytest.raises(AssertionError) as told:
        doubled()
    assert [line.split(":")[0] for line in str(told.value).splitlines()] == ["2 of 3 cases failed", "'one'", "'three'"]
    assert "'1-2': AssertionError" in str(told.value.__cause__)


def test_a_case_is_run_alone_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    run = each_case("ending", "!?")(each_case("name", NUMBERS)(lambda name, ending: seen.append(name + ending)))
    run()
    monkeypatch.setenv("JUDGE_CASE", "tw")
    run()
    assert seen == ["one!", "two!", "three!", "one?", "two?", "three?", "two!", "two?"]


@each_case("number", NUMBERS.values(), ids=str)
def test_fixtures_reach_every_case(number: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert number in NUMBERS.values()
    assert tmp_path_factory.getbasetemp().is_dir()


def test_a_table_without_cases_is_an_error() -> None:
    with pytest.raises(AssertionError, match="tests nothing"):
        each_case("number", ())
