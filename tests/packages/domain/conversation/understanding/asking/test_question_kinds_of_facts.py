"""Questions of limits, choices, the worst trade and ruin are read for what they ask, and others are not."""

import pytest

from packages.domain.conversation.understanding.asking.question_kinds import QuestionKind
from packages.domain.conversation.understanding.asking.questions import question_in
from packages.domain.conversation.understanding.message.utterance import Utterance

LIMITS = """
what are my limits?
What limits do I have?
which limits apply to me
What restrictions are there on my account?
What am I not allowed to do?
what constraints bind me?
Are there any limits on my trades?
how much am I allowed to put in one position?
What's my drawdown limit?
show me my limits
what rules restrict me?
am I allowed to short?
what are the boundaries for me?
我有哪些限制
我有什么限制？
我的限制是什么
有什么约束吗？
我受哪些限制约束？
有哪些不能做的？
我能做空吗？
单笔最多能投多少？
我的上限是多少？
对我有什么要求和限制
我的额度是多少？
列一下我的限制
""".strip().splitlines()
RECOMMEND = """
just pick something for me
you decide
whatever is best
你帮我选
你来决定
which do you recommend?
Which one would you recommend?
what would you choose?
What do you suggest?
which is better?
which option is best for me?
What should I pick?
which one should I choose?
what do you think I should do?
Any recommendation?
do you have a suggestion?
Can you recommend one?
what's your advice?
what would you do in my place?
which of these is best?
你推荐哪个
你推荐哪一个？
你建议选哪个？
推荐一个吧
哪个更好？
哪个适合我？
我该选哪个？
你觉得选哪个好？
换你会怎么选？
你有什么建议？
帮我选一个
选哪个比较好呢
""".strip().splitlines()
WORST_TRADE = """
what was the worst trade?
Which trade was the worst?
what's the biggest losing trade?
which trade lost the most?
show me the worst trade
what was the largest loss on a single trade?
What was my worst trade in the backtest?
tell me about the worst trade
how bad was the worst trade?
which was the single biggest loser?
最差的一笔是哪笔
最差的一笔交易是哪笔？
哪笔亏得最多？
哪一笔交易亏最多
亏损最大的一笔是什么时候？
单笔最大亏损是多少？
最惨的一笔交易亏了多少？
最糟糕的交易是哪一笔？
哪笔交易最失败？
最大的一笔亏损
""".strip().splitlines()
RUIN = """
could I lose everything?
Can I lose all my money?
can I lose it all
could I go broke?
Could this wipe me out?
is it possible to lose everything?
will I lose everything?
might I be wiped out?
could my account go to zero?
can I lose more than I put in?
could I blow up my account?
what if I lose everything?
会不会亏光
会不会亏光？
会亏光吗？
我会不会血本无归？
会不会爆仓？
可能全部亏掉吗？
本金会不会亏完？
会不会归零
能亏到一分不剩吗？
会倾家荡产吗？
会不会赔得精光
""".strip().splitlines()
OTHERS = """
what is a limit order?
What is a price limit?
How much can I lose?
When was the worst drawdown?
what should I do now?
which market do you cover?
Which strategy families are there?
what do you think about NVDA?
should I buy TSLA?
which trades were stopped out?
I don't want to lose everything.
Losing it all would be fine for me.
My worst trade was in 2020, I lost 30%.
什么是限价单？
涨停限制是什么意思？
最多会亏多少？
最大回撤是什么时候？
哪个标的有数据？
哪些市场可以交易？
我最大的一笔投资亏了 30%。
亏光也无所谓。
止损限制在 5%。
我推荐朋友也用。
哪笔都行
""".strip().splitlines()
NEW = {QuestionKind.LIMITS, QuestionKind.RECOMMEND, QuestionKind.WORST_TRADE, QuestionKind.RUIN}


def _kind_asked(text: str) -> QuestionKind | None:
    question = question_in(Utterance(text).plain)
    return None if question is None else question.kind


@pytest.mark.parametrize("asked", LIMITS)
def test_who_asks_what_binds_them_asks_for_limits(asked: str) -> None:
    assert _kind_asked(asked) is QuestionKind.LIMITS


@pytest.mark.parametrize("asked", RECOMMEND)
def test_who_asks_which_to_take_asks_for_a_recommendation(asked: str) -> None:
    assert _kind_asked(asked) is QuestionKind.RECOMMEND


@pytest.mark.parametrize("asked", WORST_TRADE)
def test_who_asks_for_the_worst_trade_wants_that_trade(asked: str) -> None:
    assert _kind_asked(asked) is QuestionKind.WORST_TRADE


@pytest.mark.parametrize("asked", RUIN)
def test_who_asks_whether_all_can_be_lost_asks_about_ruin(asked: str) -> None:
    assert _kind_asked(asked) is QuestionKind.RUIN


@pytest.mark.parametrize("said", OTHERS)
def test_other_questions_and_statements_are_none_of_these(said: str) -> None:
    assert _kind_asked(said) not in NEW
