"""A table of cases as one test: collected once, reported once; what fails is told case by case, by its name.

Under ``pytest.mark.parametrize`` each row is a test, which costs more than most rows take. Here all rows are run, and
the test fails with the names of all that failed. ``JUDGE_CASE=name pytest …`` runs those alone whose name holds it.
Cases share the fixtures of their test: what they change must not be among them.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import signature
from typing import Any

import pytest

Test = Callable[..., None]
Ids = Iterable[object] | Callable[[Any], object] | None


def each_case(names: str | Sequence[str], values: Iterable[Any], ids: Ids = None) -> Callable[[Test], Test]:
    """Run a test for all of a table; parameters, values, names of cases as ``pytest.mark.parametrize`` has them."""
    arguments = (names,) if isinstance(names, str) else tuple(names)
    cases = tuple(values)
    assert cases, "a table without cases tests nothing"

    def table(test: Test) -> Test:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            wanted, failed = os.environ.get("JUDGE_CASE", ""), list[tuple[str, BaseException]]()
            for name, case in _named(cases, ids, len(arguments)):
                if wanted not in name and not hasattr(test, "rows"):
                    continue
                try:
                    test(**fixtures, **dict(zip(arguments, case, strict=True)))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failure:  # noqa: BLE001 - all are told
                    failed.append((name, failure))
            if failed:
                told = "\n".join(f"{name[:100]!r}: {_first_line(failure)}" for name, failure in failed)
                raise AssertionError(f"{len(failed)} of {len(cases)} cases failed\n{told}") from failed[0][1]

        own = signature(test)
        kept = [parameter for name, parameter in own.parameters.items() if name not in arguments]
        run.__signature__ = own.replace(parameters=kept)  # type: ignore[attr-defined]
        run.rows = len(cases)  # type: ignore[attr-defined]  # of tables in a table the inner one chooses
        return run

    return table


def _named(cases: Sequence[Any], ids: Ids, width: int) -> Iterator[tuple[str, Sequence[Any]]]:
    """Each case under its name: the one given, or what it says of itself."""
    given = None if ids is None or callable(ids) else [str(name) for name in ids]
    for number, case in enumerate(cases):
        row = (case,) if width == 1 else tuple(case)
        name = given[number] if given else "-".join(str(ids(one) if callable(ids) else one) for one in row)
        yield name, row


def _first_line(failure: BaseException) -> str:
    return f"{type(failure).__name__}: {failure}".splitlines()[0]
