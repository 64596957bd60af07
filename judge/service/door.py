"""The door: receives letters into the spool, alone or linked to a worker in another process.

It is a pair of datagram sockets that outlives both, so a message may be lost with whoever was to read it. None is
needed but the answer to ``settle``, which is asked for again until it comes, or until no door holds its lock.
"""

import fcntl
import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from threading import Condition, Thread

from judge.config import Config, ConfigError
from judge.handlers.services import judge_domain
from judge.mail.identity import read_recipient
from judge.mail.smtp_session import LmtpListener, ServerLimits, SmtpListener, tls_context
from judge.paths.receive import DoorControl
from judge.store.data_folder import is_locked
from judge.store.spool import Spool, spool_path

# --- the door: receives letters by SMTP and LMTP, and keeps them in the spool until they are in the store


class Door:
    """The servers of one judge and their spool, which nobody else writes."""

    def __init__(self, config: Config) -> None:
        """Nothing is opened before ``bind`` or ``start``; ConfigError when the certificate cannot be used."""
        self._config = config
        terms = _server_limits(config)
        place = (config.smtp.host, config.smtp.port)
        self._listeners = (SmtpListener(place, self._known, self._keep, terms), *self._lmtp_listener(terms))
        self._spool: Spool | None = None
        self._arrived: Callable[[], None]

    def bind(self) -> None:
        """Open the sockets; OSError, which names the address, when one cannot be opened, and then none is."""
        with ExitStack() as opened:
            for listener in self._listeners:
                opened.callback(listener.stop)
                listener.bind()
            opened.pop_all()

    def start(self, now: Callable[[], datetime], arrived: Callable[[], None]) -> None:
        """Receive letters: ``now`` tells the time (UTC), ``arrived`` is called once a letter is kept, by any thread."""
        self._arrived = arrived
        self._spool = Spool(spool_path(self._config.folders.data), now)
        for listener in self._listeners:
            listener.start()

    def pass_round(self, act: Callable[[], None]) -> None:
        """Have every server get round to it, one after the other; the last one acts."""
        for listener in self._listeners:
            act = partial(listener.call, act)
        act()

    def stop(self) -> None:
        """Let letters being received come to their end, close the sockets."""
        for listener in self._listeners:
            listener.stop()

    def close(self) -> None:
        """Close the spool, after ``stop``."""
        if self._spool:
            self._spool.close()

    @property
    def port(self) -> int:
        """The port of the SMTP server."""
        return self._listeners[0].port

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is in the spool."""
        if self._spool:
            self._spool.settle()

    def release(self, letter_id: int) -> None:
        """Note that all letters of the spool up to one are in the store."""
        if self._spool:
            self._spool.release(letter_id)

    def _keep(self, transport: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        assert self._spool
        kept = self._spool.keep(transport, sender, recipient, raw)
        kept.add_done_callback(lambda _: self._arrived())
        return kept

    def _known(self, recipient: str) -> bool:
        """Whether it is an address of the judge, of whatever game: what is refused would tell which games there are."""
        return read_recipient(recipient, self._config.judge.address) is not None

    def _lmtp_listener(self, terms: ServerLimits) -> tuple[LmtpListener, ...]:
        """The server for a mail server on this machine, where it is configured; one recipient at a time."""
        lmtp = self._config.lmtp
        place = lmtp.socket or ((lmtp.host, lmtp.port) if lmtp.host else None)
        neighbourly = replace(terms, recipients=1, proxies=(), tls=None)
        return (LmtpListener(place, self._known, self._keep, neighbourly),) if place else ()


def _server_limits(config: Config) -> ServerLimits:
    """The limits of the servers, from the configuration."""
    smtp = config.smtp
    try:
        tls = tls_context(smtp.certificate, smtp.key) if smtp.certificate else None
    except OSError as error:
        raise ConfigError(f"smtp.certificate: {smtp.certificate} cannot be used: {error}") from error
    return ServerLimits(
        hostname=judge_domain(config),
        connections=smtp.connections,
        per_client=smtp.connections_per_client,
        trusted=smtp.trusted,
        proxies=smtp.proxies,
        recipients=smtp.recipients,
        silence=smtp.silence_seconds,
        longest=smtp.longest_seconds,
        tls=tls,
    )


# --- the link between a door and a worker in processes of their own


_LONGEST_MESSAGE = 100
_ASKED_AGAIN_AFTER = 1.0
"""Seconds."""


def link() -> tuple[socket.socket, socket.socket]:
    """The two ends, the door's and the worker's."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)


class DoorLink:
    """The worker's end: the door as another process."""

    def __init__(self, end: socket.socket, lock: Path) -> None:
        self._end = end
        self._lock = lock
        self._numbers = count(time.monotonic_ns())  # none that an earlier worker has used
        self._answered = Condition()
        self._answer = 0
        self._arrived: Callable[[], None] = lambda: None

    def start(self, arrived: Callable[[], None]) -> None:
        """Listen to the door; ``arrived`` is called when letters have been kept."""
        self._arrived = arrived
        Thread(target=self._listen, name="door-link", daemon=True).start()

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is in the spool; without a door none is lacking."""
        number = next(self._numbers)
        while is_locked(self._lock):
            _tell(self._end, f"settle {number}")
            with self._answered:
                if self._answered.wait_for(lambda: self._answer >= number, _ASKED_AGAIN_AFTER):
                    return

    def release(self, letter_id: int) -> None:
        """Note that all letters of the spool up to one are in the store."""
        _tell(self._end, f"release {letter_id}")

    def _listen(self) -> None:
        while True:
            word, number = _hear(self._end)
            self._arrived()
            if word == "settled":
                with self._answered:
                    self._answer = number
                    self._answered.notify_all()


class WorkerLink:
    """The door's end, from ``start`` to the end of the process."""

    def __init__(self, end: socket.socket, lock: Path, door: DoorControl) -> None:
        self._end = end
        self._lock = lock
        self._door = door

    def start(self) -> None:
        """Lock the door's file until this process ends, and write its number there; then answer the worker."""
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        Thread(target=self._answer, name="worker-link", daemon=True).start()

    def arrived(self) -> None:
        """Wake the worker: letters have been kept."""
        _tell(self._end, "arrived 0")

    def _answer(self) -> None:
        while True:
            word, number = _hear(self._end)
            if word == "settle":
                self._door.settle()
                _tell(self._end, f"settled {number}")
            else:
                self._door.release(number)


def _tell(end: socket.socket, message: str) -> None:
    """Send a message; where so many wait that there is no room, the other end has enough to wake up for."""
    with suppress(BlockingIOError):
        end.send(message.encode(), socket.MSG_DONTWAIT)


def _hear(end: socket.socket) -> tuple[str, int]:
    word, number = end.recv(_LONGEST_MESSAGE).decode().split()
    return word, int(number)
