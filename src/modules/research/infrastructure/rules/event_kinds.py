"""The kinds of events that move a share: by which words they are recognised, and how fast they work.

`leans`: 1 good, -1 bad, 0 as the text itself says. The order is the order of precedence: what comes first decides
where a text is about several things.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CatalystKind:
    """`zh` and `en` are patterns."""

    name: str
    dimension: str
    leans: int
    zh: str
    en: str
    pace: str = "short"


_EVENTS, _INDUSTRY, _SENTIMENT, _EARNINGS = "company_events", "industry", "sentiment", "earnings"

KINDS: tuple[CatalystKind, ...] = (
    CatalystKind(
        "delisting",
        _EVENTS,
        -1,
        "退市|终止上市|暂停上市|风险警示|被实施ST",
        r"delist\w*|special treatment",
    ),
    CatalystKind(
        "default",
        _EVENTS,
        -1,
        "违约|未能按期兑付|资不抵债|破产|重整",
        r"default\w*|bankrupt\w*|insolven\w+|chapter 11",
    ),
    CatalystKind(
        "late_report",
        _EARNINGS,
        -1,
        "未能按期披露|无法按期披露|延期披露|法定期限内未披露",
        r"misses a deadline|late filing|delays? (?:its )?(?:annual|quarterly) report",
    ),
    CatalystKind(
        "restatement",
        _EARNINGS,
        -1,
        "会计差错|差错更正|更正[^，。]{0,12}报告|追溯调整",
        r"restat\w+|corrected its net profit|misstat\w+",
    ),
    CatalystKind(
        "investigation",
        _EVENTS,
        -1,
        "立案|调查|处罚|警示函|监管函|问询函|公开谴责|责令整改|强制措施|造假",
        r"probes?|investigat\w+|subpoena\w*|fined?|fines|penalt\w+|indict\w*|fraud|misconduct",
        "medium",
    ),
    CatalystKind(
        "lawsuit",
        _EVENTS,
        -1,
        "诉讼|仲裁|索赔|被起诉|侵权|败诉|司法拍卖|冻结",
        r"lawsuits?|sued|sues|litigation|infring\w+|class action",
        "medium",
    ),
    CatalystKind(
        "suspension",
        _EVENTS,
        -1,
        "停牌",
        r"halts? trading|trading halt\w*|suspend\w* trading",
    ),
    CatalystKind(
        "resumption",
        _EVENTS,
        0,
        "复牌",
        r"resumes? trading",
    ),
    CatalystKind(
        "guidance",
        _EARNINGS,
        0,
        "业绩预告|业绩快报|预增|预减|预盈|预亏|扭亏|首亏|续亏|业绩指引",
        r"guidance|outlook|forecasts?|profit warning|pre-announce\w*",
    ),
    CatalystKind(
        "report",
        _EARNINGS,
        0,
        "年度报告|半年度报告|季度报告|年报|中报|季报|净利润|营业收入|营收|业绩",
        r"reports? [^.]{0,40}(?:quarter|fiscal year|profit|revenue)|net profit|net income|earnings|revenue|eps|results",
    ),
    CatalystKind(
        "placement",
        _EVENTS,
        -1,
        "定增|增发|配股|可转债|再融资|摊薄",
        r"secondary offering|(?:share|stock) (?:sale|offering)|placement|dilut\w+|convertible",
        "medium",
    ),
    CatalystKind(
        "insider_selling",
        _EVENTS,
        -1,
        "减持|清仓|解禁|质押|平仓",
        r"insiders? (?:sell|sold)\w*|sells? (?:entire )?stake|lock-?up|pledg\w+",
    ),
    CatalystKind(
        "insider_buying",
        _EVENTS,
        1,
        "增持(?!评级)|举牌|员工持股",
        r"insiders? (?:buy|bought)\w*|takes? (?:a )?stake|activist investor",
    ),
    CatalystKind(
        "buyback",
        _EVENTS,
        1,
        "回购(?!操作)",
        r"buybacks?|repurchas\w+",
        "medium",
    ),
    CatalystKind(
        "split",
        _EVENTS,
        1,
        "转增|送股|拆股|高送转",
        r"stock split|share split|[\w.]+-for-\w+ split",
    ),
    CatalystKind(
        "dividend",
        _EVENTS,
        1,
        "分红|派发|派现|股息|每10股派|利润分配|现金红利",
        r"dividends?",
    ),
    CatalystKind(
        "order",
        _EVENTS,
        1,
        "中标|重大合同|签约|签署|签订|供货协议|获得订单|订单",
        r"(?:wins?|awarded|secures?|lands?) [^.]{0,30}(?:contracts?|orders?)|supply (?:deal|agreement)|order backlog",
        "medium",
    ),
    CatalystKind(
        "approval",
        _EVENTS,
        1,
        "获批|批准|上市申请获|通过[^，。]{0,8}认证|获得[^，。]{0,8}认证|主要终点|临床试验",
        r"approv\w+|fda|clearance|trials?|endpoint|clinical",
        "long",
    ),
    CatalystKind(
        "merger",
        _EVENTS,
        0,
        "重组|收购|并购|合并|分拆|股权转让|要约",
        r"acqui\w+|merg\w+|takeover|spin-?off|tender offer|buyout",
        "long",
    ),
    CatalystKind(
        "product",
        _EVENTS,
        1,
        "新品|发布会|量产|投产|首款|上线",
        r"launch\w*|unveils?|rolls? out|debuts?|new product",
        "long",
    ),
    CatalystKind(
        "accident",
        _EVENTS,
        -1,
        "事故|爆炸|火灾|召回|停产|泄露|黑客|宕机",
        r"recalls?|recalled|accident|explosion|breach\w*|outages?|hack\w*|strike",
    ),
    CatalystKind(
        "management",
        _EVENTS,
        0,
        "辞职|离职|聘任|换届|总经理|董事长|财务总监",
        r"steps? down|resigns?|appoints?|names? new|ousted|chief (?:executive|financial)",
        "medium",
    ),
    CatalystKind(
        "index_change",
        _SENTIMENT,
        0,
        "调入|调出|纳入[^，。]{0,8}指数|剔除|指数样本",
        r"joins? (?:the )?[\w ]*index|leaves? (?:the )?[\w ]*index|(?:added to|removed from)[\w ]*index",
    ),
    CatalystKind(
        "rating",
        _SENTIMENT,
        0,
        "评级|目标价|研报",
        r"upgrad\w+|downgrad\w+|price target|ratings?|analysts?|overweight|underweight",
    ),
    CatalystKind(
        "price_move",
        _SENTIMENT,
        0,
        "涨停|跌停|大涨|大跌|暴跌|飙升|异常波动|创新高|创新低",
        r"jumps?|soars?|plunges?|drops?|slumps?|tumbles?|limit|all[- ]time high|rall(?:y|ies)",
    ),
    CatalystKind(
        "flows",
        _SENTIMENT,
        0,
        "资金|北向|净流入|净流出|净买入|净卖出|机构|基金",
        r"inflows?|outflows?|hedge funds?|institutional|short[- ]seller",
    ),
    CatalystKind(
        "policy",
        _INDUSTRY,
        0,
        "政策|监管|补贴|关税|集采|管制|反垄断|规划|产业",
        r"polic(?:y|ies)|regulat\w+|subsid\w+|tariffs?|sanctions?|antitrust|export controls",
        "long",
    ),
    CatalystKind(
        "industry_demand",
        _INDUSTRY,
        0,
        "行业|景气|需求|供需|产能|库存|价格战|竞争",
        r"industry|sector|demand|capacity|inventor\w+|compet\w+|price war",
        "medium",
    ),
)
