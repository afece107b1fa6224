"""What the catalyst expert searches for, which texts concern a company, and the house rules that it reasons by."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from src.modules.research.domain.brief import CompanyProfile, NewsDocument
from src.modules.research.domain.rulebook import HouseRule
from src.modules.research.domain.topics import Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "company_events",
        "{name} 公告 回购 分红 重组 减持 停牌",
        "{name} announces dividend buyback acquisition lawsuit",
        (
            *("公告", "回购", "分红", "派发", "转增", "重组", "收购", "减持", "增持", "停牌", "复牌", "中标", "诉讼"),
            *("处罚", "风险警示", "dividend", "split", "buyback", "repurchase", "acqui", "merger", "lawsuit", "halt"),
            *("special treatment", "contract", "appoint"),
        ),
        about_company=True,
    ),
    Topic(
        "industry",
        "{name} {industry} 行业 政策 竞争",
        "{name} {industry} industry regulation competition",
        ("行业", "政策", "竞争", "监管", "关税", "需求", "industry", "regulat", "compet", "tariff", "demand", "sector"),
        about_company=True,
    ),
    Topic(
        "sentiment",
        "{name} 评级 机构 涨停 跌停 指数",
        "{name} rating analysts shares jump drop index",
        (
            *("评级", "机构", "研报", "目标价", "涨停", "跌停", "大涨", "大跌", "资金", "指数", "调入", "调出"),
            *("rating", "upgrade", "downgrade", "analyst", "jumps", "drops", "index", "price target", "limit"),
        ),
        about_company=True,
    ),
    Topic(
        "earnings",
        "{name} 业绩 净利润 营业收入 报告",
        "{name} reports earnings net profit revenue guidance",
        (
            *("业绩", "净利润", "营业收入", "营收", "年度报告", "季度报告", "每股收益", "预告", "快报", "更正"),
            *("earnings", "net profit", "net income", "revenue", "eps", "guidance", "results", "restate", "quarter"),
        ),
        about_company=True,
    ),
)


RULES: Mapping[str, HouseRule] = {
    "catalyst_new_days": HouseRule(
        Decimal("30"),
        "days",
        ("新消息时限", "age limit of fresh news"),
        "our judgement: a market needs about a month to take an event in",
    ),
    "catalyst_old_days": HouseRule(
        Decimal("120"),
        "days",
        ("旧消息时限", "age limit of usable news"),
        "our judgement: a report is followed by the next one within this time",
    ),
}


LABELS: Mapping[str, tuple[str, ...]] = {}


def concerns(document: NewsDocument, company: CompanyProfile, companies: Mapping[str, Sequence[str]]) -> bool:
    """Texts that name the company; of its industry also those that name none of the companies that are known."""
    text = f"{document.title}\n{document.text}".lower()
    own = (company.name_zh, company.name_en, str(company.symbol))
    if any(name and name.lower() in text for name in own):
        return True
    others = (name for names in companies.values() for name in names)
    return document.topic == "industry" and not any(name and name.lower() in text for name in others)
