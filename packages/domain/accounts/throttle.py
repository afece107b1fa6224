"""What slows down a guesser: a few free tries, then a wait that doubles with each failure."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

_FORGOTTEN_AFTER = timedelta(days=1)
_LONGEST_WAIT_SECONDS = 900


@dataclass(frozen=True, slots=True)
class SignInAllowance:
    """How many failures in a row cost nothing under one key."""

    free_tries: int

    def wait_seconds(self, failures: int, last_at: datetime, now: datetime) -> int:
        """Seconds until the next try is taken; 0 when it is taken now."""
        if failures < self.free_tries or now - last_at > _FORGOTTEN_AFTER:
            return 0
        pause = min(2 ** min(failures - self.free_tries, 10), _LONGEST_WAIT_SECONDS)
        left = (last_at + timedelta(seconds=pause) - now).total_seconds()
        return max(0, math.ceil(left))

    def next_count(self, failures: int, last_at: datetime, now: datetime) -> int:
        """A try counts as failed until it has worked, so that tries at the same time all count."""
        return 1 if now - last_at > _FORGOTTEN_AFTER else failures + 1


PER_PERSON_AND_PLACE = SignInAllowance(free_tries=5)
PER_PERSON = SignInAllowance(free_tries=30)
PER_PLACE = SignInAllowance(free_tries=100)
