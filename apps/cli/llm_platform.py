"""Opens the model platform, does one thing, and prints it as tables or JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from apps.api.openings.database import open_database
from apps.cli.output import cli_phrases, parse_day, plain_table, print_json
from packages.core.clock import SystemClock
from packages.core.messages import Phrases, for_reader, message_of
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
    return {
        "alias": entry.alias,
        "origin": entry.origin,
        **terms,
        "key": entry.masked_key,
        "problem": for_reader(entry.problem),
    }


def usage_json(stretch: UsagePeriod, lines: Sequence[UsageLine], budgets: Sequence[BudgetState]) -> dict[str, object]:
    return {
        **asdict(stretch),
        "lines": [asdict(line) for line in lines],
        "totals": asdict(total_of(lines)),
        "budgets": [asdict(state) for state in budgets],
    }


def print_configs(entries: Sequence[ConfigEntry]) -> None:
    console, phrases = Console(), cli_phrases("llm")
    if not entries:
        console.print(Text(phrases.say("none")))
        return
    table = _table(phrases, "alias", "model", "provider", "server", "key", "priority", "tags", "origin")
    for entry in entries:
        terms = entry.terms
        name = entry.alias if terms.enabled else phrases.say("disabled", alias=entry.alias)
        provider, origin = phrases.say(f"provider.{terms.provider.value}"), phrases.say(f"origin.{entry.origin.value}")
        said = (name, terms.model or "?", provider, terms.base_url or phrases.say("official"))
        rest = (entry.masked_key or phrases.say("no_key"), str(terms.priority), ", ".join(sorted(terms.tags)), origin)
        table.add_row(*map(escape, (*said, *rest)))
    console.print(table)
    for entry in entries:
        if entry.problem:
            problem = message_of(entry.problem)
            console.print(Text(phrases.say("problem", alias=entry.alias, problem=problem), style="yellow"))


def print_test(test: ModelTest) -> None:
    console, phrases = Console(), cli_phrases("llm")
    if not test.ok:
        said = for_reader(test.error_message) if test.error_message else phrases.say("no_answer")
        Console(stderr=True).print(Text(said, style="red"))
        return
    tokens = phrases.say("tokens_unknown")
    if test.usage:
        counts = {"input": f"{test.usage.input_tokens:,}", "output": f"{test.usage.output_tokens:,}"}
        tokens = phrases.say("tokens_in_out", **counts)
    answered = phrases.say("answered", alias=test.alias, model=test.model, ms=f"{test.latency_ms:,}")
    console.print(Text(answered, style="green"))
    console.print(Text(phrases.say("answer_cost", tokens=tokens, price=_price(test.cost, phrases))))


def print_usage(stretch: UsagePeriod, lines: Sequence[UsageLine], budgets: Sequence[BudgetState]) -> None:
    console, phrases = Console(), cli_phrases("llm")
    if lines:
        table = _table(phrases, "day", "model", "caller", "calls", "failed", "input", "output", "cost")
        for line in lines:
            caller = phrases.word("caller", line.caller)
            table.add_row(str(line.day), escape(line.model), escape(caller), *_figures(line, phrases))
        table.add_row(phrases.say("total"), "", "", *_figures(total_of(lines), phrases), style="bold")
        console.print(table)
    else:
        console.print(Text(phrases.say("no_usage", since=str(stretch.since), until=str(stretch.until))))
    _print_budgets(console, budgets, phrases)


def print_rotation(rotation: Rotation) -> None:
    phrases = cli_phrases("llm")
    retired = list(rotation.retired) or phrases.say("nothing")
    Console().print(Text(phrases.say("rotated", count=f"{rotation.resealed:,}", key=rotation.key_id, retired=retired)))


def _print_budgets(console: Console, budgets: Sequence[BudgetState], phrases: Phrases) -> None:
    limited = [state for state in budgets if state.money_limit is not None or state.token_limit is not None]
    if not limited:
        console.print(Text(phrases.say("no_budget"), style="dim"))
        return
    table = _table(phrases, "budget", "spent", "reserved", "limit")
    for state in limited:
        name = phrases.say(f"budget.{state.name}")
        table.add_row(name, _amount(state.spent, phrases), _amount(state.reserved, phrases), _limit(state, phrases))
    console.print(table)


def _limit(state: BudgetState, phrases: Phrases) -> str:
    money = [] if state.money_limit is None else [_price(state.money_limit, phrases)]
    tokens = [] if state.token_limit is None else [phrases.say("tokens", tokens=f"{state.token_limit:,}")]
    return ", ".join(money + tokens)


def _amount(amount: MoneyAndTokens, phrases: Phrases) -> str:
    tokens = phrases.say("tokens", tokens=f"{amount.tokens:,}")
    return f"{_price(amount.money, phrases)}, {tokens}"


def _figures(of: UsageLine | UsageTotals, phrases: Phrases) -> tuple[str, ...]:
    counts = (f"{of.calls:,}", f"{of.failed:,}", f"{of.input_tokens:,}", f"{of.output_tokens:,}")
    if of.cost is None and not of.unpriced_calls:
        return *counts, phrases.say("nothing")
    cost = _price(of.cost, phrases)
    if of.cost is not None and of.unpriced_calls:
        cost = phrases.say("with_unpriced", cost=cost, count=f"{of.unpriced_calls:,}")
    return *counts, cost


def _price(cost: Decimal | None, phrases: Phrases) -> str:
    return phrases.say("price_unknown") if cost is None else phrases.say("dollars", amount=cost)


def _table(phrases: Phrases, *columns: str) -> Table:
    return plain_table(*(phrases.say(f"column.{name}") for name in columns))
