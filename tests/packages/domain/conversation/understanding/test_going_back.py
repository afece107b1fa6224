"""Who wants to go back to an answer or to the choice of an instrument is heard, in many words of both languages."""

import pytest

from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import Wish
from packages.domain.conversation.understanding.wishes import wishes_in

ANSWERS = """
修改我的回答
我想改一下前面的答案
我要改前面的回答
改一下刚才的答案
上一个问题我想重新答
我想回去改答案
前面答错了，想改
返回上一题
回到前面的问题
重新回答上一个问题
能不能改之前的选择？
我想修改之前的选择
刚才选错了，回去
让我改一下我的选择
回上一步
倒回去
之前那题我要重新选
改答案
change my answer
I want to change my answers
let me change a previous answer
I'd like to go back and change something
can I edit my earlier answer?
go back to the last question
let me redo the previous question
fix my earlier answer
take me back
can I change what I said before?
return to the previous step
I answered that wrong, go back
""".strip().splitlines()
INSTRUMENTS = """
回到标的
重新选标的
重新选择标的
回到选标的那步
我想重新选标的
换个标的
换一只股票
换个品种吧
改一下标的
标的我想改
标的换一个
回到标的选择
退回到标的
返回标的那一步
重选股票
换个市场
pick another instrument
choose a different stock
back to the instrument
go back to the instrument
change the instrument
I want to pick a different ticker
let me choose the instrument again
return to the instrument question
reselect the symbol
another coin please
""".strip().splitlines()
NEITHER = """
我的回答是稳健
前面的答案没问题
标的已经选好了
不用改答案
我不想换标的
别改我的回答
标的就用比特币
回到均线之下就卖出
价格回到20日线买入
跌回前低时止损
回撤最多 10%
when the price comes back to the average, sell
I don't want to change my answer
my answer stays
keep the instrument
no need to go back
back test it
the price goes back above the average
重新站上均线时买入
选错方向就止损
""".strip().splitlines()


@pytest.mark.parametrize("said", ANSWERS)
def test_who_wants_another_answer_goes_back(said: str) -> None:
    assert Wish.BACK in wishes_in(Utterance(said).wished)


@pytest.mark.parametrize("said", INSTRUMENTS)
def test_who_wants_another_instrument_goes_back_to_the_choice_of_it(said: str) -> None:
    assert Wish.NEW_SCOPE in wishes_in(Utterance(said).wished)


@pytest.mark.parametrize("said", NEITHER)
def test_what_stays_or_is_a_rule_leads_nowhere(said: str) -> None:
    assert not {Wish.BACK, Wish.NEW_SCOPE, Wish.NEW_KYC} & set(wishes_in(Utterance(said).wished))
