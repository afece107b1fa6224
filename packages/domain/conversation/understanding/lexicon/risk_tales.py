"""What people tell where they are asked for their risk, instead of naming it: what the money is for, what else they
hold, what they did in a crash, how they sleep."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.words import words

_KIN = (
    r"(?:mum|mom|mother|dad|father|parents?|nan|gran\w*|wife|husband|kids?|son|daughter|family|church"
    r"|charity)(?:'?s?'?)"
)
_PURPOSE = (
    r"(?:college|tuition|school|uni(?:versity)?|education|wedding|emergency|rainy[- ]day|retirement|pension"
    r"|medical|hospital"
    r"|house|flat|home|deposit|down ?payment|surgery|care home|funeral|tax|rent)"
)
_SAFE = (
    r"(?:t-?bills?|treasur(?:y|ies)|cds?|fds?|fixed deposits?|term deposits?|savings accounts?|money[- ]markets?"
    r"|gilts?"
    r"|premium bonds|ppf|government bonds?|bonds?|cash|annuit(?:y|ies)|the bank)"
)
_GONE = r"(?:vanish|evaporate|disappear|burn|blow up|go (?:to zero|up in (?:smoke|flames)|poof|bust)|be wiped(?: out)?)"
_ZH_PURPOSE = (
    r"(?:学费|彩礼|嫁妆|首付|买房|装修|看病|救命|治病|应急|备用|养老|退休|结婚|孩子上学|教育|过日子|生活费|棺材)"
)

RISK_TOLD: Mapping[str, re.Pattern[str]] = {
    "conservative": words(
        rf"^(?:我)?(?:比较|有点|特别|太)?怂|怕死|我怂|胆小|{_ZH_PURPOSE}(?:的?钱|金|用|基金)|(?:只|一直|都"
        rf"|平时)[买存放](?:点|的)?"
        r"(?:定期|国债|货基|货币基金|余额宝|大额存单|理财)|(?:定期|国债|货基|货币基金|余额宝|存款)(?:那种|那样的?"
        r"|的?水平"
        r"|级别|差不多|一样)|最好别有?回撤|能不(?:亏|回撤|跌)就不|亏怕了|一朝被蛇咬|不许亏|不准亏|本金(?:别|不要"
        r"|不许)[动碰亏]"
        r"|少赚(?:点)?(?:无所谓|没事|没关系|也行)|只求别|别再?亏|一点险|个位数|心脏[受不]|睡得着|睡得?安稳|睡好觉"
        r"|安心就"
        r"|(?:刚|马上|快)退休|退休(?:了|人员|金)|风险(?:承受)?[^,。]{0,4}(?:很低|极低|有限)|承受[^,。]{0,4}有限"
        r"|稳字|求稳"
        r"|落袋为安|小心驶得|谨小慎微|首付款|玩不起|(?:类)?固收|守财奴|铁公鸡|风险厌恶|心理素质差|穷怕|不冒险"
        r"|怕套牢|不敢赌|吃不了亏|小亏就跑"
        r"|(?:波动|风险|回撤|亏损)越[小少低]越好|别折腾|不折腾|棺材本|省吃俭用|老本|[看见]不得绿|不想看到负"
        r"|闭眼睡|经不住|折腾不起|(?<!不)怕(?:跌|亏|回撤|风险)",
        rf"(?:{_PURPOSE}) (?:fund|money|savings|pot|egg)|(?:house|flat|home) deposit|down ?payment|nest egg"
        rf"|life savings"
        rf"|rainy[- ]day|my {_KIN} (?:money|account|savings|pension|fund)|retir(?:ing|e) (?:next|this|soon|in)"
        rf"|near(?:ing)? "
        r"retirement|pensioner|on a pension|widow(?:er)?|fixed income"
        r"|(?:no|zero|without|hate|can't have|don't want|avoid)(?: any| nasty| big)* (?:surprises?|heroics|drama"
        r"|funny business|shocks?)"
        rf"|{_SAFE} (?:person|guy|girl|kind|type|man|woman|investor)|(?:most(?:ly)?|all|everything)(?: of (?:it"
        rf"|my money))?"
        rf"(?: is| sits| goes)? in {_SAFE}|(?:like|same as|as safe as|similar to) (?:a |my |the )?{_SAFE}"
        r"|(?:very |so |too |really |easily )?(?:scared|frightened|afraid)(?! of missing)|chicken|coward|wimp"
        r"|scaredy[- ]cat"
        r"|worrier|worry ?wart|faint[- ]?hearted|faint of heart|weak (?:heart|stomach|nerves)|heart (?:attack"
        r"|condition)|ulcers?"
        r"|peace of mind|sleep (?:matters|comes first|well|soundly|easy|easier|better)|(?:really |very |as "
        r"|nice and |kept? it )?"
        r"boring(?: as)?|dull|vanilla|tight leash|short leash|kid gloves|baby steps|tread (?:lightly|carefully)"
        r"|tiptoe"
        r"|(?:the )?(?:lower|safer|calmer|smaller) the better|the less (?:risk )?the better|(?:barely|hardly"
        r"|scarcely) (?:move|budge)"
        r"|rather (?:earn|make|get|have) (?:less|little|nothing)|(?:important|priority"
        r"|main thing)[^,]{0,12} not (?:to )?lose"
        r"|sold (?:on |in |within )?(?:the )?(?:first|same|next|day|everything|it all|straight|right away"
        r"|immediately|too early)"
        r"|panic[- ]?(?:sold|sell(?:er|ing)?)|(?:i'd|i would|i'll) (?:sell|bail|run|be gone|pull (?:it"
        r"|everything) out)(?! (?:my|the) )"
        r"|(?:basically|practically|pretty much|close to|next to) (?:none|zero|nil)|stay(?:ing)? safe"
        r"|safety net (?:first|please)"
        r"|wrap(?:ped)? in cotton|lose any(?:thing)?$|can't (?:afford|stomach|handle)|no appetite|low (?:appetite"
        r"|tolerance)"
        r"|very little appetite|once bitten|negligible|barely any|little to none|squeamish|defensive|(?:not"
        r"|never) (?:a|the) gambl\w+(?: (?:type|kind))?"
        r"|don't gamble|fragile|handle with care|penny[- ]?pincher|must last|zero tolerance|investment grade"
        r"|don't lose it|(?:the|my) mattress"
        r"|no room for|no roller ?coasters?|prudent|skittish|jittery|nervy|timid|delicate|belt and braces"
        r"|risk[- ]free|steady eddie"
        r"|training wheels|shallow end|cotton wool",
    ),
    "moderate": words(
        r"股债(?:各半|平衡|均衡|五五)|(?:保守|稳健)和(?:激进|冒险)(?:的)?(?:中间|之间)|中间(?:那)?[档个]|可攻可守"
        r"|不保守也不激进"
        r"|稳中求进|攻守兼备|居中|六四开|股债六四|不冒进|进可攻|偏中性|微辣|不快不慢|(?:正常|一般)(?:的)?调整"
        r"|调整级别|两头都不|可进可退|混合型|中不溜|随大流"
        r"|一半一半|别太[^,。]{1,3}也别太|小风浪|有点风险(?:行|可以|没事)|略有波动",
        r"60[/-]40|50[/-]50 (?:stocks|bonds|portfolio|split)|half (?:bonds|stocks|equities) (?:and )?half (?:bonds"
        r"|stocks|equities)"
        r"|correction (?:but|yes)[^,]{0,12}crash|middle (?:one|option|ground|lane|path)|(?:some(?:where|thing)?"
        r"|right|smack|stuck) "
        r"(?:bang )?in the middle|centre|center|goldilocks|fifty[- ]fifty|medium rare|a bit of both|measured"
        r"|middling|halfway"
        r"|(?:so-so|mezzo)(?: one)?|some risk (?:ok|okay|is ok|fine|yes)|moderate investor|balanced fund|tempered"
        r"|^standard$|between (?:cautious|safe|careful|timid) and (?:bold|wild|risky|brave|crazy)"
        r"|par for the course|run of the mill|like most people",
    ),
    "aggressive": words(
        r"眼都不眨|洒洒水|心脏大|心脏好|神经大条|大心脏|扛得住大|越跌越买|跌了?(?:就|我)?(?:加仓|补仓|抄底)|敢打敢拼"
        r"|能扛(?:住)?熊市|高波动|狼性|抗压能力?强|大风大浪|爱拼|胆肥|虎胆|高弹性|急流勇进|不怕深|重仓|进攻型|敢闯"
        r"|重口|能吃苦"
        r"|高一些的?风险|要点刺激|富贵|经得起折腾|见过(?:大)?(?:风浪|世面)|全仓股票|全是股票",
        r"aggro|thick[- ]skin(?:ned)?|thick skin|(?:strong|iron|cast[- ]iron) stomach|nerves of steel|steel nerves"
        r"|(?:100%|all|full(?:y)?|only)(?: in)? (?:equit(?:y|ies)|stocks)|real risk|(?:some|more|turn up the) heat"
        r"|let it (?:swing|run|ride)"
        r"|volatility is (?:fine|ok|okay|great|good|my friend|opportunity)|bear markets? (?:don't|never|doesn't)"
        r"|crash(?:es)? "
        r"(?:don't|doesn't|never) (?:scare|bother|worry|faze)|buy(?:ing)? (?:more )?when (?:everyone|others|people"
        r"|there's)"
        r"|(?:bought|buy|buying|added|adding|loaded up) (?:more|the dip|into (?:it|the))|(?:moved"
        r"|put) more (?:money )?in"
        r"|drive it hard|punchy|gutsy|ballsy|plucky|roller ?coasters?|bumpy (?:ride )?is|high[- ]octane|lively"
        r"|front foot"
        r"|comes back|bounces? back eventually|stomach (?:a lot|big|large|anything)|happy to take (?:real |big "
        r"|bigger |more |a )?risks?"
        r"|can take (?:high|big|a hit|heat|it)|years (?:till|until|to|before) retirement|time to recover"
        r"|long runway|racy"
        r"|heavy risk|hard knocks|tough as nails|turn it up|go hard|attack mode",
    ),
    "very_aggressive": words(
        r"打水漂|爆过?仓|越[高大猛疯狠]越(?:好|爽)|上不封顶|没有?上限|不设上限|输光|亏穿|亏没|从头再来|随便造"
        r"|随便亏|看开了|最[狠疯猛野]"
        r"|干票大|赌性|赌徒|赌狗|莽(?:夫|就|$)|刺激就行|不管亏多少|亏多少(?:都)?(?:不管|无所谓|随便)|全仓干|满仓干"
        r"|加?满?杠杆|上杠杆"
        r"|融资|借钱炒|贷款炒|抵押|一把梭|要么[^,。]{1,6}要么|富贵险|光脚的|烂命|拼了|破釜沉舟|拿命[搏拼赌]|脚踝斩"
        r"|顶格|不设止损|不怕死|听个响|定生死|干就完|末日轮|全部损失|底裤|砸锅卖铁|变态辣|搏到尽|欧印|蚀晒|烧光"
        r"|背水一战|孤注一掷|赌命|搏命|倾家荡产|豁出去|天台|没在怕|天不怕",
        rf"(?:play|casino|vegas|gambling|lottery|fun|funny|monopoly|mad|burner|throwaway|house|free) money"
        rf"|already (?:spent|gone|lost|written off|dead)|gone it's gone|(?:can|could|may|might|let it) (?:all "
        rf"|just )?{_GONE}"
        r"|burn it|wiped out|lose (?:the (?:lot|whole|house|shirt)|all\b|every (?:cent|penny|dollar|bit))|(?:to|at"
        r"|hits?) (?:literal |absolute )?zero"
        r"|whole (?:thing|lot|account|amount)[^,]{0,12}gone|all or nothing|double or nothing|nothing to lose"
        r"|boom or bust"
        r"|(?:moon|lambo|rich|glory|10x|100x)\w* or (?:bust|zero|nothing|ramen|bankrupt)|do or die|(?:lever(?:age"
        r"|ed|aged)?)(?: me| it)? up"
        r"|(?:on|full|max|use|using) margin|margin(?: loans?| trading|$)|leveraged(?: etfs?)?|\d+x (?:leverage"
        r"|long|short|etfs?)"
        r"|0 ?dte|weekly (?:calls|puts|options)|weeklies|naked (?:calls|puts|options)|borrow(?:ed"
        r"|ing)? (?:money )?(?:to|and) (?:buy|bought|invest|trade)"
        r"|t(?:ook|ake) (?:out )?a loan|re-?mortgage|mortgage the|sell (?:a|my) kidney|rent money|memecoins?"
        r"|shitcoins?|fearless|no fear"
        r"|hail mary|let (?:it|her|'er) rip|full (?:throttle|tilt|speed|gas|blast)|pedal to the metal|floor it"
        r"|foot to the floor|crank it"
        r"|max(?:ed)? (?:it )?out|to the max|go (?:wild|crazy|ham|for broke|all out)|(?:the )?(?:wildest|craziest"
        r"|riskiest|maddest|scariest|spiciest)"
        r"|most (?:extreme|risky|insane|dangerous)|extreme(?:ly)?|insane(?:ly)?|kamikaze|daredevil|adrenaline"
        r"|diamond hands"
        r"|(?:beyond|past|above|more than) (?:very )?aggressive|aggressive isn't[^,]{0,10}enough"
        r"|off the (?:charts?|scale)"
        r"|no limits?|sky'?s the limit|whatever it takes|(?:don't|do not|couldn't|could not"
        r"|doesn't) (?:even )?(?:care|give a)[^,]{0,14}"
        r"(?:drawdowns?|loss(?:es)?|losing|risk|damn)|blow(?:n)? up (?:\w+ )?(?:accounts?|times)|blew up"
        r"|hold(?:ing)? (?:it )?(?:to|till|until) zero"
        r"|never (?:used? )?(?:a )?stop(?:[- ]loss)?(?:es)?|bet the (?:ranch|farm|house)|russian roulette|torch"
        r"|max(?:imum)? leverage|no floor"
        r"|top setting|suicidal|every last (?:cent|penny|dollar)|coin flip|devil may care|wsb|die broke|nuclear"
        r"|berserk|ludicrous|bonkers|crypto kid|degenerate|gone (?:also )?(?:nvm|never mind|no problem)",
    ),
}
