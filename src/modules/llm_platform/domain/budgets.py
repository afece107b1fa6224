"""Budgets: for a run, for a user in a day, for the whole desk in a day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from src.modules.llm_platform.domain.ledger import CallScope


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """None: no limit of this kind."""

    money: Decimal | None = None
    tokens: int | None = None

    @property
    def exists(self) -> bool:
        return self.money is not None or self.tokens is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """Money is in US dollars. Days are UTC days."""

    run: Limit = Limit()
    user: Limit = Limit()
    day: Limit = Limit()

    def over(self, scope: CallScope, today: date) -> Iterator[tuple[str, Limit]]:
        """The budgets that a call of this scope is counted against, each with the name of its account."""
        if scope.run_id is not None:
            yield f"run:{scope.owner_id}:{scope.run_id}", self.run
        yield f"user:{scope.owner_id}:{today}", self.user
        yield f"day:{today}", self.day
