"""Words that change a strategy, and words that add nothing; a word of the other tables is not looked up here."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag

WORDS: Table = {
    Tag.SET: {
        "to": (
            "(缩短/延长/提高/降低/放宽/收紧/减少/增加/调整/缩小/扩大/下调/上调/加大/减小/压缩)(到/至/成/为)"
            "|set to|提到|提至|拉到|降为|缩到|扩到|涨到|set at|设为|设定为|设在|设置为|设置在|定为|定在|改成|改为"
            "|改到|调到|调整为|调整到|调成|调为|变成|换成|换为|change to|放宽到|收紧到|放宽至|收紧至|提高到"
            "|降低到|提高至|降至|降到|升到|升至|加到|减到|缩小到|扩大到|修改为|修改成|更改为|改用|switch to"
            "|drop to|should be|is now|becomes|变为|延长到|缩短到|延长至|缩短至|改回|更新为|全改|全改成|都改成"
            "|全部改成|换做|换作|改|make it|change it to|全换成|down to|up to"
        ),
        None: (
            "set|设|设置|设定|make|change|move|adjust|update|put|调|修改|switch|bring|push|更改|调整|bump|run"
            "|run it|turn it into"
        ),
        "wider": "widen|放宽|loosen|放大一点|拉宽",
        "tighter": "tighten|收紧|缩窄|收窄",
        "more": "往上调|上调|调高|调大|raise|increase|提高|调高|延长|lengthen|extend|增加到|加大",
        "less": "往下调|下调|调低|调小|lower|decrease|reduce|cut|shorten|降低|调低|缩短|减少|减小|降",
    },
    Tag.ALSO: {
        None: "also|也得|还可以|还要|也|也可以|也要|同样",
    },
    Tag.ADD: {
        None: (
            "add|include|also require|require|introduce|as well|too|加|再加一条|再加一个条件|加一个条件|加条|加个"
            "|加一个|加上一个|增加|增加一个|添加|添加一个|加入|再加|再加一个|再加上|附加|新增|require that"
            "|also need|need|additionally|in addition|要求|需要|还需要|另加|叠加|加一条|增加一条|put in|set up"
            "|再增加"
        ),
    },
    Tag.REMOVE: {
        None: (
            "不限|不限制|不设限|没有限制|不设上限|no limit|unlimited|remove|remove 掉|remove掉|delete 掉|kill the"
            "|never mind the|lose|ditch the|undo|删了|去了吧|delete|drop"
            "|get rid of|take out|take off|take away|去掉|删除|删掉|移除|取消"
            "|不用|不要|去除|拿掉|撤掉|关掉|disable|turn off|eliminate|scrap|lose the|kill the|without|no|no more"
            "|不再使用|不再用|不再|不设|去了|stop using|forget"
        ),
    },
    Tag.REPLACE: {
        "by": "代替|替代|取代",
        "with": "replace|swap|substitute|exchange|swap out|换掉|替换掉|替换|换",
        "to": "替换成|替换为|换成了",
    },
    Tag.INSTEAD: {
        None: "instead of|rather than|instead|in place of|而不是|而非|in lieu of",
    },
    Tag.DOUBLE: {
        2: "double|doubled|翻倍|加倍|翻一番|加一倍",
        0.5: "halve|halved|in half|减半|cut in half|砍半|减一半",
    },
    Tag.SAME: {
        None: (
            "不变|不动|保持不变|照旧|不改|维持不变|别动|保持原样|stays the same|stay the same|unchanged|as is"
            "|as it is|untouched"
            "|leave the rest|leave everything else|the rest stays|keep the rest|keep everything else"
            "|everything else stays"
            "|everything else the same|rest the same|leave it as is|其他不变|其余不变|别的不变|别的不动|其他不动"
            "|其他照旧"
        ),
    },
    Tag.SETTING: {
        "period": (
            "period|settings|setting|params|length|lookback|周期|长度|参数|window|天数|parameter|parameters|时间周期"
        ),
        "level": "threshold|阈值|门槛|临界值|cutoff|level|levels|trigger level",
        "multiplier": "multiplier|multiple|倍数|乘数",
    },
}

FILLERS: Table = {
    Tag.FILLER: {
        None: (
            "one-r|one r|总体|整体上|anything that|anything|还没动静|没动静|没有动静|没结果|还没结果|没有结果"
            "|没反应|if offered|protects gains|protects profits|protect gains|averages stacked in order"
            "|stacked in order|者|(a/) simple one|let winners run|winners run|let my winners run"
            "|let the winners run|为主|固定|look at|looks at|on the bands|on both sides|both sides"
            "|on both ways|进出都换|进出都改"
            "|买卖都换|买卖都改|两边都改|两边都换|都要改"
            "|那条|那一条|那项|那部分|那个条件|那条规则|可以了|就够|够了|就够了|就好|就可以|regardless"
            "|no matter what|纪律|discipline|有效|才行|以内|applies|away|开始|硬"
            "|were to|habit|习惯是|我的习惯是|被|哪个|today's|就先|from here|say|let's say|说的是|保护"
            "|no more no less"
            "|change nothing except|change nothing but|幅度达|达|之处|处|nothing fancy|short-term|short term"
            "|long-term"
            "|decisively|位于|取|靠|因为|任何时候|对比|相比|相对|versus|vs|compared with|compared to|relative to"
            "|against|the stock|个股|该股|股票|允许|这样的|样的|什么时候|何时|when do i|when to|readings|reads"
            "|comes in|reading of|中途|强制|途中|盘中|(以下/下面/下列/这/上述)(两/二/三/四/几)(条/个条件/个/点)"
            "|(两/二/三/四/几)(条/个条件/者)|三者都有|都成立|成立|全部成立|同时成立|同时满足时|比|守在|by then"
            "|later on|exactly|thats|that's|一句话|my order|order"
            "|the moment that|价位上|only the|的位置|一档|手上|must|must be|has to be|have to be|needs to be"
            "|need to be|must have|has to|whatever's|what about|how about|quick one|starting|look to|立刻|立马"
            "|当天|那天|当日就|第一笔|需|具备|定|定在|定为|stocks like|stocks|names like|something like|说白了"
            "|简单说|就是|做到|有|cleanly|firmly|clearly|convincingly|comfortably|again|once more|finally"
            "|actually|really|already|initially|anew|freshly|newly|properly|quickly|automatically|promptly|always"
            "|as usual|outright|solidly|fresh|am|was|were|been|their|his|her|mine|your|us|myself|itself|own the"
            "|happy to|rather|gonna|going to be|wanna|need to|have to|got to|gotta|i would|i will|we will|and so"
            "|so that|such|please note|note|plan|my plan|the plan|rules are|setup|set-up|the setup|system"
            "|approach|just the|signal|signals|to|price to|be|made|to be made|taken|take a|take an|done|trigger"
            "|triggers|triggered|fires|fired|the level|level of|mark|the mark|figure|points on|handle|已经|已|仍"
            "|仍然|还|依然|依旧|果断|坚决|无条件|统统|一律|通通|反而|重新|再次|再度|首次|刚|刚刚|正式|自动|随时"
            "|及时|总是|一般|通常|默认|它的|自己的|指标|读数|数字|位置|附近的|价位|价|老规矩|规则是|规则如下|如下"
            "|思路|打法|玩法|方法|做法|逻辑|计划|操作上|口|一口|一把|一下子|这个|那个|这|该股票|一支|一只|两只"
            "|三只|这只|几只|只股票|收市|条件为|条件|占|共|合计|当中|里|里面|中|上的|上面的|级别的|the close of"
            "|day's|daily's|of the|from the|the|a|an|is|are|being|its|it's|of|on|at|in|please|i|i'd|i'll|i'm|my"
            "|me|we|we'll|our|you|let's|let|this|want to|want|would like|like to|like|will|would|should|can|could"
            "|do|does|there|for|by|as|so|that|which|has|have|simply|still|here|s|'s|thanks|thank you|strategy"
            "|trading strategy|策略|一个|做一个|帮我|请|请帮我|我想|我要|我希望|希望|想|要|我|的|了|就|时|时候"
            "|的时候|则|便|将|会|把|在|是|那么|那|情况|情况下|以|该|此|吧|啊|呢|啦|哦|地|得|给我|给|帮|一下|即可"
            "|即|stock|全部|所有|立即|马上|immediately|right away|all of it|everything|信号|now|back|水平|reading"
            "|value|数值|值|current|currently|当前|目前|现在|都|均|直接|进行|操作|动作|rule|rules|规则|条件是"
            "|something|something that|all three|all of these|all of|all|basically|i've|两个条件都满足"
            "|三个条件都满足|都满足|以下条件|into|看|做|作为|作|就行|嘛|pls|看到|见到|once it|conditions"
            "|condition|我的|我们|咱们|个|use|using|用|使用|采用|基于|based on|按|按照|其中|completely|fully"
            "|a flat|fixed|entirely|whole|entire|整个|'|\"|“|”|‘|’|「|」|·|ok|okay|hi|hello|你好|您好|simple|简单"
            "|简单的|时机|there's|there is|下单|at market|at the market|市价|these|those|my strategy|i think"
            "|我认为|设想|想法|idea|territory|region|zone|区域|区|区间|for me|时就|话|的话|我会|我就|it is"
            "|happens|occurs|发生|状态|处于|position's|是否|能|可以|我打算|打算|准备"
        ),
    },
}
