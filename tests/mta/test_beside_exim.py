"""A judge behind Exim, by deploy/exim/judge.conf: letters in by LMTP, strangers refused, letters out through it.

Exim and Postfix cannot be installed side by side, so Exim's program lies unpacked in the environment.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from smtplib import SMTPRecipientsRefused

import pytest

from tests.mail.sink import Sink, listening
from tests.mta.neighbours import deployed, running
from tests.mta.postfix import own_folder
from tests.mta.stage import JUDGE, JudgeProcess, Players
from tests.shared.ports import free_port

EXIM = Path(sys.executable).parents[1] / "exim4" / "usr" / "sbin" / "exim4"
NEEDED = "sh .ci/exim unpacks Exim into the environment, and libnss-wrapper is to be installed"
ALICE = "alice@example.com"

_CONFIGURATION = """\
exim_path = {exim}
keep_environment = LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
spool_directory = {folder}/spool
log_file_path = {folder}/log/%slog
pid_file_path = {folder}/exim.pid
primary_hostname = mx.example.net
daemon_smtp_ports = {port}
local_interfaces = 127.0.0.1
disable_ipv6 = true
domainlist relay_to_domains = judge.example.org
hostlist relay_from_hosts = 127.0.0.1
acl_smtp_rcpt = acl_check_rcpt
deliver_drop_privilege = true
queue_run_in_order

begin acl
acl_check_rcpt:
  accept hosts = +relay_from_hosts
         domains = !+relay_to_domains
  require domains = +relay_to_domains
  {require}
  accept

begin routers
{routers}
outward:
  driver = manualroute
  domains = !+relay_to_domains
  transport = outward_smtp
  route_data = 127.0.0.1
  self = send

begin transports
{transports}
outward_smtp:
  driver = smtp
  port = {beyond}
  hosts_try_fastopen =

begin retry
* * F,2h,1s
"""


@pytest.fixture
def players() -> Iterator[Players]:
    assert EXIM.exists(), NEEDED
    with ExitStack() as stack:
        folder, sink, port, lmtp = stack.enter_context(own_folder()), Sink(), free_port(), free_port()
        beyond = stack.enter_context(listening(sink))
        text = deployed("exim/judge.conf", {"port = 8024": f"port = {lmtp}"})
        routers, transports = re.findall(r"^# (?:routers|transports) section.*\n((?:.+\n)+)", text, re.MULTILINE)
        routers = re.sub(r"^(#     |in acl|# in acl).*\n", "", routers, flags=re.MULTILINE)
        (require,) = re.findall(r"^#     (require verify = .*)$", text, re.MULTILINE)
        configuration = folder / "exim.conf"
        configuration.write_text(
            _CONFIGURATION.format(
                exim=EXIM, folder=folder, port=port, beyond=beyond,
                routers=routers, transports=transports, require=require,
            )
        )  # fmt: skip
        for name in ("spool", "log"):
            (folder / name).mkdir()
            shutil.chown(folder / name, "mail", "mail")
        (folder / "passwd").write_text("root:x:0:0::/root:/bin/sh\nDebian-exim:x:8:8::/nowhere:/bin/false\n")
        (folder / "group").write_text("root:x:0:\nDebian-exim:x:8:\n")
        environment = os.environ | {
            "LD_PRELOAD": "libnss_wrapper.so",  # the user that Exim was built for is on no machine without it
            "NSS_WRAPPER_PASSWD": str(folder / "passwd"),
            "NSS_WRAPPER_GROUP": str(folder / "group"),
        }
        judge = JudgeProcess(folder / "judge", lmtp, port)
        stack.callback(judge.stop)
        judge.start()
        command = [str(EXIM), "-C", str(configuration), "-bdf", "-q2s"]
        stack.enter_context(running(command, folder / "log" / "said", port, environment))
        yield Players(sink, port)


def test_a_game_is_opened_through_exim(players: Players) -> None:
    reply_to = players.join(ALICE, "OPEN rome", "The game is open")
    assert reply_to.startswith("judge+rome.")
    players.write(ALICE, reply_to, "STATUS")
    players.letter(ALICE, "Your letter: OK")


def test_an_address_the_judge_does_not_know_is_refused_by_exim_before_its_letter_is_taken(players: Players) -> None:
    with pytest.raises(SMTPRecipientsRefused) as refused:
        players.write(ALICE, JUDGE.replace("@", "+no_game@"), "HELP")
    ((code, _),) = refused.value.recipients.values()
    assert code == 550
