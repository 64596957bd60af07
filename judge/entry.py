"""Where the program begins: Ctrl-C ends it without a word while its modules are loaded, which takes up to a second."""

import signal
import sys
from importlib import import_module
from types import ModuleType
from typing import NoReturn

OLDEST_PYTHON = (3, 11)

_MISSING = (
    "This needs the package {}, which is not installed; it comes with the extra judge[serve], "
    "in a checkout by “make .venv/ready”."
)


def main() -> None:
    """Load the commands, then do what the command line asks; where Python is too old for them, say so."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit("The judge needs Python {}.{} or newer; this is {}.".format(*OLDEST_PYTHON, sys.version.split()[0]))
    load("judge.cli").main()


def load(name: str) -> ModuleType:
    """Load a module by its name; Ctrl-C meanwhile ends the process without a word, a missing package with a line."""
    is_asked_by_python = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_asked_by_python:  # in the background of a shell it is ignored, and stays so
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        end_for_lack_of(error)
    finally:
        if is_asked_by_python:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def end_for_lack_of(error: ModuleNotFoundError) -> NoReturn:
    """End the process with a line about the package that is missing; a module of the judge is missing by a bug."""
    missing = (error.name or "judge").partition(".")[0]
    if missing == "judge":
        raise error
    sys.exit(_MISSING.format(missing))
