"""Words that join, separate, count and measure."""

from packages.domain.strategy.words.lexing.tokens import Duration, Table, Tag

WORDS: Table = {
    Tag.MODIFIER: {
        None: (
            "almost|nearly|about to|fails to|failed to|fails|not quite|barely|twice in a row|second time"
            "|third time|first time|左右|附近|差点|接近|快要|即将|第二次|第三次|一小部分|每隔|around|roughly"
            "|approximately|ish|or so|一点|一点点|一些|有点|稍微|a bit|a little|slightly|somewhat"
        ),
    },
    Tag.BREAK: {
        None: ";|。|!|.",
    },
    Tag.BULLET: {
        None: "•",
    },
    Tag.COMMA: {
        None: ",|—|→|=>|->|?|…|~|--",
    },
    Tag.LISTING: {
        None: "、",
    },
    Tag.SLASH: {
        None: "/",
    },
    Tag.COLON: {
        None: ":",
    },
    Tag.OPEN: {
        None: "(|[",
    },
    Tag.CLOSE: {
        None: ")|]",
    },
    Tag.SIGN: {
        1: "+|正",
        -1: "-|minus|负|−",
    },
    Tag.PERCENT_SIGN: {
        "permille": "‰|per mille",
        "percent": "%|percent|per cent|pct|perc|percents|巴仙|个百分点|percentage (point/points)",
        "points": "个点|点|个百分点左右",
        "basis": "bp|bps|basis points|basis point|个基点|基点|个bp",
    },
    Tag.PERCENT_OF: {
        None: "百分之",
        "permille": "千分之",
    },
    Tag.TENTHS: {
        None: "成",
    },
    Tag.TIMES: {
        None: "x|×|times|倍|multiples of|乘|乘以|*",
    },
    Tag.MULTIPLE: {
        2.0: (
            "doubling of|a doubling of|twice|double the|double its|double|two times|2x|两倍于|翻倍于|一倍以上"
            "|翻番|翻倍|一倍"
        ),
        3.0: "triple the|three times|tripling of|a tripling of|triple its|triple",
    },
    Tag.CURRENCY: {
        None: "元|块|块钱|人民币|美元|美金|港元|港币|usd|usdt|dollars|dollar|rmb|cny|hkd|euros|yuan|bucks|$|¥|元钱",
    },
    Tag.THOUSANDS: {
        100000: "lakh|lac|lakhs|lacs",
        10000000: "crore|crores",
        1000: "k|千|thousand|grand",
        10000: "万",
        1000000: "百万|million|mn",
    },
    Tag.TIME_UNIT: {
        "bar": "bar|bars|candle|candles|根|根k线|根bar|个bar|根柱子|period|periods|个周期|周期|个k线|k线|根k",
        "minute": "minute|minutes|min|mins|m|分钟|分",
        "hour": "hour|hours|hr|hrs|h|小时|个小时|个钟头",
        "day": (
            "day|days|d|straight days|straight day|trading day|trading days|trading session|trading sessions|session"
            "|sessions|天|日|个交易日"
            "|交易日|个自然日|day's|days'|market days|calendar days"
        ),
        "week": "week|weeks|wk|w|周|个星期|星期|个礼拜|week's",
        "month": "month|months|月|个月|month's",
        "year": "year|years|yr|年",
    },
    Tag.DURATION: {
        Duration(count=100, unit="day"): "百日|一百日",
        Duration(count=1, unit="week"): "一个礼拜|一周|一个星期|一星期|a week|one week|a full week|a trading week",
        Duration(count=1, unit="month"): "一个月|一月|a month|one month|a full month",
        Duration(count=2, unit="week"): "a fortnight|one fortnight",
        Duration(count=1, unit="day"): (
            "单日|一日|当日|次日|第二天|隔天|隔日|next day|次日开盘|第二天开盘|next open|in a day|in one day"
            "|single day|一天内"
        ),
    },
    Tag.WAY: {
        "cross_above": (
            "由下向上|从下而上|自下向上|自下往上|由下至上|从底下|from the downside|upward|on the upside|up and"
            "|往上|朝上|from below|from underneath|自下而上|从下往上|由下而上|从下向上|由下往上|from beneath"
            "|to the upside|upwards|向上|从下方|从下面|自下方"
        ),
        "cross_below": (
            "由上向下|从上而下|自上向下|自上往下|由上至下|downward|往下|朝下|down and|from above|to the downside"
            "|downwards|自上而下|从上往下|由上而下|从上向下|由上往下|向下|从上方|从上面|自上方"
        ),
    },
    Tag.FRACTION: {
        0.5: "一半|half|half the|one half|半|半个|half a|half of",
        0.3333333333333333: "三分之一|one third|a third|third",
        0.25: "四分之一|a quarter|one quarter|one fourth|quarter|a fourth",
        0.6666666666666666: "三分之二|two thirds",
        0.75: "四分之三|three quarters",
        0.2: "五分之一|one fifth|a fifth",
        0.1: "十分之一|one tenth|a tenth",
    },
    Tag.AND: {
        "while": "while|as long as|so long as",
        None: (
            "and|&|plus|w/|also with|on top of that|on top|additionally|in addition|moreover|as well|both of|切"
            "|并需|并且要|同时又|再加上|外加|还得|且须|而且要|并满足|同时还|还有|且|并且|而且|同时|并|以及|和|与"
            "|及|with|又|and also|但|但是|but|加上|配合|同时满足|along with|together with|combined with"
            "|confirmed by|且同时|并同时|同时要求|and while|而|跟|还要|并要求|and that|as well as|结合|此外|另外"
            "|且要|同时还要|又要"
        ),
    },
    Tag.OR: {
        "when": "or if|or when|or whenever|or once|or if the|or when the",
        None: ("or|or else|或|或者|或是|要么|又或者|抑或|还是|亦或|either that or|or alternatively|alternatively"),
    },
    Tag.UNLESS: {
        None: "unless|except when|except if|except while|除非|除了",
    },
    Tag.OTHERWISE: {
        None: (
            "otherwise|else|否则|不然|要不然|不然的话|否则的话|其余时间|其他时间|the rest of the time|其余时候|其他情况"
        ),
    },
    Tag.OPPOSITE: {
        "mirror": (
            "跌下来|跌下去|掉下去|落下来|跌下来了|掉下来|掉回来|跌回来|falls back again|goes the other way"
            "|the other way|turns the other way|反转|反转时|comes back down|the reverse cross|the reverse crossing"
            "|reverse crossing|the inverse crossing|a reverse cross|an opposite cross|the opposite cross"
            "|the opposite crossing|opposite crossing|the opposite crossover|reverse crossover"
            "|the reverse crossover|the reverse signal|reverse signal|the inverse|inverse|the inverse cross"
            "|the mirror image|mirror|the other way round|other way|the other way around|反方向|反着来|相反"
            "|相反时|相反信号"
            "|反之则|反之亦然|反过来就|反手|the opposite signal|the opposite happens|都反过来|两个都反过来"
            "|条件反过来|opposite cross|the opposite|opposite|反之|vice versa|反向交叉|反过来|the reverse|reverse"
            "|反向信号|反向|反向时|opposite signal|reverse cross|反向穿越"
        ),
        "cross": (
            "(cross/crosses/crossing) back (down/up)|(cross/crosses/crossing) back"
            "|(goes/turns) back (down/up) through|cross 回来|穿回来|(cross/crosses) the other way"
            "|crosses back the other way|回穿|crosses back again"
        ),
        "not": (
            "either condition reverses|either reverses|either one reverses|any of them reverses|one of them reverses"
            "|少一个|缺一个|少任何一个|缺任何一个|少一条|缺一条|any of these fails|any of those fails|either breaks"
            "|one of them breaks"
            "|that changes|no longer the case|not the case|that's no longer the case|either stops being true"
            "|either one failing|one failing|any failing|either failing|either one fails|any breaks|任何一个不成立"
            "|任何一个不满足|任一不成立|有一个不满足|有一个不成立|when it isn't|it isn't|it doesn't|not true"
            "|isn't true|condition breaks|不在了|不在|不是了|不成立了|不满足了|失效|any fails|any one fails"
            "|any of them fails|任一不满足|条件不满足|不满足条件|不满足|no longer holds|that is no longer true"
            "|stops being true|one of them fails|either fails|no longer true|fails|条件不成立|不成立"
            "|any condition fails|the condition fails|不再满足|低于就|高于就"
        ),
    },
    Tag.EITHER: {
        None: (
            "(三个/三条/三者/两个/两条/几个/几条/以上/上面)(里/中/里面/条件里/条件中/条件/)(满足一个/满足任意一个"
            "/满足任何一个/满足其一"
            "/有一个满足/有一个成立/有一个/任选一个/占一个/占一样)|(满足/符合)(任意一个/任何一个/其中一个"
            "/其中任意一个/一条/任意一条)|"
            "随便哪个出现|随便哪个|哪个出现|任何一个出现|不管哪个|(不论/无论)哪个|"
            "any one of the (two/three)|one of the (two/three)|any of the (two/three)|any single one of|"
            "二者其一|两者其一|二者居其一|两者居其一|either one is fine|either is fine|either one works"
            "|either will do|either one will do|either|随便哪个先到|whatever happens first|whichever hits first"
            "|哪个先到|whichever happens first"
            "|whichever comes sooner|any of|any one of|one of|任意一条|任一条|任何一个|其中之一|满足一个|满足其一"
            "|有一个|有一个就|以下任一|下面任意一条|任选其一|the earlier of|earlier of|the first of"
            "|whichever comes first|whichever is first|whichever first|先到者为准|哪个先到算哪个|任一|任意一个"
        ),
    },
    Tag.NOT: {
        None: (
            "dont|doesnt|isnt|wont|cant|won't|can't|not|none|n/a|不设|no|isn't|aren't|doesn't|don't|does not"
            "|do not|never|不|没有|未|没|非"
            "|不是|不在|并非|nor|neither|without|并未|尚未|hasn't"
        ),
        "forbids": "不要|别|不能|不可以|禁止|严禁|不准|不许|切勿|请勿|千万别|千万不要|绝不|决不|绝对不要",
    },
    Tag.WHEN: {
        "while": "只要",
        None: (
            "哪天|哪一天|某天|某一天|any day|else if|elseif|elif|or else if|只要等|凡遇|遇到|碰上|碰见|一等到"
            "|待|待到|wen|wait for|wait until"
            "|waits for|look for|looking for|i look for|when i see|everytime|一俟|当天"
            "|那天|的当天|的那天|whn|whenver|provided|provided that|providing|so long as|in the event that"
            "|on condition that|assuming|given that|given|the day|the minute|on the day|the bar|as and when"
            "|what if|只要是|凡是|但凡|假设|假使|万一|条件是|等着|满足|符合|达成|when|whenever|if|once|as soon as"
            "|upon|any time|anytime|每当|当|若|如果|如|一旦|要是|假如|等|等到|in case|the moment|every time|每逢"
            "|在出现|when the|where|倘若|若是"
        ),
    },
    Tag.CORRECTION: {
        None: (
            "actually just|… actually|… no|… sorry|… wait|… scratch that|kidding|just kidding|only kidding|jk"
            "|hmm no|hmm just|hmm actually|on second thought|second thoughts"
            "|说反了|搞反了|口误"
            "|开玩笑的|开个玩笑|打错了|写错了|"
            "sorry|oops|make that|scrap that|call it|never mind|nevermind|scratch that|forget that|strike that"
            "|no wait|wait no|actually no|or rather|i mean|correction|不对|算了不|更正|说错了|哦不|等等不对|不不"
        ),
    },
    Tag.THEN: {
        None: "then|再|然后再|接着|之后再|followed by|and then|然后|随后",
    },
    Tag.ONLY: {
        "given": "的前提下|前提下|的大前提下|这个前提下",
        None: (
            "only take it|only take it when|only take it if|only take the trade|only take the trade when|only"
            "|before entering|before buying|before i buy|before getting in|仅|只在|只有|仅在|只|但只|才|才能"
            "|才会|才可以|but only|and only|just|前提是|前提|限于|只能|but just|只当|而且只|并且只"
        ),
    },
    Tag.WITHIN: {
        None: "within|within the last|within the past|内|之内|以内|at some point in the last|曾",
    },
    Tag.PAST: {
        None: (
            "last|past|最近|过去|近|前|preceding|latest|此前|over the last|in the last|during the last"
            "|over the past|in the past|prior|most recent"
        ),
    },
    Tag.AGO: {
        None: "ago|之前的|前的",
    },
    Tag.PREVIOUS: {
        None: (
            "yesterday|yesterday's|previous|the previous day's|the prior day's|昨日|昨天|前一日|前一天|上一根"
            "|上一日|前日|昨|previous day's|prior day's|previous bar's|prior bar's|previous session's"
            "|the day before's|前一根k线|上一根k线|上日|previous week's|last bar's|前一交易日|上一交易日"
            "|前一个交易日|上一个交易日"
        ),
    },
    Tag.PRONOUN: {
        None: (
            "it|它|其|they|they're|they are|them|this|that one|price action|该价|that line|that ema|that ma"
            "|that sma|that band"
            "|same line|the same line|the same average|same average|这条线|这根线|那条线|此线|该指标|这个指标"
            "|that average|that level|该线|该均线|that moving average"
        ),
    },
    Tag.POINTS: {
        None: "points",
    },
    Tag.FROM: {
        None: "from|从|自|由",
    },
    Tag.TO: {
        None: "to|到|至|为|成|until|into",
    },
}
