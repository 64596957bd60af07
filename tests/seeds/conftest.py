"""Asserts in the shared judge of cases explain themselves like those of tests."""

import pytest

pytest.register_assert_rewrite("tests.rules.trial", "tests.seeds.printed")
