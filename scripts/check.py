"""Everything that has to pass, as CI runs it: `python -m scripts.check`.

Goes on after a failure and ends with 1 if there was any. `--fast` leaves out what takes minutes (the tests);
`--fix` lets ruff write the form and what it can mend first.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent

FIXES = (("ruff", "check", "--fix", "."), ("ruff", "format", "."))
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("pyright", "--pythonpath", sys.executable),
    ("lint-imports",),
)
TESTS = ("pytest", "-n", "2")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fast", action="store_true", help="without the tests")
    parser.add_argument("--fix", action="store_true", help="mend first what ruff can mend")
    chosen = parser.parse_args()
    commands = (*(FIXES if chosen.fix else ()), *CHECKS, *(() if chosen.fast else (TESTS,)))
    failed = [command[0] for command in commands if not passes(command)]
    sys.stdout.write(f"Failed: {', '.join(failed)}\n" if failed else "All checks passed.\n")
    return 1 if failed else 0


def passes(command: Sequence[str]) -> bool:
    """Runs one tool of this environment from the top of the checkout."""
    sys.stdout.write(f"--- {' '.join(Path(part).name for part in command)}\n")
    sys.stdout.flush()
    began = time.monotonic()
    done = subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, check=False)  # noqa: S603
    sys.stdout.write(f"{'ok' if done.returncode == 0 else 'FAILED'} after {time.monotonic() - began:.0f} s\n")
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
