"""`@pytest.mark.rule("2.9")` says which sentence of `RULES.md` a test checks, where its name does not.

Names such as `test_V01_...` are worked examples, which `CONTRIBUTING.md` explains.
"""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(number): the sentences of RULES.md that this test checks")
