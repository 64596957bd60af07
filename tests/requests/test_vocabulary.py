"""The vocabulary is documented, versioned, and only ever grows."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from judge.requests.vocabulary import fold_case, keys_of, vocabulary
from tests.requests.vocabulary_page import PAGE, page

EARLIER = sorted((Path(__file__).parent / "vocabulary").glob("*.txt"), key=lambda path: int(path.stem))


def test_the_page_is_what_the_judge_reads() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.requests.vocabulary_page writes it"


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: f"version {path.stem}")
def test_a_word_once_read_stays_read(path: Path) -> None:
    words = [line.split(" ", 1) for line in path.read_text(encoding="utf-8").splitlines()]
    assert words
    assert [(key, form) for key, form in words if key not in keys_of(fold_case(form))] == []


def test_new_words_have_a_new_version() -> None:
    *_, last = EARLIER
    kept = {line.split(" ", 1)[1] for path in EARLIER for line in path.read_text(encoding="utf-8").splitlines()}
    is_new = any(form not in kept for form, _, _ in vocabulary().words)
    assert vocabulary().version == int(last.stem) + is_new


def test_no_word_is_two_commands_or_two_settings() -> None:
    """Of one section each folded form has one key; a verb may be another one with its accents (résumé, resume)."""
    keys: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for form, key, _ in vocabulary().words:
        section, _, name = key.partition(".")
        if (section, vocabulary().accented.get(form.casefold(), ("",))[0]) != ("verbs", name):
            keys[section, fold_case(form)].add(key)
    assert {place: found for place, found in keys.items() if len(found) > 1} == {}
    assert set(vocabulary().accented) == {"résumé"}


OTHERS = Path(__file__).parents[2] / "docs" / "from-other-judges.md"


def test_what_we_say_to_people_from_other_judges_is_read() -> None:
    """In the second column of every table each word in capitals is one of ours."""
    rows = [line.split(" | ") for line in OTHERS.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    ours = [command for row in rows for command in re.findall(r"`([^`]+)`", row[1])]
    words = {word for command in ours for word in re.findall(r"\b[A-Z][A-Z-]*[A-Z]\b", command)}
    assert [word for word in sorted(words) if not keys_of(fold_case(word))] == []
