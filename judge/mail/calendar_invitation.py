"""A deadline as an entry for the reader's calendar (RFC 5545, RFC 5546)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from icalendar import Calendar, Event, vCalAddress

Method = Literal["REQUEST", "CANCEL"]


@dataclass(frozen=True)
class Invitation:
    """One calendar entry: the same ``uid`` is the same entry, and the higher ``sequence`` counts (RFC 5546 2.1.4).

    ``stamp`` is when this was written, UTC; ``organizer`` and ``attendee`` are addresses.
    """

    uid: str
    sequence: int
    at: datetime
    stamp: datetime
    summary: str
    text: str
    organizer: str
    attendee: str
    is_cancelled: bool = False

    @property
    def method(self) -> Method:
        """The iTIP method: REQUEST or CANCEL."""
        return "CANCEL" if self.is_cancelled else "REQUEST"


def write_invitation(invitation: Invitation) -> str:
    """The entry as iCalendar text, in lines of CRLF.

    It has no length (RFC 5545 3.6.1), shows its reader as free and asks for no answer.
    """
    calendar, event = Calendar(), Event()
    calendar.add("prodid", "-//Judge//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", invitation.method)
    event.add("uid", invitation.uid)
    event.add("sequence", invitation.sequence)
    event.add("dtstamp", invitation.stamp)
    event.add("dtstart", invitation.at)
    event.add("summary", invitation.summary)
    event.add("description", invitation.text)
    event.add("status", "CANCELLED" if invitation.is_cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("organizer", vCalAddress(f"mailto:{invitation.organizer}"))
    event.add("attendee", _attendee(invitation.attendee))
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written.decode()


def _attendee(address: str) -> vCalAddress:
    attendee = vCalAddress(f"mailto:{address}")
    attendee.params["PARTSTAT"] = "ACCEPTED"
    attendee.params["RSVP"] = "FALSE"
    return attendee
