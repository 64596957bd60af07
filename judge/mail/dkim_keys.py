"""Keys of DKIM signatures, looked up side by side, with a time limit, while the letters that need them wait."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import inf
from pickle import dumps
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import dns.exception
    import dns.resolver
else:
    dns = LibraryOnDemand("dns")


# --- DNS queries with a time limit


DkimKeyLookup = Callable[[str], bytes | None]
"""The TXT record of a name, None where there is none or more than one; DnsUnavailableError without an answer.

DkimKeyAwaitedError where the answer is not known yet and nobody waits for it here.
"""

_TIMEOUT = 3.0
"""Seconds for one query, with all its repetitions."""


class DnsUnavailableError(Exception):
    """No name server answers."""


class DkimKeyAwaitedError(Exception):
    """The key of ``name`` is not known yet; whoever needs it comes again once it is."""

    def __init__(self, name: str) -> None:
        """``name`` is where the key stands in the DNS."""
        super().__init__(name)
        self.name = name


def lookup(name: str, kind: str) -> tuple[str, ...]:
    """The records of a name by the machine's own resolver; DnsUnavailableError when it does not answer."""
    try:
        found = dns.resolver.resolve(name, kind, lifetime=_TIMEOUT)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except (dns.exception.DNSException, OSError) as error:
        raise DnsUnavailableError from error
    if kind == "TXT":
        return tuple(b"".join(record.strings).decode("utf-8", "replace") for record in found)
    return tuple(record.to_text() for record in found)


def dkim_key_record(name: str) -> bytes | None:
    """The key of a DKIM signature, as it stands under ``selector._domainkey.domain`` (RFC 6376 3.6.2)."""
    records = lookup(f"{name}.", "TXT")
    return records[0].encode() if len(records) == 1 else None


# --- keys of DKIM signatures, looked up side by side while the letters that need them are put aside


_log = logging.getLogger("judge")

_AT_A_TIME = 32
"""Look-ups under way at once; half of them are kept for domains that have answered before."""

_A_DOMAIN_AND_HOUR = 60
"""Look-ups of one domain in an hour."""

_KEPT = 4096
"""Names whose answers are remembered."""

_HOUR = 3600.0
_FRESH = 900.0
"""Seconds that a key counts before it is asked for again."""

_SILENT = 120.0
"""Seconds that a domain whose name server said nothing is not asked again."""

_STALE = 24 * _HOUR
"""Seconds that a key still counts while its name server says nothing."""


@dataclass(frozen=True)
class _Answer:
    """The ``record`` told ``at`` a second; it counts ``until`` another. ``is_silence`` when nothing was told."""

    at: float
    until: float
    record: bytes | None = None
    is_silence: bool = False


@dataclass(frozen=True)
class _Told:
    """The ``keys`` known at one moment, pickled; they are others once the clock shows ``until``."""

    keys: bytes
    until: float


class KnownKeys:
    """The keys known at one moment, for another process; whatever else it asks for is awaited."""

    def __init__(self, records: Mapping[str, bytes | None], silent: frozenset[str]) -> None:
        """``silent`` are the names for which there was no answer."""
        self._records, self._silent = records, silent

    def __call__(self, name: str) -> bytes | None:
        """The key of that name; DnsUnavailableError, DkimKeyAwaitedError as of ``DkimKeys``."""
        if name in self._silent:
            raise DnsUnavailableError
        if name not in self._records:
            raise DkimKeyAwaitedError(name)
        return self._records[name]


class DkimKeys:
    """Answers at once from what is known; ``ask`` looks up what is not, and ``came`` is called when that is done.

    A letter waits for a look-up, nothing else does: whoever reads letters puts it aside until ``is_awaited`` is over.
    """

    def __init__(
        self, look_up: DkimKeyLookup, came: Callable[[], None], seconds: Callable[[], float] = monotonic
    ) -> None:
        """``seconds`` is a clock that only goes forward."""
        self._look_up, self._came, self._seconds = look_up, came, seconds
        self._lock = Lock()
        self._answers: dict[str, _Answer] = {}
        self._told: _Told | None = None
        self._under_way: set[str] = set()
        self._budgets: dict[str, tuple[float, int]] = {}
        self._threads = ThreadPoolExecutor(_AT_A_TIME, "dkim-keys")

    def __call__(self, name: str) -> bytes | None:
        """The key of that name, None where there is none or more than one.

        DkimKeyAwaitedError while it is not known, DnsUnavailableError when no answer came.
        """
        with self._lock:
            answer = self._known(name)
        if answer is None:
            raise DkimKeyAwaitedError(name)
        if answer.is_silence:
            raise DnsUnavailableError
        return answer.record

    def told(self) -> bytes:
        """What is known now, pickled as ``KnownKeys`` for another process; the same bytes while it is the same."""
        with self._lock:
            if self._told is None or self._seconds() >= self._told.until:
                known = {name: answer for name in self._answers if (answer := self._known(name))}
                silent = frozenset(name for name, answer in known.items() if answer.is_silence)
                records = {name: answer.record for name, answer in known.items() if name not in silent}
                until = min((answer.until for answer in known.values()), default=inf)
                self._told = _Told(dumps(KnownKeys(records, silent)), until)
            return self._told.keys

    def ask(self, name: str) -> None:
        """Begin to look a name up; beyond what may be asked the answer is silence at once."""
        with self._lock:
            if name in self._under_way:
                return
            if not self._may_ask(_domain(name)):
                self._note(name, None, is_silence=True)
                return
            self._under_way.add(name)
        self._threads.submit(self._fetch, name)

    def is_awaited(self, name: str) -> bool:
        """Whether a look-up is under way whose answer is not known yet."""
        with self._lock:
            return name in self._under_way

    def give_up(self, name: str) -> None:
        """Take silence for the answer, or the last key that was known, until there is one: something cannot wait."""
        with self._lock:
            if name in self._under_way:
                self._note(name, None, is_silence=True)

    def close(self) -> None:
        """Begin no look-up any more; those under way end by themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _fetch(self, name: str) -> None:
        try:
            record, is_silence = self._look_up(name), False
        except DnsUnavailableError:
            record, is_silence = None, True
        except Exception:  # noqa: BLE001
            # Whatever is wrong with this name must not leave its letter waiting.
            _log.exception("a key could not be looked up")
            record, is_silence = None, True
        with self._lock:
            self._under_way.discard(name)
            self._note(name, record, is_silence=is_silence)
        self._came()

    def _note(self, name: str, record: bytes | None, *, is_silence: bool) -> None:
        """Remember an answer; silence leaves a key that was known in force for a day."""
        now, known, self._told = self._seconds(), self._answers.pop(name, None), None
        if not is_silence:
            self._answers[name] = _Answer(now, now + _FRESH, record)
        elif known and known.record and now - known.at < _STALE:
            self._answers[name] = replace(known, until=now + _SILENT)
        else:
            self._answers[name] = _Answer(now, now + _SILENT, is_silence=True)
        if len(self._answers) > _KEPT:
            del self._answers[next(iter(self._answers))]

    def _known(self, name: str) -> _Answer | None:
        answer = self._answers.get(name)
        return answer if answer and self._seconds() < answer.until else None

    def _may_ask(self, domain: str) -> bool:
        """Whether there is room for one look-up more of a domain; one that may be is counted."""
        begun, count = self._budgets.get(domain, (self._seconds(), 0))
        if self._seconds() - begun >= _HOUR:
            begun, count = self._seconds(), 0
        room = _AT_A_TIME if domain in self._answering else _AT_A_TIME // 2
        if count >= _A_DOMAIN_AND_HOUR or len(self._under_way) >= room:
            return False
        self._budgets.pop(domain, None)
        self._budgets[domain] = (begun, count + 1)
        if len(self._budgets) > _KEPT:
            del self._budgets[next(iter(self._budgets))]
        return True

    @property
    def _answering(self) -> frozenset[str]:
        """The domains of which a key is known."""
        return frozenset(_domain(name) for name, answer in self._answers.items() if answer.record)


def _domain(name: str) -> str:
    """The domain of ``selector._domainkey.domain``."""
    return name.rpartition("._domainkey.")[2]
