"""mutt's own reply to our letters: the command of the README opens the mailbox, a player answers with the editor."""

import shutil
import subprocess
from pathlib import Path

from tests.mta.postfix import own_folder, until
from tests.mta.stage import HERE, JudgeProcess
from tests.mta.terminal import in_terminal
from tests.shared.ports import free_port

ALICE = "alice@example.org"
README = (HERE / "README.md").read_text(encoding="utf-8")

_MUTTRC = """\
set from="{alice}" realname="Alice" use_from=yes envelope_from=yes
set smtp_url="smtp://127.0.0.1:{port}/" ssl_starttls=no ssl_force_tls=no
set editor="{editor}" edit_headers=no include=yes fast_reply=yes reply_to=yes
set folder="{folder}" record="" signature="" abort_unmodified=no quit=yes delete=yes mark_old=no confirmappend=no
"""


def reply(box: Path, folder: Path, port: int, words: str) -> None:
    """Answer the last letter of a mailbox, its words above the quoted letter, and leave mutt."""
    editor = folder / "editor"
    editor.write_text(f'#!/bin/sh\n{{ echo "{words}"; cat "$1"; }} > "$1.new" && mv "$1.new" "$1"\n')
    editor.chmod(0o755)
    (folder / "muttrc").write_text(_MUTTRC.format(folder=folder, alice=ALICE, port=port, editor=editor))
    command: list[str | Path] = ["mutt", "-n", "-F", folder / "muttrc", "-e", "push <last-entry>r", "-f", box]
    in_terminal(command, folder, {b"y:Send": b"y", b"Mail sent": b"q"})


def test_a_reply_by_mutt_confirms_and_a_second_one_is_carried_out() -> None:
    assert shutil.which("mutt"), "apt-get install --no-install-recommends mutt"
    assert "mutt -f mailboxes/alice@example.org" in README
    with own_folder() as folder:
        judge = JudgeProcess(folder / "judge", free_port(), 0)
        judge.start()
        try:
            box = judge.folder / "mailboxes" / ALICE
            sent = ["letter", "--from", ALICE, "OPEN rome"]
            config = ["--config", str(judge.folder / "config.toml")]
            subprocess.run([str(HERE / ".venv/bin/python"), "judge.py", *config, *sent], cwd=HERE, check=True)
            until(lambda: len(subjects(box)) == 1)
            reply(box, folder, judge.port, "Yes.")
            until(lambda: any("The game is open" in subject for subject in subjects(box)))
            until(lambda: judge.rows("SELECT 1 FROM outbox WHERE state = 'waiting'") == [])
            known = len(subjects(box))
            reply(box, folder, judge.port, "STATUS")
            until(lambda: len(subjects(box)) > known)
            assert judge.rows("SELECT DISTINCT state FROM letters") == [("done",)]
        finally:
            judge.stop()


def subjects(box: Path) -> list[str]:
    paths = [path for name in ("new", "cur") if (box / name).is_dir() for path in (box / name).iterdir()]
    lines = (line for path in paths for line in path.read_text(errors="replace").splitlines())
    return [line for line in lines if line.startswith("Subject:")]
