"""Asserts in the shared readers of cases explain themselves; properties are bounded in number, never in time."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.rules.trial", "tests.rules.plain", "tests.crash.killed")

settings.register_profile("judge", deadline=None)
settings.load_profile("judge")
