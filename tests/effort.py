"""How much the tests try: a part of it in `make test`, all of it in `make trust`, which sets PARLEY_TESTS=thorough."""

import os

THOROUGH = os.environ.get("PARLEY_TESTS") == "thorough"


def examples(full: int) -> int:
    """How many examples of a property to try: a quarter of them in `make test`, yet never fewer than 25 of more."""
    return full if THOROUGH else min(full, max(25, full // 4))
