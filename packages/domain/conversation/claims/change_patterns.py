"""How an answer says that rules, limits or the profile were changed or completed, or that a return will come."""

import re

from packages.domain.conversation.claims.said_done import ADVERBS, ALREADY, FOR, I_HAVE, IS
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_CHANGED = (
    r"(?:changed|moved|tightened|widened|loosened|raised|lowered|reduced|increased|decreased|adjusted|updated"
    r"|switched|added|removed|deleted|dropped|replaced|swapped|doubled|halved|modified|edited|rewritten|rewrote|cut)\b"
    r"(?! (?:on|off|over|onto|into)\b)"
)
_PART = (
    r"(?:stops?|stop[- ]loss|take[- ]profit|trailing stop|entry|entries|exits?|exit rule|position(?: size)?|sizing"
    r"|size|leverage|indicators?|periods?|lookback|thresholds?|filters?|timeframe|[ES]MAs?|RSI|MACD|ATR|rules?"
    r"|strategy|draft|parameters?|profit target|conditions?)"
)
_ZH_PART = (
    r"(?:止损|止盈|移动止损|入场|出场|买入条件|卖出条件|买点|卖点|仓位|杠杆|指标|周期|均线|阈值|参数|条件|规则|策略"
    r"|草案|时间框架|K线)"
)
_ZH_CHANGED = (
    r"(?:改成|改为|改到|改好|改掉|改(?=了)|调成|调为|调到|调整|调高|调低|调大|调小|设为|设成|设到|换成|换为|收紧|放宽|提高"
    r"|降低|降到|加上|加入|添加|去掉|删掉|删除|移除|更新|修改|替换)"
)
# Without a figure: who says it did something in this very answer.
RULES_CHANGED = lazy_pattern(
    rf"{I_HAVE}{_CHANGED} (?:\w+ ){{0,4}}?{_PART}\b|{I_HAVE}set (?:\w+ ){{0,3}}?{_PART} (?:to|at)\b[^,;]{{0,12}}?\d"
    rf"|\b{_PART}(?: (?:loss|rule|size))?{IS}{ADVERBS}{_CHANGED}\b|\b{_PART}(?: loss)? (?:is|are) now \D{{0,12}}?\d"
    rf"|{_ZH_PART}[^,。的]{{0,6}}?{ALREADY}[^,。]{{0,6}}?{_ZH_CHANGED}"
    rf"|(?:{ALREADY}{FOR}|{ALREADY}|[为帮替给][您你])(?:把|将)?[^,。]{{0,8}}?{_ZH_PART}[^,。]{{0,6}}?{_ZH_CHANGED}"
    rf"|{ALREADY}{FOR}{_ZH_CHANGED}了?[^,。]{{0,8}}?{_ZH_PART}"
    rf"|(?:把|将)[^,。]{{0,8}}?{_ZH_PART}[^,。]{{0,6}}?{_ZH_CHANGED}[^,。]{{0,14}}?了"
    rf"|{_ZH_PART}[^,。的]{{0,4}}?{_ZH_CHANGED}[^,。]{{0,10}}?了|{_ZH_PART}现在(?:是|为)\D{{0,6}}\d",
    _I,
)
# The number that something was set to; a number before it is what it was.
SET_TO = lazy_pattern(
    r"(?:\b(?:to|at|is now|are now|a|auf|à|al?|на|with)\b|[为成到是]|を)\s*(?:\W{0,3}|about |约)$", _I
)
LIMIT = lazy_pattern(
    r"\b(?:draw-?down|loss|risk|leverage)(?: per trade)? (?:limit|cap|ceiling|budget)\b[^,;]{0,16}?"
    r"(?:'s|\bis|\bwas|\bto|\bat|\bbeen)\b|\blimit (?:on|for) (?:the |your )?(?:max(?:imum)? )?(?:draw-?down|loss|risk"
    r"|leverage)\b|(?:回撤|亏损|风险|杠杆)(?:的)?(?:上限|限额|限制)[^,。]{0,8}?(?:是|为|成|到|调|改|设|提)",
    _I,
)
PROFILE = lazy_pattern(
    rf"\b(?:your |the )?(?:investor )?(?:profile|questionnaire|onboarding|kyc|answers){IS}{ADVERBS}"
    r"(?:complete[d]?|done|finished|filled(?: in| out)?|all set)\b"
    rf"|{I_HAVE}(?:completed|finished|filled (?:in|out)) (?:your|the) (?:profile|questionnaire|onboarding|kyc)\b"
    rf"|(?:资料|档案|问卷|画像|信息)[^,。]{{0,3}}?{ALREADY}?[^,。]{{0,3}}?(?:填写?完|填好|完善|完整|完成|齐全|补全)",
    _I,
)
_WILL = r"(?:will|'ll|going to|guaranteed to|sure to|certain to|bound to|expected to)"
PROMISED = lazy_pattern(
    rf"(?:\b|(?='))(?:{_WILL}) (?:\w+ ){{0,2}}?(?:earn|make|return|yield|bring|gain|deliver|generate|net)\b"
    r"[^.;]{0,30}?(?:\d|\b(?:five|ten|fifteen|twenty|thirty|forty|fifty|hundred|thousand)\b)[^.;]{0,14}?"
    r"(?:%|per ?cent|dollars|yuan|euros|pounds|usd|a (?:year|month)|in profit)"
    rf"|(?:\b|(?='))(?:{_WILL}) (?:double|triple) (?:your|the) (?:money|capital|account)"
    r"|\bguarantee[sd]? (?:you )?(?:an? |your )?(?:[\w%.]+ ){0,3}?(?:profits?|returns?|gains?|income)\b"
    r"|\b(?:profits?|returns?|gains?) (?:is|are) guaranteed\b"
    r"|(?:会|将|能|肯定|一定|必定|保证|每年|年年)[^,。]{0,10}?(?:赚|收益|盈利|回报|带来)[^,。]{0,10}?"
    r"(?:\d[\d.]*\s?[%万元块]|百分之|[一二三四五六七八九十]成)"
    r"|(?:会|将|能|肯定|一定|保证)[^,。]{0,8}?翻[一两二三]?[倍番]|保证(?:盈利|收益|赚)|稳赚|包赚|包你赚",
    _I,
)
NOT_PROMISED = lazy_pattern(
    r"\b(?:if|whether|could|might|may|can|not|never|no|nobody|cannot|would|should|target|goals?|aims?|hope|want|wanted"
    r"|stocks?|company|companies|funds?|revenue|bank|deposit|bonds?|analysts?)\b|n't\b"
    r"|如果|假如|假设|不(?!赔|亏)|没|别|可能|目标|希望|想|是否|公司|基金|存款|债券|营收|预计|分析师|过去",
    _I,
)
