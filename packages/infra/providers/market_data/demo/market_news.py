"""News about prices, the economy and the indices, each item tied to a row of the pack."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from packages.core.messages import Language
from packages.domain.market_data.rows import MacroPoint, Membership, NewsItem
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.company_news import as_percent, item, languages
from packages.infra.providers.market_data.demo.index import DemoIndex
from packages.infra.providers.market_data.demo.macro import DemoEconomy
from packages.infra.providers.market_data.demo.prices import DayPrice
from packages.infra.providers.market_data.demo.sessions import local

_BIG = 0.10  # a move that is news where there is no limit


def price_news(company: DemoCompany, path: Sequence[DayPrice]) -> Iterator[NewsItem]:
    """Days that closed at the limit, or moved by a tenth where there is none, half an hour after the close."""
    for price in path:
        if not (price.at_limit if price.percent else abs(price.move) >= _BIG):
            continue
        at = local(company.market, price.day, 15 if company.is_chinese else 16, 30)
        for language in languages(company, both=price.locked):
            title, text = _price_words(company, price, language)
            yield item(f"price-{company.symbol}-{price.day}", company.symbol, at, language, title, text)


def _price_words(company: DemoCompany, price: DayPrice, language: Language) -> tuple[str, str]:
    close, up, size = f"{price.close / 100:.2f}", price.move > 0, as_percent(price.move)
    if language == "zh":
        what = f"{'涨停' if up else '跌停'}" if price.percent else f"{'大涨' if up else '大跌'}{size}"
        stood = "，全天封板" if price.locked else ""
        text = f"{price.day}收盘价{close}，{'上涨' if up else '下跌'}{size}{stood}。（演示数据）"
        return f"{company.name_zh}{what}", text
    what = f"closes at its {price.percent}% limit" if price.percent else f"{'jumps' if up else 'drops'} {size}"
    stood = ", locked all day" if price.locked else ""
    text = f"Closed at {close} on {price.day}, {'up' if up else 'down'} {size}{stood}. (Demo data.)"
    return f"{company.name_en} {what}", text


_MACRO_ZH = {"GDP_YOY": "GDP同比增速", "POLICY_RATE": "政策利率", "CPI_YOY": "CPI同比涨幅", "PMI": "PMI"}
_MACRO_EN = {"GDP_YOY": "GDP growth", "POLICY_RATE": "policy rate", "CPI_YOY": "CPI inflation", "PMI": "PMI"}


def macro_news(economy: DemoEconomy, points: Sequence[MacroPoint]) -> Iterator[NewsItem]:
    """Every growth figure, every change of the rate, and the inflation of each year's last month."""
    own = Language.ZH if economy.prefix == "DEMO_CN" else Language.EN
    for point in _newsworthy(points):
        name = point.series.partition(".")[2]
        unit = "" if point.unit == "index" else "%"
        again = point.version > 1
        if own == "zh":
            title = f"{economy.name_zh}{'修订' if again else '公布'}{_MACRO_ZH[name]}：{point.value}{unit}"
            text = f"截至{point.period_end}，{_MACRO_ZH[name]}为{point.value}{unit}。（虚构经济体，演示数据）"
        else:
            title = f"{economy.name_en} {'revises' if again else 'reports'} {_MACRO_EN[name]}: {point.value}{unit}"
            text = f"For the period to {point.period_end}: {point.value}{unit}. (An invented economy: demo data.)"
        key = f"macro-{point.series}-{point.period_end}-v{point.version}"
        yield item(key, None, point.known_at, own, title, text)


def _newsworthy(points: Sequence[MacroPoint]) -> Iterator[MacroPoint]:
    rates = [point for point in points if point.series.endswith("POLICY_RATE")]
    yield from (now for before, now in pairwise(rates) if now.value != before.value)
    yield from (point for point in points if point.series.endswith("GDP_YOY"))
    yield from (point for point in points if point.series.endswith("CPI_YOY") and point.period_end.month == 12)


def index_news(index: DemoIndex, companies: Sequence[DemoCompany], members: Sequence[Membership]) -> Iterator[NewsItem]:
    """Who joins and who leaves, published when the review is announced."""
    own = Language.ZH if index.exchange == "XSHG" else Language.EN
    by_symbol = {company.symbol: company for company in companies}
    reviews = sorted({row.since for row in members})
    for before, now in pairwise(reviews):
        old, new = ({row.symbol for row in members if row.since == review} for review in (before, now))
        at = next(row.known_at for row in members if row.since == now)
        for symbol in sorted(old ^ new, key=str):
            company, joins = by_symbol[symbol], symbol in new
            if own == "zh":
                title = f"{company.name_zh}将{'调入' if joins else '调出'}{index.name_zh}"
                text = f"自{now}起生效。（演示数据）"
            else:
                title = f"{company.name_en} {'joins' if joins else 'leaves'} the {index.name_en}"
                text = f"Effective {now}. (Demo data.)"
            yield item(f"index-{index.symbol}-{symbol}-{now}", symbol, at, own, title, text)
