"""What people tell where they are asked for their return, instead of naming it: whose returns would do, what the money
shall still be, what they dream of."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.words import words

_DEPOSIT = (
    r"(?:savings?(?: accounts?)?|the bank|a bank|bank (?:rates?|interest)|cds?|fds?|fixed deposits?|term deposits?"
    r"|t-?bills?"
    r"|treasur(?:y|ies)|(?:government |savings |premium )?bonds?|money[- ]markets?(?: funds?)?|deposits?|gilts?"
    r"|cash isa)"
)
_INDEX = (
    r"(?:market|index(?:[- ]fund)?|s&p(?: 500)?|pension(?:[- ]fund)?|balanced[- ]fund|benchmark|world tracker"
    r"|tracker|target[- ]date fund"
    r"|nifty|stock market|vanguard fund)"
)
_ZH_DEPOSIT = r"(?:定期|存款|国债|货基|货币基金|余额宝|银行(?:利息|理财)?|大额存单|理财)"
_ZH_INDEX = r"(?:大盘|指数(?:基金)?|市场|标普|沪深|公募|养老金|年金)"
_ROCKETS = r"(?:bitcoin|btc|nvda|nvidia|tesla|crypto|gamestop|palantir|early \w+)"

RETURN_PHRASES: Mapping[str, re.Pattern[str]] = {
    "capital_preservation": words(
        rf"[跟和像](?:的)?{_ZH_DEPOSIT}(?:利息|利率|收益)?(?:差不多|一样|持平|似的|就行)"
        rf"|{_ZH_DEPOSIT}(?:的)?(?:水平|那样|那种|级别)"
        r"|[别不](?:要|会|至于)?(?:贬值|缩水|赔钱?|亏钱?|亏本|变少)|不求(?:增值|赚)|求安全|保住就"
        r"|本金(?:能)?(?:回来|还?在|安全|不少)"
        r"|跌不破本金|不能亏|有点(?:利息|利就)|最稳|守住|守着|钱还在|不少就行|原封不动|不被通胀|少赚(?:点)?(?:没事"
        r"|没关系|无所谓)",
        rf"(?:what(?:ever)?|same as|like|match(?:es|ing)?|equal to|similar to|around|about) (?:an? |the "
        rf"|my )?{_DEPOSIT}"
        rf"(?: (?:pays?|gives?|yields?|makes?|rates?|returns?))?|{_DEPOSIT}[- ](?:like|ish|type|level"
        rf"|style)(?: (?:returns?|safety))?"
        r"|still (?:be )?there|(?:not|isn't|ain't) negative|break(?:ing)?[- ]?even|go(?:ing|es)? backwards?"
        r"|(?:don't|doesn't|does not) "
        r"(?:need|want)(?: it)?(?: to)? grow(?:th)?|not (?:looking|trying|here) to (?:grow|get rich)|(?:doesn't"
        r"|not|never|don't) (?:let it )?(?:shrink|drop|go down|lose)"
        r"|never goes down|safety (?:over|above|before|first)|(?:protect|preserve|guard|safeguard|shield) (?:it"
        r"|what's|the (?:capital|pot|principal|money))"
        r"|purchasing power|(?:my|the) money back|kept? intact|stay(?:s|ing)? intact"
        r"|low,? (?:but )?safe(?: returns?)?|zero loss(?:es)?|capital guarantee\w*"
        r"|(?:growth|growing(?: it)?|profits?|returns?|gains?) (?:isn't|is not|doesn't|does not|don't|aren't"
        r"|no longer|never|not)"
        r" (?:really |that )?(?:important|matters?|needed|necessary|the point|my (?:goal|thing|concern)|a priority"
        r"|count|interests?(?: me)?|appeals?(?: to me)?)"
        r"|(?:past|done|finished|no longer) (?:with )?(?:growing|chasing)(?: it| growth| returns)?"
        r"|(?:no|don't need|do not need|not after|not chasing|forget(?: about)?|without) (?:any )?(?:growth"
        r"|growing(?: it)?)(?: needed| thanks| please)?"
        r"|(?:don't|do not|no) need (?:to )?(?:beat|earn|make|win) (?:anything|much|so much|any|more|a lot)"
        r"|small but (?:sure|safe|certain|steady)|(?:tiny|small|little|low) returns? (?:is |are )?(?:ok|okay|fine"
        r"|enough|will do)"
        r"|tread(?:ing)? water|stand(?:ing)? still|same (?:number|amount|sum)|(?:safest|guaranteed"
        r"|risk[- ]free) (?:thing|rate|return|one)s?"
        r"|hysa|high[- ]yield savings|(?:park|stash|store|stow)(?:ing)? (?:my |the |some )?(?:cash|money|savings)"
        r"|(?:conserve|safeguard) (?:my|the)"
        r"|nothing (?:is |gets )?lost|all still there|(?:must|needs? to|has to|have to) last|sleep(?:ing)? well"
        r"|capital (?:should |must )?remains?"
        r"|there for (?:the|my) (?:kids|grandkids|children|family)|looking to keep|(?:staying"
        r"|stays?) (?:at )?\d+k?\b",
    ),
    "balanced_growth": words(
        rf"[跟和像](?:着)?{_ZH_INDEX}(?:差不多|一样|走|同步|持平|似的)|{_ZH_INDEX}(?:的)?(?:平均|水平)|稳中(?:有"
        rf"|求)|攻守|不贪|别太贪|见好就收"
        r"|慢慢变富|踏踏实实|合理(?:的)?(?:回报|收益)|中等(?:收益|回报)|稳稳的幸福",
        r"(?:half|part) (?:growth|safety|protection),? (?:and )?(?:half|part) (?:growth|safety|protection|income)"
        r"|not (?:just |only )?(?:preserv\w+|protect\w*|safety)[^.]{0,24}(?:not|nor|no) [^.]{0,16}moon"
        rf"|{_INDEX}-(?:like|ish)|(?:what|whatever) (?:voo|spy|vti|the (?:index|market|s&p)) (?:gets|gives|does|makes"
        rf"|earns)"
        rf"|{_INDEX}(?:[- ](?:like|ish|type|level|style))?(?: (?:average|returns?|rate|performance|average returns?))"
        rf"|(?:what(?:ever)?|same as|like|match(?:es|ing)?|in line with|keep(?:ing)? up with"
        rf"|track(?:ing)?) (?:an? |the |my )?{_INDEX}"
        r"(?: (?:makes?|does|returns?|gives?|pays?))?|better than bonds[^.]{0,24}less than stocks|half and half"
        r"|bit of both"
        r"|(?:reasonable|sensible|respectable|comfortable|moderate) (?:growth|returns?)"
        r"|some growth[^.]{0,8}some \w+|grow some"
        r"|growth and (?:protection|income|stability)|(?:not|nothing) (?:too )?greedy|get rich slow(?:ly)?"
        r"|modestly|comfortably (?:above|ahead of) inflation"
        r"|reasonable (?:growth )?at reasonable risk",
    ),
    "growth": words(
        rf"(?:吊打|碾压|甩开|打败|高于|好过|强过|胜过){_ZH_INDEX}|比买?{_ZH_INDEX}[^,。]{{0,3}}(?:强|高|好|多)"
        rf"|超额|阿尔法|二字头|两位数(?:收益|回报)",
        rf"(?:above|ahead of|more than|better than|leave|lap|outrun|surpass|beating|top) (?:the |an? )?{_INDEX}"
        rf"|above[- ]market|alpha"
        r"|(?:better|higher|more) than average|serious growth|proper growth|strong growth|real growth",
    ),
    "high_growth": words(
        r"三位数|拉满|妖股|十倍股|百倍|下一个(?:英伟达|特斯拉|茅台|比特币)|像(?:比特币|英伟达|特斯拉)|中彩票|改命"
        r"|翻身|阶层|躺平资本|逆袭|起飞|暴涨"
        r"|不翻倍|干票大",
        rf"(?:like|do|another|the next) (?:a )?{_ROCKETS}|{_ROCKETS}[- ](?:like|style|type) (?:gains|returns)"
        rf"|quit (?:my|the) (?:day )?job"
        r"|never (?:have to )?work again|retire early|early retirement|financial(?:ly)? (?:freedom|free"
        r"|independen\w+)|millionaire|(?:six|seven) figures"
        r"|generational wealth|a fortune|jackpot|lottery|home ?runs?|moonshots?|skyrocket\w*|explo(?:de|sive)\w*"
        r"|three digits|triple[- ]digits?"
        r"|(?:smash|crush|destroy|annihilate|obliterate)(?:ing)? (?:the )?\S+|insane|ridiculous|obscene"
        r"|filthy rich|stupid money|make bank|bull run (?:gains|returns|money)|crorepati|(?:\d+|fifty|hundred) or bust"
        r"|(?:want|need) (?:the )?(?:most|maximum|everything) (?:you|it|there)",
    ),
}
