"""How the manager tells the outside world that something was committed. Never awaited, never refused."""

from typing import Protocol


class Publisher(Protocol):
    def table_changed(self, table_id: int) -> None:
        """The table has a new committed state. Called after the commit; must return at once.

        Whoever implements it reads the newest state from the manager when it comes to send, so that
        bursts merge and the newest wins.
        """
        ...
