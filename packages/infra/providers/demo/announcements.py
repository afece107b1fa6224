"""When each report is told: before the statutory deadline in China, some weeks after the quarter in the United States;
one company is late, and corrects itself on the same evening."""

from datetime import date, datetime, timedelta

from packages.domain.market_data.statutory import statutory_deadline
from packages.infra.providers.demo.chinese_companies import SHAKY
from packages.infra.providers.demo.company import Company
from packages.infra.providers.demo.draws import Draws
from packages.infra.providers.demo.seasons import QUARTERS
from packages.infra.providers.demo.sessions import local, on_or_after, on_or_before

# The deadline of 30 April 2019 passed without a report; it came, with corrections of four earlier ones, in August.
LATE_REPORTS = (date(2018, 12, 31), date(2019, 3, 31))
LATE_ON = date(2019, 8, 28)
_AFTER_LATE = {date(2019, 6, 30): date(2019, 8, 30)}  # the half year can only follow the year that it stands on


def announcements(seed: int, company: Company) -> dict[date, datetime]:
    """The instant of the first report on each quarter: always after the close."""
    draws = Draws(seed, f"announcements {company.symbol}")
    told = {}
    for end in QUARTERS:
        days, minute = draws.whole(0, 21), draws.whole(0, 119)
        if company.is_chinese:
            told[end] = _in_china(company, end, days, minute)
        else:
            told[end] = _in_the_states(company, end, days, minute)
    return told


def restated_at(company: Company) -> datetime | None:
    """When figures that were not true were told again; None for those who never had to."""
    return local(company.market, LATE_ON, 20) if company.inflated else None


def _in_china(company: Company, end: date, days: int, minute: int) -> datetime:
    if company == SHAKY and end in LATE_REPORTS:
        return local(company.market, LATE_ON, 20)
    # The report on a year comes before the one on the quarter that follows it, both due on the same day.
    early = timedelta(days=days + 12 if end.month == 12 else days // 2)
    day = on_or_before(company.exchange, statutory_deadline(end) - early)
    if company == SHAKY:
        day = _AFTER_LATE.get(end, day)
    return local(company.market, day, 17 + minute // 60, minute % 60)


def _in_the_states(company: Company, end: date, days: int, minute: int) -> datetime:
    wait = timedelta(days=(38 if end.month == 12 else 22) + days)
    told = local(company.market, on_or_after(company.exchange, end + wait), 16, 5 + minute // 3)
    if told.date() > company.listed_on:
        return told
    # What happened before the listing is told in the prospectus.
    return max(told, local(company.market, on_or_before(company.exchange, company.listed_on - timedelta(days=24)), 17))
