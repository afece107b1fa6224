"""What a strategy has to have beside the bars of its own instruments."""

from dataclasses import dataclass

from packages.core.errors import TooLarge
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.cost import MOST_WORK_IN_ALL, cost_of
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import OF_THE_MONTH, CalendarValue
from packages.domain.strategy.walk import every_operand, other_symbols


class TooMuchWork(TooLarge):
    """Expressions that would take too long on so many bars."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Bars of other instruments, the trading days of the market, and so many steps of work on every bar. A portfolio
    wants the trading days of whole periods around its bars, and what is known of its instruments."""

    others: tuple[Symbol, ...] = ()
    sessions: bool = False
    work: int = 0
    portfolio: bool = False

    @property
    def anything(self) -> bool:
        return bool(self.others) or self.sessions or self.portfolio


NOTHING_ELSE = Needs()


def needs_of(strategy: Strategy) -> Needs:
    months = (
        isinstance(operand, CalendarValue) and operand.field in OF_THE_MONTH for _, operand in every_operand(strategy)
    )
    others = tuple(parse_symbol(symbol) for symbol in other_symbols(strategy))
    return Needs(others, any(months), cost_of(strategy).work, strategy.portfolio is not None)


def refuse_more_work(needs: Needs, bars: int) -> None:
    """`bars` of all instruments together."""
    if needs.work * bars > MOST_WORK_IN_ALL:
        raise TooMuchWork(
            "backtest.too_much_work",
            work=f"{needs.work:,}",
            bars=f"{bars:,}",
            details={"work": needs.work, "bars": bars, "most": MOST_WORK_IN_ALL},
        )
