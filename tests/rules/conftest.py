"""Asserts in the shared readers of cases explain themselves like those of tests."""

import pytest

pytest.register_assert_rewrite("tests.rules.trial", "tests.rules.plain")
