"""The operator's settings: the file of the repository runs, and each mistake is answered with the key that would do."""

import tomllib
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from judge.config import Config, ConfigError, Form, Networks, OneOf, Span, read_config
from judge.languages import LANGUAGES

HERE = Path(__file__).parent.parent


def test_the_file_of_the_repository_says_the_defaults() -> None:
    config = read_config(HERE / "config.toml")
    default = Config()
    assert replace(config, folders=default.folders) == default


def test_the_file_of_the_repository_names_every_key() -> None:
    tables = tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))
    assert {name: list(table) for name, table in tables.items()} == {
        part.name: [key.name for key in fields(part.default_factory)]  # type: ignore[arg-type]  # each is a dataclass
        for part in fields(Config)
    }


def test_every_key_of_the_file_is_explained() -> None:
    lines = (HERE / "config.toml").read_text(encoding="utf-8").splitlines()
    bare = [line for line in lines if "=" in line and "#" not in line]
    assert [line.partition(" ")[0] for line in bare] == ["port"], "LMTP's port alone is explained by its neighbours"


def test_files_are_those_beside_the_file_too(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[smtp]\ncertificate = "judge.pem"\n[relay]\nauthorities = "/etc/ca.pem"\n')
    config = read_config(tmp_path / "config.toml")
    assert config.smtp.certificate == tmp_path / "judge.pem"
    assert config.relay.authorities == Path("/etc/ca.pem")
    assert config.smtp.key is None


def test_folders_are_those_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[folders]\ndata = "kept"\n')
    assert read_config(tmp_path / "config.toml").folders.data == tmp_path / "kept"


MISTAKES = {
    "[smpt]\nport = 25\n": "there is no setting “smpt”; the nearest is “smtp”",
    "[smtp]\nprot = 25\n": "there is no setting “prot”; the nearest is “port”",
    '[smtp]\nport = "25"\n': "smtp.port must be a whole number from 0 to 65535, not '25'",
    "[smtp]\nport = true\n": "smtp.port must be a whole number from 0 to 65535, not True",
    "[judge]\naddress = 7\n": "judge.address must be a mail address such as “judge@example.org”, not 7",
    '[judge]\nlanguage = "xx"\n': f"judge.language must be {OneOf(LANGUAGES)}, not 'xx'",
    '[relay]\ntls = "maybe"\n': 'relay.tls must be "none" or "starttls" or "implicit", not \'maybe\'',
    '[identity]\nverified_from = "no"\n': 'identity.verified_from must be "enough" or "asked", not \'no\'',
    '[smtp]\nhost = ""\n[identity]\nauthserv_id = "mx"\n': "smtp.host = '' is open to others than the mail server",
    '[lmtp]\nhost = "192.0.2.7"\n[identity]\nauthserv_id = "mx"\n': "lmtp.host = '192.0.2.7' is open to others than",
    '[smtp]\ntrusted = ["mx"]\n': "smtp.trusted: 'mx' is no address; “192.0.2.7” and “192.0.2.0/24” are",
    '[smtp]\ntrusted = "192.0.2.7"\n': "smtp.trusted must be a list of addresses, not '192.0.2.7'",
    '[shared]\naddress = "judge@example.org"\n': "shared.address and shared.alias_map go together",
    '[judge]\naddress = "j@example.org"\n[shared]\naddress = "J@example.org"\nalias_map = "games"\n': (
        "judge.address must be this one's own, such as “judge-a@example.org”"
    ),
    "[smtp]\ncertificate = 7\n": "smtp.certificate must be text of one line, not 7",
    "smtp = 25\n": "[smtp] is a section",
    "[smtp\n": "Expected ']'",
    '[judge]\naddress = "judge+a@example.org"\n': "judge.address must be a mail address such as “judge@example.org”",
    '[judge]\nname = "The\\nJudge"\n': "judge.name must be text of one line, not 'The\\nJudge'",
    '[gazette]\nzone = "Paris"\n': "gazette.zone must be a time zone such as “Europe/Paris” or “UTC”, not 'Paris'",
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.items(), ids=list(MISTAKES.values()))
def test_a_mistake_is_answered_with_what_would_work(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        read_config(path)
    assert said in str(error.value)
    assert str(path) in str(error.value)


def test_a_mail_server_is_believed_behind_a_socket_or_on_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[smtp]\nhost = "localhost"\n[lmtp]\nsocket = "lmtp"\n[identity]\nauthserv_id = "mx"\n')
    assert read_config(path).identity.authserv_id == "mx"


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_config(tmp_path / "config.toml")


# --- the edges of every key


def keys() -> Iterator[tuple[str, str, Any]]:
    """Every key there is: its section, its name, its type with what is asked of a value."""
    for part in fields(Config):
        kind = part.default_factory
        for name, hint in get_type_hints(kind, include_extras=True).items():
            yield part.name, name, hint


def edges(hint: Any) -> tuple[list[str], list[str]]:
    """Values of a type, in TOML, that are just allowed, and those that just are not."""
    signs = [f'"a\\u{ord(sign):04x}b"' for sign in "\0\t\n\r\x1b\x7f\x85\u2028"]
    if get_origin(hint) is Literal:
        return [f'"{choice}"' for choice in get_args(hint)], ['""', '"none\\n"', "7", *signs]
    if hint == Networks:
        return ["[]", '["::/0"]'], ['"::1"', '[""]', "7", *(f"[{sign}]" for sign in signs)]
    (asked,) = hint.__metadata__
    if isinstance(asked, Span):
        least, most = asked.least, asked.most
        return [f"{least}", f"{most}"], [f"{least - 1}", f"{most + 1}", "1" + "0" * 5000, "1.0", '"1"', "true", "[1]"]
    if isinstance(asked, OneOf):
        return [f'"{word}"' for word in asked.words], ['""', '"none\\n"', "7", *signs]
    assert isinstance(asked, Form)
    return [], ["7", "[]", *signs]


@pytest.mark.parametrize(("section", "name", "hint"), [pytest.param(*key, id=f"{key[0]}.{key[1]}") for key in keys()])
def test_of_every_key_the_edges_are_known(tmp_path: Path, section: str, name: str, hint: Any) -> None:
    path = tmp_path / "config.toml"
    inside, outside = edges(hint)
    for value in inside:
        path.write_text(f"[{section}]\n{name} = {value}\n", encoding="utf-8")
        read_config(path)
    for value in outside:
        path.write_text(f"[{section}]\n{name} = {value}\n", encoding="utf-8")
        with pytest.raises(ConfigError) as error:
            read_config(path)
        assert str(path) in str(error.value)
        assert "\n" not in str(error.value)


def test_a_file_of_another_encoding_is_told_with_its_line_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes('[judge]\nname = "Le maître"\n'.encode("cp1252"))
    with pytest.raises(ConfigError) as error:
        read_config(path)
    assert str(error.value) == f"{path}: line 2 is not UTF-8; save the file with that encoding"
    path.write_bytes('[judge]\nname = "Le maître"\n'.encode("utf-8-sig"))
    assert read_config(path).judge.name == "Le maître"
