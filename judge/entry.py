"""Where the program begins: Ctrl-C ends it without a word while its modules are loaded, which takes a second."""

import signal
from importlib import import_module


def main() -> None:
    """Load the commands, then do what the command line asks."""
    is_asked_by_python = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_asked_by_python:  # in the background of a shell it is ignored, and stays so
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    commands = import_module("judge.cli")
    if is_asked_by_python:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    commands.main()
