"""Handle the lines by which somebody keeps their peace: powers not heard, people not met again."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.press.messages import MutePress
from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName, Language
from judge.handlers.arguments import read_address, read_powers
from judge.handlers.registry import handles, handles_in_game, no_player
from judge.handlers.services import Services
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.tables import load_notation
from judge.reports.language import listing, say
from judge.reports.line_answers import Done, InvalidCommand, Outcome, TextAnswer, Unknown
from judge.reports.names import powers_listed
from judge.requests.peace import BlockedRequest, BlockRequest, MuteRequest
from judge.requests.vocabulary import Word
from judge.rules.board import Power
from judge.store.records import Block

# --- powers whose press does not reach the writer


@handles_in_game(no_player)
def handle_mute(session: GameSession, line: str, asked: MuteRequest, context: LineContext) -> Session:
    """Keep the press of some powers from the writer, or no longer."""
    game, person = session.game, session.person
    powers = read_powers(asked.words, game.board, load_notation(person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    if not powers:
        return session.told(line, InvalidCommand.missing(Unknown.POWER, len(line)))
    outcome = Outcome.PRESS_MUTED if asked.is_on else Outcome.PRESS_HEARD
    done = Done(outcome, powers_listed(powers, game.board, person.language))
    return session.decided(line, MutePress(person.address, powers, is_on=asked.is_on), context, done)


# --- people whom the writer does not want to meet again


MOST_BLOCKED = 100
"""People that one person may block."""


@handles()
def handle_block(session: Session, line: str, asked: BlockRequest, context: LineContext) -> Session:
    """Keep somebody out of the writer's games, and the writer out of theirs; or no longer."""
    own = _blocked_by(session, context.services)
    if not asked.is_on:
        return _unblocked(session, line, asked.words, own, context.services)
    meant = _people_named(session, line, asked.words, context.services)
    if isinstance(meant, InvalidCommand | Refused):
        return session.told(line, meant)
    if len({(one.named, one.game) for one in (*own, *meant)}) > MOST_BLOCKED:
        return session.told(line, Done(Outcome.TOO_MANY_BLOCKED, str(MOST_BLOCKED)))
    named = _name_of(meant[0], context.services, session.person.language)
    return replace(session, blocks=(*session.blocks, *meant)).told(line, Done(Outcome.BLOCKED, named))


@handles()
def handle_blocked(session: Session, line: str, asked: BlockedRequest, context: LineContext) -> Session:
    """Whom the writer blocks, each as they named them."""
    blocks, services = _blocked_by(session, context.services), context.services
    names = dict.fromkeys(_name_of(one, services, asked.language) for one in blocks)
    told = listing(asked.language, [*names]) if names else ""
    return session.told(line, TextAnswer(say(asked.language, "blocked.some" if told else "blocked.none", names=told)))


def _blocked_by(session: Session, services: Services) -> Sequence[Block]:
    """Return whom the writer blocks, as the lines above have left it."""
    by = session.person.address
    blocks = {one: None for one in services.store.blocks_about(by) if one.by == by}
    for one in session.blocks:
        blocks.pop(replace(one, is_on=True), None)
        blocks |= {one: None} if one.is_on else {}
    return [*blocks]


def _people_named(
    session: Session, line: str, words: tuple[Word, ...], services: Services
) -> Sequence[Block] | InvalidCommand | Refused:
    """Return the blocks of whom some words name: an address, a power of the game, a name in a tournament's lists.

    Of a power the answer is the same whoever plays it.
    """
    by, said = session.person.address, " ".join(word.text for word in words)
    if not words:
        return InvalidCommand.missing(Unknown.PERSON, len(line), _EXAMPLES)
    meant: Sequence[Block] | InvalidCommand
    if "@" in said:
        address = read_address(words[0])
        meant = address if isinstance(address, InvalidCommand) else [Block(by, address, address)]
    elif powers := _powers_named(session, words):
        meant = _players_of(session, powers)
    else:
        named = {who: name for cup in services.tournaments() for who, name in cup.names.items()}
        same = [(who, name) for who, name in named.items() if name.casefold() == said.casefold()]
        unknown = InvalidCommand.at(Unknown.PERSON, Word(said, words[0].start), _EXAMPLES)
        meant = [Block(by, name, who) for who, name in same] or unknown
    if isinstance(meant, InvalidCommand):
        return meant
    meant = [one for one in meant if one.other != by]
    moved = [replace(one, other=other) for one in meant for other in services.store.other_addresses(one.other) - {by}]
    return [*meant, *moved] or Refused(Refusal.BLOCK_ONESELF)


_EXAMPLES = ("name@example.org",)


def _powers_named(session: Session, words: tuple[Word, ...]) -> tuple[Power, ...]:
    """Return the one power of the letter's game that words name, none where they name none, or several."""
    if session.game is None:
        return ()
    powers = read_powers(words, session.game.board, load_notation(session.person.notation))
    return () if isinstance(powers, InvalidCommand) or len(powers) > 1 else powers


def _players_of(session: Session, powers: tuple[Power, ...]) -> Sequence[Block]:
    game, by = session.game, session.person.address
    assert game is not None
    return [Block(by, power, who, game.name) for power in powers for who in game.players_of(power)]


def _unblocked(
    session: Session, line: str, words: tuple[Word, ...], own: Sequence[Block], services: Services
) -> Session:
    """Take back what the writer has blocked under a name; what they have blocked under another stays."""
    if not words:
        return session.told(line, InvalidCommand.missing(Unknown.PERSON, len(line), _EXAMPLES))
    said = " ".join(word.text.strip("<>") for word in words)
    powers, game = _powers_named(session, words), session.game.name if session.game else ""
    shown = {one: _name_of(one, services, session.person.language) for one in own}
    names = {one: {name.casefold(), one.named.casefold()} for one, name in shown.items()}
    gone = [one for one in own if (one.named in powers and one.game == game) or said.casefold() in names[one]]
    if not gone:
        return session.told(line, Done(Outcome.NOT_BLOCKED, said))
    session = replace(session, blocks=(*session.blocks, *(replace(one, is_on=False) for one in gone)))
    return session.told(line, Done(Outcome.UNBLOCKED, shown[gone[0]]))


def _name_of(one: Block, services: Services, language: Language) -> str:
    """Return under which name somebody is blocked: a power in the reader's language, with its game."""
    game = services.game(GameName(one.game))
    return f"{game.board.name_of(Power(one.named), language)} ({game.name})" if game else one.named
