"""What was typed after `parley backtest`, and the request that it means."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Literal

from apps.cli.output import BadOption, parse_day
from packages.core.errors import Invalid
from packages.core.messages import LanguageCode
from packages.domain.backtest.financing import Financing
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.terms import Costs, usual_costs
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.book import StrategyText
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.model import Strategy

RATES = ("borrow_rate", "interest_rate", "funding_rate")
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """As they were typed; None where nothing was."""

    strategy: str
    version: int | None = None
    start: str | None = None
    end: str | None = None
    cash: str | None = None
    commission: float | None = None
    slippage: float | None = None
    leverage: float | None = None
    borrow_rate: float | None = None
    interest_rate: float | None = None
    funding_rate: float | None = None
    language: LanguageCode = "zh"
    html: Path | None = None
    md: Path | None = None
    as_json: bool = False
    trades: int = 0
    store: bool = True

    def text(self) -> StrategyText | None:
        """What is in the file; None where a stored strategy is named."""
        path = Path(self.strategy).expanduser()
        if path.is_file():
            return _read(path)
        if _ID.fullmatch(self.strategy):
            return None
        raise BadOption("cli.neither_file_nor_id", strategy=self.strategy)

    def request(self, strategy: Strategy, strategy_id: str | None) -> BacktestRequest:
        try:
            return BacktestRequest(
                strategy_id=strategy_id,
                version=self.version,
                document=document_of(strategy) if strategy_id is None else None,
                start=parse_day("--start", self.start),
                end=parse_day("--end", self.end),
                cash=_money(self.cash),
                costs=self._costs(strategy.universe.market),
                leverage=self.leverage,
                financing=Financing(**{name: getattr(self, name) for name in RATES}),
            )
        except Invalid as error:
            raise BadOption(error.said) from error

    def _costs(self, market: Market) -> Costs | None:
        costs = usual_costs(market)
        if self.commission is not None:
            costs = replace(costs, commission_rate=self.commission, commission_per_share=0.0, commission_minimum=0.0)
        return costs if self.slippage is None else replace(costs, slippage=self.slippage)


def _read(path: Path) -> StrategyText:
    endings: dict[str, Literal["json", "yaml"]] = {".json": "json", ".yaml": "yaml", ".yml": "yaml"}
    try:
        return StrategyText(path.read_text("utf-8"), endings.get(path.suffix.lower()))
    except UnicodeDecodeError as error:
        raise BadOption("cli.not_utf8", path=path) from error
    except OSError as error:
        raise BadOption("cli.unreadable_file", path=path, reason=error.strerror) from error


def _money(text: str | None) -> Decimal | None:
    try:
        amount = Decimal(text) if text else None
    except InvalidOperation:
        amount = Decimal("nan")
    if amount is not None and not amount.is_finite():
        raise BadOption("cli.bad_cash", text=text)
    return amount
