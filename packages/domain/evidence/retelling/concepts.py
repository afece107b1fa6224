"""Words of corporate events in Chinese and English, each pair of lists under one concept, so that either language can
retell the other."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from packages.domain.evidence.patterns import lazy_pattern


@dataclass(frozen=True)
class Concept:
    """`zh`, `en`: patterns of the words. `also`: further words of a document that bear the concept out.
    `needed`: a sentence may not have it when its document has not. `opposite`: a document that has only this says
    the contrary."""

    key: str
    zh: str
    en: str
    also: str = ""
    needed: bool = True
    opposite: str = ""

    @cached_property
    def words(self) -> re.Pattern[str]:
        return lazy_pattern(rf"{self.zh}|(?<![A-Za-z\d])(?:{self.en})(?![A-Za-z])", re.IGNORECASE)

    @cached_property
    def supporting(self) -> re.Pattern[str]:
        more = f"|{self.also}" if self.also else ""
        return lazy_pattern(f"{self.words.pattern}{more}", re.IGNORECASE)


def _soft(key: str, zh: str, en: str, opposite: str = "") -> Concept:
    return Concept(key, zh, en, needed=False, opposite=opposite)


_DEALS = (
    _soft("sign", "签订|签署|签约|签了|签下|订立|达成|敲定", r"sign(?:s|ed|ing)?|inks?|inked|entered into|struck",
            "terminate"),
    Concept("terminate", "终止|解除|取消|中止|撤回|撤销|作废|告吹|叫停|放弃|解约",
            r"terminat\w+|cancel\w*|scrap(?:s|ped|ping)|withdr[ae]w\w*|abandon\w*|call(?:s|ed|ing)? off|shelved?|axed|"
            r"pull(?:s|ed|ing) (?:out|its|the)"),
    _soft("win", "中标|中选|入选|获选|赢得|拿下|斩获", "w[io]n|wins|winning|awarded|selected|secured|landed", "lose"),
    Concept("lose", "落标|落选|未中标|失去|丢掉|丢失|错失", "lost|loses|losing|missed out|fail(?:ed|s) to win"),
    Concept("acquire", "收购|并购|买下|购入|购得|入股|参股|兼并",
            r"acqui(?:re[ds]?|ring|sitions?)|takeover|took over",
            also=r"受让|购买|采购|认购|买方|\bbuy(?:er|s|ing)?\b|\bbought|\bpurchas|\bto buy"),
    _soft("buy", "买入|购买|购入|增持", r"buy(?! back)|buys|buying|bought(?! back)|purchas\w+", "sell"),
    Concept("sell", "出售|卖掉|卖出|转让|处置|剥离|出让|变卖|脱手", r"sell(?:s|ing)?|sold|disposals?|dispos(?:e|ed|"
            r"es|ing) of"
            r"|divest\w*|offload\w*", also="减持|卖|股权.{0,6}售"),
    Concept("buyback", "回购", r"buy-?backs?|repurchas\w+|buy(?:ing|s)? back|bought back"),
    Concept("dividend", "分红|派息|股息|红利|派现|利润分配|宣派", "dividends?|payouts?", also="派发|distribut"),
    Concept("no dividend", "(?:暂停|停止|取消|不再?|免于|推迟)[^,。;]{0,4}(?:派息|分红|派发股息|利润分配)",
            r"(?:suspend|skip|omit|scrap|halt|defer|eliminat)\w* (?:\w+ ){0,3}(?:dividends?|payouts?)|"
            r"(?:dividends?|payouts?) (?:\w+ ){0,3}(?:suspended|skipped|omitted|scrapped|cancell?ed|halted|deferred)",
            also=r"不派|未派|不进行利润分配|\bno (?:\w+ ){0,2}dividend|\bcancel\w* (?:\w+ ){0,3}dividend"),
    Concept("unchanged", "持平|保持不变|维持不变|没有变化|与[^,。;]{0,8}相同",
            r"unchanged|flat (?:on|from|with|against)|no change|the same as (?:last|a year|the (?:previous|prior))",
            also=r"维持|保持|不变|相同|一致|maintain|affirm|reiterat|\bke(?:ep|pt)|\bsame\b|steady|stable|remain"),
    Concept("special dividend", "特别股息|特别分红|特别派息", "special dividends?"),
    Concept("share issue", "定增|定向增发|增发|非公开发行|配售|配股|募资|引入战略投资者|发行新股|发行股份",
            r"placings?|placements?|rights issue|share (?:issue|sale|offering)|equity rais\w+|new shares|"
            r"convertible\w*",
            also="募集|可转债|placed|offering|raising"),
    Concept("strategic investor", "战略投资者|战投", "strategic investors?|cornerstone investors?"),
    Concept("redeem", "赎回|兑付|偿[还付]|归还|还款|还清|清偿|还(?=银行|借款|贷款|债)",
            r"redeem\w*|redemptions?|repa(?:y|id|ys|ying|yments?)|pay(?:ing|s)? (?:down|off)|paid (?:down|off)",
            also="retire"),
    Concept("issue debt", "新发|发行(?=[^,。;]{0,10}(?:债|票据))|发债|举债",
            r"issu(?:e|es|ed|ing|ance)(?= (?:of )?(?:[^ ,.;]+ ){0,4}(?:notes?|bonds?|debt))|new (?:notes|bonds)",
            also=r"发行|issu|\b(?:s[eo]ll\w*|sold|plac\w+|rais\w+|pric\w+)\b.{0,40}\b(?:bonds?|notes?|debt)"),
    Concept("bank loan", "借款|贷款|银行债务|授信", r"bank (?:debt|loans?|borrowings?|lending)|loans?|borrowings?",
            also="facilit|银行"),
    Concept("raise stake", "增持|加仓", r"insider buying|insiders? (?:have|has) (?:been )?b\w+|(?:rais|"
            r"increas)\w+ (?:its|his|"
            r"her|their) (?:stake|holding)s?|add(?:ed|s|ing)? to (?:its|his|her|their) (?:stake|holding)s?"),
    Concept("cut stake", "减持|抛售|套现", r"insider selling|(?:trim|cut|reduc|par)\w* (?:its|his|her|"
            r"their) (?:stake|holding)s?|"
            r"sell(?:ing|s)? down", also=r"\bs[eo]ll|\bsold"),
    Concept("new pledge", "新增[^。;]{0,12}质押|补充质押|再质押", "(?:new|further|additional) pledges?"),
    Concept("pledge", "质押", r"pledg\w+"),
    Concept("bid", "私有化|要约|举牌", r"privati[sz]\w+|tak(?:e|en|ing)[- ]private|takeover|tender offer|buy-?out|"
            r"unsolicited"),
    Concept("merger", "合并(?!报表|口径|范围|净利)|吸收合并", "merger|merge[ds]?|merging"),
    Concept("control", "控制权|易主|实际控制人|实控人|控股股东", "change of control|controlling (?:share|"
            "stock)holder|controller"),
    Concept("related party", "(?<![无非])关联(?=交易|方|人|企业|关系)|同一控制", r"(?<!un)related[- ]part\w+|"
            r"affiliat\w+|"
            r"connected[- ](?:transaction|person|party)"),
    Concept("third party", "非关联|无关联|独立第三方", r"unrelated|independent third|third[- ]part\w+|"
            r"arm'?s[- ]length"),
    Concept("bankruptcy", "破产|重整|清算|资不抵债", r"bankrupt\w*|insolven\w*|chapter 11|liquidat\w+|receivership"),
    Concept("default", "违约|逾期|未能兑付|爆雷", "default(?:s|ed|ing)?|missed (?:a |an |its )?(?:interest |"
            "coupon )?payment"),
    Concept("covenant", "契约条款|财务约束|豁免", "covenants?|waivers?|waived"),
    Concept("delisting", "退市|摘牌|风险警示|戴帽", r"delist\w*"),
    Concept("trading halt", "停牌|复牌", r"trading halt|suspen\w+ (?:of |from )?trading"),
    Concept("sole", "独家|唯一", r"sole(?:ly)?|exclusiv\w+|sole-source"),
    _soft("domestic", "国内|境内|本土", "domestic", "overseas"),
    _soft("overseas", "海外|境外|国外", "overseas|foreign|abroad", "domestic"),
    Concept("premium", "溢价", "premium"),
    Concept("discount", "折让|折价", r"discount\w*", also="below|低于"),
    Concept("block trade", "大宗交易", r"block[- ]trad\w+|blocks?"),
    Concept("open market", "集中竞价|二级市场", r"on[- ]market|open[- ]market"),
)  # fmt: skip

_OFFICERS = (
    Concept("leave", "免去|辞职|辞任|辞去|请辞|离任|离职|卸任|去职|退任|免职|解聘|罢免|撤职",
            r"resign\w*|step(?:s|ped|ping)? down|stand(?:s|ing)? down|stood down|dismiss\w*|fired|ousted|sacked|quits?",
            also=r"退休|不再|retir|depart|leav|exit"),
    Concept("retire", "退休|荣休", "retire[ds]?|retirement|retiring", also="redeem|赎回|repa"),
    Concept("resign", "辞职|辞任|辞去|请辞", r"resign\w*"),
    Concept("dismiss", "解聘|免职|免去|罢免|撤职|开除|革职", r"dismiss\w*|fired|ousted|sacked|forced out"),
    Concept("appoint", "任命|聘任|聘请|委任|获任|出任|当选|履新|上任",
            r"appoint\w*(?! (?:\w+ ){0,5}(?:acting|interim))|hired", also=r"接任|接替|继任|succe|named|join"),
    Concept("succeed", "接任|接替|继任|接棒|接班", r"succeed(?:s|ed)? (?:by|as|him|her)|successors?|succeeded",
            also=r"任命|聘任|出任|appoint|take over|replac|\bsucceed"),
    Concept("acting", "代行|暂代|暂行|代为履行", r"acting|interim(?= (?:CFO|CEO|chief|head|finance|basis))|stand(?:s|"
            r"ing)? in|"
            r"stood in|fill(?:s|ing)? in|caretaker", also="代理"),
    Concept("outsider", "外部(?=聘|人选|人士|引进|候选)|外聘|空降", r"outsiders?|extern\w+ (?:hire|candidate|appoint|"
            r"recruit)\w*"),
    Concept("at once", "立即生效|即时生效|即日起|即刻", "immediate effect|effective immediately", also="immediate"),
    Concept("personal reasons", "个人原因|私人原因|家庭原因", "personal (?:reasons?|grounds)|family reasons",
            also="个人|personal"),
    Concept("health", "健康原因|身体原因|因病", "health|illness|ill-health|medical reasons", also="健康|身体"),
    Concept("dispute", "分歧|争议|纠纷|不和", r"disagree\w*|disput\w+"),
    Concept("chair", "董事长|董事局主席|董事会主席", "chair(?:man|woman|person)?"),
    Concept("chief executive", "(?<!副)总经理|(?<!副)总裁|首席执行官",
            "CEO|chief executive(?: officer)?|managing director|(?<!vice )(?<!vice-)president", also="行政总裁"),
    Concept("finance chief", "财务负责人|财务总监|首席财务官|财务主管",
            "CFO|chief financial officer|finance (?:chief|director|head)|head of finance"),
    Concept("operations chief", "首席运营官|首席营运官|运营总监", "COO|chief operating officer|operations chief"),
    Concept("technology chief", "首席技术官|技术总监", "CTO|chief technology officer"),
    Concept("vice president", "副总经理|副总裁", "vice[- ]presidents?|deputy (?:general manager|chief executive)"),
    Concept("board secretary", "董事会秘书|董秘", "(?:board|company|corporate) secretary|secretary (?:to|"
            "of) the board"),
    Concept("independent director", "独立董事|独董", "independent (?:non-executive )?directors?"),
    Concept("founder", "创始人|创办人", "founders?|co-founders?"),
    Concept("auditor", "审计师|审计机构|会计师事务所|年审", "auditors?"),
)  # fmt: skip

_AUTHORITIES = (
    Concept("investigation", "立案|调查|稽查|被查|带走|留置", r"investigat\w+|probe[ds]?|probing"),
    _soft("inquiry", "问询|工作函|关注函|监管函|警示函", r"inquir\w+|enquir\w+|quer(?:y|ied|ies)|asked|letter"),
    Concept("fraud", "造假|欺诈|舞弊|虚增|挪用|侵占", r"fraud\w*|falsif\w+|fabricat\w+|misappropriat\w+|embezzl\w+"),
    Concept("insider dealing", "内幕交易|短线交易", "insider (?:trading|dealing)"),
    Concept("arrest", "被捕|逮捕|刑拘|拘留|强制措施", r"arrest\w*|detained|indict\w*|charged with|raided"),
    Concept("lawsuit", "起诉|诉讼|仲裁|索赔|状告", r"sue[ds]?|suing|lawsuits?|litigation|arbitration|class action",
            also=r"法院|上诉|\bcourt\b|\bclaim"),
    Concept("fine", "罚款|处罚|罚没|罚单", r"fined|fines|penalt\w+|penali[sz]\w+|sanction\w*"),
    Concept("upheld", "支持[^。;]{0,12}(?:索赔|诉请|请求)|判令|败诉", "upheld|ruled against|ordered (?:it |"
            "the company )?to pay"),
    Concept("settlement", "和解", "settled with|settlement"),
    Concept("cleared", "满意|不再追问|结案|洗清|排除嫌疑", r"cleared|satisf\w+|no further (?:action|question)s?|"
            r"exonerat\w+",
            also=r"通过|获批|\bpass"),
    Concept("replied", "已回复|已答复|已作出说明|已作出回复", "replied|responded|answered"),
    Concept("audit opinion", "保留意见|非标|无法表示意见|否定意见", "(?:qualified|adverse) opinion|"
            "disclaimer of opinion|going concern"),
    Concept("weakness", "重大缺陷|内控缺陷", "material weakness(?:es)?"),
    Concept("restatement", "重述|追溯调整|会计差错", r"restat\w+"),
    Concept("environment", "环保|污染|排污", r"environmental|pollut\w+"),
    Concept("aid", "补贴|补助|纾困", r"subsid(?:y|ies)|grants?|bail-?outs?"),
    Concept("tariff", "关税", "tariffs?"),
    Concept("patent", "专利", "patents?"),
)  # fmt: skip

_OPERATIONS = (
    Concept("start-up", "投产|达产|试生产|试产|复产|开工|投运|量产",
            r"(?:start|began|begin|enter|commenc|resum)\w* (?:trial |mass |commercial |full )?production|"
            r"production (?:(?:[\w-]+ ){0,6}(?:start|beg[aiu]n|commenc)\w*|"
            r"is (?:planned|expected|due|scheduled))|on[- ]stream|"
            r"commissioned|(?:trial|full|mass) production", also="小批量|运行|启用|operational|production"),
    Concept("shutdown", "停产|停工|关停|关闭|关掉|关厂|停窑|停运|停航|停业|停车|停机",
            r"shut(?:s|ting|down)?|halt(?:s|ed|ing)?|idl(?:e[ds]?|ing)|suspend\w*|clos(?:e|es|ed|ing) (?:down|its|"
            r"the)|closures?",
            also=r"检修|暂停|\bclos|\bstop|\bmaintenance|\boutage|\bout of service"),
    Concept("expansion", "扩产|扩建|扩能|投建|新建|兴建", r"(?<!margin )expan(?:d|ds|ded|ding|sion)|"
            r"build(?:s|ing)? (?:a|an|the|its|new)\b|construct\w+", also=r"建设|产能增加|新增产能|增加产能|"
            r"\badd(?:s|ed|ing)?\b|\bbuil[dt]"),
    Concept("capacity", "产能", "capacity", also="年产|产量|output"),
    Concept("working capital", "补充流动资金|补流|营运资金|流动资金", "working capital"),
    Concept("research", "研发(?=投入|项目|中心|支出)", "R&D|research and development", also="研发"),
    Concept("own cash", "自有资金|自筹|手头现金|账上现金", "cash on hand|own (?:funds|cash|resources)|"
            "internal (?:funds|cash)|existing cash",
            also="自有|现金|cash"),
    Concept("fire", "火灾|起火|失火|着火|爆炸|闪爆", r"fires?|blaze|explosions?|exploded|blast"),
    Concept("accident", "事故|坍塌|泄漏|碰撞", "accidents?|spills?|collisions?", also="火灾|起火|"
            "爆炸|沉没|fire|sank|sink"),
    Concept("sinking", "沉没|倾覆", "sank|sunk|sinking|capsized"),
    Concept("attack", "袭击|遇袭|劫持|海盗", r"attack(?:s|ed)?|hijack\w*|pirates?|militants?"),
    Concept("hacking", "黑客|网络攻击|数据泄露", r"hack(?:s|ed|ers?)|cyber-?attacks?|data (?:breach|leak)\w*|"
            r"ransomware",
            also="信息泄露|security incident"),
    Concept("permanent", "永久|彻底关", "permanent(?:ly)?|for good", also="不再"),
    Concept("spin-off", "分拆", "spin-?offs?|spun off|spinning off|demerg[a-z]+|carve-?outs?"),
    Concept("listing", "首次公开|上市申请|申请上市|挂牌上市", "IPO|initial public offering|list(?:s|ed|ing)? (?:on|in)",
            also="上市|挂牌|float|listing"),
    Concept("joint venture", "合资", "joint[- ]ventures?|JV"),
    Concept("licence", "吊销|牌照|许可证", "licen[cs]es?|permits?", also="许可|资质|licens"),
    Concept("moving", "搬迁|迁址|迁往|迁至", r"relocat\w+", also=r"转移|搬|迁|\bmov"),
    Concept("shortage", "短缺|缺料|断供", "shortages?", also="不足|紧缺|scarc"),
    Concept("recall", "召回", r"recall\w*"),
    Concept("strike", "罢工", "strike action|strikes?|walkouts?|industrial action"),
    Concept("layoff", "裁员|裁减|减员|精简(?:人员|编制)|缩减(?:人手|人员|编制)",
            r"lay-?offs?|laid off|job cuts|redundanc\w+",
            also=r"\bjobs?\b|岗位|减员|workforce|headcount"),
    Concept("casualty", "伤亡|死亡|受伤|遇难|丧生", r"casualt\w+|injur\w+|deaths?|killed|fatal\w*"),
    Concept("insurance", "投保|承保", r"insured|insurance", also="保险"),
    Concept("price rise", "涨价|提价", r"price (?:increase|hike|rise)s?|rais\w+ (?:its )?prices",
            also=r"价格[^,。;]{0,4}(?:上涨|上升|提高)|成本[^,。;]{0,4}(?:上涨|上升)|"
            r"rais\w+ (?:the )?price|higher [^.,;]{0,24}(?:cost|price)s?"),
    Concept("price cut", "降价|让利", r"price cuts?|cut\w* (?:its )?prices", also="降幅|折让|discount|cut"),
    Concept("goodwill", "商誉", "goodwill"),
    Concept("inventory", "存货|库存", r"inventor\w+"),
    Concept("receivables", "应收", "receivables?"),
    Concept("fixed assets", "固定资产|在建工程", "fixed assets|property, plant"),
    Concept("impairment", "减值|跌价|计提", r"impair\w*|write-?(?:down|off)s?|written (?:down|off)|provisions?",
            also=r"\bcharges?\b|拨备|减记|set aside|booked"),
    Concept("currency", "汇率|外汇|汇兑", "currenc(?:y|ies)|foreign exchange|FX|exchange[- ]rates?"),
    Concept("franchise", "加盟", r"franchis\w+"),
    Concept("own stores", "直营|自营", "(?:directly|company|self)[- ](?:operated|owned|run)"),
    Concept("rating", "评级|信用等级", "credit rating|issuer rating|rating agency|ratings?"),
    Concept("guidance", "指引|业绩预告", r"guid(?:ance|ed|es|ing)", also="outlook|forecast|预计|预期|expects?"),
    Concept("fail", "未能?(?:通过|达到|达成|过)|不合格|失败|落空|告败", r"fail(?:s|ed|ing|ure|ures)?|flunk\w*",
            also="未能|missed|reject"),
    _soft("certification", "认证|验收|终点", r"certif\w+|acceptance|endpoints?|qualif\w+"),
)  # fmt: skip

CONCEPTS: Mapping[str, Concept] = {one.key: one for one in (*_DEALS, *_OFFICERS, *_AUTHORITIES, *_OPERATIONS)}
# What a company plans first and does later.
PLANNED = frozenset(
    ("acquire", "sell", "buyback", "share issue", "redeem", "issue debt", "raise stake", "cut stake", "merger",
    "start-up",
     "shutdown", "retire", "resign", "expansion", "layoff")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ConceptMention:
    """Where a text has words of a concept."""

    concept: Concept
    start: int
    end: int


def concepts_in(text: str) -> Iterator[ConceptMention]:
    """Of a folded text, the first and every further place."""
    for concept in CONCEPTS.values():
        for match in concept.words.finditer(text):
            yield ConceptMention(concept, *match.span())
