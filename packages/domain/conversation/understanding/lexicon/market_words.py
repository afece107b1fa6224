"""The words for each market."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.words import words

ELSEWHERE = "elsewhere"  # a market that is not traded here: who names it among others has not chosen
_S = r"(?: (?:stocks?|equ\w{0,3}ties|equity|shares?|markets?|names?|companies|listed))?"
_GU = r"(?:的)?(?:股票|股市|市场|公司|科技股)?"

MARKETS: Mapping[str, re.Pattern[str]] = {
    "cn_stocks": words(
        rf"a ?股|沪深(?:两市|300)?|大a|上证|深证|上海|深圳|沪指|两市|沪市|深市|创业板|科创板|北交所|中国(?!香港|平安"
        rf"|石油|移动|银行|人寿){_GU}|国内(?!期货|的期货){_GU}|(?:内地|大陆){_GU}",
        rf"a[- ]shares?|(?:mainland )?chin(?:a|ese)(?: a[- ]shares?)?{_S}|cn stocks?|mainland{_S}|shanghai"
        rf"|shenzhen|csi ?300|^cn$",
    ),
    "us_stocks": words(
        rf"美股|美国{_GU}|美帝|老美|纳斯达克|纳指|标普|道琼斯|道指|罗素2000|纽交所",
        rf"(?:american|usa){_S}|us (?:stocks?|equ\w{{0,3}}ties|equity|shares?|markets?|names?|tech|listed"
        rf"|companies)|(?-i:US)|nasdaq|nyse|s&p(?: 500)?{_S}|dow jones|russell 2000|wall st(?:reet)?"
        rf"|stateside|the states|mag(?:nificent)? ?(?:7|seven)|faang|big tech"
        rf"|america|^us$",
    ),
    "crypto": words(
        r"加密(?:货币|资产)?|数字(?:货币|资产)|虚拟货币|虚拟资产|虚拟币|币圈|炒币|数字币|链圈|土狗币?"
        r"|比特币|以太坊|山寨币"
        r"|狗狗币|(?:玩|做|碰|买)币|^币$",
        r"cryptos?|cryptocurrenc(?:y|ies)|bitcoin|btc|eth|ethereum|(?:alt)?coins|digital (?:assets?"
        r"|currenc(?:y|ies))|defi|shitcoins|memecoins|meme ?coins|tokens|web3|solana|dogecoin",
    ),
    "forex": words(
        r"外汇|汇市|炒外币|货币对|^货币$|炒汇|汇率|欧元(?:兑)?美元|美元日元|欧美|英镑美元",
        r"forex|fx|foreign exchange|currenc(?:y|ies)(?: pairs?)?|(?:eur|gbp|aud|usd|nzd)[/ ]?(?:usd|jpy|chf"
        r"|cad|eur|gbp)|majors",
    ),
    "futures": words(
        r"(?:国内)?(?:股指|商品|黄金|原油)?期货|螺纹钢?|铁矿石?|黑色系|大宗商品?|股指|豆粕|沪铜|甲醇|农产品|期指",
        r"futures|futs|commods|commodit(?:y|ies)|crude(?: oil)?|e-?mini",
    ),
    "hk_stocks": words(rf"港股|香港{_GU}|恒生|恒指|港交所", rf"(?:hong ?kong|hk){_S}|hang seng|hkex"),
    "jp_stocks": words(rf"日股|日本{_GU}|东京|日经", rf"japan(?:ese)?{_S}|tokyo|nikkei|topix"),
    "uk_stocks": words(rf"英股|英国{_GU}|伦敦|富时", rf"(?:uk|british|london|britain){_S}|ftse|lse"),
    "de_stocks": words(rf"德股|德国{_GU}|法兰克福", rf"german(?:y)?{_S}|xetra|frankfurt|dax"),
    "fr_stocks": words(rf"法股|法国{_GU}|巴黎", rf"(?:french|france|paris){_S}"),
    "nl_stocks": words(rf"荷兰{_GU}|阿姆斯特丹", rf"(?:dutch|netherlands|amsterdam){_S}"),
    "it_stocks": words(rf"意大利{_GU}|米兰", rf"(?:italian|italy|milan){_S}"),
    "es_stocks": words(rf"西班牙{_GU}|马德里", rf"(?:spanish|spain|madrid){_S}"),
    "ch_stocks": words(rf"瑞士{_GU}|苏黎世", rf"(?:swiss|switzerland|zurich){_S}"),
    "in_stocks": words(rf"印度{_GU}|孟买", rf"indian?{_S}|mumbai|nifty|sensex"),
    ELSEWHERE: words(
        r"欧股|债券|国债|基金|期权|或者?股票|股票或", r"europe(?:an)?|bonds?|funds?|options|or stocks|stocks or"
    ),
}
