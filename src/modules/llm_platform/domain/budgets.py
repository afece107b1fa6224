"""Budgets of model calls, and what a call costs at most and in the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from src.modules.llm_platform.domain.ledger import CallScope, MoneyAndTokens
from src.modules.llm_platform.domain.models import ModelPrice
from src.modules.llm_platform.domain.requests import TokenUsage


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLimit:
    """None: no limit of this kind."""

    money: Decimal | None = None
    tokens: int | None = None

    @property
    def exists(self) -> bool:
        return self.money is not None or self.tokens is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """Money is in US dollars. Days are UTC days."""

    run: BudgetLimit = BudgetLimit()
    user: BudgetLimit = BudgetLimit()
    day: BudgetLimit = BudgetLimit()

    def over(self, scope: CallScope, today: date) -> Iterator[tuple[str, BudgetLimit]]:
        """The budgets that a call of this scope is counted against, each with the name of its account."""
        if scope.run_id is not None:
            yield f"run:{scope.owner_id}:{scope.run_id}", self.run
        yield f"user:{scope.owner_id}:{today}", self.user
        yield f"day:{today}", self.day


_MILLION = Decimal(1_000_000)
# Every byte a token: no tokenizer makes more of a text than that, whatever the language.
_FRAMING_TOKENS = 64


def cost_of(usage: TokenUsage | None, price: ModelPrice | None) -> Decimal | None:
    """None when the price or the count is not known."""
    if usage is None or price is None:
        return None
    return (usage.input_tokens * price.input_per_million + usage.output_tokens * price.output_per_million) / _MILLION


def worst_case(sent_text: str, max_output_tokens: int, price: ModelPrice | None) -> MoneyAndTokens:
    """What must be put aside before the text is sent."""
    input_tokens = len(sent_text.encode(errors="surrogatepass")) + _FRAMING_TOKENS
    usage = TokenUsage(input_tokens, max_output_tokens)
    return MoneyAndTokens(money=cost_of(usage, price), tokens=usage.total)
