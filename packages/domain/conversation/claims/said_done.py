"""How English and Chinese say that something is over or under way: the pieces that patterns of claims are made of."""

ADVERBS = (
    r"(?:(?:now|already|just|successfully|fully|officially|also|all|finally|currently|indeed|safely|both|hereby"
    r"|automatically|actively|really|immediately) )*"
)
ALONGSIDE = r"(?:[a-z]+(?:ed|en) (?:and |& ))?"  # confirmed and deployed
I_HAVE = rf"\b(?:i|we)(?:'ve| have|'ve gone ahead and| have gone ahead and| went ahead and)? {ADVERBS}{ALONGSIDE}"
IS = rf"(?:'s|'re| is| are| was| were|'s been| has been| have been| got| now)? {ADVERBS}{ALONGSIDE}"
BE = rf"(?:\b(?:is|are|was|were|been|now|successfully|got)|'s|'re) {ADVERBS}{ALONGSIDE}"
ALONE = (
    r"^\W*(?:(?:great|done|ok|okay|perfect|all|awesome|good|nice|excellent|now|successfully|officially|strategy|rules"
    rf"|consider it|and|yes|yep)\W+)*{ALONGSIDE}"
)
END = r"(?=\W*$| and\b| live\b| for you\b| successfully\b)"
RULES = r"(?:strategy|rules?|plan|draft|setup|version|everything|it|that|this|these|they)"
YOUR_RULES = rf"(?:it|them|this|that|everything|all of it|(?:the|your|these|this|all) (?:[\w-]+ )?{RULES})"
FOR = r"(?:我?(?:们)?(?:已经?)?(?:[为帮替给][您你])?(?:把[^,。]{1,8}?)?)"
ALREADY = r"(?:已经?|刚刚?|刚才|现已|早已|均已|也?都已经?)"
DONE = r"(?:了|啦|喽|咯|完毕|完成|成功|好了|好啦|妥了|妥当|完了|过了)"


def zh_done(verbs: str) -> str:
    """`verbs` right behind a sign that it is over, or before one."""
    before = rf"{ALREADY}{FOR}(?:成功|顺利|全部|正式|一并|最终)?"
    return rf"{before}(?:{verbs})|{FOR}(?:成功|顺利|正式)?(?:{verbs}){DONE}"
