"""Figures for Prometheus: a file of its text format, written anew every minute for the textfile collector."""

from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from judge.store.data_folder import DataFolder
from judge.store.overview import Overview, Waiting
from judge.system.private_files import write_whole
from judge.system.version import __version__

_READABLE = 0o644
"""The figures tell nothing of anybody, and the collector is another user."""


def write_metrics(path: Path, overview: Overview, folder: DataFolder) -> None:
    """Write the file, whole or not at all; OSError where that fails."""
    registry = CollectorRegistry()
    registry.register(_Figures(overview, folder))
    write_whole(path, generate_latest(registry).decode("utf-8"), _READABLE)


class _Figures(Collector):
    def __init__(self, overview: Overview, folder: DataFolder) -> None:
        self._overview = overview
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        """Every figure, under the names of docs/operating.md."""
        yield from _of_letters(self._overview)
        yield from _of_games(self._overview)
        yield from _of_machine(self._overview, self._folder)


def _of_letters(overview: Overview) -> Iterator[Metric]:
    yield CounterMetricFamily("judge_letters_received", "Letters that have arrived.", overview.received)
    yield CounterMetricFamily("judge_letters_queued", "Letters that were written to somebody.", overview.queued)
    yield from _waiting("judge_letters_unread", "Letters that have arrived and are not read yet", overview.unread)
    yield from _waiting("judge_letters_held", "Letters that wait to be confirmed", overview.held)
    yield from _waiting("judge_letters_outgoing", "Letters that wait to leave", overview.outgoing)
    yield GaugeMetricFamily("judge_letters_put_off", "Letters that are read at a later hour.", overview.put_off)
    yield GaugeMetricFamily("judge_letters_given_up", "Letters that nobody took, in all.", overview.given_up)
    junk = overview.junk
    yield GaugeMetricFamily("judge_stranger_letters", "Letters kept that changed nothing, unproven.", junk.letters)
    yield GaugeMetricFamily("judge_stranger_bytes", "Bytes of them.", junk.bytes)
    yield CounterMetricFamily("judge_stranger_letters_dropped", "Such letters whose bytes are gone.", junk.gone_letters)
    yield CounterMetricFamily("judge_stranger_bytes_dropped", "Bytes of them that are gone.", junk.gone_bytes)
    yield GaugeMetricFamily("judge_sending_paused", "Whether no letter leaves at all.", int(overview.is_sending_paused))
    paused = len(overview.paused) - overview.is_sending_paused
    yield GaugeMetricFamily("judge_paused_domains", "Mail domains that take no letters now.", paused)


def _waiting(name: str, said: str, waiting: Waiting) -> Iterator[Metric]:
    yield GaugeMetricFamily(name, f"{said}.", waiting.letters)
    if waiting.oldest:
        oldest = waiting.oldest.timestamp()
        yield GaugeMetricFamily(f"{name}_oldest_timestamp_seconds", f"{said}: since when the oldest does.", oldest)


def _of_games(overview: Overview) -> Iterator[Metric]:
    games = GaugeMetricFamily("judge_games", "Games, by whether they have begun and ended.", labels=["stage"])
    for stage, number in overview.games.items():
        games.add_metric([stage.value], number)
    yield games
    yield CounterMetricFamily("judge_events", "Events of all games.", overview.stored)
    yield GaugeMetricFamily("judge_alarms_overdue", "Games whose hour has passed and was not kept.", overview.overdue)
    if overview.alarms:
        following = overview.alarms[0].at.timestamp()
        yield GaugeMetricFamily("judge_next_alarm_timestamp_seconds", "When a game next wants attention.", following)


def _of_machine(overview: Overview, folder: DataFolder) -> Iterator[Metric]:
    info = GaugeMetricFamily("judge_build_info", "The version that runs.", labels=["version"])
    info.add_metric([__version__], 1)
    yield info
    yield GaugeMetricFamily("judge_door_up", "Whether letters are received.", int(folder.door_runs))
    yield GaugeMetricFamily("judge_database_bytes", "Size of the database.", folder.database_bytes)
    yield GaugeMetricFamily("judge_spool_bytes", "Size of the spool.", folder.spool_bytes)
    yield GaugeMetricFamily("judge_disk_free_bytes", "Room on the disk of the database.", folder.free_bytes)
    if heartbeat := overview.heartbeat:
        at = heartbeat.at.timestamp()
        yield GaugeMetricFamily("judge_heartbeat_timestamp_seconds", "When the worker last noted that it runs.", at)
        yield GaugeMetricFamily("judge_clock_doubted", "Whether the clock has leapt.", int(heartbeat.doubt is not None))
    if folder.backup:
        at = folder.backup.at.timestamp()
        yield GaugeMetricFamily("judge_last_backup_timestamp_seconds", "When the last backup was made.", at)
