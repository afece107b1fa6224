"""Ready-made requests that a person picks in their client, in the language they ask for."""

from collections.abc import Callable
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.prompts import Prompt
from pydantic import Field

from packages.core.messages import Language, message, render

InLanguage = Annotated[Language, Field(description="en or zh.")]
Stock = Annotated[str, Field(max_length=60, description="A symbol or a company's name, as AAPL or 600519.SH.")]
Idea = Annotated[str, Field(max_length=2000, description="When to buy and when to sell, in your own words.")]
BacktestId = Annotated[str, Field(max_length=36, description="The `backtest_job_id`.")]


def research_stock(stock: Stock, language: InLanguage = Language.EN) -> str:
    """Research a stock: five experts, a debate, a verdict, with what speaks against it."""
    return render(message("tools.prompt.research_stock", stock=stock), language)


def strategy_from_idea(idea: Idea, language: InLanguage = Language.EN) -> str:
    """From an idea to a strategy on paper: rules, backtest, stress test, deployment, with a stop before each step."""
    return render(message("tools.prompt.strategy_from_idea", idea=idea), language)


def review_deployments(language: InLanguage = Language.EN) -> str:
    """Review what trades on paper: profit, positions, orders, and whether it does what its backtest did."""
    return render(message("tools.prompt.review_deployments"), language)


def question_backtest(backtest_job_id: BacktestId, language: InLanguage = Language.EN) -> str:
    """Question a backtest: how much of it may be luck, where it loses, and what to test next."""
    return render(message("tools.prompt.question_backtest", backtest_job_id=backtest_job_id), language)


PROMPTS: tuple[Callable[..., str], ...] = (research_stock, strategy_from_idea, review_deployments, question_backtest)


def add_prompts(server: MCPServer) -> None:
    for each in PROMPTS:
        server.add_prompt(Prompt.from_function(each))
