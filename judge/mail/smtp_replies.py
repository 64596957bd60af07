"""Adds enhanced status codes to the SMTP replies of the library, which leaves them out (RFC 2034, RFC 3463)."""

import re

_REPLY = re.compile(r"(?P<code>[245]\d\d) (?P<words>(?![245]\.\d{1,3}\.\d{1,3} ).*)", re.DOTALL)

_BY_CODE = {
    "220": "2.0.0",
    "221": "2.0.0",
    "250": "2.0.0",
    "252": "2.5.0",
    "421": "4.3.0",
    "451": "4.3.0",
    "454": "4.7.0",
    "500": "5.5.2",
    "501": "5.5.4",
    "502": "5.5.1",
    "503": "5.5.1",
    "504": "5.5.4",
    "530": "5.7.0",
    "535": "5.7.8",
    "538": "5.7.11",
    "552": "5.3.4",
    "553": "5.1.7",
    "554": "5.7.0",
    "555": "5.5.4",
}
_UNKNOWN_COMMAND = "5.5.1"
_ANY = "{}.0.0"


def with_status_code(reply: str, hostname: str) -> str:
    """A reply with its enhanced status code; one that has a code is unchanged.

    The greeting and the answers to EHLO, LHLO and HELO have none (RFC 2034 4); nor do the replies 3xx.
    """
    found = _REPLY.fullmatch(reply)
    if found is None or reply in {f"220 {hostname} ESMTP", f"250 {hostname}", "250 HELP"}:
        return reply
    code, words = found["code"], found["words"]
    by_code = _BY_CODE.get(code, _ANY.format(code[0]))
    status = _UNKNOWN_COMMAND if code == "500" and words.endswith("not recognized") else by_code
    return f"{code} {status} {words}"
