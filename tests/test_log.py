"""The log: each line names the letter it is about; warnings and errors are kept in a small file."""

import logging
from pathlib import Path

from judge.system.log import ErrorFileHandler, error_file, last_errors, logging_about


def logger_of(folder: Path) -> logging.Logger:
    logger = logging.Logger("judge")  # noqa: LOG001  # of the test alone
    logger.addHandler(ErrorFileHandler(error_file(folder)))
    return logger


def test_a_warning_is_kept_with_the_letter_it_is_about_and_its_error(tmp_path: Path) -> None:
    log = logger_of(tmp_path)
    with logging_about("letter 17"):
        log.info("sent")
        try:
            int("a bug")
        except ValueError:
            log.exception("it could not be settled")
    log.warning("the clock is back")
    told = [(one.level, one.says) for one in last_errors(error_file(tmp_path), 10)]
    assert told == [
        ("ERROR", "letter 17: it could not be settled (ValueError: invalid literal for int() with base 10: 'a bug')"),
        ("WARNING", "the clock is back"),
    ]
    assert error_file(tmp_path).stat().st_mode & 0o077 == 0


def test_of_many_errors_the_last_are_kept(tmp_path: Path) -> None:
    log = logger_of(tmp_path)
    for number in range(2000):
        log.error("the disk is full, %s", number)
    assert error_file(tmp_path).stat().st_size < 70_000
    assert last_errors(error_file(tmp_path), 2)[-1].says == "the disk is full, 1999"


def test_an_error_that_cannot_be_kept_stops_nothing(tmp_path: Path) -> None:
    logger_of(tmp_path / "missing").error("there is no folder")
    assert last_errors(error_file(tmp_path / "missing"), 2) == ()
