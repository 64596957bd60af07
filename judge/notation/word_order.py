"""Puts the words of a clause in the order of its grammar: who acts, what is done, behind it who helps or follows."""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, is_in, tables_of
from judge.notation.tables import OrderPart, shared_phrases
from judge.rules.board import Province

# --- the help that a unit has


_RECEIVED = re.compile(r" *s[wf ]*(?=n)")
_POSSESSIVE = ("s",)
_HELP_ALONE = re.compile(r" *(?P<help>s) *n(?:[ ,&]+n)* *")
"""All of a sentence: « Soutien d'Albanie. »"""
_OF_HELPER = re.compile(r" *(?P<helpers>n(?:[ ,&]+n)*) *(?P<help>s)(?= *(?:[pun]|[,:&b]|$))")


def with_help_received(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words in which a unit that "has" the support of another one is supported by it.

    ``Serbia has the support of Greece``, ``Ruhr gets Picardy's support for Belgium``, « … reçoit le soutien de … ».
    """
    told = list(words)
    if alone := _HELP_ALONE.fullmatch(_letters(words)):
        noun = told[alone.start("help")]
        first, *leading = lexicon.tokens[noun.start : noun.end + 1]
        if is_in("help_nouns", first) and any(is_in("whose", token) for token in leading):
            told[alone.start("help")] = replace(noun, role=Role.SUPPORTED, is_doubtful=True)
    for at, word in enumerate(words):
        if word.end != word.start + 1 or not is_in("receiving", lexicon.tokens[word.start]):
            continue
        behind = "".join(one.role.value for one in words[at + 1 :])
        if found := _RECEIVED.match(behind):
            help_ = at + 1 + found.group().index("s")
            told[help_] = replace(words[help_], role=Role.SUPPORTED)
            told[at] = replace(word, role=Role.SMALL)
        elif (found := _OF_HELPER.match(behind)) and _texts(words[at + found.start("help")], lexicon) == _POSSESSIVE:
            help_ = at + 1 + found.start("help")
            is_leading = words[help_].end > words[help_].start + 1  # "support for"
            told[help_] = replace(words[help_], role=Role.TOWARDS if is_leading else Role.SMALL)
            told[at] = replace(word, role=Role.SUPPORTED)
    return tuple(told)


# --- guards of another region, help that is what an order is for


_GUARD = re.compile(r"n[ u]*(?P<verb>i)[ pf]*(?P<other>n)(?![^,:&b]*m)(?:[ u]*(?P<again>s)(?=[ u]*(?:[,:&b]|$)))?")
_KEPT = re.compile(r"n[ u]*(?P<verb>l) *n *(?P<how>u)")
_FOR_HELP = re.compile(r"n[ u]*[mp][^,:&b]*n *(?P<verb>s)")


def with_guards_helping(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words in which who guards another region helps there; what an order is for is no help.

    ``Piedmont looks after Venice``, ``keeps Venice safe``; but ``Brest goes to the Channel to protect London``.
    """
    told, letters = list(words), _letters(words)
    for found in _GUARD.finditer(letters):
        verb, at, other = words[found.start("verb")], words[found.start()], words[found.start("other")]
        is_elsewhere = {spot.province for spot in at.spots}.isdisjoint(spot.province for spot in other.spots)
        if is_elsewhere and "guarding" in tables_of(_texts(verb, lexicon)):
            told[found.start("verb")] = replace(verb, role=Role.SUPPORT)
            if found["again"]:  # "stands by Bulgaria in support"
                told[found.start("again")] = replace(words[found.start("again")], role=Role.SMALL)
    for found in _KEPT.finditer(letters):
        if is_in("kept_well", lexicon.tokens[words[found.start("how")].start]):
            told[found.start("verb")] = replace(words[found.start("verb")], role=Role.SUPPORT)
            told[found.start("how")] = replace(words[found.start("how")], role=Role.SMALL)
    for found in _FOR_HELP.finditer(letters):
        verb = words[found.start("verb")]
        if _texts(verb, lexicon) in shared_phrases("sentences", "intending"):
            told[found.start("verb")] = replace(verb, role=Role.PURPOSE)
    return tuple(told)


def _texts(word: SentenceWord, lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(token.text for token in lexicon.tokens[word.start : word.end])


# --- a carrier that "takes" an army


_TAKING = re.compile(r"(?P<verb>m)(?= *q[ u]*(?:y|[mp]+ *n))")


def with_passengers(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words in which who takes "it" somewhere carries it: ``the Aegean will take it there``."""
    told = list(words)
    for found in _TAKING.finditer("".join(word.role.value for word in words)):
        verb = words[found.start()]
        if is_in("taking", lexicon.tokens[verb.end - 1]):
            told[found.start()] = replace(verb, role=Role.CONVOY)
    return tuple(told)


# --- helpers and followers behind what they help, and whom they follow


_FIRST = r"(?<![^,:&b])"
_LAST = r"(?=[,:&b]|$)"
_UNITS = r"n(?:,?&?n)*"
_HELP = rf"(?:S[wfpk]*(?P<backers>{_UNITS})|ws[wf]*(?P<givers>{_UNITS})|w(?P<helpers>{_UNITS})u?s)"
_DOING = r"[mpd]+[mpqv]*n"
_TOLD_FIRST = re.compile(rf"(?P<lead>^[,&b]*|(?<=[:b&])){_HELP},?(?P<clause>n(?:u*{_DOING}|u+n|,?h)u*){_LAST}")
_SET_BETWEEN = re.compile(rf"{_FIRST}(?P<unit>[nk])u?,?{_HELP}u?,?(?P<clause>{_DOING}|u+n|h)u*{_LAST}")
_HELPING_OTHER = re.compile(r"wnu*su*n")
"""With whom, told as a clause of its own: ``hold with Marseilles supporting Burgundy``."""
_FOLLOWED = re.compile(rf"{_FIRST}(?P<unit>[nk])u?,?(?P<by>F)(?P<follower>n)(?:[,&uw]*(?P<clause>{_DOING}))?u*{_LAST}")
_FOLLOWED_LAST = re.compile(r"(?<=n),?&?(?P<by>F)(?P<follower>n)u*(?=[,:&b]|$)")


def in_order(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words with those of helpers behind the clause of whom they help, those of followers as theirs.

    ``Supported by Greece, Serbia enters Bulgaria``, « La Bulgarie, soutenue par la mer Noire, entre en Roumanie »,
    ``Trieste makes way for Vienna by sailing to Albania``.
    """
    words = [
        replace(word, role=Role.COMMA) if _HELPING_OTHER.match(_letters(words[at : at + 6])) and at else word
        for at, word in enumerate(words)
    ]
    for pattern in (_TOLD_FIRST, _SET_BETWEEN):
        for found in reversed(list(pattern.finditer(_letters(words)))):
            name = next(name for name in ("backers", "givers", "helpers") if found[name])
            first = words[slice(*found.span("unit" if "unit" in pattern.groupindex else "lead"))]
            clause = [*first, *words[slice(*found.span("clause"))]]
            behind = [SentenceWord(Role.SUPPORTED, 0, 0), *words[slice(*found.span(name))]]
            words[found.start() : found.end()] = [*clause, *(_at(word, clause) for word in behind)]
    for found in reversed(list(_FOLLOWED.finditer(_letters(words)))):
        clause = [words[found.start("unit")], *(words[slice(*found.span("clause"))] if found["clause"] else ())]
        words[found.start() : found.end()] = [*clause, *_following(words, found)]
    for found in reversed(list(_FOLLOWED_LAST.finditer(_letters(words)))):
        words[found.start() : found.end()] = _following(words, found)
    return [replace(word, role=Role.UNKNOWN) if word.role is Role.FOLLOWED else word for word in words]


_HELP_OF = re.compile(rf"{_FIRST}u*(?P<help>s)[wf]*(?P<unit>n)(?P<way>p+)k?f?(?P<other>n)")


def with_help_of_units(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words in which the help "of" one unit "to" another is what the first does, and not certain.

    « Soutien défensif de la Manche à Londres », ``Support from the North Sea for Belgium``.
    """
    for found in reversed(list(_HELP_OF.finditer(_letters(words)))):
        help_, unit, way, other = (words[found.start(name)] for name in ("help", "unit", "way", "other"))
        is_own = other.names_one_of(own) or any(spot.kind for spot in other.spots)
        if unit.names_one_of(own) and is_own and not unit.names_one_of({spot.province for spot in other.spots}):
            helping = replace(help_, start=way.start, end=way.end, is_doubtful=True)
            unit = replace(unit, start=help_.start)
            words[found.start() : found.end()] = [unit, helping, other]
    return words


def _letters(words: Sequence[SentenceWord]) -> str:
    return "".join(word.role.value for word in words)


def _at(word: SentenceWord, clause: Sequence[SentenceWord]) -> SentenceWord:
    """A word as if it stood right behind a clause."""
    end = max(one.end for one in clause)
    return replace(word, start=end, end=end)


def _following(words: Sequence[SentenceWord], found: re.Match[str]) -> list[SentenceWord]:
    """The clause of the unit that takes the place of the one before it."""
    by, follower = words[found.start("by")], words[found.start("follower")]
    end = follower.end
    comma, replaces = (replace(by, role=role, start=end, end=end) for role in (Role.COMMA, Role.REPLACES))
    return [replace(comma, start=follower.start, end=follower.start), follower, replaces]


# --- the place in front of the unit


def with_goals_first(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words in which a "for" with no verb is no certain way: who goes may stand at either side of it."""
    told = list(words)
    for found in _EITHER_WAY.finditer(_letters(words)) if _LEADING.isdisjoint(word.role for word in words) else ():
        way = words[found.start("way")]
        if is_in("for_whom", lexicon.tokens[way.start]) and way.end == way.start + 1:
            told[found.start("way")] = replace(way, is_doubtful=True)
    return tuple(told)


_EITHER_WAY = re.compile(r"(?:^|(?<=[,:&b]))[ u]*n *(?P<way>p) *n[ u]*(?=[,:&b]|$)")
_LEADING = frozenset({Role.MOVE, Role.SEND, Role.QUIT, Role.VIA, Role.CONVOY, Role.CONVOYED})
_PAIR = re.compile(rf"{_FIRST}(?P<one>n)(?P<way>p)(?P<other>n)u*{_LAST}")


def with_units_first(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words of a list that names places "for" units with each unit first: ``Bulgaria for Constantinople``.

    It is such a list where a unit of the power stands behind any "for" and none in front of it.
    """
    pairs = [found for found in _PAIR.finditer(_letters(words)) if words[found.start("way")].is_doubtful]
    turned = [found for found in pairs if words[found.start("other")].names_one_of(own)]
    if len(turned) == len(pairs) and any(not words[found.start("one")].names_one_of(own) for found in turned):
        for found in turned:
            one, other = found.start("one"), found.start("other")
            words[one], words[other] = (
                replace(words[at], start=words[to].start, end=words[to].end) for at, to in ((other, one), (one, other))
            )
    return words


# --- the place that is attacked by a unit


_PASSIVE = re.compile(rf"{_FIRST}(?P<goal>n)[ud]*(?P<verb>[mCP])(?P<by>w)(?=n(?!u*[mpshicC]))")


def with_passives(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words in which a place where no unit of the power stands "gets taken by" one with the unit first."""
    for found in reversed(list(_PASSIVE.finditer(_letters(words)))):
        goal, unit = words[found.start("goal")], words[found.end()]
        is_others = words[found.start("verb")].is_people or goal.names_one_of(own)
        if unit.names_one_of(own) and not is_others:
            goes = replace(words[found.start("by")], role=Role.MOVE, is_doubtful=True)
            first, last = (replace(one, start=at.start, end=at.end) for one, at in ((unit, goal), (goal, unit)))
            words[found.start("goal") : found.end() + 1] = [first, goes, last]
    return words


# --- a coast that is told behind its region


_MOST_WORDS_TO_COAST = 8


def with_coasts_told(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words in which a region has the coast that is told further behind it in its sentence.

    « Portugal va en Espagne par le sud », ``lands in Spain, on its southern shore``.
    """
    told = list(words)
    for at, word in enumerate(words):
        open_ = [spot for spot in word.spots if not spot.coast and lexicon.has_coasts(spot.province)]
        behind = next((one.start for one in words[at + 1 :] if one.spots), words[-1].end)
        named = _coasts_between(word.end, min(behind, word.end + _MOST_WORDS_TO_COAST), lexicon) if open_ else {}
        if len(set(named.values())) == 1:
            (coast,) = set(named.values())
            told[at] = replace(
                word, spots=tuple(replace(one, coast=coast) if one in open_ else one for one in word.spots)
            )
            told = [
                replace(one, role=Role.SMALL)
                if one.role is Role.UNKNOWN and {*range(one.start, one.end)} <= {*named}
                else one
                for one in told
            ]
    return tuple(told)


def _coasts_between(start: int, end: int, lexicon: Lexicon) -> dict[int, str]:
    """The coast that tokens name, by the tokens that name one."""
    named: dict[int, str] = {}
    for at in range(start, end):
        whole = [one for one in lexicon.of(at, OrderPart.COAST) if at + 1 < one.end <= end]
        before = [token for token in lexicon.tokens[max(start, at - 2) : at] if not is_in("articles", token)]
        is_side = before and is_in("by_side", before[-1])  # "par le sud"
        sides = [one for one in lexicon.of(at, OrderPart.SIDE) if is_side and len(lexicon.tokens[at].text) > 1]
        named.update((place, one.lexeme.value) for one in (*whole, *sides) for place in range(at, one.end))
    return named
