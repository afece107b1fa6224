"""Opens the model platform, does one thing, and prints it as tables or JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import TypeVar

from rich.console import Console
from rich.markup import escape

from apps.api.composition import open_database
from apps.cli.output import parse_day, plain_table, print_json
from packages.core.clock import SystemClock
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.settings.load import load_settings
from src.modules.llm_platform.application.model_configs import ConfigEntry
from src.modules.llm_platform.application.model_tester import ModelTest, try_out
from src.modules.llm_platform.application.usage import UsagePeriod, UsageTotals, total_of
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.ledger import BudgetState, MoneyAndTokens, UsageLine
from src.modules.llm_platform.infrastructure.config_store import Rotation

Result = TypeVar("Result")
OWNER = LOCAL_OWNER_ID


def show_configs(as_json: bool) -> None:
    async def read(platform: LlmPlatformContainer) -> list[ConfigEntry]:
        return list(await platform.configs().list(OWNER))

    entries = _with_platform(read)
    print_json([config_json(entry) for entry in entries]) if as_json else print_configs(entries)


def ask_model(alias: str, as_json: bool) -> int:
    """0 when it answered."""

    async def ask(platform: LlmPlatformContainer) -> ModelTest:
        return await try_out(platform.configs(), platform.tester(), OWNER, alias)

    test = _with_platform(ask)
    print_json(asdict(test)) if as_json else print_test(test)
    return 0 if test.ok else 1


def show_usage(since: str | None, until: str | None, as_json: bool) -> None:
    first, last = parse_day("--since", since, "2026-01-31"), parse_day("--until", until, "2026-01-31")
    stretch = UsagePeriod.of(first, last, SystemClock().now().date())

    async def read(platform: LlmPlatformContainer) -> tuple[list[UsageLine], list[BudgetState]]:
        ledger = platform.ledger()
        lines = await ledger.usage(OWNER, stretch.since, stretch.until)
        return list(lines), list(await ledger.budgets(OWNER))

    lines, budgets = _with_platform(read)
    print_json(usage_json(stretch, lines, budgets)) if as_json else print_usage(stretch, lines, budgets)


def rotate_vault_key(as_json: bool) -> None:
    rotation = _with_platform(lambda platform: platform.rotate_keys())
    print_json(asdict(rotation)) if as_json else print_rotation(rotation)


def _with_platform(work: Callable[[LlmPlatformContainer], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        settings = load_settings()
        async with open_database(settings) as database:
            platform = LlmPlatformContainer(database, settings, SystemClock())
            try:
                return await work(platform)
            finally:
                await platform.aclose()

    return asyncio.run(run())


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
    table = plain_table("alias", "model", "provider", "server", "key", "priority", "tags", "from")
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
        table = plain_table("day", "model", "for", "calls", "failed", "tokens in", "tokens out", "cost")
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
    table = plain_table("budget", "spent", "put aside", "limit")
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
