"""The operator's settings: the file of the repository runs, and each mistake is answered with the key that would do."""

from pathlib import Path

import pytest

from judge.config import Config, ConfigError, read_config

HERE = Path(__file__).parent.parent


def test_the_file_of_the_repository_says_the_defaults() -> None:
    config = read_config(HERE / "config.toml")
    default = Config()
    assert (config.judge, config.smtp, config.relay, config.clock) == (
        default.judge,
        default.smtp,
        default.relay,
        default.clock,
    )


def test_folders_are_those_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[folders]\ndata = "kept"\n')
    assert read_config(tmp_path / "config.toml").folders.data == tmp_path / "kept"


MISTAKES = {
    "[smpt]\nport = 25\n": "there is no setting “smpt”; the nearest is “smtp”",
    "[smtp]\nprot = 25\n": "there is no setting “prot”; the nearest is “port”",
    '[smtp]\nport = "25"\n': "smtp.port must be a whole number, not '25'",
    "[smtp]\nport = true\n": "smtp.port must be a whole number, not True",
    "[judge]\naddress = 7\n": "judge.address must be text, not 7",
    '[judge]\nlanguage = "de"\n': 'judge.language must be "en" or "fr", not \'de\'',
    "smtp = 25\n": "[smtp] is a section",
    "[smtp\n": "Expected ']'",
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.items(), ids=list(MISTAKES.values()))
def test_a_mistake_is_answered_with_what_would_work(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        read_config(path)
    assert said in str(error.value)
    assert str(path) in str(error.value)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_config(tmp_path / "config.toml")
