"""Ports of loopback for servers that a test starts later."""

import os
import socket
from contextlib import suppress
from itertools import count

_FIRST, _LAST = 10240, 32000
"""Below those that a system gives to whoever connects: none is taken meanwhile by somebody's connection."""

_NEXT = count(os.getpid() * 97)


def free_port() -> int:
    """A port of 127.0.0.1 where nobody listens; the same one is not given twice."""
    for number in _NEXT:
        port = _FIRST + number % (_LAST - _FIRST)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError
