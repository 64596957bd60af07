"""One table holds every verb of letters, and together the verbs yield every meaning that a line can have."""

from types import NoneType, UnionType
from typing import get_args, get_type_hints

from judge.requests.asked import CorrectProofRequest, LetterToEditorRequest, PlaceTextRequest
from judge.requests.mastery import CorrectPositionRequest
from judge.requests.orders import ConditionalOrdersRequest
from judge.requests.press import ReplyToPressRequest, SendPressRequest, WriteDiaryRequest
from judge.requests.questions import NewHouseRulesRequest, WhatIfRequest
from judge.requests.read_lines import BLOCKS, read_lines
from judge.requests.registry import VERBS
from judge.requests.requests import Line, Request, UnreadRest
from judge.requests.setting_lists import read_settings
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import vocabulary
from tests.shared.each_case import each_case

BLOCK_SAMPLES = {
    "press": ("PRESS TO FRANCE\nHello\nENDPRESS", SendPressRequest),
    "broadcast": ("BROADCAST\nHello\nENDPRESS", SendPressRequest),
    "diary": ("DIARY\nA plan\nENDDIARY", WriteDiaryRequest),
    "to_admins": ("WRITE TO THE ADMINS\nHello\nENDLETTER", LetterToEditorRequest),
    "complain": ("REPORT PLAYER FRANCE\nRude.\nENDLETTER", LetterToEditorRequest),
    "report": ("REPORT FRANCE\nRude.\nENDLETTER", LetterToEditorRequest),
    "tribune": ("TRIBUNE\nHello\nENDLETTER", LetterToEditorRequest),
    "to_editor": ("LETTER TO THE EDITOR\nHello\nENDLETTER", LetterToEditorRequest),
    "whatif": ("WHATIF\nA PAR - BUR\nENDWHATIF", WhatIfRequest),
    "correct": ("CORRECT\nREMOVE A PAR\nENDCORRECT", CorrectPositionRequest),
    "text": ("TEXT editorial\nGood morning.\nEND TEXT", PlaceTextRequest),
    "new_house_rules": ("NEW HOUSE RULES\nBe kind.\n\nEND HOUSE RULES", NewHouseRulesRequest),
}


def results(reader: object) -> set[type]:
    """The meanings that a reader says it returns."""
    returned = get_type_hints(reader)["return"]
    kinds = get_args(returned) if isinstance(returned, UnionType) else (returned,)
    return {kind for kind in kinds if kind is not NoneType}


def test_every_verb_of_the_word_list_has_its_entry() -> None:
    assert VERBS.keys() == vocabulary().printed["verbs", "en"].keys()
    assert BLOCKS.keys() == BLOCK_SAMPLES.keys()
    assert BLOCKS.keys() <= VERBS.keys()


@each_case("key", BLOCK_SAMPLES)
def test_a_block_is_one_piece(key: str) -> None:
    text, kind = BLOCK_SAMPLES[key]
    (piece,) = read_lines(text)
    assert isinstance(piece, Line)
    assert (piece.text, type(piece.request)) == (text, kind)


def test_every_meaning_is_read_by_some_verb() -> None:
    by_verb = {kind for verb in VERBS.values() if verb.read is not read_settings for kind in results(verb.read)}
    by_block = {kind for _, kind in BLOCK_SAMPLES.values()}
    settings = {type(piece.request) for piece in read_lines("SET ZONE UTC\nSET DIGEST daily")}
    without_a_verb = {CorrectProofRequest, ConditionalOrdersRequest, ReplyToPressRequest, UnreadRest, PossibleOrder}
    assert by_verb | by_block | settings | without_a_verb == set(get_args(Request))
