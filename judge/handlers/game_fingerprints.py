"""Give each close of a trail the fingerprint of the game, which follows from all that was written before."""

from dataclasses import replace

from judge.game.apply import Trail
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.handlers.services import Services
from judge.reports.fingerprints import game_fingerprint
from judge.store.event_json import dump_event
from judge.store.event_log import hashes


def with_game_fingerprints(services: Services, trail: Trail) -> Trail:
    """Return the trail with the fingerprint of the game in each of its closes; a practice game has none.

    To be called once all is decided, and before anything is told of it.
    """
    game = trail.game
    if game is None or game.settings.practice or not any(isinstance(event, PhaseClosed) for event in trail.events):
        return trail
    key, log = services.store.key(services.seed), services.store.last_hash(game.name, services.seed)
    return fingerprinted_trail(trail, key, log)


def fingerprinted_trail(trail: Trail, key: str, log: str) -> Trail:
    """Return a trail behind events whose last hash is ``log``, with the fingerprint of the game in its closes. Pure."""
    last, events = trail.before.fingerprint if trail.before else "", list[Event]()
    for step in trail.steps:
        event = step.event
        if isinstance(event, PhaseClosed):
            found = game_fingerprint(replace(step.before, fingerprint=last), event, log, step.before.acts)
            event, last = replace(event, fingerprint=found), found.own
        events.append(event)
        (log,) = hashes(key, log, (dump_event(event),))
    return Trail(trail.before).on(events)
