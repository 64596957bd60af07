"""How ``init`` makes a service of a judge: files for Postfix and systemd, put into place if wished, then tried."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from judge.config import Config
from judge.handlers.services import judge_domain
from judge.mail.dkim_keys import lookup
from judge.shell.doctor.check import FindingState, Installation
from judge.shell.doctor.road import try_road
from judge.shell.placing import (
    PlacingError,
    PlacingStep,
    has_postfix,
    is_booted_by_systemd,
    mail_server_name,
    owner_steps,
    postfix_steps,
    run,
    systemd_steps,
)
from judge.shell.service_files import MASTER_CF, dns_text, main_cf_text, make_key, public_half, unit_text
from judge.shell.table import echo
from judge.store.data_folder import door_lock_path, is_locked
from judge.system.clock import SystemClock
from judge.system.private_files import write_whole

_PATIENCE = 60.0
"""Seconds that the road letter is waited for."""


@dataclass(frozen=True)
class ServiceWish:
    """Beside what the judge of a ``folder`` is to run, as which user; whether it is put into place, or only shown."""

    folder: Path
    postfix: bool
    systemd: bool
    write: bool
    user: str


def make_service(wish: ServiceWish, config: Config, begin: str, confirm: Callable[[str], bool]) -> None:
    """Write the files, show or take the steps that put them into place, and send a letter by the road once they are.

    ``begin`` is how the judge is called, ``confirm`` is asked before anything outside the folder is changed.
    """
    try:
        _write_files(wish, config)
        steps = [*_steps(wish, config)]
        if steps:
            echo("What puts it into place, as root:")
            for step in steps:
                echo(f"  {step}")
        if steps and not (wish.write and _is_agreed(confirm)):
            echo(f"Then  {begin} doctor --road  sends a letter to the judge itself and says whether it comes back;")
            echo("or do all of it by the same command with --write.")
            return
        for step in steps:
            run(step)
    except (PlacingError, RuntimeError) as error:
        raise click.ClickException(str(error)) from error
    echo("everything is in its place" if steps else "everything is in its place already")
    _try(config, begin)


def _is_agreed(confirm: Callable[[str], bool]) -> bool:
    if os.geteuid() != 0:
        raise PlacingError("--write changes what is root's; run it as root (sudo), or do the above by hand")
    return confirm("Do all of this now?")


def _write_files(wish: ServiceWish, config: Config) -> None:
    """Write what lies in ``deploy/`` of the folder, each file with a line that says so."""
    deploy = wish.folder / "deploy"
    if wish.postfix:
        _check(config)
        _write(deploy / "main.cf", main_cf_text(config))
        _write(deploy / "master.cf", MASTER_CF)
        key = config.dkim.key_file if config.dkim.selector else None
        if key:
            echo(f"made: {key}" if make_key(key) else f"there already, and left as it is: {key}")
        name = mail_server_name() if has_postfix() else socket.getfqdn()
        _write(deploy / "dns.txt", dns_text(config, name, public_half(key) if key else ""))
        echo(f"The records in {deploy / 'dns.txt'} are for whoever keeps the DNS of {judge_domain(config)}.")
    if wish.systemd:
        _write(deploy / "judge.service", unit_text(wish.folder, wish.user))


def _check(config: Config) -> None:
    """PlacingError for a configuration, perhaps an older one, that would not go with Postfix."""
    domain = judge_domain(config)
    if "." not in domain:
        raise PlacingError(f"nobody can write to {config.judge.address} from elsewhere: set judge.address (--address)")
    if not (config.lmtp.socket or config.lmtp.host):
        raise PlacingError('Postfix hands letters over by LMTP: set lmtp.host = "127.0.0.1" in config.toml')
    if not config.relay.host:
        raise PlacingError('Postfix carries the letters out: set relay.host = "127.0.0.1" in config.toml')


def _write(path: Path, text: str) -> None:
    """Write a file that follows from the configuration; one that says something else is kept beside it."""
    is_new = not path.exists()
    if not is_new and path.read_text(encoding="utf-8") == text:
        echo(f"there already, and left as it is: {path}")
        return
    if not is_new:
        path.replace(path.with_name(f"{path.name}.before"))
    write_whole(path, text, 0o644)
    echo(f"made: {path}" if is_new else f"made anew: {path}; what was there is {path.name}.before")


def _steps(wish: ServiceWish, config: Config) -> Iterator[PlacingStep]:
    if wish.systemd:
        yield from owner_steps(wish.folder, wish.user)
    if wish.postfix and not has_postfix():
        raise PlacingError("Postfix is not installed here: install it (apt-get install postfix), then do this again")
    if wish.postfix:
        yield from postfix_steps(config, main_cf_text(config))
    if wish.systemd:
        yield from systemd_steps(wish.folder / "deploy" / "judge.service", is_at_work=_is_at_work(config))


def _is_at_work(config: Config) -> bool:
    try:
        return is_locked(door_lock_path(config.folders.data))
    except OSError:
        return True  # it is another user's to look: the doctor says what to do


def _try(config: Config, begin: str) -> None:
    """Send a letter by the road, and end with 1 where it does not come back; without a judge say how to."""
    if not config.relay.host:
        return
    if not (is_booted_by_systemd() or _is_at_work(config)):
        echo(f"The judge does not run yet, and systemd does not run this machine: {begin} serve")
        echo(f"Then  {begin} doctor --road  sends a letter to the judge itself and says whether it comes back.")
        return
    found = try_road(Installation(config, SystemClock().now(), os.environ, lookup), _PATIENCE, partial(echo, err=True))
    echo(str(found))
    if found.state is FindingState.WRONG:
        sys.exit(1)
