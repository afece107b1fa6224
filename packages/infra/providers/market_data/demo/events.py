"""Dates ahead: the days on which companies will report, announced some weeks before. Releases of the economy need none:
they come as long after their period as the last ones."""

from collections.abc import Iterator
from datetime import date, datetime

from packages.core.messages import Language
from packages.domain.market_data.rows import CalendarEvent, EventKind
from packages.domain.market_data.sessions import local_day
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.company_news import languages, period, single_quarter
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import LAST, local, sessions_before

_NOTICE = 20  # sessions


def report_dates(company: DemoCompany, announced_at: dict[date, datetime]) -> Iterator[CalendarEvent]:
    """One for each report that was announced after the founding years."""
    language = languages(company, both=False)[0]
    for end, at in announced_at.items():
        day = local_day(company.market, at)
        known_on = sessions_before(company.exchange, day, _NOTICE)
        if known_on > LAST:
            yield CalendarEvent(
                symbol=company.symbol,
                day=day,
                kind=EventKind.EARNINGS,
                title=_title(company, end, language),
                source=SOURCE,
                known_at=local(company.market, known_on, 18),
            )


def _title(company: DemoCompany, end: date, language: Language) -> str:
    span = period(end, language) if company.is_chinese else single_quarter(end, language)
    if language is Language.ZH:
        return f"{company.name_zh}披露{span}报告"
    return f"{company.name_en} reports on {span}"
