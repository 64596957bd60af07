"""Blocks of conditions: where they end, what stands in which branch, what cannot stand there at all."""

import time

import pytest

from judge.requests.orders import ConditionalOrdersRequest
from judge.requests.read_lines import read_lines
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import Word
from tests.shared.each_case import each_case


def said(piece: Word | ConditionalOrdersRequest) -> str:
    """A block on one line: ``(condition ? then : otherwise)``, ``!`` before a line that is astray."""
    if isinstance(piece, Word):
        return piece.text.strip()
    then, otherwise = (" ".join(map(said, branch)) for branch in (piece.then, piece.otherwise))
    stray = f" !{piece.stray.text}" if piece.stray else ""
    return f"({piece.condition.text} ? {then} : {otherwise}){stray}"


def read(text: str) -> list[str]:
    meanings = ((line, line.request) for line in read_lines(text))
    return [said(request) if isinstance(request, ConditionalOrdersRequest) else line.text for line, request in meanings]


BLOCKS = {
    "a case": ("IF MUN\nx\nENDIF", ["(MUN ? x : )"]),
    "two cases": ("IF MUN\nx\nELSE\ny\nENDIF\nz", ["(MUN ? x : y)", "z"]),
    "in French": ("SI MUN\nx\nSINON\ny\nFIN SI\nz", ["(MUN ? x : y)", "z"]),
    "several cases with one end": (
        "IF A MUN\nx\nELSE IF A BUR\ny\nELSE\nz\nEND IF\nw",
        ["(A MUN ? x : (A BUR ? y : z))", "w"],
    ),
    "one inside another": ("IF MUN\nIF BUR\nx\nENDIF\ny\nENDIF", ["(MUN ? (BUR ? x : ) y : )"]),
    "blank lines": ("IF MUN\n\nx\n\nENDIF", ["(MUN ? x : )"]),
    "no end, but another case": ("IF MUN\nx\nELSE\ny", ["(MUN ? x : y)"]),
    "no end below a phase": ("PHASE F1902M\nIF MUN\nx", ["PHASE F1902M", "(MUN ? x : )"]),
    "the next phase ends it": (
        "PHASE F1902M\nIF MUN\nx\nPHASE S1903M\ny",
        ["PHASE F1902M", "(MUN ? x : )", "PHASE S1903M", "y"],
    ),
    "the end of the letter ends it": (
        "PHASE F1902M\nIF MUN\nx\nSIGNOFF\nENDIF",
        ["PHASE F1902M", "(MUN ? x : )", "SIGNOFF", "ENDIF"],
    ),
    "prose is none": ("If you agree:\nA MUN H\nBye", ["If you agree:", "A MUN H", "Bye"]),
    "two cases too many": ("IF MUN\nx\nELSE\ny\nELSE\nz\nENDIF", ["(MUN ? x : y) !ELSE"]),
    "a command inside": ("IF MUN\nCLEAR\nx\nENDIF", ["(MUN ? x : ) !CLEAR"]),
    "words behind an ELSE": ("IF MUN\nx\nELSE y\nENDIF", ["(MUN ? x : ) !ELSE y"]),
    "words behind an ENDIF": ("IF MUN\nx\nENDIF y", ["(MUN ? x : ) !ENDIF y"]),
    "no condition": ("IF\nx\nENDIF", ["( ? x : )"]),
}


@each_case(("text", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_a_block_goes_to_its_end(text: str, expected: list[str]) -> None:
    assert read(text) == expected


def test_places_are_those_of_the_whole_block() -> None:
    (line,) = read_lines("IF  A MUN\n  A PAR H\nELSE\nA PAR - BUR\nENDIF")
    assert isinstance(line.request, ConditionalOrdersRequest)
    for word in (line.request.condition, *line.request.then, *line.request.otherwise):
        assert isinstance(word, Word)
        assert line.text[word.start : word.end] == word.text


def test_conditions_too_deep_in_one_another_are_astray() -> None:
    (line,) = read_lines("\n".join(["IF MUN"] * 30 + ["ENDIF"] * 30))
    assert isinstance(line.request, ConditionalOrdersRequest)
    assert line.request.stray


@pytest.mark.parametrize("text", ["IF\n" * 4_000, "IF\n" * 4_000 + "ENDIF", "IF x\nENDIF\n" * 4_000])
def test_a_letter_of_nothing_but_conditions_is_read_at_once(text: str) -> None:
    begun = time.process_time()
    assert read_lines(text)
    assert time.process_time() - begun < 30


def test_an_if_that_begins_no_block_may_be_an_order() -> None:
    assert isinstance(read_lines("IF A MUN")[0].request, PossibleOrder)
