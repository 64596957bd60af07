"""What a disk bears after a power cut: a record of calls, and the states that it may leave at each of them.

The view is the strict one of POSIX. What was synced is there. Of what was not, each write is there, not there, or torn
at sectors of 512 bytes, whatever came later; each name that was made, moved or removed is so or as it was, whatever
came later, unless its folder was synced; a renaming is whole: never is a file at neither name.
"""

import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path
from random import Random

SECTOR = 512
_HEAD = struct.Struct("<IHHBQq")


@dataclass(frozen=True)
class Call:
    """One call of the record.

    ``kind``: C creates a file, D makes a folder, R renames, L links, U removes a name, W writes, T sets a size, S
    syncs, A syncs all, M is a mark: what was sent to a port, or what a test noted itself.
    """

    kind: str
    inode: int
    at: int
    first: str
    second: str
    data: bytes


def read_record(path: Path) -> tuple[Call, ...]:
    """Return the calls of a record in their order."""
    raw, at, calls = path.read_bytes(), 0, []
    while at < len(raw):
        size, first, second, kind, inode, where = _HEAD.unpack_from(raw, at)
        names = at + _HEAD.size
        data, at = names + first + second, names + first + second + size
        one, other = (os.path.normpath(raw[a:b].decode()) for a, b in ((names, names + first), (names + first, data)))
        calls.append(Call(chr(kind), inode, where, one, other, raw[data:at]))
    return tuple(calls)


def mark(record: Path, text: bytes, port: int = 0) -> None:
    """Append a mark of the test's own to a record, behind what has been seen of a call, before what is done next."""
    with record.open("ab", buffering=0) as file:
        flock(file, LOCK_EX)
        file.write(_HEAD.pack(len(text), 0, 0, ord("M"), 0, port) + text)


# --- the disk


@dataclass(eq=False)
class File:
    """Bytes that are synced, and the writes since: an offset with bytes, or a size with None."""

    synced: bytearray
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    touched: int = 0

    def sync(self) -> None:
        """Have all writes be there for good."""
        for at, data in self.pending:
            _apply(self.synced, at, data)
        self.pending.clear()


@dataclass(eq=False)
class Change:
    """Something that happened to names, whole; ``is_there`` once a sync of one of its folders has made it so."""

    at: int
    is_there: bool = False


@dataclass(eq=False)
class Folder:
    """Names that are synced, the changes since in their order, and the names that the running system sees."""

    synced: dict[str, "File | Folder"] = field(default_factory=dict)
    pending: list[tuple[str, "File | Folder | None", Change]] = field(default_factory=list)
    now: dict[str, "File | Folder"] = field(default_factory=dict)

    def change(self, name: str, node: "File | Folder | None", change: Change) -> None:
        """Give a name to something, or to nothing."""
        self.pending.append((name, node, change))
        _name(self.now, name, node)

    def sync(self) -> None:
        """Have all changes be there for good."""
        for _, _, change in self.pending:
            change.is_there = True
        self.synced, self.pending = dict(self.now), []


class Disk:
    """A folder on a disk as the calls of a record change it, from what lay there before, which is synced."""

    def __init__(self, root: Path, before: Path) -> None:
        """``before`` is a copy of what lay at ``root``, with the inodes of that in a file ``inodes`` beside it."""
        self._root = str(root)
        self._nodes: dict[int, File | Folder] = {}
        self._count = 0
        numbers = dict(line.split(" ", 1)[::-1] for line in before.with_suffix(".inodes").read_text().splitlines())
        self.root = self._load(before, before, numbers)

    def _load(self, path: Path, top: Path, numbers: Mapping[str, str]) -> Folder:
        folder = Folder()
        for one in path.iterdir():
            node = self._load(one, top, numbers) if one.is_dir() else File(bytearray(one.read_bytes()))
            folder.synced[one.name] = node
            self._nodes[int(numbers[str(one.relative_to(top))])] = node
        folder.now = dict(folder.synced)
        self._nodes[int(numbers[str(path.relative_to(top))])] = folder
        return folder

    def act(self, call: Call) -> None:
        """Do what a call did."""
        self._count += 1
        node = self._nodes.get(call.inode)
        match call.kind:
            case "W" | "T" if isinstance(node, File):
                node.pending.append((call.at, call.data if call.kind == "W" else None))
                node.touched = self._count
            case "S" if node:
                node.sync()
            case "A":
                for each in self._nodes.values():
                    each.sync()
            case "C" | "D":
                made = File(bytearray(), touched=self._count) if call.kind == "C" else Folder()
                self._nodes[call.inode] = made
                self._set(call.first, made, Change(self._count))
            case "L":
                self._set(call.second, self._find(call.first), Change(self._count))
            case "U":
                self._set(call.first, None, Change(self._count))
            case "R":
                change, moved = Change(self._count), self._find(call.first)
                self._set(call.second, moved, change)
                self._set(call.first, None, change)

    def _folder(self, path: str) -> tuple[Folder | None, str]:
        """The folder of a path, None outside the root, and the last part of the path."""
        *parts, last = os.path.relpath(path, self._root).split("/")
        folder: File | Folder | None = None if path == self._root or parts[:1] == [".."] else self.root
        for part in parts:
            folder = folder.now.get(part) if isinstance(folder, Folder) else None
        return (folder if isinstance(folder, Folder) else None), last

    def _find(self, path: str) -> File | Folder | None:
        folder, name = self._folder(path)
        return folder.now.get(name) if folder else None

    def _set(self, path: str, node: File | Folder | None, change: Change) -> None:
        folder, name = self._folder(path)
        if folder:
            folder.change(name, node, change)


# --- what is left of it


class Cut:
    """What a power cut leaves of what was not synced, by a seed: 0 to 6 are the corners, the others chance."""

    CORNERS = (
        "nothing",
        "everything",
        "names alone",
        "bytes alone",
        "the last write of each file",
        "the newest file alone",
        "names and the bytes of the newest file",
    )

    def __init__(self, disk: Disk, cut: int, seed: int) -> None:
        """``cut`` is the number of calls before it, for chance alone."""
        self.seed = seed
        self._chance = Random(f"{seed} {cut}")
        self._of_names, self._of_bytes = (self._chance.choice((0.1, 0.5, 0.9)) for _ in range(2))
        self._newest = max((node.touched for node in disk._nodes.values() if isinstance(node, File)), default=0)
        self._kept: dict[Change, bool] = {}
        self._bytes: dict[File, bytes] = {}
        self._is_of_newest: set[Change] = set()
        if seed == 5:
            for node in disk._nodes.values():
                if isinstance(node, Folder):
                    self._is_of_newest.update(
                        change
                        for _, one, change in node.pending
                        if isinstance(one, File) and one.touched == self._newest
                    )
        self.left: dict[str, File | None] = dict(self._below(disk.root, ""))
        """The paths that are left, each folder before what is in it: a file, or None for a folder."""

    def _below(self, folder: Folder, path: str) -> Iterator[tuple[str, File | None]]:
        names = dict(folder.synced)
        for name, node, change in folder.pending:
            if self._keeps(change):
                _name(names, name, node)
        for name, node in sorted(names.items()):
            yield f"{path}{name}", node if isinstance(node, File) else None
            if isinstance(node, Folder):
                yield from self._below(node, f"{path}{name}/")

    def _keeps(self, change: Change) -> bool:
        if change.is_there:
            return True
        if change not in self._kept:
            self._kept[change] = {0: False, 3: False, 5: change in self._is_of_newest}.get(
                self.seed, self.seed < len(self.CORNERS) or self._chance.random() < self._of_names
            )
        return self._kept[change]

    @property
    def told(self) -> str:
        """What is left, in words."""
        return f"of what was not synced {self.CORNERS[self.seed] if self.seed < len(self.CORNERS) else 'some'}"

    def bytes_of(self, file: File) -> bytes:
        """What is left in a file, the same by each of its names."""
        if file not in self._bytes:
            self._bytes[file] = bytes(self._left(file))
        return self._bytes[file]

    def _left(self, file: File) -> bytearray:
        content, last, is_newest = bytearray(file.synced), len(file.pending) - 1, file.touched == self._newest
        for place, (at, data) in enumerate(file.pending):
            whole = {0: False, 1: True, 2: False, 3: True, 4: place == last, 5: is_newest, 6: is_newest}
            if self.seed in whole:
                if whole[self.seed]:
                    _apply(content, at, data)
            elif data is None:
                if self._chance.random() < self._of_bytes:
                    _apply(content, at, data)
            else:
                self._tear(content, at, data)
        return content

    def _tear(self, content: bytearray, at: int, data: bytes) -> None:
        """Write some sectors of a write, all, or none; the size may grow without them."""
        if self._chance.random() < 0.3 and at + len(data) > len(content):
            _apply(content, at + len(data), None)
        is_torn = self._chance.random() < 0.3
        is_there = self._chance.random() < self._of_bytes
        for start, piece in _sectors(at, data):
            if (self._chance.random() < 0.5) if is_torn else is_there:
                _apply(content, start, piece)

    def lay(self, folder: Path) -> None:
        """Write what is left as a folder that is not there yet."""
        laid: dict[File, Path] = {}
        folder.mkdir()
        for name, node in self.left.items():
            if node is None:
                (folder / name).mkdir()
            elif node in laid:  # two names of one file
                (folder / name).hardlink_to(laid[node])
            else:
                (folder / name).write_bytes(self.bytes_of(node))
                laid[node] = folder / name

    @property
    def digest(self) -> bytes:
        """The same for two cuts that leave the same."""
        found = sha256()
        for name, node in self.left.items():
            content = self.bytes_of(node) if node else b""
            found.update(f"{name} {node is None} {len(content)} ".encode() + content)
        return found.digest()


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
    missing = at - len(content)
    if missing > 0:
        content.extend(bytes(missing))
    if data is not None:
        content[at : at + len(data)] = data


def _sectors(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    start = at
    while start < at + len(data):
        end = min((start // SECTOR + 1) * SECTOR, at + len(data))
        yield start, data[start - at : end - at]
        start = end


def _name(names: dict[str, File | Folder], name: str, node: File | Folder | None) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node
