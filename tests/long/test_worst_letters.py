"""The worst letters known, all of them settled in little time and memory."""

from tests.shared.worst_letters import ALL, settle_narrowly


def test_all_of_the_worst_letters_fit_into_little_time_and_memory() -> None:
    settle_narrowly([*ALL], seconds=120)
