"""News about a company's reports, actions and trading halts, with the figures of the rows they speak of."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from packages.core.messages import Language
from packages.domain.market_data.rows import (
    ActionKind,
    CorporateAction,
    FinancialFact,
    NewsItem,
    StatusKind,
    StatusPeriod,
)
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import local, sessions_before

_DELISTING_NOTICE = 20  # sessions
_CENT, _TENTH = Decimal("0.01"), Decimal("0.1")
_UNITS = {"CNY": "元", "USD": "美元"}


def amount(value: Decimal, currency: str, language: Language) -> str:
    """`12.34亿元` or `CNY 1,234.00 million`, rounded half up."""
    if language == "zh":
        return f"{_rounded(value / 100_000_000, _CENT)}亿{_UNITS[currency]}"
    return f"{currency} {_rounded(value / 1_000_000, _CENT):,} million"


def per_share(value: Decimal, currency: str, language: Language) -> str:
    return f"{value}{_UNITS[currency]}" if language == "zh" else f"{currency} {value}"


def percent(fraction: Decimal) -> str:
    return f"{_rounded(fraction * 100, _TENTH)}%"


def compared(now: Decimal, before: Decimal | None, currency: str, language: Language) -> str:
    """Against the same period a year before; a loss on either side is said in words, since a percentage would lie."""
    zh = language == "zh"
    if before is None:
        return "无上年同期可比数据" if zh else "with no figure of a year before to compare"
    if now > 0 and before > 0:
        change = now / before - 1
        if zh:
            return f"同比{'增长' if change >= 0 else '下降'}{percent(abs(change))}"
        return f"{'up' if change >= 0 else 'down'} {percent(abs(change))} from a year before"
    year_before = amount(before, currency, language)
    return f"上年同期为{year_before}" if zh else f"against {year_before} a year before"


def period(end: date, language: Language) -> str:
    if language == "zh":
        return f"{end.year}年" + {3: "一季度", 6: "半年度", 9: "前三季度", 12: "年度"}[end.month]
    quarter = end.month // 3
    return (
        f"fiscal year {end.year}" if quarter == 4 else f"the first {quarter} quarter{'s' * (quarter > 1)} of {end.year}"
    )


def single_quarter(end: date, language: Language) -> str:
    quarter = end.month // 3
    return f"{end.year}年第{'一二三四'[quarter - 1]}季度" if language == "zh" else f"the quarter Q{quarter} {end.year}"


def _rounded(value: Decimal, unit: Decimal) -> Decimal:
    return value.quantize(unit, rounding=ROUND_HALF_UP)


_FactsByVersion = dict[tuple[str, date, int], FinancialFact]


def item(key: str, symbol: Symbol | None, at: datetime, language: Language, title: str, text: str) -> NewsItem:
    return NewsItem(
        key=f"{key}-{language}",
        symbol=symbol,
        published_at=at,
        language=language.value,
        title=title,
        text=text,
        url=f"https://demo.invalid/{language}/{key}",
        source=SOURCE,
        known_at=at,
    )


def languages(company: DemoCompany, *, both: bool) -> tuple[Language, ...]:
    """The company's own language first."""
    own: tuple[Language, ...] = (Language.ZH, Language.EN) if company.is_chinese else (Language.EN, Language.ZH)
    return own if both else own[:1]


def report_news(company: DemoCompany, facts: Sequence[FinancialFact]) -> Iterator[NewsItem]:
    """One for each report, annual ones in both languages, and one for each correction of a profit."""
    reported: _FactsByVersion = {(fact.item, fact.period_end, fact.version): fact for fact in facts}
    for (name, end, version), fact in reported.items():
        if name != "net_profit_parent":
            continue
        for language in languages(company, both=end.month == 12 or version > 1):
            if version == 1:
                yield _report(company, reported, end, language)
            else:
                yield _correction(company, reported[name, end, 1], fact, language)


def _report(company: DemoCompany, reported: _FactsByVersion, end: date, language: Language) -> NewsItem:
    profit, revenue, eps = (reported[name, end, 1] for name in ("net_profit_parent", "revenue", "eps_basic"))
    cash = reported["operating_cash_flow", end, 1]
    before = reported.get(("net_profit_parent", end.replace(year=end.year - 1), 1))
    money = company.currency
    change = compared(profit.value, before.value if before else None, money, language)
    span = period(end, language) if company.is_chinese else single_quarter(end, language)
    sales, earned, flow = (amount(row.value, money, language) for row in (revenue, profit, cash))
    share = per_share(eps.value, money, language)
    if language == "zh":
        title = f"{company.name_zh}发布{span}报告：归母净利润{earned}"
        text = (
            f"{company.name_zh}（{company.symbol}）{span}实现营业收入{sales}，归属于母公司净利润{earned}，{change}；"
            f"基本每股收益{share}，经营活动现金流净额{flow}。（虚构公司，演示数据）"
        )
    else:
        title = f"{company.name_en} reports {span}: net profit {earned}"
        text = (
            f"{company.name_en} ({company.symbol}) reported revenue of {sales} and net profit of {earned} for {span}, "
            f"{change}. Basic EPS was {share}; operating cash flow {flow}. (A fictional company: demo data.)"
        )
    return item(f"report-{company.symbol}-{end}", company.symbol, profit.known_at, language, title, text)


def _correction(company: DemoCompany, first: FinancialFact, second: FinancialFact, language: Language) -> NewsItem:
    span = period(first.period_end, language)
    was, is_now = (amount(fact.value, company.currency, language) for fact in (first, second))
    if language == "zh":
        title = f"{company.name_zh}更正{span}报告"
        text = f"{company.name_zh}公告会计差错更正：{span}归母净利润由{was}更正为{is_now}。（虚构公司，演示数据）"
    else:
        title = f"{company.name_en} restates {span}"
        text = f"{company.name_en} corrected its net profit for {span} from {was} to {is_now}. (Demo data.)"
    key = f"restated-{company.symbol}-{first.period_end}"
    return item(key, company.symbol, second.known_at, language, title, text)


def action_news(company: DemoCompany, actions: Sequence[CorporateAction]) -> Iterator[NewsItem]:
    for action in actions:
        for language in languages(company, both=action.kind is ActionKind.SPLIT):
            title, text = _action_words(company, action, language)
            key = f"action-{company.symbol}-{action.ex_date}-{action.kind}"
            yield item(key, company.symbol, action.known_at, language, title, text)


def _action_words(company: DemoCompany, action: CorporateAction, language: Language) -> tuple[str, str]:
    value, day = action.value, action.ex_date
    match action.kind, language:
        case ActionKind.SPLIT, "zh":
            extra = ((value - 1) * 10).normalize()
            return f"{company.name_zh}拟每10股转增{extra:f}股", f"除权日为{day}，每10股转增{extra:f}股。（演示数据）"
        case ActionKind.SPLIT, _:
            return f"{company.name_en} announces a {value}-for-1 split", f"The ex-date is {day}. (Demo data.)"
        case _, "zh":
            return f"{company.name_zh}实施现金分红", f"除息日为{day}，每股派发现金{value}{_unit(company)}。（演示数据）"
        case _:
            paid = per_share(value, company.currency, Language.EN)
            return f"{company.name_en} declares a dividend", f"{paid} per share, ex-date {day}. (Demo data.)"


def status_news(company: DemoCompany, statuses: Sequence[StatusPeriod]) -> Iterator[NewsItem]:
    for status in statuses:
        halted = status.kind is StatusKind.SUSPENDED
        for language in languages(company, both=True):
            if language == "zh":
                title = f"{company.name_zh}{'停牌' if halted else '实施其他风险警示'}"
                text = f"自{status.since}起{'停牌' if halted else '实行5%涨跌幅限制'}，至{status.until}。（演示数据）"
            else:
                title = f"{company.name_en} {'halts trading' if halted else 'comes under special treatment'}"
                text = f"From {status.since} to {status.until}. (Demo data.)"
            key = f"status-{company.symbol}-{status.since}-{status.kind}"
            yield item(key, company.symbol, status.known_at, language, title, text)


def delisting_news(company: DemoCompany) -> Iterator[NewsItem]:
    """Told a month before the last session."""
    last = company.delisted_on
    if last is None:
        return
    at = local(company.market, sessions_before(company.exchange, last, _DELISTING_NOTICE), 18)
    for language in languages(company, both=True):
        if language == "zh":
            title = f"{company.name_zh}将终止上市"
            text = f"{company.name_zh}连续多年亏损，最后交易日为{last}。（虚构公司，演示数据）"
        else:
            title = f"{company.name_en} will be delisted"
            text = f"After years of losses, {company.name_en} trades for the last time on {last}. (Demo data.)"
        yield item(f"delisted-{company.symbol}", company.symbol, at, language, title, text)


def late_news(company: DemoCompany, due: date, reported_at: datetime, deadline_evening: datetime) -> Iterator[NewsItem]:
    """A report that did not come: known on the evening of the deadline, when it was not there."""
    waited = (reported_at - deadline_evening) // timedelta(days=1)
    if waited < 1:
        return
    for language in languages(company, both=True):
        span = period(due, language)
        title = (
            f"{company.name_zh}未能按期披露{span}报告" if language == "zh" else f"{company.name_en} misses a deadline"
        )
        text = (
            f"法定期限内未披露{span}报告。（演示数据）"
            if language == "zh"
            else f"No report on {span} yet. (Demo data.)"
        )
        yield item(f"late-{company.symbol}-{due}", company.symbol, deadline_evening, language, title, text)


def _unit(company: DemoCompany) -> str:
    return "元" if company.is_chinese else "美元"


def as_percent(move: float) -> str:
    """A day's move, rounded to a tenth of a percent."""
    return percent(Decimal(repr(abs(move))))
