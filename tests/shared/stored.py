"""Whether all that a judge has stored agrees: database, outbox, archive, and each record with itself."""

from judge.config import Config
from judge.shell.operate import fsck
from judge.shell.record import verified_at
from judge.store.overview import open_read_only


def faults_of(config: Config) -> list[str]:
    """What ``fsck`` finds wrong in the folders of a judge, and each record of its archive that does not verify."""
    archive = config.folders.archive
    with open_read_only(config.folders.data / "judge.db") as found:
        faults = [f"{what}: {fault}" for what, all_of_it in fsck(found, archive) for fault in all_of_it]
    records = {path.name: verified_at(path) for path in sorted(archive.glob("*")) if path.is_dir()}
    return faults + [f"{name} does not verify: {one.difference}" for name, one in records.items() if one.difference]
