"""What people tell where they are asked how long they trade, instead of a length: what they have not done yet, and what
they have lived through."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon.words import words

YEARS_PHRASES: Mapping[str, re.Pattern[str]] = {
    "years_0_1": words(
        r"还没(?:开户|买过|买|入场)|刚(?:注册|下载|开通|被拉|毕业入)|新手村|新韭菜|没开过户|啥也不懂|什么都不懂"
        r"|手还生|从零(?:开始)?学|没满一年|不满一年|不足半|一窍不通|门外汉|没入门|两眼一抹黑|头一遭",
        r"nada|zip|babe in the woods|virgin|fresher|fresh (?:off|meat|out)|newborn|day one|starting (?:today|now"
        r"|tomorrow)|not (?:a|one) (?:day|minute|single)|first (?:go|rodeo|time|ever)|ink'?s"
        r" still|know nothing|done nothing|experience is (?:nil|zero|none)|teach me|never (?:\w+ )?(?:bought|owned"
        r"|touched|placed|done|traded|invested)|(?:as )?green as|new as they come|precisely none"
        r"|haven't hit the (?:one|first)|complete novice|wet behind|clueless|only (?:just|now) learning"
        r"|not even a year|under a year",
    ),
    "years_5_plus": words(
        r"你[^,。]{0,4}还没(?:出生|被写|影)|红马甲|认购证|上世纪|小板凳|营业部大厅|老早|资格最老|银婚|骨灰级|元老"
        r"|老炮|[九八]十年代|零几年|[几好数]轮牛熊|穿越[^,。]{0,3}牛熊|大半生|经历过几?轮|祖传",
        r"old (?:dog|fox|school|goat)|before you (?:were|was)|fractions|floor trader|ticker tape|dial-?up"
        r"|since (?:forever|the dawn|before)|(?:my )?whole career|(?:sell-side|prop|trading|fx) desk"
        r"|dinosaur|gr[ae]ybeard|half my life|most of my life|lifer|donkey'?s years|yonks|paper certificates"
        r"|lost count|(?:several|many|two|three|four) (?:full )?(?:market )?(?:cycles|crashes|bear markets"
        r"|recessions)"
        r"|a lifetime|generations?|longer than (?:you|my marriage)|professional trader|ex-?trader|biggest number",
    ),
}
