"""To whom a letter goes, or says that it goes."""

from dataclasses import dataclass

from judge.rules.board import Power


@dataclass(frozen=True)
class Recipients:
    """The players of some powers, the master, the observers; none of these for everyone."""

    powers: tuple[Power, ...] = ()
    master: bool = False
    observers: bool = False

    @property
    def are_everyone(self) -> bool:
        """Whether it is for everyone."""
        return not (self.powers or self.master or self.observers)

    @property
    def are_the_master(self) -> bool:
        """Whether it is for the master alone."""
        return self.master and not self.powers and not self.observers


EVERYONE = Recipients()
