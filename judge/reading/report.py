"""Writes how the judge reads one letter as a report for a person."""

from collections.abc import Iterable, Iterator

from judge.reading.letter_reading import LetterReading
from judge.reading.origin import Origin
from judge.reading.preview import LetterPreview, preview_lines

_MARGIN = 14


def write_report(name: str, origin: Origin, finding: LetterReading, outcome: LetterPreview | None = None) -> str:
    """Return one heading, then a line or a block for each thing in the letter, then what would be sent."""
    return "\n".join([name, *_head(origin, finding), *_body(finding), *_end(outcome), ""])


def _head(origin: Origin, finding: LetterReading) -> Iterator[str]:
    letter = finding.letter
    yield _row("from", letter.sender or "nobody: there is no single sender")
    yield _row("to", origin.to or "nobody")
    yield _row("proof", origin.proof)
    yield _row("game", origin.game.name if origin.game else "none")
    yield _row("subject", letter.subject or "none")
    yield _row("written", letter.date.isoformat() if letter.date else "at no time it tells")
    yield _row("automatic", f"yes: {letter.robot}" if letter.robot else "no")
    yield _row("bounce", f"yes: {letter.bounce}" if letter.bounce else "no")
    if letter.trouble:
        yield _row("trouble", letter.trouble)
    if letter.attachments:
        yield _row("attachments", f"{', '.join(letter.attachments)} (not read)")


def _end(outcome: LetterPreview | None) -> Iterator[str]:
    if outcome:
        yield _row("what comes", outcome.said)
        yield from _block("would be sent", preview_lines(outcome))


def _body(finding: LetterReading) -> Iterator[str]:
    letter = finding.letter
    yield from _block("new text", letter.text.split("\n") if letter.text else ())
    yield from _block("cut", letter.cut)
    yield from _block("struck out", letter.struck)
    yield from _block("commands", finding.commands)
    yield from _block("press", (line for text in finding.press for line in text.split("\n")))
    yield from _block("orders", finding.orders)
    yield from _block("not followed", (f"{line}: {why}" for line, why in finding.refused))
    yield from _block("may be orders", finding.unread)


def _row(title: str, text: str) -> str:
    return f"  {title:{_MARGIN}}{text}"


def _block(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = tuple(lines)
    if not listed:
        yield _row(title, "none")
    for number, line in enumerate(listed):
        yield _row("" if number else title, f"| {line}")
