"""Asserts in the shared readers of cases explain themselves like those of tests."""

import pytest

pytest.register_assert_rewrite("tests.rules.cases", "tests.rules.plain")
