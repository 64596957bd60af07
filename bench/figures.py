"""Figures kept in a file, so that one run can be compared with another."""

import json
import os
import platform
from pathlib import Path

import click

figures_option = click.option(
    "--json", "file", type=click.Path(path_type=Path), help="Where to keep the figures for comparison."
)


def keep_figures(file: Path | None, figures: object) -> None:
    """Write figures to a file, with the machine they are of; nothing without a file."""
    if file is None:
        return
    machine = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"machine": machine, "figures": figures}, indent=1) + "\n", encoding="utf-8")
