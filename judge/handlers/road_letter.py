"""Settle a letter to the address of the operator's road letters: nobody else is at it, and nothing in it is read."""

import logging

from judge.handlers.services import Services
from judge.mail.letter import Letter
from judge.store.records import KeptLetter, LetterStatus, Transaction
from judge.store.road_letter import awaited_road_letter

_log = logging.getLogger("judge")


def settle_road_letter(services: Services, kept: KeptLetter, letter: Letter, token: str) -> Transaction:
    """Settle it without an answer; the one that is awaited is noted as proven, any other one as a stranger's."""
    awaited = awaited_road_letter(services.config.folders.data)
    if awaited is None or not awaited.is_meant(token, kept.arrived):
        _log.info("for the address of road letters, and none such is awaited")
        return Transaction(kept.id, LetterStatus.ROBOT)
    _log.info("the operator's road letter has come back")
    return Transaction(kept.id, LetterStatus.ROBOT, message_id=letter.message_id)
