"""`yaniv run` in a process of its own, pointed at a local Discord. Arguments: its address and its gateway."""

import sys

from bot.cli.app import main
from tests.discord_server.connect import aimed_at

if __name__ == "__main__":
    base, gateway = sys.argv[1:]
    sys.argv = ["yaniv", "run"]
    with aimed_at(base, gateway):
        main()
