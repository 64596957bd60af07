"""The door: receives letters by SMTP and LMTP, and keeps them in the spool until they are in the store."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from functools import partial

from judge.config import Config, ConfigError
from judge.handlers.services import judge_domain
from judge.mail.identity import read_recipient
from judge.mail.smtp_server import LmtpListener, SmtpListener, tls_context
from judge.mail.smtp_session import ServerLimits
from judge.store.spool import Spool, spool_path


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
