"""The house: imports go down the stairs, files stay small, each says its role first."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent / "judge"

FLOORS = (
    ("rules", "folders", "beats"),
    ("notation", "game"),
    ("store", "mail", "reports", "clock", "wakeups", "config", "positions", "tournaments"),
    ("desk",),
    (
        "receive",
        "deadline",
        "outage",
        "deliver",
        "apart",
        "archive",
        "intake",
        "adjudicate",
        "reading",
        "doctor",
        "shell",
        "zine",
    ),
    ("timeline",),
    ("app",),
    ("play",),
    ("cli",),
)
"""Bottom first; a room imports from lower floors and from itself, never from a neighbour."""

FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted(HOUSE.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(HOUSE.parent))


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def imported_modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their module in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "judge")


def rooms_imported(path: Path) -> set[str]:
    modules = imported_modules(ast.parse(path.read_text(encoding="utf-8")))
    return {module.split(".")[1] for module in modules if module.startswith("judge.")}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_go_down_the_stairs(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    neighbours_or_above = {
        other for other in rooms_imported(path) if other != room and FLOOR_OF[other] >= FLOOR_OF[room]
    }
    assert not neighbours_or_above


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_import_hides_inside_a_function(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    hidden = [
        node for function in functions for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not hidden


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {
        module_of(path): {
            module
            for module in imported_modules(ast.parse(path.read_text(encoding="utf-8")))
            if module.startswith("judge")
        }
        for path in FILES
    }
    assert not list(circles(graph))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts).removesuffix(".__init__")


def circles(graph: dict[str, set[str]]) -> Iterator[str]:
    """Every module that can be reached from itself."""
    for start, imports in graph.items():
        seen: set[str] = set()
        ahead = set(imports)
        while ahead:
            module = ahead.pop()
            seen.add(module)
            ahead |= graph.get(module, set()) - seen
        if start in seen:
            yield start


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_opens_with_its_role_in_one_sentence(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = docstring.split("\n\n")[0]
    assert first.endswith((".", ":", "``."))
    assert len(first) <= 200


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {f.name: f.end_lineno - f.lineno + 1 for f in functions if f.end_lineno and f.end_lineno - f.lineno + 1 > 60}
    assert not long


@pytest.mark.parametrize("story", ["receive", "deadline", "deliver", "zine"])
def test_the_stories_fit_on_a_screen(story: str) -> None:
    tree = ast.parse((HOUSE / f"{story}.py").read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert all((f.end_lineno or 0) - f.lineno + 1 <= 40 for f in functions)


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(path) for path in FILES} - {"__init__"}
    assert rooms == set(FLOOR_OF)
