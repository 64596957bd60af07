"""What a judge that has been started says of itself to its operator."""

from collections.abc import Iterator

from judge.config import Config
from judge.packaged import PROGRAM


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
