"""The words for each decision: `clear` ones anywhere, `asked` ones where the question was put, `short` ones as all of a
message that answers it."""

import re
from collections.abc import Mapping

from packages.domain.evidence.patterns import lazy_pattern

_NOTHING = r"(?!)"


class DecisionWords:
    """The words for one decision. One that `commits` sets something going: it needs plainer words than one that stops
    or changes a thing."""

    def __init__(
        self, clear: str, asked: str = _NOTHING, short: str = _NOTHING, *, commits: bool = False, waits: bool = False
    ) -> None:
        self.clear = lazy_pattern(clear, re.ASCII)
        self.asked = lazy_pattern(asked, re.ASCII)
        self.short = short_pattern(short)
        self.commits, self.waits = commits, waits


_TAIL = (
    r"(?:\s*(?:吧|啊|呀|哦|喔|噢|呗|嘛|了|哈+|的|啦|嘞|哒|滴|就|那|please|pls|plz|thanks|thank you|thx|lol"
    r"|haha|man|mate|then|it is"
    r"|now|for sure|to me|with me|by me|all|indeed|definitely|absolutely|of course))*"
)


def short_pattern(words: str) -> re.Pattern[str]:
    """All of a message: up to four of these words one after another, each with what people add to them."""
    return lazy_pattern(rf"(?:(?:{words}){_TAIL}\s*){{1,4}}")


YES = (
    r"可以|可|赞|确定|这个可以|这套可以|好|行|成交|成|妥|中|是|对|没错|当然|必须|嗯|恩|得|走|来|冲|hao de"
    r"|确认|同意|(?:i )?confirm(?:ed)?|(?:i )?approved?|okk?|okey|okie|okay|oki|k|kk|y|just go|i'm happy|will do|can do"
    r"|yes|yes yes|yeah"
    r"|yea|yep|yup|ya|aye|sure|sure thing|sounds good|sounds great|sounds right|looks good|looks great"
    r"|looks fine|looks right|good|great|fine|perfect|cool"
    r"|nice|alright|all right|right|correct|exactly|absolutely|definitely|of course|certainly|agreed|agree"
    r"|affirmative|roger(?: that)?|copy that|sgtm|i accept|accepted|works|that's (?:fine|good|great|right"
    r"|perfect|ok|okay|it)|this is (?:fine|good|great|perfect)|i'm satisfied|very good|10-4|deal|do it|go"
    r"|go go go|go ahead"
    r"|please do|by all means|works for me|that works|love it|like it|i like it|i love it|excellent"
    r"|awesome|brilliant|lgtm|ready|we're good|all good|good to go"
)
CONSENT = (
    rf"{YES}|"
    r"y(?:e+a*h*|e+s+|u+p+|e+p+|a+s+)|yass*|mm?-?hm+|uh-?huh|that'?s (?:right|correct|true|it|me|what i (?:meant|said"
    r"|want(?:ed)?))|that is (?:right|correct|true|it|me|what i (?:meant|said|want(?:ed)?))|(?:sounds|looks|seems)"
    r" (?:right|good|fine|great|correct|perfect|about right)|you(?:'ve)? got (?:it|that|me)(?: right)?|got it right"
    r"|spot on|bang on|nailed it|precisely|true|very true|so it is|indeed|no (?:problem|objections?|complaints?)"
    r"|i (?:do |fully |totally )?(?:agree|confirm|accept)|accept (?:it|that|this|them)|(?:fine|good|ok|okay"
    r"|happy) with (?:me|it|that)"
    r"|go for it|let's (?:do (?:it|this)|go(?: with (?:it|that))?)|keep (?:it|that|them)|\+1"
    r"|正是(?:如此|这样|这个意思)?|没问题|没毛病|没意见|没异议|就它|就这个?|就这样|就是(?:这样|它|这个|这个意思)?|是这样|是这个意思"
    r"|(?:你)?(?:理解|说|记|写|讲)(?:得)?(?:很|都|完全)?(?:对|没错|正确)|完全(?:正确|同意|对)|正确|接受|认可|赞同|准了|满意"
    r"|挺好|很好|不错|对头|照办|按(?:这个|你说的|这样)(?:来|办|走)?"
)
# After the rules were understood to be right: an order for what comes next.
NEXT_STEP = (
    r"next(?: step| one| please)?|run (?:it|them|this|that)|go on|continue|proceed|move on|carry on"
    r"|(?:let'?s |please )?(?:run|test|back-?test) (?:it|them|this|that)|(?:let'?s )?(?:run|start|do) the back-?test"
    r"|back-?test|继续|下一步|往下走|接着走?|跑(?:起来|一下|一跑|它)?|开跑|走起|(?:开始|去|先)?(?:跑)?回测(?:一下)?|开始"
)
NO = (
    r"不|不要|不行|不用|不了|不好|不可以|不同意|不对|否|算了|别|no|nope|nah|no way|no thanks|negative"
    r"|not really|no no|nay|不 no"
)
_AGREED = (
    r"确认(?=$|\s|这|该|此|策略|部署|使用|采用|上线|了|就|并|然后|执行|无误|可以|以上|吧|[,.!;])|同意"
    r"|就用[这它]|就这[样个版么]|就按[这它]|就它|就这么[定办干]|[我就]认了"
    r"|定了(?!吗)|没有?问题|(?:不用|不需要|无需|不必|没什么要|没啥要)(?:再)?(?:改|修改|调)|批准|通过吧"
    r"|\bconfirm(?:ed)?\b(?!\s+(?:with|that|whether|if|how|what|the (?:data|numbers?|result)))|\bi agree\b"
    r"|\bagreed\b|\bapproved?\b|\bgo ahead\b"
    r"|\bgo with (?:it|this|that|these)\b|\block it in\b|\blgtm\b|\bno (?:further )?(?:changes?|edits?"
    r"|tweaks?)(?: needed| necessary| required| from me)?(?! yet)|\bnothing to change\b"
    r"|\b(?:i'm |i am |^)?(?:happy|good|fine|ok|okay|satisfied|pleased|on board) with (?:it|this|that"
    r"|these|the)\b|\bgood to go\b|\bsign(?:ed)? off\b|\bexactly what i\b"
    r"|\bkeep (?:it|these|them)(?: as is)?\b|\bgreen light\b|\bthumbs up\b"
)
_LIKED = (
    r"挺好|很好|蛮好|合我意|合心意|不错|满意|(?:感觉|觉得|看着|看起来|看上去)(?:还|挺|很|蛮)?(?:可以|行|好"
    r"|ok)|(?:我)?(?:喜欢|认可|接受)|^(?:可以|行|好|好的|好吧|嗯+|ok|okay)$|就这|用这|走起|干吧|开干|搞起"
    r"|整吧"
    r"|\blet'?s (?:do|go|roll|use|run|adopt|take|keep)\b|\btrust it\b|下一步|\bnext step\b|\bmove on\b"
    r"|\bgo for it\b|\bdo it\b|\bship it\b|\b(?:looks?|sounds?|seems?) (?:good|great|fine|right|solid|ok"
    r"|okay|perfect|reasonable)\b|\bthat works\b|\bworks for me\b"
    r"|\b(?:fine|good|ok|okay) (?:by|with) me\b|\blove it\b|(?<!'d )(?<!would )\blike it\b(?! (?:a bit |a little "
    r"|much |even )?(?:more|less|better|if|when|to)\b)|^(?:yes|yeah|yep|yup|ok|okay|sure"
    r"|perfect|great|cool)\b|\bperfect\b|\bi'?m satisfied\b|\bthat's (?:fine|good|great|right|perfect"
    r"|it)\b|\bit's good\b|\block it\b|\bi accept\b|\bsounds like a plan\b|\bso yes\b|\bi'?m in\b"
    r"|\bcount me in\b|\blet'?s proceed\b|\bproceed\b|\bready\b|\buse (?:it|this|these)\b"
)
CHANGE = (
    r"修改|改(?:策略|规则|参数|止损|止盈|仓位)|改一?下|改改|改成|改动|再改|要改|得改|去改|调整|调一?下"
    r"|调调|重新调|微调|优化|打磨|完善|改进|重新(?:设计|写|来|做|弄|搞|想)|重[写做弄来]|换(?:个|一个|成"
    r"|一下|一种|思路|一版|掉|别的)|改一?改|改简单|改得|调参|再(?:想|给我?|来|出)(?:个|一个)|^能换|回炉"
    r"|再调|调一调|还要调|改完|改设置|"
    r"\bchang(?:e|es|ing)\b|\badjust|\bmodif|\btweak|\brevis(?!it)|\bimprov|\boptimi[sz]|\btun(?:e|ing)\b"
    r"|\brework|\bredo\b|\brewrite|\brefine|\brepair (?:it|this|that|the)\b|\bpatch (?:it|this|that)\b|\bfix (?:it"
    r"|this|that|the)\b|\bsomething (?:else|different"
    r"|simpler|safer)\b"
    r"|\b(?:a )?different (?:one|strategy|approach|idea)\b|\banother (?:one|strategy|approach|idea)\b"
    r"|\bgive me another\b|\bneeds? improvement\b|\bdrawing board\b|\bback to (?:the )?(?:strategy"
    r"|rules)\b|\bneeds? (?:some |more )?work\b|\btry again\b|\bmake it (?:simpler|safer|tighter|less|more"
    r"|better)\b|\btighten\b|\bstart from scratch\b"
)
_DISLIKED = (
    r"不(?:太|是很|怎么|够)?(?:满意|喜欢|好|行|对|合适|理想)(?!意思)|(?:还)?差点意思|还不够|差太多"
    r"|太(?:复杂|激进|保守|简单|松|紧|大|小|慢|快|低|高|差|烂|频繁)|简单(?:一)?点|稳(?:一)?点的"
    r"|不是我(?:想)?要的|看不上|不认可|[别不](?:用|要)这"
    r"|\bnot (?:quite |really |exactly )?(?:what i|good|right(?! now)|there|happy|convinced|great"
    r"|satisfied|it\b|a fan)|\b(?:don't|do not|didn't) (?:really )?like\b|\btoo (?:complicated|complex"
    r"|risky|loose|tight|aggressive|conservative|simple|slow|fast|much|many|low|high|weak|wide|tight|big|small"
    r"|short|long)\b|\bsimpler\b"
    r"|\bcould be better\b|\bnot (?:sold|feeling)\b|\bnot good enough\b|\bisn't (?:right|good|it|what)\b"
    r"|\bnot this one\b|\bnot like this\b|\bdoesn't (?:work|feel|look)\b|\bdisappoint|\bhate (?:it|this)\b"
    r"|\bnah\b|\bi want better\b|\bi (?:don't|do not|can't) (?:think|believe|feel|say)\b.{0,24}\b(?:good|right"
    r"|great|fine"
    r"|ok|okay|works?|convincing)\b"
)
LATER = (
    r"^先这样[吧了]?$|先放|放着|放一放|暂缓|等[两几]天|先不(?!改)|暂不|暂时不|先别|等等|等一?下|等会|等一等|再等|稍等"
    r"|缓一?缓|观望|搁置|搁这|先搁|先留|再想想|再看看|再考虑|考虑(?:一下|考虑|一晚|几天)|想一?想|回头再"
    r"|改天|过[几两]天|明[天儿]再|下周再|周末再|以后再|晚点|睡一觉|消化|不着急|别急|不急|先到这|到这(?:里"
    r"|儿)?(?:吧)?$|还没(?:想好|准备好|决定)"
    r"|没想好|我问问|商量|等我|入金了?再|哪个都不|都不要|不动|不上了|不部署了|先停|[别不]跑|[别不]启动"
    r"|别上|[别不]部署|[再以]后再说|再说$|得问|跟[^,]{1,4}商量"
    r"|\bhold(?:ing)? (?:off|on|fire|it|up)\b|^hold$|\blet'?s hold$|\blet me hold$|\bhold for now\b"
    r"|\bwait\b|\bnot (?:right )?(?:now|yet|today)\b|\bsleep on\b|\bthink (?:about|it over|on it"
    r"|it through|more)\b|\blet me (?:think|check|see|look|go through|read|review|consider|ask)\b"
    r"|\bneed (?:some |more |a little )?(?:time|to (?:think|talk|check|ask|fund|chew|see|read|consider))\b"
    r"|\bgive me (?:a|some|until|till)\b|\bchew on\b|\bcome back (?:to|later)\b|\bget back to you\b"
    r"|\bhang (?:on|fire)\b|\bfor the moment\b|\bfor now\b(?=$)|\b(?:tomorrow|next week|next month"
    r"|this weekend|monday)\b"
    r"|\bneither\b(?! \w+ nor)|\bcancel\b|\bnot (?:deploying|ready|sure yet|starting)\b|\bleave it\b"
    r"|\blet it sit\b|\bon hold\b|\bpause here\b|\bpark it\b|\bpostpone\b|\bdecide (?:later|tomorrow)\b"
    r"|\bmull\b|\bdone for (?:today|now)\b|\bnot so fast\b|\bdon't (?:start|deploy|launch|run|rush)\b"
    r"|\blater\b|\bone sec\b|\bbrb\b|\bhold your horses\b"
)
_DEPLOY = (
    r"部署(?!到哪|在哪|前)|上线|\bdeploy(?:ed)?\b|\blaunch\b|\bgo live\b|\b(?:get|push|put|make"
    r"|set) it live\b|\btake it live\b|\bdeployment\b"
)
_ONWARD = (
    r"下一步|往下走?(?:$|吧)|继续(?=$|部署|吧|走|往下)|安排(?:上)?|那就上|(?:就|直接|我要|就要"
    r"|也要)上(?:吧|了|线)?$|^上$|上吧|结果我?认|我认|走起|开干|干吧|跑起来|强制通过|照样|推进|进入下"
    r"|\bmove (?:on|forward|ahead)\b|\bnext (?:step|stage|phase)\b|\bproceed\b|\bonward|\bon we go\b"
    r"|\bput it to work\b|\baccept the (?:results?|risk|verdict)\b|\blet'?s (?:go|roll|do (?:it|this)"
    r"|ship)\b|\bship it\b|\bgo ahead\b|\bgo for it\b|\bdo it\b|\bgood enough for me\b"
    r"|\bforce it through\b|\boverride the\b|\bbypass the\b|\bpush it (?:out|through)\b|\broll it out\b"
    r"|\bpull the trigger\b|\bsend it\b|\bcarry on\b|\bcontinue\b|^next$|(?:也|就|还是)要上"
)
_START = (
    r"部署吧|开始(?:吧|部署|交易|运行|跑|执行)|启动|请开始|上线|开跑|开动|点火|发车|跑起来|让它跑|开工"
    r"|走起|开搞|整起|上车|开机|开整|干吧"
    r"|\bdeploy (?:it|now|this)\b|\bstart (?:it|trading|now|up|the)\b|\blaunch\b|\bfire it up\b"
    r"|\bturn it on\b|\bswitch it on\b|\bpull the trigger\b|\bkick it off\b|\bget it (?:going|running"
    r"|started)\b|\bset it (?:off|loose|live)\b|\blet it (?:run|rip|go)\b|\blet'?s (?:go|roll|start"
    r"|do (?:it|this))\b"
    r"|\bgo for it\b|\bgo live\b|\blift ?off\b|\bsend it\b|\brelease it\b|\bactivate\b|\brun it\b"
    r"|\bfire away\b|\bmake it live\b|\bput it live\b"
)
LATER_PATTERN = lazy_pattern(LATER, re.ASCII)
DECISIONS: Mapping[str, Mapping[str, DecisionWords]] = {
    "strategy_confirmed": {
        "true": DecisionWords(_AGREED, _LIKED, YES, commits=True),
        "false": DecisionWords(CHANGE, _DISLIKED, NO),
    },
    "stress_test_decision": {
        "deploy": DecisionWords(_DEPLOY, _ONWARD, commits=True),
        "revise": DecisionWords(rf"{CHANGE}|回到策略|回去改", _DISLIKED),
        "hold": DecisionWords(LATER, r"还是算了|^算了", waits=True),
    },
    "deployment_target": {
        "paper": DecisionWords(
            r"模拟|纸面|仿真|虚拟|(?:不|别|先不|没打算)[^,。]{0,3}(?:真钱|真金|实盘|真实资金)|假钱|练(?:练)?手"
            r"|试运行|\bpaper\b|\bsimulat|\bplay money\b|\bpretend|\bfake (?:money|cash)\b|\bdry[- ]run\b"
            r"|\bpractice\b|\bdemo\b|\bsandbox\b|\bdummy\b|\bsim\b|\bvirtual\b|\bmonopoly money\b"
            r"|\b(?:no|not|without|don't|isn't|never)\b[^,]{0,24}\b(?:real|actual) (?:money|cash)\b"
            r"|\btest (?:account|run|mode)\b"
        ),
        "live": DecisionWords(
            r"实盘|真钱|真实资金|真金白银|真刀真枪|真仓|(?<!仿)真实?账户|真做|来真的|换真的|玩真的"
            r"|(?<!i )(?<!we )\blive\b(?! (?:in|at|near|with)\b)"
            r"|\breal (?:money|cash|account|thing|deal|trading)\b|\bactual (?:money|cash|broker\w*|account)\b"
            r"|\bskip (?:the |all the )?(?:paper|simulat\w+|demo|practice)\b|\benough (?:paper|practice|simulat\w+)\b"
            r"|模拟(?:盘)?(?:玩|跑|做|练)?够了|[不别甭](?:再|用|要)?(?:玩|搞)?模拟了"
            r"|\bfor real\b|\bmy (?:own )?(?:broker\w*|real) account\b",
            commits=True,
        ),
    },
    "deployment_confirmation_status": {
        "confirmed": DecisionWords(
            rf"{_AGREED}|部署吧|开始部署|启动吧|上线吧|\bdeploy it\b|\bstart it\b|\blaunch it\b",
            rf"{_START}|^(?:部署|上|跑|开)$",
            rf"{YES}|部署|deploy|start|go|launch|上|跑|开始|启动",
            commits=True,
        ),
        "needs_changes": DecisionWords(CHANGE, _NOTHING, NO),
    },
}
