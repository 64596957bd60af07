"""Lays out the folder of a new judge, and tells its operator what has been started."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.config import Config
from judge.system.packaged import PROGRAM, packaged
from judge.system.private_files import private_folder, sync_folder, write_private

# --- lays out the folder of a new judge: its first configuration, and a folder for all that is its own


_PRIVATE = ("data", "mailboxes")
"""What only the judge's own user may look into."""

_SAID_OF: Mapping[str, str] = {
    "mailboxes": """\
`in/` is a Maildir that the judge reads as incoming mail. `set-aside/` holds what a person must look at. While no relay
is set in `config.toml`, every player has a Maildir here: `mutt -f mailboxes/alice@example.org` opens one.
""",
    "boards": "Boards and scenarios of your own, one TOML file each. `judge board check FILE` looks one over.\n",
    "tournaments": "Tournaments, one TOML file each. `judge standings` shows them.\n",
    "templates": """\
A file here takes the place of the template of the same name that comes with the judge, such as `fr/all.results.txt`.
`judge text` lists them, `judge text fr/all.results.txt` prints one. `judge doctor` looks yours over.
""",
    "languages": """\
Sentences of your own: `fr.toml` and `en.toml` hold only the keys that they change.
`judge text fr.toml` prints all of them. `judge doctor` looks yours over.
""",
}
"""The folders with what each is for, in a README.md."""


LAID_OUT = ("config.toml", "data", *_SAID_OF)
"""What a folder of a judge begins with."""


def lay_out(folder: Path, settings: Mapping[str, str | int]) -> Iterator[tuple[Path, bool]]:
    """Make the folder of a judge, and yield each path with whether it was made or was there already, and stays.

    ``settings`` are values of the configuration by dotted key, the others are the defaults. OSError where a file or
    folder cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = packaged("config.toml").read_text(encoding="utf-8")
    yield folder / "config.toml", _written_once(folder / "config.toml", with_settings(text, settings))
    for name in LAID_OUT[1:]:
        path = folder / name
        is_new = not path.exists()
        if name in _PRIVATE:
            private_folder(path)
        else:
            path.mkdir(exist_ok=True)
        if name in _SAID_OF:
            is_new |= _written_once(path / "README.md", f"# {name.capitalize()}\n\n{_SAID_OF[name]}")
        yield path, is_new


def _written_once(path: Path, text: str) -> bool:
    """Write a file whole, unless there is one: then nothing is changed, and False is returned."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    write_private(unfinished, text.encode())
    try:
        path.hardlink_to(unfinished)  # which fails where there is one, however that came
    except FileExistsError:
        return False
    finally:
        unfinished.unlink()
    path.chmod(0o644)
    sync_folder(path.parent)
    return True


def with_settings(text: str, settings: Mapping[str, str | int]) -> str:
    """Return the text of a configuration with some values changed, by dotted key; its comments stay where they are."""
    section, lines = "", []
    for line in text.splitlines():
        if heading := re.match(r"\[(\w+)\]", line):
            section = heading[1]
        found = re.match(r"(\w+) = (\S.*?)( *#.*)?$", line)
        key = f"{section}.{found[1]}" if found else ""
        lines.append(_with_value(found, settings[key]) if found and key in settings else line)
    return "\n".join(lines) + "\n"


def _with_value(line: re.Match[str], value: str | int) -> str:
    comment = (line[3] or "").lstrip()
    new = f"{line[1]} = {json.dumps(value, ensure_ascii=False)}"
    width = len(line[0]) - len(comment)
    return f"{new.ljust(max(width, len(new) + 1))}{comment}".rstrip()


# --- what a judge that has been started says of itself to its operator


def serving_lines(config: Config, port: int) -> Iterator[str]:
    """Yield where letters come in and go out, where everything lies, and how to write a first letter.

    ``port`` is the one of the SMTP server, which may have been any free one.
    """
    yield f"{config.judge.address} listens on {config.smtp.host}:{port}; SIGTERM or Ctrl-C stops it"
    boxes = config.folders.mailboxes
    doors = [f"SMTP at {config.smtp.host}:{port}", *_lmtp(config), f"the Maildir {boxes / 'in'}"]
    yield f"  letters in   {', '.join(doors)}"
    out = (
        f"through {config.relay.host}:{config.relay.port}"
        if config.relay.host
        else f"one Maildir per reader in {boxes}"
    )
    yield f"  letters out  {out}"
    yield f"  kept in      {config.folders.data / 'judge.db'}; games as plain text in {config.folders.archive}"
    yield "Write to it, in another terminal: HELP explains the commands, PRACTICE begins a game at once."
    yield f"  {PROGRAM} letter --from you@example.org HELP"


def _lmtp(config: Config) -> Iterator[str]:
    if config.lmtp.socket:
        yield f"LMTP at {config.lmtp.socket}"
    elif config.lmtp.host:
        yield f"LMTP at {config.lmtp.host}:{config.lmtp.port}"
