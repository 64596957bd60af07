"""Painters go from judge to judge: their process takes seconds to begin, and keeps nothing of whom it draws for."""

import atexit
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from judge.handlers.services import Services
from judge.paths.painter import Painter, _Failed
from judge.service import app
from judge.store.records import LetterPicture

_idle: list[tuple[BaseProcess, Connection]] = []


def keep_painters() -> None:
    """Have every judge of this process take a painter that another has left, and leave its own."""
    app.Painter = KeptPainter  # type: ignore[attr-defined]
    atexit.register(_kill_idle)


def _kill_idle() -> None:
    """None of them ends by a signal that asks."""
    for process, _ in _idle:
        process.kill()


class KeptPainter(Painter):
    """Leaves its process to others, unless it is at work."""

    _is_at_work = False

    def _asked(self, services: Services, picture: LetterPicture) -> bytes | _Failed | None:
        self._is_at_work = True
        said = super()._asked(services, picture)
        self._is_at_work = self._pipe is None
        return said

    def _started(self) -> Connection:
        while _idle and not self._has_ended:
            self._process, self._pipe = _idle.pop()
            if self._process.is_alive():
                return self._pipe
        return super()._started()

    def end(self) -> None:
        if self._is_at_work:
            super().end()
        self._has_ended = True

    def close(self) -> None:
        if self._process and self._pipe and not self._is_at_work:
            _idle.append((self._process, self._pipe))
            self._process = self._pipe = None
        super().close()
