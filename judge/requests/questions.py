"""What a line asks of a game: how it stands, what has happened, why, and for help."""

from judge.requests.names import game_name, phase_and_unit, read_history_start
from judge.requests.requests import GameInfoRequest, HelpRequest, HistoryRequest, WhyRequest
from judge.requests.vocabulary import VerbLine, Word, fold_case, verb_of, vocabulary, without_elision


def read_question(verb: VerbLine) -> GameInfoRequest | None:
    """What is asked of a game; STATUS with TERMS behind it asks for what was agreed."""
    others = tuple(word for word in verb.words if verb_of(word.text)[0] != "terms")
    about = "terms" if verb.key == "status" and others != verb.words else verb.key
    name, behind = first_name(others)
    is_everyday = about in {"terms", "board", "threats"}  # "Terms we could agree on", "Threats from you are empty"
    return None if behind and is_everyday else GameInfoRequest(about, verb.language, name)


def read_history(verb: VerbLine) -> HistoryRequest:
    """Since when which game is asked for."""
    others = tuple(word for word in verb.words if verb_of(word.text)[0] != "press")
    since, name = read_history_start(verb.text, others)
    return HistoryRequest(verb.language, name, since, press=others != verb.words)


def read_help(verb: VerbLine) -> HelpRequest:
    """What help is asked about."""
    return HelpRequest(verb.language, verb.rest)


def read_why(verb: VerbLine) -> WhyRequest:
    """Of which unit, in which phase, it is asked why."""
    phase, unit = phase_and_unit(verb.text, verb.words)
    return WhyRequest(verb.language, phase, unit)


def first_name(words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The first word that is not a filler, and the words behind it; the word "game" is one before a name."""
    for place, word in enumerate(words):
        bare = without_elision(word)
        folded = fold_case(bare.text)
        if folded not in vocabulary().fillers and not (folded in _GAME and _begins_with_name(words[place + 1 :])):
            return bare, words[place + 1 :]
    return None, ()


_GAME = frozenset({"game", "partie"})


def _begins_with_name(words: tuple[Word, ...]) -> bool:
    """Whether the first word is what a game may be called, and neither a setting nor a preset."""
    first = fold_case(words[0].text) if words else ""
    return game_name(first) is not None and first not in {**vocabulary().settings, **vocabulary().presets}
