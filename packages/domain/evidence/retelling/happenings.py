"""Events that no report may tell without a document: what happened or was announced, by kind."""

import re

# Grave: whatever else the sentence cites. English in the past or perfect tense or as a noun: what may happen is none.
_GRAVE = re.compile(
    r"被捕|逮捕|刑拘|拘留|立案|被[^,。;]{0,8}(?:调查|带走|留置)|接受调查|带走调查|造假|欺诈|舞弊|虚增(?:收入|利润)|"
    r"涉嫌|内幕交易"
    r"|起诉|诉讼|仲裁|罚款|被[^,。;]{0,6}处罚|罚没|警示函|监管函|问询函|公开谴责|辞职|辞任|离任|免职|解聘|罢免|被撤职"
    r"|已违约|实质性?违约|发生[^,。;]{0,6}违约|债务违约|破产|重整|资不抵债|被退市|终止上市|停产|停工|火灾|爆炸|起火|"
    r"安全事故|召回|罢工|裁员"
    r"|私有化|要约收购|收购要约|举牌|易主|转让控制权|控制权(?:转让|变更)|更换审计|保留意见|无法表示意见|否定意见|"
    r"重大缺陷"
    r"|做空机构|沽空报告|列入[^,。;]{0,8}(?:清单|名单)|借壳|重大资产重组|停牌"
    r"|\b(?:arrested|indicted|raided|detained|charged with|under investigation|investigated|(?:for|of|"
    r"committed) fraud|probe"
    r"|falsified|restated|sued|lawsuit|fined|penali[sz]ed|convicted|settled with|class action|resigned|stepped down|"
    r"was fired"
    r"|was dismissed|was ousted|ousted|has left the company|defaulted|went bankrupt|filed for (?:bankruptcy|chapter 11)"
    r"|insolvency|was delisted|delisting notice|suspended trading|trading halt|takeover (?:approach|bid|offer|proposal)"
    r"|unsolicited|taken private|take-private|tender offer|privati[sz]ation|merged with|merger (?:agreement|talks)"
    r"|(?:qualified|adverse) (?:audit )?opinion|disclaimer of opinion|going[- ]concern doubt|material weakness(?:es)?"
    r"|breach(?:ed)? (?:of )?(?:the |its |a )?(?:financial |loan )?covenants?|breached|waiver|fire at|after a fire|"
    r"explosion"
    r"|(?:was|were|been) (?:suspended|halted|shut)|accused|alleg(?:ed|es|ations?)|short[- ]seller|recalled|"
    r"product recall|strike action|walkout|laid off|layoffs|data breach|cyber-?attack|hacked|sanctioned"
    r"|bought out|took over|insiders? (?:have|has) been (?:buying|selling)|insider (?:buying|selling|trading|"
    r"dealing))\b",
    re.IGNORECASE,
)
# Ordinary: only where the clause cites no figure of its own.
_ORDINARY = re.compile(
    r"增持|减持|回购|收购|并购|入股|定增|定向增发|配股|配售|可转债|质押|任命|聘任|中标|签订|签署|签约|签下|"
    r"获[^,。;]{0,8}批准|获批|获得批准|"
    r"取得批文|投产|开工"
    r"|停航|检修|宣派|特别(?:股息|分红|派息)|派发(?:现金|特别)|业绩预告|指引|(?:公司|管理层|董事会|集团)(?:预计|预期|"
    r"承诺|指引|表示|宣布|公告|给出|上调|下调|透露)"
    r"|评级(?:机构)?[^,。;]{0,10}(?:上调|下调|调升|调降|调高|调低)|(?:上调|下调|调升|调降)[^,。;]{0,10}(?:评级|"
    r"信用等级|目标价|指引|经营目标)"
    r"|(?:政府|国资|国资委|财政)[^,。;]{0,10}(?:承诺|注资|补助|补贴|纾困|支持)|纾困|战略(?:合作|投资者)|关联交易|"
    r"获得?[^,。;]{0,8}(?:专利|牌照|许可|订单|大单)"
    r"|被纳入|纳入[^,。;]{0,8}指数|剔除出|实际控制人|控股股东[^,。;]{0,10}(?:拟|将|已|计划)"
    r"|\b(?:acquired|acquisition of|bought (?:a|an|its|the|out)|takeover|buyback|repurchased|stake (?:in|of)|appointed"
    r"|signed (?:a|an|the)|won (?:a|an|the)|awarded (?:a|an|the)|contract worth|(?:was|been|has) approved|"
    r"approved (?:a|an|the)"
    r"|launched (?:a|an|its|the)|special dividend|declared (?:a|an|the)|resolved to|management (?:has |"
    r"have )?(?:guide[ds]|expects?|"
    r"raised|cut"
    r"|lowered|reiterated|confirmed|said|told|announced|promised|committed)|(?:has|have|had) guided|guided (?:to|for)"
    r"|(?:raised|cut|lifted|lowered|trimmed|withdrew|withdrawn) (?:its |the |full-year |annual )*(?:guidance|outlook|"
    r"forecast|target)"
    r"|(?:was|were|been|got) (?:upgraded|downgraded)|(?:upgraded|downgraded) (?:the|its|to|by|following|after)|"
    r"downgraded"
    r"|(?:has|have) announced|the company (?:has )?(?:announced|confirmed|disclosed|said)|"
    r"the board (?:has )?(?:approved|declared"
    r"|announced|authori[sz]ed|resolved)|government (?:has )?(?:pledged|promised|agreed|support)|bail-?out|"
    r"rights issue|share placement"
    r"|received (?:a|an|the) (?:\w+ )?(?:approach|offer|order|licen[cs]e|approval|letter|subpoena|notice))\b",
    re.IGNORECASE,
)
# 若 is also part of a person's name.
IF = r"(?<![\u4e00-\u9fff])若|若(?=未|不|能|无|再|按|以|其|该|此|被|有|要|继续|发生|出现|成功|如期|完成|失败|公司|项目)"
_UNCERTAIN = re.compile(
    r"\b(?:if|may|might|could|would|should|unless|whether|risks?|no|not|without|any|watch|were|never|question|ask)\b|"
    r"[?]"
    rf"|{IF}|如果|如(?=有|未|能|遇|期|无)|可能|或(?=将|有|者|许|会)|风险|一旦|是否|未(?!来)|没有|无(?!锡|人)|关注|留意|"
    r"警惕|防范|假如|倘|不(?=涉及|存在|构成)|等(?=事项|风险|因素|情形)",
    re.IGNORECASE,
)


def happenings(words: str) -> list[str]:
    """The words by which a text says that something happened; none where it is only supposed, asked or denied."""
    if _UNCERTAIN.search(words) is not None:
        return []
    return [match.group() for pattern in (_GRAVE, _ORDINARY) for match in pattern.finditer(words)]


def is_grave(words: str) -> bool:
    return _GRAVE.search(words) is not None and _UNCERTAIN.search(words) is None


def is_ordinary(words: str) -> bool:
    return _ORDINARY.search(words) is not None and _UNCERTAIN.search(words) is None
