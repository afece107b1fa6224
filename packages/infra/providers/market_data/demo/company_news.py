"""News about a company's reports, actions and trading halts, with the figures of the rows they speak of."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal

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
from packages.infra.providers.market_data.demo import wording
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.reports import SOURCE

_Told = dict[tuple[str, date, int], FinancialFact]


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
    told: _Told = {(fact.item, fact.period_end, fact.version): fact for fact in facts}
    for (name, end, version), fact in told.items():
        if name != "net_profit_parent":
            continue
        for language in languages(company, both=end.month == 12 or version > 1):
            if version == 1:
                yield _report(company, told, end, language)
            else:
                yield _correction(company, told[name, end, 1], fact, language)


def _report(company: DemoCompany, told: _Told, end: date, language: Language) -> NewsItem:
    profit, revenue, eps = (told[name, end, 1] for name in ("net_profit_parent", "revenue", "eps_basic"))
    cash = told["operating_cash_flow", end, 1]
    before = told.get(("net_profit_parent", end.replace(year=end.year - 1), 1))
    money = company.currency
    change = wording.compared(profit.value, before.value if before else None, money, language)
    span = wording.period(end, language) if company.is_chinese else wording.single_quarter(end, language)
    sales, earned, flow = (wording.amount(row.value, money, language) for row in (revenue, profit, cash))
    share = wording.per_share(eps.value, money, language)
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
    span = wording.period(first.period_end, language)
    was, is_now = (wording.amount(fact.value, company.currency, language) for fact in (first, second))
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
            paid = wording.per_share(value, company.currency, Language.EN)
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


def late_news(company: DemoCompany, due: date, told_at: datetime, deadline_evening: datetime) -> Iterator[NewsItem]:
    """A report that did not come: known on the evening of the deadline, when it was not there."""
    waited = (told_at - deadline_evening) // timedelta(days=1)
    if waited < 1:
        return
    for language in languages(company, both=True):
        span = wording.period(due, language)
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
    """A day's move, told to a tenth of a percent."""
    return wording.percent(Decimal(repr(abs(move))))
