"""How `parley llm` shows what it did: tables for people, JSON for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from decimal import Decimal

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from src.modules.llm_platform.application.model_configs import ConfigEntry
from src.modules.llm_platform.application.model_tester import ModelTest
from src.modules.llm_platform.application.usage import UsagePeriod, UsageTotals, total_of
from src.modules.llm_platform.domain.ledger import BudgetState, MoneyAndTokens, UsageLine
from src.modules.llm_platform.infrastructure.config_store import Rotation


def config_json(entry: ConfigEntry) -> dict[str, object]:
    terms = asdict(entry.terms) | {"tags": sorted(entry.terms.tags)}
    return {"alias": entry.alias, "origin": entry.origin, **terms, "key": entry.masked_key, "problem": entry.problem}


def usage_json(stretch: UsagePeriod, lines: Sequence[UsageLine], budgets: Sequence[BudgetState]) -> dict[str, object]:
    return {
        **asdict(stretch),
        "lines": [asdict(line) for line in lines],
        "totals": asdict(total_of(lines)),
        "budgets": [asdict(state) for state in budgets],
    }


def print_configs(entries: Sequence[ConfigEntry]) -> None:
    console = Console()
    if not entries:
        console.print(
            "No model is configured, so the desk works by its rules: set OPENAI_API_KEY or OPENAI_BASE_URL, "
            "or add one under Settings → Models."
        )
        return
    table = _table("alias", "model", "provider", "server", "key", "priority", "tags", "from")
    for entry in entries:
        terms = entry.terms
        name = entry.alias if terms.enabled else f"{entry.alias} (off)"
        said = (name, terms.model or "?", terms.provider.value, terms.base_url or "the maker's own")
        rest = (entry.masked_key or "none", str(terms.priority), ", ".join(sorted(terms.tags)), entry.origin.value)
        table.add_row(*map(escape, (*said, *rest)))
    console.print(table)
    for entry in entries:
        if entry.problem:
            console.print(f"[yellow]{escape(entry.alias)}:[/] {escape(entry.problem)}")


def print_test(test: ModelTest) -> None:
    console = Console()
    if not test.ok:
        Console(stderr=True).print(f"[red]{escape(test.error_message or 'It did not answer.')}[/]")
        return
    tokens = f"{test.usage.input_tokens:,} + {test.usage.output_tokens:,} tokens" if test.usage else "tokens not told"
    console.print(f"[green]{escape(test.alias)}[/] ({escape(test.model)}) answered in {test.latency_ms:,} ms")
    console.print(f"{tokens}, {_price(test.cost)}")


def print_usage(stretch: UsagePeriod, lines: Sequence[UsageLine], budgets: Sequence[BudgetState]) -> None:
    console = Console()
    if lines:
        table = _table("day", "model", "for", "calls", "failed", "tokens in", "tokens out", "cost")
        for line in lines:
            table.add_row(str(line.day), escape(line.model), escape(line.caller), *_figures(line))
        table.add_row("total", "", "", *_figures(total_of(lines)), style="bold")
        console.print(table)
    else:
        console.print(f"No model was asked from {stretch.since} until {stretch.until}.")
    _print_budgets(console, budgets)


def print_rotation(rotation: Rotation) -> None:
    retired = ", ".join(rotation.retired) or "none"
    Console().print(f"{rotation.resealed:,} stored keys are sealed with {rotation.key_id} now; deleted: {retired}.")


def _print_budgets(console: Console, budgets: Sequence[BudgetState]) -> None:
    limited = [state for state in budgets if state.money_limit is not None or state.token_limit is not None]
    if not limited:
        console.print("[dim]No budget is set: PARLEY_LLM_BUDGET_DAY_USD and its kin set one.[/]")
        return
    table = _table("budget", "spent", "put aside", "limit")
    for state in limited:
        table.add_row(escape(state.name), _amount(state.spent), _amount(state.reserved), _limit(state))
    console.print(table)


def _limit(state: BudgetState) -> str:
    money = [] if state.money_limit is None else [f"${state.money_limit:f}"]
    tokens = [] if state.token_limit is None else [f"{state.token_limit:,} tokens"]
    return ", ".join(money + tokens)


def _amount(amount: MoneyAndTokens) -> str:
    return f"{_price(amount.money)}, {amount.tokens:,} tokens"


def _figures(of: UsageLine | UsageTotals) -> tuple[str, ...]:
    unpriced = f" + {of.unpriced_calls:,} calls of unknown price" if of.unpriced_calls and of.cost is not None else ""
    cost = _price(of.cost) + unpriced if of.cost is not None or of.unpriced_calls else "nothing"
    return f"{of.calls:,}", f"{of.failed:,}", f"{of.input_tokens:,}", f"{of.output_tokens:,}", cost


def _price(cost: Decimal | None) -> str:
    return "price unknown" if cost is None else f"${cost:f}"


def _table(*titles: str) -> Table:
    table = Table(box=None, header_style="bold")
    for title in titles:
        table.add_column(title)
    return table
