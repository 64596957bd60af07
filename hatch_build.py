"""Notes in a package which source it is built of; ``judge --version --verbose`` tells it."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SourceHook(BuildHookInterface[Any]):
    """Puts the note where each kind of package keeps it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - what hatchling gives
        """Write the note beside the package, and have it taken along."""
        sys.path.insert(0, self.root)
        from judge.shell.build import SOURCE_FILE, source_of  # noqa: PLC0415 - the source is on no path before

        self._folder = TemporaryDirectory()
        note = Path(self._folder.name) / SOURCE_FILE
        note.write_text(json.dumps(source_of(Path(self.root))) + "\n", encoding="utf-8")
        place = SOURCE_FILE if self.target_name == "sdist" else f"judge/packaged_files/{SOURCE_FILE}"
        build_data["force_include"][str(note)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - likewise
        """Remove what was only written to be taken along."""
        self._folder.cleanup()
