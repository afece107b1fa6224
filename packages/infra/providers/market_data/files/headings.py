"""What the columns of a file are called, in Chinese and English, and what each of them holds."""

import re
from collections.abc import Sequence

from packages.infra.providers.market_data.bars.guesses import roles_of as bar_roles_of
from packages.infra.providers.market_data.files.items import item_of

_SPELLINGS: dict[str, tuple[str, ...]] = {
    "symbol": ("symbol", "ticker", "code", "tscode", "instrument", "secucode", "stockcode", "securitycode", "代码",
               "股票代码", "证券代码"),
    "company": ("company", "companyname", "name", "nameen", "shortname", "名称", "股票名称", "证券名称", "股票简称",
                "证券简称", "公司名称"),
    "industry": ("industry", "sector", "行业", "所属行业", "行业名称"),
    "sic": ("sic", "siccode"),
    "currency": ("currency", "ccy", "币种", "货币"),
    "exchange": ("exchange", "mic", "交易所"),
    "listed": ("listedon", "listdate", "ipodate", "上市日期"),
    "period": ("periodend", "end", "enddate", "period", "reportdate", "reportperiod", "fiscaldateending", "perioddate",
               "asofdate", "报告期", "截止日期", "报告日期", "期末", "统计时间", "月份", "季度", "报告日", "预测年度"),
    "start": ("start", "startdate", "periodstart", "期初", "开始日期"),
    "filed": ("filed", "filingdate", "fileddate", "anndate", "announcementdate", "announcedate", "announced",
              "noticedate", "pubdate", "publishdate", "公告日期", "披露日期", "公告日", "首次公告日期", "更新日期"),
    "day": ("date", "day", "tradedate", "tradingdate", "日期", "交易日期", "时间", "数据日期", "eventdate", "事件日期",
            "time", "datetime"),
    "statement": ("statement", "statementtype", "report", "报表", "报表类型"),
    "item": ("item", "account", "concept", "metric", "lineitem", "field", "科目", "项目", "报表项目",
             "财务指标", "tag"),
    "value": ("value", "amount", "val", "figure", "数值", "值", "金额", "今值", "最新值"),
    "unit": ("unit", "units", "uom", "单位"),
    "timeframe": ("timeframe", "frequency", "periodtype", "freq", "报告类型", "频率"),
    "fiscal_period": ("fiscalperiod", "quarter", "fp"),
    "title": ("title", "headline", "标题", "新闻标题", "公告标题"),
    "text": ("text", "summary", "content", "body", "description", "摘要", "内容", "正文", "新闻内容"),
    "url": ("url", "link", "href", "链接", "网址", "新闻链接"),
    "published": ("published", "publishedat", "publishedutc", "publishtime", "pubtime", "datetimeutc", "发布时间",
                  "发布日期", "publisheddate"),
    "publisher": ("source", "publisher", "site", "来源", "文章来源", "媒体"),
    "language": ("language", "lang", "语言"),
    "series": ("series", "seriesid", "indicator", "indicatorname", "指标", "指标名称", "序列"),
    "released": ("released", "releasedate", "releasedon", "vintage", "vintagedate", "发布日", "公布日期", "公布时间"),
    "event": ("event", "eventname", "事件", "事项", "日程"),
    "kind": ("kind", "eventtype", "type", "category", "类型", "事件类型", "类别"),
    "estimate": ("estimate", "consensus", "mean", "forecast", "estimateavg", "avgestimate", "预测值", "一致预期",
                 "预期值", "预测均值"),
    "analysts": ("analysts", "numberofanalysts", "numanalysts", "analystcount", "numberofestimates",
                 "机构数", "预测机构数", "家数"),
    "ex_date": ("exdate", "exdividenddate", "exdividend", "executiondate", "dividenddate",
                "除权除息日", "除息日", "除权日"),
    "cash": ("cashamount", "dividend", "dividends", "dps", "cashdividend", "每股派息", "每股股利",
             "派息", "每股现金红利"),
    "funding": ("fundingrate", "lastfundingrate", "资金费率"),
    "funded_at": ("fundingtime", "calctime", "fundingtimestamp", "资金费时间", "结算时间"),
    "mark_price": ("markprice", "标记价格"),
    "plan": ("plan", "dividendplan", "分红方案", "方案", "分配方案", "分红", "送转派方案"),
    "split_from": ("splitfrom",),
    "split_to": ("splitto",),
    "ratio": ("ratio", "splitratio", "split", "stocksplits", "拆股比例"),
    "declared": ("declarationdate", "declared", "declareddate", "预案公告日", "实施公告日"),
    "pe": ("pe", "pettm", "peratio", "trailingpe", "市盈率", "市盈率ttm", "滚动市盈率", "pe(ttm)"),
    "pb": ("pb", "pbratio", "pricetobook", "pbmrq", "市净率", "pblf"),
    "ps": ("ps", "psttm", "psratio", "pricetosales", "市销率", "市销率ttm"),
    "market_value": ("marketvalue", "marketcap", "totalmv", "mktcap", "总市值", "市值"),
    "dividend_yield": ("dividendyield", "dvttm", "dvratio", "dyr", "股息率", "股息率ttm"),
}  # fmt: skip
_ROLES = {spelling: role for role, spellings in _SPELLINGS.items() for spelling in spellings}


def plain_heading(heading: str) -> str:
    """`Ex-Dividend Date`, `ex_dividend_date` and `exDividendDate` are one; what stands in brackets is a unit."""
    return re.sub(r"[(（\[].*?[)）\]]|[\s_<>\"'*./:：-]|\ufeff", "", heading.strip().lower())


def columns_of(headings: Sequence[str]) -> dict[str, int]:
    """For each role the place of its column; the first of several that claim it has it."""
    found: dict[str, int] = {}
    for place, heading in enumerate(headings):
        role = _ROLES.get(plain_heading(heading))
        if role is not None:
            found.setdefault(role, place)
    return found


def known_headings(headings: Sequence[str]) -> int:
    """How many columns are told by their names."""
    roles = set(columns_of(headings)) | set(bar_roles_of(headings))
    items = sum(item_of(heading) is not None for heading in headings if plain_heading(heading) not in _ROLES)
    return len(roles) + items
