"""Whatever the desk says of a failure it can say in Chinese, with the same figures and names."""

import json
import re
from pathlib import Path

import pytest

from packages.contracts.chinese import in_chinese, sentences, words

ROOT = Path(__file__).parents[3]
HAN = re.compile(r"[\u4e00-\u9fff]")
PLACES = re.compile(r"\{(\w+)\}")

# Put together in more than one step, so the source does not show the whole sentence.
PUT_TOGETHER = {
    "InvalidStrategy": (
        "The strategy has 2 problems; the first: 头寸太大",
        "策略有 2 处问题；第一处：头寸太大",
    ),
    "UnknownIndicator": (
        "There is no indicator 'rsj'. Did you mean rsi or rs?",
        "没有指标 “rsj”。你要的是不是 rsi or rs？",
    ),
    "BreaksConstraints": ("杠杆 3 倍超过你的上限 2 倍。", "杠杆 3 倍超过你的上限 2 倍。"),
    "Leak": (
        "news_date: N1 claims to be known before it was published.",
        "数据超前（news_date）：N1 标明的公开时间早于发布时间。",
    ),
    "NotCleared": (
        "The stress lab rejected this version: change it and test it again, or type the override with a reason.",
        "压力测试否决了这个版本：请修改后再测，或输入越权语句并写明理由。",
    ),
    "PricesStandStill": (
        "AAPL: The price never changed, so there is nothing to draw from: choose another stretch.",
        "AAPL：价格从未变动，无从抽样：请换一段时间。",
    ),
    "BudgetExhausted": (
        "The budget for this run is 900 tokens: 800 is spent, 50 is set aside for calls that are out, and this call "
        "may need 90. To go on, raise the limit of a run, or start a smaller one.",
        "这次运行的预算是 900 个 token：已用 800，为进行中的调用预留 50，这次调用可能需要 90。"
        "要继续，请提高单次运行的限额，或缩小规模。",
    ),
    "BrokerDown": (
        "binance gave no answer (RequestTimeout). Try again in a moment.",
        "binance 没有回应（RequestTimeout）。请稍后再试。",
    ),
    "OutcomeUnknown": (
        "Alpaca answered with status 500 (oops). The order may have been taken: look it up before it is sent again.",
        "Alpaca 返回状态 500（oops）。订单可能已被接受：重发前请先查询。",
    ),
    "NoData": (
        "No 1d bars of DEMO9.SZ from akshare were known as of 2025-01-02 00:00 UTC. Stored of DEMO9.SZ: 1d from demo, "
        "2020-01-02 to 2024-12-31. Load bars with `parley data sync X` or `parley data import FILE --symbol DEMO9.SZ`.",
        "截至 2025-01-02 00:00 UTC 没有 DEMO9.SZ 来自 akshare 的 1d K线。DEMO9.SZ 已保存的：demo 的 1d，"
        "2020-01-02 至 2024-12-31。请用 `parley data sync X` 或 `parley data import FILE --symbol DEMO9.SZ` 加载K线。",
    ),
    "ThinData": (
        "AAPL has 3 traded 1d bars from 2020-01-01, and a backtest needs at least 50: load more with `parley data sync "
        "AAPL`, choose other days, or leave it out.",
        "AAPL 从 2020-01-01 起有 3 根有成交的 1d K线，回测至少需要 50 根：请用 `parley data sync AAPL` 加载更多、"
        "换一段日期，或去掉它。",
    ),
    "UnboundNumbers": (
        "3 of 40 numbers in the report are not borne out by the evidence: run it again, or set "
        "PARLEY_STRICT_EVIDENCE=false to see the report with its warnings.",
        "报告里 40 个数字中有 3 个没有证据支持：请重跑，或设置 PARLEY_STRICT_EVIDENCE=false 查看带警告的报告。",
    ),
    "LLMOutputParseError": (
        "The model's answer is empty. Ask again, or ask another model.",
        "模型的回答是空的。请再问一次，或换一个模型。",
    ),
    "RateLimited": (
        "'main' (gpt at api.example.com) has had too many requests lately: try again later.",
        "“main”（gpt，api.example.com）近来请求太多：请稍后再试。",
    ),
    "ModelBusy": (
        "'main' (gpt at api.example.com) failed while it answered (overloaded): try again later.",
        "“main”（gpt，api.example.com）在回答时出错（overloaded）：请稍后再试。",
    ),
    "EndpointMissing": (
        "'main' (gpt at h) has no such endpoint: check base_url, or set another protocol.",
        "“main”（gpt，h）没有这个接口：请检查 base_url，或换一种协议。",
    ),
    "ToolsRefused": (
        "'main' (gpt at h) calls no tools by itself: choose a server that speaks chat completions.",
        "“main”（gpt，h）不会自己调用工具：请换用支持 chat completions 的服务器。",
    ),
    "ConversationRefused": (
        "'main' (gpt at h) keeps no conversations (previous_response_id): set another protocol.",
        "“main”（gpt，h）不保存对话（previous_response_id）：请换一种协议。",
    ),
    "SearchUnavailable": (
        "No search could be made. No provider is configured.",
        "没能搜索。没有配置搜索来源。",
    ),
}


@pytest.mark.parametrize(("english", "chinese"), PUT_TOGETHER.values(), ids=PUT_TOGETHER)
def test_a_sentence_put_together_keeps_its_figures_and_names(english: str, chinese: str) -> None:
    assert in_chinese(english) == chinese


def test_each_pair_has_the_same_places_and_is_chinese() -> None:
    differing = [en for en, zh in sentences().items() if set(PLACES.findall(en)) != set(PLACES.findall(zh))]
    foreign = [zh for zh in sentences().values() if not HAN.search(zh) and not PLACES.search(zh)]
    assert (differing, foreign) == ([], [])
    assert all(HAN.search(zh) for told in words().values() for zh in told.values())


def test_several_sentences_are_said_one_after_the_other() -> None:
    asked = "cash: Input should be greater than 0. end: Field required."
    assert in_chinese(asked) == "cash：应大于 0。end：必填。"


def test_who_writes_the_desks_words_again_and_again_holds_nobody_up() -> None:
    repeated = "A regime snapshot needs bars, and   bars of  are known at " * 80
    assert in_chinese(repeated) == repeated
    assert len(in_chinese("cash: " * 800)) > 800
    assert in_chinese("cash: " * 100_000) == "cash: " * 100_000


def test_what_others_said_keeps_their_words() -> None:
    assert in_chinese("It is too late.") == "It is too late."
    assert in_chinese("") == ""
    assert in_chinese("Alpaca refused the order: no margin.") == "Alpaca 拒绝了订单：no margin。"


def test_a_persons_own_name_is_not_taken_for_a_word_of_the_desk() -> None:
    told = in_chinese("The account live is paper, and the deployment is to be live: choose an account of that kind.")
    assert told == "账户 live 是模拟盘，而部署要的是实盘：请选同类的账户。"


def test_the_page_has_the_same_sentences() -> None:
    kept = json.loads((ROOT / "apps/web/src/contracts/chinese.json").read_text("utf-8"))
    assert kept == {"sentences": dict(sentences()), "words": dict(words())}, "run `make contracts`"
