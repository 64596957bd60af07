"""What is new on the site as a feed that readers of news take (Atom, RFC 4287)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from posixpath import dirname, relpath
from xml.etree.ElementTree import Element, SubElement, tostring

from judge.site.frame import SiteWriter

_ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 30
"""The most entries of a feed, the latest."""
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without any entry was last new."""


@dataclass(frozen=True)
class FeedEntry:
    """Something new: a ``key`` that nothing else of the site has, where it is read, when it came, what it is about."""

    key: str
    title: str
    path: str
    at: datetime
    summary: str


def write_feed(writer: SiteWriter, title: str, path: str, entries: Sequence[FeedEntry]) -> bytes:
    """Return a feed that stands at ``path`` from the root of its language; its entries are the latest ones.

    Each entry has an id that never changes: a tag (RFC 4151) of the judge's host where the site has no address.
    """
    latest = sorted(entries, key=lambda one: (one.at, one.key), reverse=True)[:MOST_ENTRIES]
    feed = Element("feed", {"xmlns": _ATOM, "xml:lang": writer.language})
    _text(feed, "title", f"{title} – {writer.title}" if title != writer.title else title)
    _text(feed, "id", _id(writer, path))
    _text(feed, "updated", _moment(latest[0].at if latest else _BEGINNING))
    SubElement(SubElement(feed, "author"), "name").text = writer.title
    own = f"{writer.site.url}/{writer.language}/{path}" if writer.site.url else path.rpartition("/")[2]
    SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": own})
    for one in latest:
        entry = SubElement(feed, "entry")
        _text(entry, "title", one.title)
        _text(entry, "id", _id(writer, one.key))
        _text(entry, "updated", _moment(one.at))
        SubElement(entry, "link", {"rel": "alternate", "href": _address(writer, path, one.path)})
        _text(entry, "summary", one.summary or one.title)
    return xml_file(feed)


def xml_file(root: Element) -> bytes:
    """Return a document as a file."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'.encode()


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _id(writer: SiteWriter, key: str) -> str:
    return f"tag:{writer.site.host},2026:{writer.language}/{key}"


def _address(writer: SiteWriter, feed: str, path: str) -> str:
    return f"{writer.site.url}/{writer.language}/{path}" if writer.site.url else relpath(path, dirname(feed) or ".")


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
