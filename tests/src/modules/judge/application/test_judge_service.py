"""From reports and a debate to a call in the book."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from packages.core.ids import Ids
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.domain.case import Case
from src.modules.judge.domain.errors import BadCase, IncoherentVerdict, OtherRun
from src.modules.judge.domain.ports import CallBooks, Engine, IJudgeAgentPort, Judgement
from src.modules.judge.domain.verdict import PriceClaim, VerdictAction
from src.modules.judge.infrastructure.rules_judge import RulesJudge, ruled
from tests.fakes.call_book import InMemoryCallBook
from tests.fakes.clock import StoppedClock
from tests.src.modules.judge.making import (
    BASE_DAY,
    INDEX,
    NOW,
    OWNER,
    SYMBOL,
    bars,
    debate_outcome,
    expert_results,
)
from tests.src.modules.judge.stored import judge_market

CLOSES = [10.0 + 0.001 * (day % 7) for day in range(399)] + [10.0]
INDEX_CLOSES = [4000.0 - 0.5 * day for day in range(400)]


WORDS: dict[str, Any] = {
    "entry_strategy": "At the market.",
    "invalidation_triggers": ("A close below the support [technical_analyst:E3].",),
    "risk_warnings": ("The support may break [technical_analyst:E3].",),
    "reasoning": (
        "The close is 10 [technical_analyst:E1], the MA20 9.8 [technical_analyst:E7] and the RSI 61 "
        "[technical_analyst:E6]."
    ),
}


class ScriptedJudge(IJudgeAgentPort):
    """Says what it is told, one opinion after the other, and remembers the complaints."""

    def __init__(self, *changes: dict[str, Any], engine: Engine = "llm") -> None:
        self._changes = list(changes)
        self._engine: Engine = engine
        self.complaints: list[Sequence[str]] = []

    async def judge(self, case: Case, complaints: Sequence[str] = ()) -> Judgement:
        self.complaints.append(complaints)
        return Judgement(replace(ruled(case), **WORDS | self._changes.pop(0)), self._engine, "default")


def _request(**changed: Any) -> JudgeRequest:
    told: dict[str, Any] = {
        "symbol": str(SYMBOL),
        "expert_results": expert_results(),
        "debate_outcome": debate_outcome(),
        "language": "en",
        "session_id": "run-1",
    }
    return JudgeRequest(**{**told, **changed})


def _books(live: InMemoryCallBook | None = None) -> CallBooks:
    return CallBooks(live or InMemoryCallBook(), InMemoryCallBook(live=False))


def _service(agent: IJudgeAgentPort | None = None, book: InMemoryCallBook | None = None) -> JudgeService:
    market = judge_market(bars(CLOSES), bars(INDEX_CLOSES, INDEX))
    return JudgeService(OWNER, agent or RulesJudge(), market, _books(book), Ids(StoppedClock(NOW)))


async def test_a_bullish_case_becomes_a_purchase_whose_prices_are_rows() -> None:
    book = InMemoryCallBook()
    told = await _service(book=book).run(_request())
    assert (told.action, told.engine, told.benchmark, told.time_horizon) == ("BUY", "rules", "000300.SH", 60)
    assert told.stop_loss is not None
    assert (told.stop_loss.value, told.stop_loss.rows[0].tag) == ("9.5", "E3")
    assert told.take_profit is not None
    assert (told.take_profit.value, told.take_profit.rows[0].tag) == ("11.5", "E5")
    assert told.probability is not None
    assert told.probability > 0.5
    (entry,) = await book.page(OWNER, 10)
    assert (entry.call.id, entry.hash, entry.seq) == (told.call_id, told.call_hash, told.call_number)
    assert (entry.call.base_rate > 0.5, entry.call.momentum_probability) == (True, 0.55)
    assert told.stages.after_judge == told.probability == entry.call.stages.after_judge


async def test_a_bearish_case_becomes_a_sale_with_the_prices_turned_round() -> None:
    results = expert_results()
    results["technical_analyst"]["signal"] = "BEARISH"
    results["valuation_modeler"]["valuation_verdict"] = "Overvalued"
    results["macro_intelligence"]["macro_environment"] = "Unfavorable"
    results["catalyst_detective"]["result"]["catalyst_assessment"] = "Negative"
    service = JudgeService(
        OWNER,
        RulesJudge(),
        judge_market(bars(CLOSES), bars([4000.0 + day for day in range(400)], INDEX)),
        _books(),
        Ids(StoppedClock(NOW)),
    )
    told = await service.run(_request(expert_results=results, debate_outcome=debate_outcome("BEARISH", 0.8)))
    assert told.action == "SELL"
    assert told.probability is not None
    assert told.probability < 0.5
    assert told.stop_loss is not None
    assert told.take_profit is not None
    assert (told.stop_loss.value, told.take_profit.value) == ("11.5", "9.5")


@pytest.mark.parametrize("outcome", [None, {}])
async def test_without_a_debate_there_is_no_call_and_no_model_is_asked(outcome: dict[str, Any] | None) -> None:
    judge = ScriptedJudge()
    told = await _service(judge).run(_request(debate_outcome=outcome))
    assert (told.action, told.probability, told.position_percent, told.confidence) == ("NO_CALL", None, 0.0, 0.0)
    assert told.no_call_reason == "debate_failed"
    assert judge.complaints == []


async def test_a_share_without_a_price_or_with_one_report_gets_no_call_with_the_reason() -> None:
    unknown = await _service().run(_request(symbol="600000.SH", session_id="run-2"))
    assert (unknown.action, unknown.no_call_reason) == ("NO_CALL", "insufficient_evidence")
    assert "parley data sync 600000.SH" in unknown.reasoning
    one = {"technical_analyst": expert_results()["technical_analyst"]}
    told = await _service().run(_request(expert_results=one))
    assert (told.action, told.no_call_reason) == ("NO_CALL", "experts_failed")


async def test_a_repeated_verdict_of_the_same_run_is_the_first_one() -> None:
    book = InMemoryCallBook()
    judge = ScriptedJudge({}, {"confidence": 0.99})
    first = await _service(judge, book).run(_request())
    again = await _service(judge, book).run(_request(debate_outcome=debate_outcome("BEARISH", 0.9)))
    assert again == first
    assert len(judge.complaints) == 1


async def test_without_a_run_the_same_question_is_one_call_and_another_is_another() -> None:
    book = InMemoryCallBook()
    asked = _request(session_id=None)
    first, again = await _service(book=book).run(asked), await _service(book=book).run(asked)
    other = await _service(book=book).run(replace(asked, horizon_days=30))
    assert first == again
    assert other.call_id != first.call_id
    assert (await book.tally(OWNER)).entries == 2


async def test_a_run_about_another_share_is_refused() -> None:
    book = InMemoryCallBook()
    await _service(book=book).run(_request())
    with pytest.raises(OtherRun, match=r"000001\.SZ"):
        await _service(book=book).run(_request(symbol="600000.SH"))


async def test_an_incoherent_model_is_sent_back_once_with_the_reasons() -> None:
    judge = ScriptedJudge({"probability": 0.4}, {})
    told = await _service(judge).run(_request())
    assert (told.action, told.engine, told.model_alias) == ("BUY", "llm", "default")
    assert judge.complaints[0] == ()
    assert any("BUY needs a probability above 0.5" in reason for reason in judge.complaints[1])


async def test_a_model_that_stays_incoherent_is_a_typed_failure_and_leaves_no_call() -> None:
    book = InMemoryCallBook()
    judge = ScriptedJudge({"position_percent": 99.0}, {"probability": 0.4})
    with pytest.raises(IncoherentVerdict, match=r"above 0\.5") as failed:
        await _service(judge, book).run(_request())
    assert failed.value.code == "incoherent_verdict"
    assert (await book.tally(OWNER)).entries == 0
    assert len(judge.complaints) == 2


async def test_outside_the_book_an_insisting_model_is_heard() -> None:
    insists = {"probability": 0.4}
    heard = await _service(ScriptedJudge(insists, insists)).unbooked(_request())
    assert (heard.action, heard.probability) == ("BUY", 0.4)


async def test_a_price_that_no_row_bears_out_is_sent_back() -> None:
    judge = ScriptedJudge({"stop_loss": PriceClaim("technical_analyst", "9.37")}, {})
    await _service(judge).run(_request())
    assert any("stop_loss: technical_analyst has no row '9.37'" in reason for reason in judge.complaints[1])


async def test_an_unknown_benchmark_means_absolute_return_and_is_said() -> None:
    told = await _service().run(_request(benchmark="600000.SH"))
    assert told.benchmark is None
    assert told.benchmark_note == "Nothing is stored of 600000.SH: absolute return."
    assert told.benchmark_note in told.risk_warnings
    chinese = await _service().run(_request(benchmark="600000.SH", language="zh"))
    assert chinese.benchmark_note == "没有 600000.SH 的数据，改用绝对收益。"


@pytest.mark.parametrize(
    "changed", [{"horizon_days": 0}, {"horizon_days": 731}, {"language": "fr"}, {"expert_results": {"oracle": {}}}]
)
async def test_a_case_that_cannot_be_judged_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadCase):
        await _service().run(_request(**changed))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "not in the call book and is not scored"), ("zh", "不计入研判记录，也不评分")]
)
async def test_a_verdict_whose_horizon_is_over_calls_nothing_and_is_not_booked(language: str, words: str) -> None:
    books = _books()
    later = judge_market(bars(CLOSES), bars(INDEX_CLOSES, INDEX), now=NOW + timedelta(days=2))
    service = JudgeService(OWNER, RulesJudge(), later, books, Ids(StoppedClock(NOW)))
    told = await service.run(_request(language=language, horizon_days=2))
    assert (told.action, told.no_call_reason, told.probability) == ("NO_CALL", "stale_data", None)
    assert (told.call_id, told.call_number, told.call_hash, told.stop_loss) == (None, None, None, None)
    assert words in told.risk_warnings[-1]
    assert (BASE_DAY + timedelta(days=2)).isoformat() in told.risk_warnings[-1]
    assert [list(await book.page(OWNER, 10)) for book in (books.live, books.walk_back)] == [[], []]


@pytest.mark.parametrize(("days", "asked"), [(60, False), (5, False), (0, True)])
async def test_research_on_a_past_day_goes_to_the_walk_back_book(days: int, asked: bool) -> None:
    books = _books()
    later = judge_market(bars(CLOSES), bars(INDEX_CLOSES, INDEX), now=NOW + timedelta(days=days))
    service = JudgeService(OWNER, RulesJudge(), later, books, Ids(StoppedClock(NOW)))
    told = await service.run(_request(walk_back=asked))
    assert (told.action, told.book, told.call_number) == ("BUY", "walk_back", 1)
    assert "walk-back book" in told.risk_warnings[-1]
    assert list(await books.live.page(OWNER, 10)) == []
    (entry,) = await books.walk_back.page(OWNER, 10)
    assert (entry.call.made_at, entry.call.as_of) == (NOW + timedelta(days=days), NOW)
    assert await service.run(_request(walk_back=asked)) == told, "a run keeps its verdict"


@pytest.mark.parametrize(
    ("last", "stale"),
    [(date(2026, 1, 5), False), (date(2025, 12, 26), False), (date(2025, 12, 25), True), (date(2025, 1, 5), True)],
)
async def test_prices_that_missed_more_than_five_sessions_are_a_reason_for_no_call(last: date, stale: bool) -> None:
    """The test's market trades on every weekday: from Friday, 26 December to Monday, 5 January it misses five."""
    judge = ScriptedJudge({}, {})
    market = judge_market(bars(CLOSES, last=last), bars(INDEX_CLOSES, INDEX, last=last))
    service = JudgeService(OWNER, judge, market, _books(), Ids(StoppedClock(NOW)))
    told = await service.run(_request())
    assert (told.action == "NO_CALL", told.no_call_reason) == (stale, "stale_data" if stale else None)
    if stale:
        assert str(last) in told.reasoning
        assert "parley data sync 000001.SZ" in told.reasoning
        assert judge.complaints == [], "nobody is asked about old prices"


async def test_the_order_of_the_experts_changes_nothing() -> None:
    turned = dict(reversed(expert_results().items()))
    first = await _service().run(_request())
    second = await _service().run(_request(expert_results=turned))
    assert first.model_dump(exclude={"call_id", "call_hash"}) == second.model_dump(exclude={"call_id", "call_hash"})


async def test_both_languages_are_written() -> None:
    english, chinese = await _service().run(_request()), await _service().run(_request(language="zh"))
    assert "experts lean up" in english.reasoning
    assert "位专家" in chinese.reasoning
    assert "[technical_analyst:E1]" in chinese.reasoning


async def test_invented_words_are_sent_back_once_and_then_removed() -> None:
    invented = {"risk_warnings": ("Revenue will hit 999 billion[catalyst_detective:E999].",)}
    judge = ScriptedJudge(invented, invented)
    told = await _service(judge).run(_request())
    assert (told.action, told.risk_warnings) == ("BUY", ["(Removed for lack of evidence.)"])
    assert any("E999" in reason or "999 billion" in reason for reason in judge.complaints[1])
    assert told.grounding is not None
    assert (told.grounding.removed, told.grounding.violations[0].kind) == (1, "unknown_row")


async def test_a_model_whose_reasoning_cites_no_row_makes_no_call() -> None:
    book, invented = InMemoryCallBook(), {"reasoning": "Buffett bought 30 % of it[technical_analyst:E999]."}
    told = await _service(ScriptedJudge(invented, invented), book).run(_request())
    assert (told.action, told.no_call_reason, told.probability) == ("NO_CALL", "insufficient_evidence", None)
    assert "Buffett" not in told.reasoning
    (entry,) = await book.page(OWNER, 10)
    assert (entry.call.action, entry.call.ends_on) == ("NO_CALL", None)


async def test_a_model_is_no_surer_than_its_rows_carry() -> None:
    told = await _service(ScriptedJudge({"confidence": 0.95})).run(_request())
    assert (told.action, told.confidence) == ("BUY", 0.6), "three numbers carry three fifths"


async def test_a_verdict_of_which_rows_bear_out_less_than_half_is_none() -> None:
    thin = {"reasoning": f"{WORDS['reasoning']} Sales rose 12 %, 13 %, 14 % and 15 %."}
    judge = ScriptedJudge(thin, thin)
    told = await _service(judge).run(_request())
    assert (told.action, told.no_call_reason) == ("NO_CALL", "insufficient_evidence")
    assert "less than half" in told.reasoning
    assert any("less than half" in complaint for complaint in judge.complaints[1])


async def test_experts_that_nothing_bears_out_lose_their_weight_and_no_call_is_made() -> None:
    results = expert_results()
    for name in ("valuation_modeler", "macro_intelligence", "catalyst_detective"):
        results[name]["grounding"] = {"numbers": 18, "bound": 0, "violations": []}
    judge = ScriptedJudge()
    told = await _service(judge).run(_request(expert_results=results))
    assert (told.action, told.no_call_reason) == ("NO_CALL", "insufficient_evidence")
    assert judge.complaints == []


async def test_reports_that_list_no_row_at_all_carry_no_call() -> None:
    bare = {name: {key: value for key, value in report.items() if key != "evidence"}
            for name, report in expert_results().items()}  # fmt: skip
    judge = ScriptedJudge()
    told = await _service(judge).run(_request(expert_results=bare))
    assert (told.action, told.no_call_reason, told.probability) == ("NO_CALL", "insufficient_evidence", None)
    assert judge.complaints == [], "nobody is asked to judge what nothing bears out"


async def test_every_no_call_has_its_reason() -> None:
    one = {"technical_analyst": expert_results()["technical_analyst"]}
    few = await _service().run(_request(expert_results=one))
    failed = await _service().run(_request(debate_outcome={}))
    unpriced = await _service().run(_request(symbol="600000.SH", session_id="run-2"))
    assert [few.no_call_reason, failed.no_call_reason, unpriced.no_call_reason] == [
        "experts_failed",
        "debate_failed",
        "insufficient_evidence",
    ]


@pytest.mark.parametrize("agent", [RulesJudge(), ScriptedJudge({"action": VerdictAction.BUY}, {})])
async def test_when_nobody_leans_nothing_is_bought_or_sold(agent: IJudgeAgentPort) -> None:
    results = expert_results()
    results["technical_analyst"]["signal"] = "NEUTRAL"
    results["valuation_modeler"]["valuation_verdict"] = "Fair"
    results["macro_intelligence"]["macro_environment"] = "Neutral"
    results["catalyst_detective"]["result"]["catalyst_assessment"] = "Neutral"
    asked = _request(expert_results=results, debate_outcome=debate_outcome("NEUTRAL", 0.9))
    assert (await _service(agent).run(asked)).action == "HOLD"


async def test_a_stop_that_names_no_row_twice_is_no_call() -> None:
    book, invented = InMemoryCallBook(), {"stop_loss": PriceClaim("technical_analyst", "E77")}
    judge = ScriptedJudge(invented, invented)
    told = await _service(judge, book).run(_request())
    assert any("no row 'E77'" in reason for reason in judge.complaints[1])
    assert (told.action, told.no_call_reason, told.stop_loss) == ("NO_CALL", "insufficient_evidence", None)
    assert (await book.tally(OWNER)).no_call == 1


async def test_a_stop_further_away_than_rows_bear_out_is_refused() -> None:
    results = expert_results()
    far = {**results["technical_analyst"]["evidence"][2], "tag": "E9", "metric": "low_52w", "value": 5.2}
    results["technical_analyst"]["evidence"].append(far)
    away = {"stop_loss": PriceClaim("technical_analyst", "E9")}
    with pytest.raises(IncoherentVerdict, match="no atr14 row says that it moves that far"):
        await _service(ScriptedJudge(away, away)).run(_request(expert_results=results))
