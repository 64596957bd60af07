"""What docs/security.md and docs/reliability.md name as held by a test is held by one that exists."""

import re
from pathlib import Path

HERE = Path(__file__).parent.parent
PAGES = [(HERE / "docs" / name).read_text(encoding="utf-8") for name in ("security.md", "reliability.md")]
NAMED = [named for page in PAGES for named in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", page)]


def test_every_test_that_is_named_exists() -> None:
    assert NAMED
    missing = [
        f"{file}::{name}"
        for file, name in NAMED
        if (f"def {name}(" if name else "def test_") not in (HERE / file).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_every_promise_that_is_kept_names_a_test() -> None:
    kept = (HERE / "docs" / "security.md").read_text(encoding="utf-8").partition("## Not yet")[0]
    rows = [line for line in kept.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert [row for row in rows if "::test_" not in row] == []
