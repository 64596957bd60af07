"""Libraries that few processes need: loaded by the first that uses one, when it does."""

from importlib import import_module


class LibraryOnDemand:
    """Stands for a module of that name: what is asked of it, modules below it among them, loads it. Any thread may."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        module = import_module(self._name)
        return getattr(module, name) if hasattr(module, name) else import_module(f"{self._name}.{name}")
