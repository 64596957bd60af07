"""The house: imports go down the stairs, files stay small, each says its role first."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent / "judge"

FLOORS = (
    ("languages",),
    ("system", "rules", "entry"),
    ("notation", "game"),
    ("clockwork", "config", "requests", "store"),
    ("mail", "reports"),
    ("formats", "maps"),
    ("zine",),
    ("handlers",),
    ("paths", "site"),
    ("service",),
    ("shell",),
    ("cli",),
)
"""Bottom first; a room imports from lower floors and from itself, never from a neighbour."""

RINGS = {
    "pictures": ("maps/", "paths/painter.py"),
    "formats": ("formats/", "handlers/sent_files.py", "paths/archive.py"),
    "zine": ("zine/", "handlers/desk.py", "paths/gazette.py"),
    "clockwork": ("clockwork.py", "handlers/practice.py"),
    "site": ("site/", "service/site.py"),
    "tournaments": ("game/tournaments.py", "handlers/tournaments.py"),
    "queue": ("game/queue.py", "handlers/queue.py"),
    "shell": ("shell/", "cli.py", "entry.py", "store/overview.py"),
}
"""What the rest, the core, would do without. The core is read first, a ring when it is needed."""

JOINTS = {
    *("handlers/settle_letter.py", "handlers/plans.py", "handlers/outgoing.py", "service/timeline.py", "service/app.py")
}
"""The files of the core that put rings on: handlers register, players order, results are told in prose to those who
watch, pages, issues and pictures are made.
"""

FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted(HOUSE.rglob("*.py"))
TESTS = Path(__file__).parent


def name_of(path: Path) -> str:
    return str(path.relative_to(HOUSE.parent))


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def imported_modules(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their module in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "judge")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> Sequence[ast.AST]:
    """The statements of a file, those within others, too; not what they are made of."""
    return tuple(statements_in(tree_of(path)))


def statements_in(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for one in getattr(node, name, ()):
            yield one
            yield from statements_in(one)


def rooms_imported(path: Path) -> set[str]:
    return {module.split(".")[1] for module in imported_modules(path) if module.startswith("judge.")}


def functions_of(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in nodes_of(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def test_imports_go_down_the_stairs() -> None:
    neighbours_or_above = [
        f"{name_of(path)} imports {other}"
        for path in FILES
        if (room := room_of(path)) != "__init__"
        for other in rooms_imported(path)
        if other != room and FLOOR_OF[other] >= FLOOR_OF[room]
    ]
    assert neighbours_or_above == []


def test_few_arrows_lead_from_room_to_room() -> None:
    """A reading budget: 320 led between 65 rooms before themes of one kind had a room of their own."""
    arrows = {(room_of(path), other) for path in FILES for other in rooms_imported(path) if other != room_of(path)}
    assert len(arrows) <= 112


def test_what_is_read_together_stands_in_few_files() -> None:
    """Reading budgets: files, and the share of lines that only import. They may only become less."""
    imports = [node for path in FILES for node in nodes_of(path) if isinstance(node, ast.Import | ast.ImportFrom)]
    lines = sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)
    assert len(FILES) <= 362
    assert lines <= 0.0766 * sum(len(text_of(path).splitlines()) for path in FILES)


def is_core(path: Path) -> bool:
    return not path.relative_to(HOUSE).as_posix().startswith(tuple(file for files in RINGS.values() for file in files))


def test_the_core_imports_no_ring() -> None:
    core = {module_of(path): path for path in FILES if is_core(path)}
    names = {name_of(path).removeprefix("judge/"): path for path in core.values()}
    reaching = {
        name
        for name, path in names.items()
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom)
        for module in (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))
        if module in MODULES - core.keys()
    }
    assert reaching == JOINTS


def test_the_core_is_no_longer_than_it_was() -> None:
    """A budget of lines before any ring; decisions raise it (0313, 0352, 0353, 0359 to 0366, 0371 to 0475, 0486)."""
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES if is_core(path)) <= 89_128


def test_no_import_hides_inside_a_function() -> None:
    hidden = [
        f"{name_of(path)}:{node.lineno}"
        for path in FILES
        for function in functions_of(path)
        for node in statements_in(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {
        module_of(path): {module for module in imported_modules(path) if module.startswith("judge")} for path in FILES
    }
    assert not list(circles(graph))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path) for path in FILES}


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


def test_no_statement_numbers_its_parameters() -> None:
    """From Python 3.14 on ``?1`` wants a mapping: parameters have names, or are a plain question mark."""
    assert [path.name for path in FILES if re.search(r"\?\d", text_of(path))] == []


def test_processes_are_started_in_a_way_that_is_named() -> None:
    """What they are started by where nothing is said is another from Python 3.14 on."""
    files = [*FILES, *(HOUSE.parent / "bench").glob("*.py")]
    assert [f"{path.name}:{call.lineno}" for path in files for call in unnamed_starts(path)] == []


def unnamed_starts(path: Path) -> Iterator[ast.Call]:
    """Calls that start processes, or make what they share, and leave open how they are started."""
    if "multiprocessing" not in text_of(path) and "ProcessPoolExecutor" not in text_of(path):
        return
    for call in (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)):
        match call.func:
            case ast.Attribute(
                ast.Name("multiprocessing"), "Process" | "Pool" | "Queue" | "Event" | "Lock" | "Manager"
            ):
                yield call
            case ast.Name("ProcessPoolExecutor"):
                if len(call.args) < 2 and "mp_context" not in {keyword.arg for keyword in call.keywords}:
                    yield call


def test_a_file_opens_with_its_role_in_one_sentence() -> None:
    roles = {name_of(path): (ast.get_docstring(tree_of(path)) or "").split("\n\n")[0] for path in FILES}
    assert {name: role for name, role in roles.items() if not role.endswith((".", ":", "``.")) or len(role) > 200} == {}
    assert [name for name, role in roles.items() if len(role.split()) < 3] == []


def test_files_and_functions_stay_small() -> None:
    lines = {name_of(path): len(text_of(path).splitlines()) for path in FILES}
    assert {name: number for name, number in lines.items() if number > 600} == {}
    lengths = {f"{name_of(path)}:{each.name}": length(each) for path in FILES for each in functions_of(path)}
    assert {name: number for name, number in lengths.items() if number > 60} == {}


def test_the_stories_fit_on_a_screen() -> None:
    stories = [HOUSE / "paths" / f"{story}.py" for story in ("receive", "deadline", "deliver", "gazette")]
    lengths = {f"{name_of(path)}:{each.name}": length(each) for path in stories for each in functions_of(path)}
    assert {name: number for name, number in lengths.items() if number > 40} == {}


def test_no_public_class_name_stands_twice() -> None:
    """A name in an import says what is meant without its module."""
    named = Counter(
        node.name
        for tree in map(tree_of, FILES)
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        if node.name[0] != "_"
    )
    assert [name for name, times in named.items() if times > 1] == []


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(path) for path in FILES} - {"__init__"}
    assert rooms == set(FLOOR_OF)


def imported_tests(path: Path) -> Iterator[str]:
    """The test modules that a module imports, whole or names of them."""
    named = TEST_MODULES.intersection(re.findall(r"test_\w+", text_of(path)))
    for node in nodes_of(path) if named else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            names = {*module.split("."), *(part for alias in node.names for part in alias.name.split("."))}
            yield from sorted(name for name in names if name in TEST_MODULES)


TEST_MODULES = {path.stem for path in TESTS.rglob("test_*.py")}


def test_no_test_module_imports_another() -> None:
    """What several of them share is in a module that holds no tests, so that each can be read and run alone."""
    importing = [
        f"{path.relative_to(TESTS.parent)} imports {module}"
        for folder in (TESTS, TESTS.parent / "bench")
        for path in sorted(folder.rglob("*.py"))
        for module in imported_tests(path)
    ]
    assert importing == []


def test_what_is_shared_holds_no_tests() -> None:
    holding = [
        f"{path.relative_to(TESTS.parent)}:{node.lineno}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.stem not in TEST_MODULES and "def test_" in text_of(path)
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert holding == []


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/walk.md"])
def test_every_file_that_the_pages_of_the_code_name_exists(page: str) -> None:
    text = (HOUSE.parent / page).read_text(encoding="utf-8")
    named = {
        name for name in re.findall(r"`([\w./*-]+\.(?:py|toml|txt))`", text) if "/" in name or name.endswith(".py")
    }
    roots = (HOUSE, HOUSE.parent, TESTS / "handlers")
    assert named
    assert sorted(name for name in named if not any(any(root.glob(name)) for root in roots)) == []
