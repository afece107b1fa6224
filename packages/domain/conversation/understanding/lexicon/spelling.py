"""One spelling for what people type: widths, blanks, simplified characters, and slips in words that matter here."""

import re
import unicodedata
from functools import cache, lru_cache

from packages.domain.conversation.understanding.lexicon.pinyin import from_pinyin
from packages.domain.evidence.patterns import lazy_pattern

_TRADITIONAL = (  # each with its simplified form behind it
    "虧亏錢钱風风險险剛刚開开戶户買买賣卖幾几個个週周兩两萬万億亿長长線线還还這这麼么會会確确認认擬拟盤盘實实"
    "啟启動动運运屬属穩稳進进積积極极擇择選选標标貨货幣币國国內内滬沪創创業业匯汇貴贵東东歐欧說说話话過过從从"
    "來来時时間间沒没見见決决測测試试壓压報报後后繼继續续體体點点擔担養养債债則则規规換换調调優优與与對对應应"
    "該该聽听讓让請请問问嗎吗樣样覺觉歡欢愛爱夠够許许總总圖图頭头慮虑傾倾適适當当較较強强勢势趨趋漲涨轉转變变"
    "為为無无書书場场價价賺赚賠赔條条筆笔單单倉仓據据減减導导復复歸归準准備备記记憶忆學学習习門门鍾钟鐘钟陽阳"
    "陰阴雙双隻只歲岁齡龄級级別别類类資资產产號号碼码電电車车馬马鳥鸟龍龙麥麦檔档遠远離离滿满證证現现沖冲賬账於于"
    "謹谨輸输斬斩賭赌堅坚陣阵載载禮礼難难熱热亂乱慘惨懶懒驚惊嚇吓專专層层題题節节練练終终統统"
    "蘋苹臺台灣湾韓韩華华爾尔銀银鐵铁銅铜鋼钢氣气糧粮農农礦矿鏈链網网幹干"
    "虛虚區区塊块陸陆帳帐蝕蚀負负貸贷費费輕轻輪轮達达邊边鄉乡醫医錯错鎖锁閉闭隨随靜静頂顶順顺須须預预顯显飛飞飯饭駕驾騙骗傷伤僅仅儘尽兒儿凍冻劃划務务勝胜勞劳協协廠厂廣广彈弹態态慣惯憂忧懷怀戰战戲戏損损搶抢"
    "擁拥擊击撐撑敗败數数斷断暫暂樂乐樓楼權权歷历淚泪淨净溫温滾滚潤润爛烂獲获獎奖環环異异盡尽監监礙碍稱称種种窮穷競竞純纯細细組组結结絕绝給给綠绿維维緊紧緩缓編编縮缩績绩羅罗義义聯联職职脫脱腦脑膽胆臉脸興兴"
    "舊旧葉叶蘭兰術术補补裝装裡里複复觀观訂订計计訊讯討讨訓训訪访設设評评詞词誰谁課课諒谅論论諾诺謝谢議议護护讀读財财貼贴質质購购贏赢趕赶"
)
_PAIRS = {ord(_TRADITIONAL[at]): _TRADITIONAL[at + 1] for at in range(0, len(_TRADITIONAL) - 1, 2)}
_WORD = lazy_pattern(r"[A-Za-z]{5,16}")
_TWO = lazy_pattern(r"\btow(?= (?:years?|months?|weeks?|days?|times|trades)\b)", re.IGNORECASE)
_AND_HALF = lazy_pattern(r"(?<=[a-z\d]) (?:n|&|an)(?: a)? half\b", re.IGNORECASE)
_THAN = lazy_pattern(
    r"\b(less|more|fewer|longer|shorter|higher|lower|better|rather) then(?= (?:an?|one|two|the|\d|my))", re.I
)
# "above 10 but under 30", 两天以上五天以内: from the one to the other.
_FROM_TO = lazy_pattern(
    r"\b(?:well )?(?:above|over|more than) (\S+?)(?: ?%| percent)? but (?:well )?(?:under|below|less than"
    r"|not over)(?= \S)",
    re.I,
)
_ZH_FROM_TO = lazy_pattern(
    r"([一二两三四五六七八九十\d]{1,3})(个?[天周月年成%]|个点)以[上](?:[,、])?([一二两三四五六七八九十\d]{1,3})\2以[内下]"
)
_ZH_TO_FROM = lazy_pattern(
    r"([一二两三四五六七八九十\d]{1,3})(个?[天周月年成%]|个点)以[内下](?:[,、])?([一二两三四五六七八九十\d]{1,3})\2以[上]"
)
_SHORT_WORD = 6  # in which only two letters that changed places are mended: another letter is another word
_LONG_WORD = 10  # that may lose its end: "conservativ"
# Words that are long and unlike others, so that one slip in them leaves no doubt.
_KNOWN = frozenset(
    (
        "conservative", "cautious", "moderate", "aggressive", "balanced", "growth", "preservation", "capital", "crypto",
        "cryptocurrency", "bitcoin", "ethereum", "beginner", "momentum", "reversion", "volatility", "intraday",
        "overnight", "american", "equities", "currency", "commodities", "deploy", "deployment", "paper", "couple",
        "minutes", "scalping", "simulated", "simulation", "nasdaq", "stress", "backtest", "strategy", "microsoft",
        "nvidia", "amazon", "netflix", "palantir", "years", "months", "weeks", "stocks", "start", "shares", "daily",
        "weekly", "monthly", "trading", "futures", "forex", "confirm", "continue", "experience", "confirmed", "growth",
        "tesla", "google", "apple", "trend", "resume", "pause",
    )
)  # fmt: skip
# Characters that are typed for others of the same sound, in words that mean nothing else.
_MEANT = (  # two characters, and behind them those that were meant
    "模你模拟摸拟模拟魔拟模拟部属部署布署部署步署部署实判实盘激近激进保首保守包守保守稳建稳健稳键稳健"
    "回侧回测回册回测压侧压测趋式趋势波断波段日类日内美古美股美谷美股港古港股其货期货茅抬茅台确任确认"
    "暂亭暂停停只停止继序继续记续继续宝本保本饱本保本均直均值策列策略"
)
_HOMOPHONES = {_MEANT[at : at + 2]: _MEANT[at + 2 : at + 4] for at in range(0, len(_MEANT), 4)}
_ONE_OF_A_KIND = frozenset({"crypto", "nvidia", "nasdaq", "growth", "deploy", "amazon", "stress", "paper", "couple"})
_OTHERS = frozenset(  # words of their own that are nearly one of those
    (
        "taper", "pauper", "papers", "employ", "supple", "coupled", "couples", "minute", "moderated", "moderates",
        "moderator", "balance", "balances", "distress", "starts", "started", "trends", "apples", "trader",
        "stressed", "stresses", "scalping", "conservatives", "deployed",
        "deploys", "capitals", "strategic",
    )
)  # fmt: skip
_WITHOUT_APOSTROPHE = lazy_pattern(
    r"(?:(?<=\bdo)|(?<=\bca)|(?<=\bis)|(?<=\bdid)|(?<=\bdoes)|(?<=\bwould)|(?<=\bwo)|(?<=\bare)|(?<=\bwas)|(?<=\bhave)"
    r"|(?<=\bhas)|(?<=\bcould)|(?<=\bshould))nt\b",
    re.IGNORECASE,
)
# Idioms that only look like denials.
_IDIOMS = (
    ("没问题", "可以"), ("没意见", "同意"), ("没毛病", "可以"), ("没事", "可以"), ("不错", "好"), ("太好了", "好"),
    ("太棒了", "好"), ("no problem", "ok"), ("why not", "ok"), ("no objections", "agreed"), ("not bad", "good"),
    ("can't wait", "ok"), ("👍", " ok "), ("👌", " ok "), ("✅", " ok "), ("can't complain", "good"),
)  # fmt: skip
_ENDING = " .,!;:-~"
_KEPT = lazy_pattern(r"(\bIT\b)", re.ASCII)
_SHORTEST_PINYIN, _LONGEST_PINYIN = 4, 40
_MESSAGES = 8  # that are read at the same time: one is spelt once, however many rules look at it

_CHINESE = lazy_pattern(r"[\u3400-\u9fff]")


def is_chinese(text: str) -> bool:
    """Whether there is any Chinese in it."""
    return _CHINESE.search(text) is not None


@lru_cache(_MESSAGES)
def plain(text: str) -> str:
    """One spelling of widths, dashes, quotes and blanks."""
    wide = unicodedata.normalize("NFKC", text).replace("‘", "'").replace("’", "'")
    apart = re.sub(r"\s[—–―]+\s(?!\d)|——+|\n+", ", ", wide)
    dashed = re.sub(r"[‐‑‒–—―−~〜～]", "-", apart)
    dashed = _in_characters(_WITHOUT_APOSTROPHE.sub("n't", dashed.strip()))
    dashed = respelt(simplified(re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", dashed)))
    return re.sub(r"\b[Uu]\.([SsKk])\.(?:[Aa]\.)?", r"U\1", re.sub(r"\s+", " ", dashed)).strip()


def in_small_letters(text: str) -> str:
    """A plain text without its capitals, but for those of IT, which is no "it"."""
    return "".join(each if each == "IT" else each.casefold() for each in _KEPT.split(text))


def settled_idioms(text: str) -> str:
    """In lower case, with idioms that only look like denials said plainly."""
    words = plain(text).casefold().strip(_ENDING)
    for idiom, meaning in _IDIOMS:
        words = words.replace(idiom, meaning)
    return words.strip()


def _in_characters(text: str) -> str:
    """What is pinyin from the first letter to the last; any other text as it is."""
    if not text.isascii() or not _SHORTEST_PINYIN <= len(text) <= _LONGEST_PINYIN:
        return text
    letters = text.casefold().strip(" .!?").replace(" ", "").replace("'", "")
    return (from_pinyin(letters) or text) if letters.isalpha() else text


def simplified(text: str) -> str:
    """Simplified characters, and those that were meant."""
    plain = text.translate(_PAIRS)
    if plain.isascii():
        return plain
    for typed, meant in _HOMOPHONES.items():
        plain = plain.replace(typed, meant)
    return plain


def respelt(text: str) -> str:
    """With one slip of a letter mended, in words where it can be nothing else."""
    spelt = _TWO.sub("two", _AND_HALF.sub(" and a half", _WORD.sub(lambda found: _mended(found[0]), text)))
    if not spelt.isascii():
        spelt = _ZH_TO_FROM.sub(r"\3到\1\2", _ZH_FROM_TO.sub(r"\1到\3\2", spelt))
    return _FROM_TO.sub(r"\1 to", _THAN.sub(r"\1 than", spelt))


@cache
def _by_first() -> dict[str, tuple[str, ...]]:
    return {first: tuple(word for word in _KNOWN if word[0] == first) for first in {word[0] for word in _KNOWN}}


def _mended(word: str) -> str:
    low = word.lower()
    if low in _KNOWN or low in _OTHERS:
        return word
    near = [known for known in _by_first().get(low[0], ()) if _is_one_slip(low, known)]
    return near[0] if len(near) == 1 else word


def _is_one_slip(word: str, known: str) -> bool:
    """One letter more, less, other, or two changed about; a plural is none."""
    if abs(len(word) - len(known)) > 1 or re.fullmatch(rf"{re.escape(known)}[sd]", word):
        return False
    if word == known[:-1] and len(known) < _LONG_WORD:
        return False
    if len(known) <= _SHORT_WORD and known not in _ONE_OF_A_KIND and sorted(word) != sorted(known):
        return False
    at = next((at for at, (left, right) in enumerate(zip(word, known, strict=False)) if left != right), None)
    if at is None:
        return True
    rest, known_rest = word[at:], known[at:]
    return (
        rest[1:] == known_rest[1:]
        or rest[1:] == known_rest
        or rest == known_rest[1:]
        or (rest[:2] == known_rest[1::-1] and rest[2:] == known_rest[2:])
    )
