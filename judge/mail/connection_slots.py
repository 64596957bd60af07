"""Who may connect while others do: idle connections make room, letters under way do not."""

from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Protocol

TOO_MANY = "421 4.3.2 Too many connections"
TOO_MANY_OF_YOURS = "421 4.7.0 Too many connections from your address"
PLACE_NEEDED = "421 4.3.2 Others are waiting, please come again"

_MOST_REMEMBERED = 10_000
"""Clients that are remembered to have delivered a letter."""

_IPV6_PREFIX = 64
"""Bits of an IPv6 address that whoever is given a network has not chosen (RFC 6177 2)."""

Networks = tuple[IPv4Network | IPv6Network, ...]


class Connection(Protocol):
    """A connection, as its slot is given and taken away.

    ``client`` is its address, None where there is none; ``heard`` when something was heard last, in seconds of the
    event loop; ``is_at_letter`` from DATA to the answer, ``has_sender`` from MAIL on.
    """

    client: str | None
    heard: float

    @property
    def is_at_letter(self) -> bool: ...  # noqa: D102

    @property
    def has_sender(self) -> bool: ...  # noqa: D102

    def hang_up(self, words: str) -> None: ...  # noqa: D102


def slot_holder(client: str) -> str:
    """Whom the slots of an address count for: itself, or of IPv6 the network of which one client has every address."""
    address = ip_address(client.partition("%")[0])
    return str(address if isinstance(address, IPv4Address) else ip_network((address, _IPV6_PREFIX), strict=False))


def is_among(client: str, networks: Networks) -> bool:
    """Whether an address is in one of the networks."""
    address = ip_address(client.partition("%")[0])
    return any(address in network for network in networks)


@dataclass(frozen=True)
class ConnectionSlots:
    """The connections of one server: ``most`` at once, ``per_client`` from one address outside the ``trusted``.

    Addresses that have delivered no letter yet have three quarters of all together. Where somebody finds no room, the
    connection that has been silent longest leaves, whatever it has said so far; of those at a letter none does.
    """

    most: int
    per_client: int
    trusted: Networks
    live: set[Connection] = field(default_factory=set)
    _delivered: dict[str, None] = field(default_factory=dict)

    @property
    def are_scarce(self) -> bool:
        """Whether more than half of them are taken."""
        return len(self.live) > self.most / 2

    def note_delivered(self, client: str | None) -> None:
        """Remember that an address has handed over a letter."""
        if client is None:
            return
        holder = slot_holder(client)
        self._delivered.pop(holder, None)
        self._delivered[holder] = None
        if len(self._delivered) > _MOST_REMEMBERED:
            del self._delivered[next(iter(self._delivered))]

    def refusal_of(self, newcomer: Connection) -> str | None:
        """The reply that refuses a new connection, already among the ``live``; None once there is room for it."""
        if self._has_too_many(newcomer.client):
            return TOO_MANY_OF_YOURS
        strangers = [one for one in self.live if self._is_stranger(one)]
        most_of_strangers = self.most - self.most // 4
        if self._is_stranger(newcomer) and len(strangers) > most_of_strangers:
            return self._without_longest_idle(strangers, newcomer)
        return self._without_longest_idle(self.live, newcomer) if len(self.live) > self.most else None

    def _has_too_many(self, client: str | None) -> bool:
        if client is None or is_among(client, self.trusted):
            return False
        holder = slot_holder(client)
        of_theirs = sum(slot_holder(other.client) == holder for other in self.live if other.client)
        return of_theirs > self.per_client

    def _is_stranger(self, one: Connection) -> bool:
        client = one.client
        return client is not None and not is_among(client, self.trusted) and slot_holder(client) not in self._delivered

    def _without_longest_idle(self, crowd: Collection[Connection], newcomer: Connection) -> str | None:
        """Close the idle connection that can be spared first; the reply to the newcomer where there is none."""
        idle = [one for one in crowd if one is not newcomer and not one.is_at_letter]
        if not idle:
            return TOO_MANY
        spared = min(idle, key=lambda one: (not self._is_stranger(one), one.has_sender, one.heard))
        self.live.discard(spared)
        spared.hang_up(PLACE_NEEDED)
        return None
