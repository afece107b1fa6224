"""What people tell where they are asked for their market, instead of naming it: its venues, brokers, contracts, hours,
nicknames and best-known instruments."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.words import words

_PAIR = r"(?:eur|gbp|aud|nzd|usd|jpy|chf|cad|sgd|hkd|cnh|mxn|zar|try|sek|nok|inr|krw|brl)"
_COIN = r"(?:btc|eth|sol|sui|xrp|doge|ada|bnb|ltc|avax|shib|pepe|matic|trx)"
_US = (
    r"(?:aapl|tsla|nvda|msft|amzn|goog|googl|meta|amd|pltr|spy|qqq|voo|vti|nflx|mstr|gme|amc|intc|soxl|tqqq|iwm"
    r"|arkk|baba"
    r"|apple|tesla|nvidia|microsoft|amazon|google|netflix|palantir|costco|berkshire|disney|walmart|jpmorgan|intel)"
)

MARKET_PHRASES: Mapping[str, re.Pattern[str]] = {
    "cn_stocks": words(
        r"炒a$|大a|涨停板?|打板|连板|龙虎榜|一进二|北向|沪股通|深股通|同花顺|东财|东方财富|雪球|涨跌停|工农中建"
        r"|茅台|宁德|比亚迪|白酒股|券商股|银行股"
        r"|t\+1|中证\d+|上证50|科创50|国产替代|主板|首板|半导体etf|沪深300etf",
        r"northbound|southbound no|star (?:board|market)|chinext|sse|szse|shcomp|csi ?\d+|moutai|catl|byd"
        r"|the cn one|t\+1|beijing exchange|onshore",
    ),
    "us_stocks": words(
        r"华尔街|纽约(?:上市)?|硅谷|湾区|费半|费城半导体|中概股?|道琼|七姐妹|七巨头|美国那边|老美|富途|老虎证券"
        r"|盈透|巴菲特|伯克希尔|英伟达|特斯拉|苹果|微软|谷歌",
        rf"wall street|new york|silicon valley|robinhood|schwab|fidelity|webull|american|stateside"
        rf"|over there in the states|{_US}"
        r"|(?:the )?dow|spx|sp500|s&p|russell|sox|semis|chip stocks|adrs?|yank(?:ee)?s?|uncle sam|magnificent|fang"
        r"|mag7|the states|nyc",
    ),
    "crypto": words(
        r"大饼|二饼|炒币|币安|欧易|火币|okx|永续|链上|打狗|土狗|山寨|挖矿|稳定币|7[×xX*]24|不睡觉的市场|meme"
        r"|合约(?=.*[uU]本位)|usdt|以太|狗狗|柴犬|波卡|瑞波",
        rf"{_COIN}(?:[/-]?(?:usdt?|usdc|busd|perp))?|\w+usdt|binance|coinbase|kraken|bybit|okx|metamask|ledger"
        rf"|blockchain|on-?chain|perps?|satoshi|hodl(?:ing)?"
        r"|nfts?|ripple|cardano|litecoin|ether|stablecoins?|mining|dex|24/7|memes?|dogs?coins?",
    ),
    "forex": words(
        r"磅美|镑美|欧美|美日|美瑞|澳美|纽美|欧元|英镑|日元|澳元|瑞郎|加元|直盘|交叉盘|点差|离岸人民币|套息|货币",
        rf"{_PAIR}[/ -]?{_PAIR}|forx|fx|pips?|euros?|yen|pounds?|sterling|loonie|aussie|kiwi|swissy|swiss franc"
        rf"|cable|fiber|fibre|greenback|dxy|carry trade"
        r"|exchange rates?|(?:currency|fx|yen|euro|sterling|minor|major|exotic) crosses|(?<![a-z\d] )crosses(?=\W*$)"
        r"|g10|mt[45]|metatrader|oanda|(?:eu|gu|uj|aj|gj) (?:and|or|pair)|cross rates?"
        r"|currency|foreign currenc\w+|peso|rupee|lira",
    ),
    "futures": words(
        r"股指|商品|原油|黄金期|沪金|白银期|螺纹|铁矿|焦煤|焦炭|生猪|鸡蛋|苹果期|豆油|棕榈|棉花|白糖|(?<![a-z])pta(?![a-z])|纯碱|玻璃"
        r"|甲醇|橡胶|套保|(?-i:(?<![A-Z])I[FCHM])\d*(?=$|[ ,、和])|小恒指|恒指期|台指|小台|大台|中金所|上期所"
        r"|大商所|郑商所|夜盘|主力合约|交割",
        r"(?:nasdaq|s&p|index|dow|gold|oil|bond|stock|commodity) futures?|cme|cbot|nymex|comex|globex|contracts?"
        r"|(?:e-?)?minis?|micros?|(?:the )?(?:nq|ym|rty|gc|cl|ng|zb|zn|zc|zs|zw|mnq|m2k)(?: (?:and|or"
        r"|,) (?:es|nq|ym|rty|gc|cl|ng|zb|zn|zc))?|(?-i:M?ES)\b|(?:the|trade|trading) m?es\b|\A\s*m?es\s*\Z"
        r"|nat(?:ural)? ?gas|oil|crude|wti|brent|gold|silver|copper|grains?|corn|wheat|soy(?:beans?)?|cattle|hogs"
        r"|pork bellies|coffee|cocoa|cotton|sugar|orange juice|lumber|softs"
        r"|metals|energies|treasury futures|bond futures|rollover|contango|the pit",
    ),
    "hk_stocks": words(
        r"恒生|港股通|南下|腾讯|美团|小米|汇丰|港交所|打港新|牛熊证|窝轮|恒科|香港",
        r"hsi|hkex|tencent|hsbc hk|southbound|h-?shares?",
    ),
}
