"""The well-known strategies trade by trade beside public engines: backtesting.py for signals, bt for portfolios.

    python -m benchmarks.public_engines [PYTHON]     of an environment of lock/bench-public.txt; .venv/bench/public else

Both sides get the same bars of the demo market from the same day on, and decide on the close what they fill at the next
open. The engines know no dividends, price limits, lots or T+1, so these are taken away here. backtesting.py charges a
rate on each fill as we do. bt sets weights after costs and we before, so there nothing is charged; and it rounds
what it cuts down and we do not, so portfolios hold fractions of shares. The rules and all indicators are written a
second time in `benchmarks/peers`, which imports nothing of ours. Compared is every trade and what is still held: the
bars in and out, both prices and the quantity, to a billionth of themselves or a hundred-millionth of a share.
"""

import asyncio
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

import numpy as np

from benchmarks.peers.fills import Lot
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import PRICES, Lots, Panel
from packages.domain.backtest.runs import ready, run_once
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy import operands as o
from packages.domain.strategy.company_fields import EventField, FundamentalField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.well_known.library import WellKnown, well_known
from packages.infra.kernel.build import install_kernel
from tests.reference.conditions import Readings
from tests.reference.market import ReferenceMarket
from tests.reference.on_demo import demo_panel

ROOT = Path(__file__).parents[1]
CASH, RATE = 1_000_000, 0.001
DAILY, WITHIN_THE_DAY = date(2018, 1, 2), date(2025, 10, 9)
AFTER_SUSPENSION = date(
    2019, 9, 2
)  # bt has no price for who does not trade, and one of the A-shares stood still until then
RELATIVE = 1e-9
A_FRACTION = 1e-9  # of a share: what is smaller is left over by floats, and not traded
AMOUNTS = ("quantity", "entry_price", "exit_price")

NOT_SAID: Mapping[WellKnown, str] = {
    WellKnown.TURTLE: "backtesting.py sizes an order when it is placed, and a Turtle's unit is sized when it fills",
    WellKnown.FUNDING_CARRY: "backtesting.py charges no funding; bt can, but has one price a day and no stop within",
}
ON_BT = {  # portfolios, and plans that buy for a sum of money; all others are for backtesting.py
    *(each for each in WellKnown if "portfolio" in well_known(each)),
    WellKnown.GRID,
    WellKnown.MONTHLY_SAVINGS,
}
# All others hold fractions; what is all in one share is never cut down, and has only the rounding of what is left.
WHOLE_SHARES = {each for each in WellKnown if "trade" in well_known(each)} | {WellKnown.DUAL_MOMENTUM}


def _of_calendar(*fields: o.CalendarField) -> Mapping[str, o.Operand]:
    return {field.value: o.CalendarValue(field) for field in fields}


# What no engine has a source for is given to them as columns: other series, the calendar, what reports said by then.
_TO_MONTH_END = o.CalendarField.TRADING_DAY_FROM_MONTH_END
_KNOWN: Mapping[WellKnown, Mapping[str, o.Operand]] = {
    WellKnown.INDEX_REGIME_FILTER: {"index_close": o.Elsewhere("DEMO10", o.Price(o.PriceField.CLOSE))},
    WellKnown.TURN_OF_MONTH: _of_calendar(o.CalendarField.TRADING_DAY_OF_MONTH, _TO_MONTH_END),
    WellKnown.MONTHLY_SAVINGS: _of_calendar(_TO_MONTH_END),
    WellKnown.OPENING_RANGE_BREAKOUT: _of_calendar(o.CalendarField.MINUTES_FROM_OPEN, o.CalendarField.MINUTES_TO_CLOSE),
    WellKnown.DRIFT_AFTER_EARNINGS: {
        "new_report": o.CompanyEvent(EventField.NEW_REPORT),
        "quarter_profit_growth": o.Fundamental(FundamentalField.QUARTER_PROFIT_GROWTH),
    },
    WellKnown.LOW_PE_HIGH_ROE: {
        "pe": o.Fundamental(FundamentalField.PE),
        "roe": o.Fundamental(FundamentalField.ROE),
    },
}


@dataclass(frozen=True, slots=True)
class Compared:
    """What both did."""

    trades: int
    held: int
    apart: str | None  # the first that does not agree


def main() -> None:
    python = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".venv" / "bench" / "public" / "bin" / "python"
    if not python.exists():
        print("The public engines are not installed: `make bench` does it.")
        return
    install_kernel()
    with tempfile.TemporaryDirectory() as folder:
        ours = asyncio.run(_ours(Path(folder)))
        command = [str(python), "-m", "benchmarks.peers.worker", *map(str, sorted(Path(folder).glob("*.npz")))]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if ran.returncode:
        raise SystemExit(ran.stderr)
    theirs = {which: [Lot(**each) for each in told] for which, told in json.loads(ran.stdout).items()}
    _print({which: compared(ours[which], theirs[which]) for which in ours})


async def _ours(folder: Path) -> dict[WellKnown, list[Lot]]:
    found = {}
    for which in WellKnown:
        if which in NOT_SAID:
            continue
        strategy = Validator(CATALOGUE).document(well_known(which)).require()
        start = WITHIN_THE_DAY if strategy.timeframe.is_intraday else DAILY
        if which in (WellKnown.MOMENTUM_RANKING, WellKnown.LOW_PE_HIGH_ROE):
            start = AFTER_SUSPENSION
        panel = _plain(await demo_panel(strategy, folder, start), 1 if which in WHOLE_SHARES else A_FRACTION)
        rate = 0.0 if which in ON_BT else RATE
        terms = Terms(cash=Decimal(CASH), costs=Costs(commission_rate=rate), leverage=2.0)
        found[which] = _lots(run_once(ready(strategy, CATALOGUE), panel, terms), panel)
        _hand_over(folder / f"{which}.npz", panel, rate, _known(which, strategy, panel))
    return found


def _plain(panel: Panel, share: float) -> Panel:
    """Without the rules of a market that no engine knows, on the days on which everything traded."""
    one, whole = np.ones(len(panel.tickers)), np.isfinite(panel.close).all(axis=0)
    opens, highs, lows, closes, volumes = (np.ascontiguousarray(getattr(panel, name)[:, whole]) for name in PRICES)
    return Panel(
        market=panel.market,
        timeframe=panel.timeframe,
        tickers=panel.tickers,
        time=panel.time[whole],
        session=panel.session[whole],
        elapsed_days=panel.elapsed_days[whole],
        open=opens,
        high=highs,
        low=lows,
        close=closes,
        volume=volumes,
        lots=Lots(minimum=share * one, step=share * one),
        bars_per_year=panel.bars_per_year,
        alongside=panel.alongside,
        listings=panel.listings,
    )


def _known(which: WellKnown, strategy: Strategy, panel: Panel) -> dict[str, list[list[float]]]:
    """One value after another, by the plain loops of the reference."""
    market = ReferenceMarket(panel)
    rows = [Readings(strategy, market, row) for row in market.rows]

    def values(operand: o.Operand, row: int) -> list[float]:
        told = [math.nan] * len(panel)
        for own, bar in enumerate(market.own_bars(row)):
            found = rows[row].value(operand, own)
            told[bar] = math.nan if found is None else found
        return told

    asked = _KNOWN.get(which, {})
    return {name: [values(operand, row) for row in market.rows] for name, operand in asked.items()}


def _hand_over(path: Path, panel: Panel, rate: float, known: Mapping[str, list[list[float]]]) -> None:
    told = {name: np.asarray(rows) for name, rows in known.items()}
    told |= {name: getattr(panel, name) for name in PRICES if name != "volume"}
    told |= {"tickers": np.array(panel.tickers), "time": panel.time, "step": panel.lots.step[0]}
    np.savez(path, allow_pickle=False, cash=np.float64(CASH), rate=np.float64(rate), **told)


def _lots(outcome: Outcome, panel: Panel) -> list[Lot]:
    closed = [
        Lot(
            *(panel.tickers[each.ticker], each.entry_bar, _signed(each.direction, each.quantity), each.entry_price),
            *(each.exit_bar, each.exit_price),
        )
        for each in outcome.trades
    ]
    held = [
        Lot(panel.tickers[each.ticker], each.entry_bar, _signed(each.direction, each.quantity), each.entry_price)
        for each in outcome.open_lots or outcome.open_positions
    ]
    return [*closed, *held]


def _signed(direction: Direction, quantity: float) -> float:
    return quantity if direction is Direction.LONG else -quantity


def compared(ours: list[Lot], theirs: list[Lot]) -> Compared:
    one, other = _in_order(ours), _in_order(theirs)
    closed = [each for each in one if each.exit_bar is not None]
    apart = None if len(one) == len(other) else f"{len(one)} against {len(other)}"
    pairs = list(zip(one, other, strict=False))
    for pair in pairs:
        if not _alike(*pair):
            apart = f"{apart or ''} {pair[0]} against {pair[1]}"
            break
    return Compared(len(closed), len(one) - len(closed), apart)


def _in_order(lots: list[Lot]) -> list[Lot]:
    return sorted(lots, key=lambda each: (each.exit_bar is None, each.exit_bar or 0, each.ticker, each.entry_bar))


def _alike(one: Lot, other: Lot) -> bool:
    days = (one.ticker, one.entry_bar, one.exit_bar) == (other.ticker, other.entry_bar, other.exit_bar)
    return days and all(_near(getattr(one, name), getattr(other, name)) for name in AMOUNTS)


def _near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= max(RELATIVE * abs(one), 10 * A_FRACTION)


def _print(found: Mapping[WellKnown, Compared]) -> None:
    print("| strategy | engine | trades | still held | all alike |\n|---|---|---|---|---|")
    for which, told in found.items():
        engine = "bt" if which in ON_BT else "backtesting.py"
        said = "yes" if told.apart is None else f"no: {told.apart}"
        print(f"| {which} | {engine} | {told.trades} | {told.held} | {said} |")
    print(f"\n{sum(each.apart is None for each in found.values())} of {len(WellKnown)} trade alike.")
    for which, why in NOT_SAID.items():
        print(f"{which}: {why}.")


if __name__ == "__main__":
    main()
