"""Everything in the pack about one company: books, reports, days in the market, and what is written about it."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from packages.domain.market_data.rows import CalendarEvent, CorporateAction, FinancialFact, NewsItem, Valuation
from packages.domain.market_data.sessions import session_close, statutory_deadline
from packages.infra.providers.market_data.demo.bars import TradedDay, TradedSessions, company_bars
from packages.infra.providers.market_data.demo.books import Quarter
from packages.infra.providers.market_data.demo.companies import SHAKY
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.company_news import (
    action_news,
    delisting_news,
    late_news,
    report_news,
    status_news,
)
from packages.infra.providers.market_data.demo.events import report_dates
from packages.infra.providers.market_data.demo.finance import books_of
from packages.infra.providers.market_data.demo.market_news import price_news
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.reports import LATE_REPORTS, announcements, facts
from packages.infra.providers.market_data.demo.sessions import local
from packages.infra.providers.market_data.demo.span import DemoSpan
from packages.infra.providers.market_data.demo.statuses import corporate_actions, status_periods
from packages.infra.providers.market_data.demo.valuation import valuations

_YEARS_BEHIND = 2  # of reports, which the year's figures are compared with


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """A company's part of the pack."""

    traded: TradedDay
    actions: tuple[CorporateAction, ...]
    facts: tuple[FinancialFact, ...]
    valuations: tuple[Valuation, ...]
    news: tuple[NewsItem, ...]
    events: tuple[CalendarEvent, ...]


def draw_story(span: DemoSpan, company: DemoCompany, sky: MarketWeather) -> Story:
    books = books_of(span.seed, company, sky)
    announced_at = announcements(span.seed, company, [quarter.end for quarter in books])
    actions = corporate_actions(company, books)
    reports = facts(company, _reported(span, company, books, announced_at), announced_at)
    stage = TradedSessions(_days(span, company), span.closes.get(company.symbol))
    traded = company_bars(span.seed, company, books, sky, actions, announced_at, stage)
    fresh = [price for price in traded.path if span.is_new(session_close(company.market, price.day))]
    return Story(
        traded=traded,
        actions=actions,
        facts=reports,
        valuations=tuple(valuations(company, fresh, reports, actions)),
        news=_news(company, reports, actions, traded, announced_at),
        events=() if company.delisted_on else tuple(report_dates(company, announced_at)),
    )


def _days(span: DemoSpan, company: DemoCompany) -> tuple[date, ...]:
    """From the listing on, where that is later than the first session, to the delisting."""
    days = span.days(company.exchange, company.market)
    return days[bisect_left(days, company.listed_on) : bisect_right(days, company.delisted_on or date.max)]


def _reported(
    span: DemoSpan, company: DemoCompany, books: Sequence[Quarter], announced_at: dict[date, datetime]
) -> list[Quarter]:
    """What has been announced by now, and before a delisting: nobody reports after it."""
    first = span.first_day.year - _YEARS_BEHIND if span.since else 0
    known = [quarter for quarter in books if span.now is None or announced_at[quarter.end] <= span.now]
    gone = company.delisted_on or date.max
    return [quarter for quarter in known if quarter.end.year >= first and announced_at[quarter.end].date() <= gone]


def _news(
    company: DemoCompany,
    reports: Sequence[FinancialFact],
    actions: Sequence[CorporateAction],
    traded: TradedDay,
    announced_at: dict[date, datetime],
) -> tuple[NewsItem, ...]:
    statuses = [row for row in status_periods() if row.symbol == company.symbol]
    news = [
        *report_news(company, reports),
        *action_news(company, actions),
        *status_news(company, statuses),
        *delisting_news(company),
        *price_news(company, traded.path),
    ]
    if company == SHAKY:
        due = LATE_REPORTS[0]
        news += late_news(company, due, announced_at[due], local(company.market, statutory_deadline(due), 20))
    return tuple(news)
