"""What a strategy has to have beside the bars of its own instruments."""

from dataclasses import dataclass

from packages.core.errors import TooLarge
from packages.domain.backtest.fundamentals.figures import BASES, FIGURES, READ, REPORTED_ALWAYS
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.company_fields import EventField, FundamentalField
from packages.domain.strategy.cost import MOST_WORK_IN_ALL, cost_of
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import OF_THE_MONTH, CalendarValue, CompanyEvent, Fundamental, Funding
from packages.domain.strategy.walk import every_operand, other_symbols


class TooMuchWork(TooLarge):
    """Expressions that would take too long on so many bars."""


@dataclass(frozen=True, slots=True)
class CompanyNeeds:
    """Figures of reports, and of what there has to be something known: reports, dates of reports ahead, dividends."""

    figures: tuple[FundamentalField, ...] = ()
    reports: bool = False
    report_days: bool = False
    dividends: bool = False

    @property
    def anything(self) -> bool:
        return self.reports or self.report_days or self.dividends

    @property
    def items(self) -> tuple[str, ...]:
        """The lines of reports that the figures are made of; the dates of reports are those of profits."""
        return tuple(sorted({item for figure in self.figures for item in READ[figure]} or REPORTED_ALWAYS))


@dataclass(frozen=True, slots=True)
class Needs:
    """Bars of other instruments, the trading days of the market, what was known of companies, and so many steps of work
    on every bar. A portfolio wants the trading days of whole periods around its bars, and what is known of its
    instruments."""

    others: tuple[Symbol, ...] = ()
    sessions: bool = False
    work: int = 0
    company: CompanyNeeds = CompanyNeeds()
    portfolio: bool = False
    funding: bool = False

    @property
    def anything(self) -> bool:
        return bool(self.others) or self.sessions or self.company.anything or self.portfolio or self.funding


NOTHING_ELSE = Needs()
_OF_DIVIDENDS = {EventField.DAYS_SINCE_EX_DIVIDEND, EventField.DAYS_TO_EX_DIVIDEND, EventField.NEXT_DIVIDEND}


def needs_of(strategy: Strategy) -> Needs:
    months = (
        isinstance(operand, CalendarValue) and operand.field in OF_THE_MONTH for _, operand in every_operand(strategy)
    )
    others = tuple(parse_symbol(symbol) for symbol in other_symbols(strategy))
    work, is_portfolio = cost_of(strategy).work, strategy.portfolio is not None
    funding = any(isinstance(operand, Funding) for _, operand in every_operand(strategy))
    return Needs(others, any(months), work, _of_companies(strategy), is_portfolio, funding)


def _of_companies(strategy: Strategy) -> CompanyNeeds:
    operands = [operand for _, operand in every_operand(strategy)]
    named = [each.field for each in operands if isinstance(each, Fundamental)]
    events = {each.field for each in operands if isinstance(each, CompanyEvent)}
    based = [BASES.get(field, field) for field in named]
    figures = tuple(sorted({field for field in based if field in FIGURES}))
    return CompanyNeeds(
        figures,
        reports=bool(figures) or bool(events & {EventField.DAYS_SINCE_REPORT, EventField.NEW_REPORT}),
        report_days=EventField.DAYS_TO_REPORT in events,
        dividends=FundamentalField.DIVIDENDS_PER_SHARE in based or bool(events & _OF_DIVIDENDS),
    )


def refuse_more_work(needs: Needs, bars: int) -> None:
    """`bars` of all instruments together."""
    if needs.work * bars > MOST_WORK_IN_ALL:
        raise TooMuchWork(
            "backtest.too_much_work",
            work=f"{needs.work:,}",
            bars=f"{bars:,}",
            details={"work": needs.work, "bars": bars, "most": MOST_WORK_IN_ALL},
        )
