"""The accounts of the budgets: one statement moves money and tokens in all accounts of a call.

Accounts are always touched in the order of `account_names`, a run's before a user's before the installation's, so that
two transactions of PostgreSQL never wait for each other in a ring. The statement is the same on both databases.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from sqlalchemy import BigInteger, Connection, Text, TextualSelect, bindparam, text

from src.modules.llm_platform.domain.ledger import Budgets, CallScope, MoneyAndTokens
from src.modules.llm_platform.infrastructure.ledger.rows import Dollars, accounts

_FIGURES = ("spent_money", "spent_tokens", "reserved_money", "reserved_tokens", "calls", "unpriced_calls")
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetFigures:
    """What an account holds, or what is added to it; the money of unpriced calls is not in it, they are counted."""

    spent_money: Decimal = _NOTHING
    spent_tokens: int = 0
    reserved_money: Decimal = _NOTHING
    reserved_tokens: int = 0
    calls: int = 0
    unpriced_calls: int = 0

    @property
    def spent(self) -> MoneyAndTokens:
        """The money is None when no call that was counted has a known price."""
        unknown = 0 < self.calls == self.unpriced_calls
        return MoneyAndTokens(money=None if unknown else self.spent_money, tokens=self.spent_tokens)

    @property
    def reserved(self) -> MoneyAndTokens:
        return MoneyAndTokens(money=self.reserved_money, tokens=self.reserved_tokens)


def reserving(amount: MoneyAndTokens) -> BudgetFigures:
    return BudgetFigures(reserved_money=amount.money or _NOTHING, reserved_tokens=amount.tokens)


def releasing(amount: MoneyAndTokens) -> BudgetFigures:
    return BudgetFigures(reserved_money=-(amount.money or _NOTHING), reserved_tokens=-amount.tokens)


def charging(reserved: MoneyAndTokens, charged: MoneyAndTokens) -> BudgetFigures:
    """The reservation goes, and what counts comes; nothing at all has a price whatever the model's is."""
    unpriced = charged.money is None and charged.tokens > 0
    return BudgetFigures(
        spent_money=charged.money or _NOTHING,
        spent_tokens=charged.tokens,
        reserved_money=-(reserved.money or _NOTHING),
        reserved_tokens=-reserved.tokens,
        calls=1,
        unpriced_calls=int(unpriced),
    )


def account_names(budgets: Budgets, owner_id: str, run_id: str | None, day: date) -> list[str]:
    scope = CallScope(owner_id=owner_id, caller="", run_id=run_id)
    return [name for name, _ in budgets.over(scope, day)]


def move(connection: Connection, names: Sequence[str], added: BudgetFigures) -> Mapping[str, BudgetFigures]:
    """The accounts as they are afterwards; an account that was never used is opened."""
    values = {figure: getattr(added, figure) for figure in _FIGURES}
    parameters = values | {f"name{place}": name for place, name in enumerate(names)}
    return states(connection.execute(_moving(len(names)), parameters))


def states(rows: Iterable[Sequence[object]]) -> Mapping[str, BudgetFigures]:
    return {str(name): BudgetFigures(**dict(zip(_FIGURES, figures, strict=True))) for name, *figures in rows}  # type: ignore[arg-type]


@cache
def _moving(count: int) -> TextualSelect:
    # Text, because SQLAlchemy compiles an insert of several rows anew each time.
    values = ", ".join(f"(:name{place}, {', '.join(f':{figure}' for figure in _FIGURES)})" for place in range(count))
    sums = ", ".join(f"{figure} = llm_accounts.{figure} + excluded.{figure}" for figure in _FIGURES)
    columns = ", ".join(("name", *_FIGURES))
    statement = text(
        f"INSERT INTO llm_accounts ({columns}) VALUES {values} "  # noqa: S608 - nothing of it comes from outside
        f"ON CONFLICT (name) DO UPDATE SET {sums} RETURNING {columns}"
    )
    types = {figure: Dollars() if figure.endswith("money") else BigInteger() for figure in _FIGURES}
    return statement.bindparams(
        *(bindparam(f"name{place}", type_=Text()) for place in range(count)),
        *(bindparam(figure, type_=kind) for figure, kind in types.items()),
    ).columns(accounts.c.name, *(accounts.c[figure] for figure in _FIGURES))
