"""What a judge says of itself when it has been started."""

from dataclasses import replace
from pathlib import Path

from judge.config import Config, FolderConfig, LmtpConfig, RelayConfig
from judge.shell.new_service import serving_lines

AS_IT_IS = """\
judge@localhost listens on 127.0.0.1:2525; SIGTERM or Ctrl-C stops it
  letters in   SMTP at 127.0.0.1:2525, the Maildir letters/in
  letters out  one Maildir per reader in letters
  kept in      data/judge.db; games as plain text in data/archive
Write to it, in another terminal: HELP explains the commands, PRACTICE begins a game at once.
  judge.py letter --from you@example.org HELP"""


def test_a_judge_on_its_own_says_where_letters_lie() -> None:
    folders = FolderConfig(*map(Path, ("data", "data/archive", "letters", "tournaments")))
    assert "\n".join(serving_lines(Config(folders=folders), 2525)) == AS_IT_IS


def test_a_judge_behind_a_mail_server_names_its_ways() -> None:
    config = replace(
        Config(), lmtp=LmtpConfig(socket=Path("/run/judge/lmtp")), relay=RelayConfig(host="mail.example.org")
    )
    _, ways_in, ways_out, *_ = serving_lines(config, 8025)
    assert ways_in.split("   ")[1].split(", ")[1] == "LMTP at /run/judge/lmtp"
    assert ways_out == "  letters out  through mail.example.org:25"
