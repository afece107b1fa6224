"""What people say around their rules that says nothing of them: greetings, hedges, politeness, particles.

A closed list: a word that is not here and in no other table is told as not understood. Nothing here denies, counts,
orders in time or compares.
"""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

_SAID_BY = (
    "(my/a/the) (friend/nephew/niece/uncle/aunt/dad/mum/mom/wife/husband/brother/sister/boss/buddy/broker/colleague/son"
    "/daughter/neighbour/neighbor/mentor/coworker) (told me to/told me/says/said/says to/said to/suggested/recommends"
    "/swears by/keeps telling me to)|my wife and i|my husband and i|my partner and i|i was told to|people say|they say"
    "|i heard that|i read that|i read somewhere|i saw on youtube"
    "|(老板/我妈/我爸/妈妈/爸爸/老婆/老公/朋友/同事/师傅/别人/网友/群友"
    "/大佬/经理/客户经理/老师/有人)(说/告诉我/跟我说/建议"
    "/推荐说)|听说|据说|听人说|书上说|网上说|家人们|家人们啊|散户一枚|韭菜一枚"
    "|小散一枚|新手一枚|新手|小白|小白一个|本人|在下|别问|问就是|没别的|不求多|本金不多|钱不多"
)
_GREETINGS = (
    "hey|hey there|hi there|hiya|yo|good morning|good evening|morning all|folks|guys|mate|buddy|dude|bro|team"
    "|thanks in advance|cheers|thx|ty|many thanks|much appreciated|is that ok|is that okay|does that make sense"
    "|does that work|what do you think|if possible|if you can|if you could|if you don't mind|could you|can you"
    "|would you|will you|would it be possible to|is it possible to|can it|could it|will it|gimme|gimme a|lemme"
    "|dear desk|dear all|kindly|help me|help me to|help|set me up with|set me up"
    "|build me|make me|give me|write me|create|create me|build|design|code up|code me|program"
    "|大家好|各位|老铁|老铁们|兄弟们|朋友们|哥们|亲|大神|大佬|老师|请问|想问下|想问一下|问一下|问下|能不能|可不可以"
    "|可否|能否|行不行|可以吗|行吗|好吗|好不好|对吗|谢谢|多谢|谢了|拜托|麻烦|麻烦你|劳驾|帮忙|帮个忙|弄个|弄一个"
    "|搞个|搞一个|写个|写一个|整个策略|做个|建个|来个|来一个|设计一个|设计个|生成一个|生成个|帮我做|帮我写|帮我设"
)
_HEDGES = (
    "yolo|dip buyer here|dip buyer|brand new to this|i'm brand new to this|dries up|dries up to|dried up|drying up"
    "|its own|his own|their own|先定|先设|再定|再设|先给|再给|先讲讲|然后讲|却|"
    "试错|试水|玩玩|试试|试试水|试试看|小玩一下|平时|平常|平日里|是不是|是不是说|有没有|"
    "i was thinking|was thinking|i've been thinking|thinking maybe|i'm thinking|i am thinking|thinking|maybe|perhaps"
    "|possibly|probably|i guess|i suppose|i reckon|reckon|i'd say|i would say|kind of|sort of|kinda|sorta|pretty much"
    "|more or less the same|you know|well|anyway|anyways|honestly|frankly|to be honest|tbh|in my opinion|personally"
    "|for what it's worth|as far as i'm concerned|obviously|of course|naturally|essentially|in short|in a nutshell"
    "|in other words|long story short|in general|generally|normally|usually|typically|i usually|i always|i normally"
    "|i tend to|i like to|i prefer to|i prefer|i'd prefer|i'd rather|i'd want|i'd want to|i want you to|i'd like you to"
    "|i am looking to|i'm looking to|looking to|i plan to|planning to|the idea is|the idea being|idea is to"
    "|the goal is to|my rule is|my rule|the rule is|my rules|my rules are|here's my idea|here is my idea"
    "|here's the plan"
    "|here is the plan|here goes|here's the deal|trade idea|my system|my approach is|my approach|my method"
    "|i'm new to this|new to this|i'm kind of new to this|new here|i'm new here|just starting out|beginner here"
    "|nothing else|that's it|that is it|that's all|that is all|thats it|thats all|end of story|full stop|simple as that"
    "|easy|keep it simple|keeping it simple|plain and simple|super simple|very simple|no questions asked|no exceptions"
    "|no excuses|come what may|whatever happens|one way or the other|in any case|in either case|either way|by the way"
    "|说实话|老实说|其实|大概意思是|意思就是|我的意思是|大致|基本上|总的来说|总之|简而言之|简单来说|换句话说|一般来说"
    "|通常来说|个人习惯|个人觉得|我个人|我一般|我通常|我喜欢|我比较喜欢|我习惯|我一直|我觉得|我想着|我在想|想着|可能"
    "|也许|或许|应该是|差不多就是|就是说|也就是说|这么说吧|这样吧|这样|那样|我这么玩|这么玩|我这么做|这么做"
    "|我是这么做的"
    "|我的做法|我的做法是|我的策略是|我的策略|我的规则|我的规则是|我的想法|我的想法是|想法是|思路是|逻辑是|方法是"
    "|策略是|规则很简单|很简单|就这么简单|就这样|就这些|没了|没别的|完事|不啰嗦|废话不多说|先说|先讲|再说|接着说"
    "|不管盈亏|无论盈亏|不论盈亏|不管赚亏|不管涨跌|无论涨跌|不论涨跌|不管怎样|无论如何|不管三七二十一|不管如何"
    "|不贪|不恋战|别贪|不要贪|不犹豫|别犹豫|不要犹豫|毫不犹豫|二话不说|严格执行|严格"
)
_PARTICLES = (
    "@|shall|shall be|ought to|may|might|cannot wait|any session in which|any session where|any day on which"
    "|any day that|any day when|any bar where|any bar on which|days when|days on which|a day when|a day on which"
    "|at the close of|on the close of|at the end of the day|at day's end|by the close|on a closing basis|closing basis"
    "|anywhere|somewhere|whatsoever|at all|as well|along|right|right then|right there|straight away|at once|instantly"
    "|without delay|without hesitation|asap|then and there|on the spot|itself|themselves|ever|even|quite|fairly"
    "|exactly|precisely|strictly|officially|decisively|definitively|successfully|directly|strongly|sharply|merely"
    "|indicator|oscillator|futures|future contract|期货|期货合约|主力合约|现货|主连|the fund|sir|madam|wherever|lol"
    "|lmao|haha|sym|security|give it|giving it|去"
    "|(one/two/three/four/1/2/3) (condition/conditions/rule/rules/criteria/criterion/signal/signals/requirement"
    "/requirements) (for/to)"
    "|the name|the ticker|the pair|the coin|the token|the shares|my shares|the holding|my holding|the lot|holdings"
    "|the security|the asset|the instrument|the underlying|the contract|some of|some|a few|a little of|the whole thing"
    "|of mine|of them|of it|them all|it all|all of them|all my shares|the entire position|entire position"
    "|the whole position|whole position|my entire position|the full position|my whole position|in full|in total"
    "|stuff|thing|things|ones|kind|type|style|method|algo|algorithm|bot|backtest|backtest this|test this|test it"
    "|applied|is to be applied|to be applied|is applied|applies|in place|placed|kept|used|attached|in effect|enforced"
    "|defined as|defined by|which is|which are|that is to say|meaning that|in particular"
    "|respectively|accordingly|therefore|thus|hence|so then|subsequently|again|yet|though|although"
    "|(两个/三个/四个/两样/三样/两项/三项/两条/三条/两者/三者)(条件/)(齐了/都齐了/齐备/都有了/都要/都要有/都满足"
    "/都成立/都达到/都具备/全满足/满足了/同时具备)"
    "|都齐了|齐了|凑齐了|同时出现|一起出现|all three needed|all three required|all needed|all required|(both"
    "/all three/all of them) (needed/required)"
    "|all lined up|lined up|all aligned|aligned|stacked|stacked up|properly stacked|like the turtles|turtle style"
    "|呀|哈|咯|喽|噢|嗯|呗|么|哈哈|哎|唉|嘿|呐|滴|撒|哟|着|过程中|期间|的价格|的股价|的收盘价|这边|那边|手里|手中"
    "|手里的|手上的|手头的|里头|其实是|分别是|的这个|的那个|这种|那种|这类|那类|样子|而言|来说|来讲|来看|情形"
    "|的状态|的状况|为准|为限|算|算是|视为|视作|当作|当成|看作|认为|认定|确认|确认后|成功|有效地|稳稳|明显|明确"
    "|干脆|痛快|老老实实|乖乖|赶紧|赶快|尽快|迅速|果断地|坚决地|毅然|一定|一定要|必须|务必|必|须|得要|应|应当|应该"
    "|不用多想|即刻|当即|随即|顺势|顺便|另|此外还|额外|凡|凡是|但凡是|只要是|之类|什么的|等等"
)

WORDS: Table = {Tag.FILLER: {None: "|".join((_SAID_BY, _GREETINGS, _HEDGES, _PARTICLES))}}
