"""Cards: a closed union, held to the facts, and those that are due."""

from dataclasses import dataclass, field
from typing import Any

from apps.api.agents.prompts import decision_prompt
from apps.api.agents.protocol import ToolOutcome
from apps.api.orchestration.genui_wrapper import (
    _ensure_pre_strategy_chart_payload,
    _ensure_required_choice_prompt_payload,
    checked_cards,
    due_cards,
    parsed_cards,
    without_other_decisions,
)
from packages.contracts.genui import (
    BacktestCharts,
    ChoiceOption,
    ChoicePrompt,
    DataFetchCard,
    DeploymentStatusCard,
    GenUi,
    StrategyRef,
    StressReport,
    TradingViewChart,
)
from packages.core.messages import Language
from packages.domain.conversation.facts import (
    AccountFact,
    BacktestFact,
    DeploymentFact,
    InstrumentFact,
    StrategyFact,
    StressFact,
)

OWNER = "owner"
PROMPT = ChoicePrompt(choice_id="risk_tolerance", question="How much?", options=(ChoiceOption(id="a", label="A"),))


@dataclass
class FewFacts:
    """The facts of one owner."""

    things: dict[str, Any] = field(default_factory=dict)

    def _of(self, owner_id: str, thing_id: str) -> Any:
        return self.things.get(thing_id) if owner_id == OWNER else None

    async def strategy(self, owner_id: str, strategy_id: str) -> StrategyFact | None:
        return self._of(owner_id, strategy_id)  # type: ignore[no-any-return]

    async def draft(self, owner_id: str, draft_id: str) -> Any:
        return self._of(owner_id, draft_id)

    async def backtest(self, owner_id: str, backtest_job_id: str) -> BacktestFact | None:
        return self._of(owner_id, backtest_job_id)  # type: ignore[no-any-return]

    async def backtests_of(self, owner_id: str, strategy_id: str) -> list[BacktestFact]:
        return []

    async def stress(self, owner_id: str, stress_report_id: str) -> StressFact | None:
        return self._of(owner_id, stress_report_id)  # type: ignore[no-any-return]

    async def deployment(self, owner_id: str, deployment_id: str) -> DeploymentFact | None:
        return self._of(owner_id, deployment_id)  # type: ignore[no-any-return]

    async def account(self, owner_id: str, account_id: str) -> AccountFact | None:
        return None

    async def research(self, owner_id: str, research_session_id: str) -> str | None:
        return self._of(owner_id, research_session_id)  # type: ignore[no-any-return]

    async def approval(self, owner_id: str, approval_id: str) -> str | None:
        return None

    async def instrument(self, symbol: str) -> InstrumentFact | None:
        return self.things.get(symbol)

    async def instruments(self, market: str | None = None) -> list[InstrumentFact]:
        return []


def outcome(domain: str, tool: str, **result: Any) -> ToolOutcome:
    return ToolOutcome(domain, tool, {}, ok=True, result={"ok": True, **result})


def backtest(status: str = "done") -> BacktestFact:
    return BacktestFact("b1", "s1", 1, "h", status, None, 3, 0.5)


def test_what_is_not_a_card_is_told_to_the_model_and_not_shown() -> None:
    cards, notes = parsed_cards(
        [
            {"type": "html", "html": "<script>"},
            {"type": "backtest_charts", "job_id": "b1", "onclick": "x"},
            {"type": "strategy_ref"},
            {"type": "backtest_charts", "job_id": "../../etc"},
            PROMPT.model_dump(),
        ]
    )
    assert cards == [PROMPT]
    assert len(notes) == 4


async def test_ids_of_nobody_are_dropped_and_facts_are_told_as_they_are() -> None:
    records = FewFacts(
        {
            "r1": StressFact("r1", "set", "s1", 1, "h", "done", "reject"),
            "d1": DeploymentFact("d1", "s1", 1, "a", "paper", "blocked", "limit_broken"),
        }
    )
    wanted: list[GenUi] = [
        StressReport(stress_report_id="r1", verdict="pass"),
        DeploymentStatusCard(deployment_id="d1", status="completed"),
        BacktestCharts(job_id="nobodys"),
        StrategyRef(strategy_draft_id="nobodys"),
    ]
    cards, notes = await checked_cards([*wanted, wanted[0]], OWNER, records)
    assert cards == (
        StressReport(stress_report_id="r1", scenario_set_id="set", verdict="reject"),
        DeploymentStatusCard(deployment_id="d1", status="blocked", target="paper", blocker="limit_broken"),
    )
    assert len(notes) == 2
    assert (await checked_cards(wanted, "stranger", records))[0] == ()


async def test_beside_a_saved_strategy_no_draft_is_named() -> None:
    records = FewFacts({"s1": StrategyFact("s1", 2, "Mine", "l", "h", {}, ("DEMO5",), "us_stocks", "1d")})
    (card,), _ = await checked_cards([StrategyRef(strategy_id="s1", strategy_draft_id="somebodys")], OWNER, records)
    assert card == StrategyRef(strategy_id="s1", version=2)


async def test_a_saved_strategy_and_a_finished_backtest_are_shown_by_themselves() -> None:
    records = FewFacts({"b1": backtest()})
    outcomes = [
        outcome("strategy", "validate_dsl", strategy_draft_id="draft"),
        outcome("strategy", "upsert_dsl", strategy_id="s1"),
        outcome("backtest", "create_job", backtest_job_id="b1"),
    ]
    assert await due_cards([], outcomes, OWNER, records) == [StrategyRef(strategy_id="s1"), BacktestCharts(job_id="b1")]
    shown: list[GenUi] = [StrategyRef(strategy_id="s1"), BacktestCharts(job_id="b1")]
    assert await due_cards(shown, outcomes, OWNER, records) == []


async def test_a_validated_draft_is_shown_and_a_backtest_that_runs() -> None:
    outcomes = [
        outcome("strategy", "validate_dsl", strategy_draft_id="draft"),
        outcome("backtest", "create_job", backtest_job_id="b1"),
    ]
    records = FewFacts({"b1": backtest("running")})
    shown = [StrategyRef(strategy_draft_id="draft"), BacktestCharts(job_id="b1")]
    assert await due_cards([], outcomes, OWNER, records) == shown
    failed = FewFacts({"b1": backtest("failed")})
    assert await due_cards([], outcomes, OWNER, failed) == [StrategyRef(strategy_draft_id="draft")]


async def test_data_that_this_turn_began_to_fetch_are_shown_on_their_way() -> None:
    outcomes = [outcome("market_data", "fetch_missing", job_id="j1", symbol="TSLA")]
    assert await due_cards([], outcomes, OWNER, FewFacts()) == [DataFetchCard(job_id="j1", symbol="TSLA")]


async def test_research_of_this_turn_is_shown_with_its_debate() -> None:
    outcomes = [
        outcome("research", "run", research_session_id="x", symbol="DEMO1.SZ"),
        outcome("research", "debate", research_session_id="x", symbol="DEMO1.SZ"),
    ]
    assert [card.type for card in await due_cards([], outcomes, OWNER, FewFacts())] == [
        "research_report",
        "debate_card",
    ]


def test_a_missing_field_is_asked_for_where_the_answer_asks_nothing() -> None:
    assert _ensure_required_choice_prompt_payload([], PROMPT) == [PROMPT]
    assert _ensure_required_choice_prompt_payload([PROMPT], PROMPT) == [PROMPT]
    assert _ensure_required_choice_prompt_payload([], None) == []


def test_a_decision_that_is_due_is_put_in_the_desks_own_words_whatever_a_model_offers() -> None:
    own = decision_prompt("strategy_confirmed", Language.EN)
    forged = own.model_copy(update={"options": (ChoiceOption(id="perhaps", label="Perhaps"),)})
    assert _ensure_required_choice_prompt_payload([PROMPT, forged], own) == [PROMPT, own]
    assert _ensure_required_choice_prompt_payload([PROMPT], own) == [PROMPT, own]


def test_a_question_keeps_its_own_options_and_gets_the_ways_that_it_lacks() -> None:
    due = PROMPT.model_copy(update={"options": (*PROMPT.options, ChoiceOption(id="back", label="Back"))})
    asked = PROMPT.model_copy(update={"options": (ChoiceOption(id="again", label="Again"),)})
    (shown,) = _ensure_required_choice_prompt_payload([asked], due)
    assert isinstance(shown, ChoicePrompt)
    assert [option.id for option in shown.options] == ["again", *(option.id for option in due.options)]


def test_where_data_are_offered_for_research_the_open_question_waits_and_there_is_a_way_back() -> None:
    due = PROMPT.model_copy(update={"options": (*PROMPT.options, ChoiceOption(id="back", label="Back"))})
    offer = PROMPT.model_copy(update={"choice_id": "research_instrument"})
    (shown,) = _ensure_required_choice_prompt_payload([offer], due)
    assert isinstance(shown, ChoicePrompt)
    assert (shown.choice_id, shown.options[-1].id) == ("research_instrument", "back")


async def test_an_instrument_that_was_just_chosen_is_drawn() -> None:
    records = FewFacts({"DEMO1.SZ": InstrumentFact("DEMO1.SZ", "cn_stocks", "一", "One", ("1d",), is_demo=True)})
    chart = TradingViewChart(symbol="DEMO1.SZ")
    assert await _ensure_pre_strategy_chart_payload([], None, "DEMO1.SZ", records) == [chart]
    assert await _ensure_pre_strategy_chart_payload([chart], None, "DEMO1.SZ", records) == []
    assert await _ensure_pre_strategy_chart_payload([], "DEMO1.SZ", "DEMO1.SZ", records) == []
    assert await _ensure_pre_strategy_chart_payload([], None, "NOBARS", records) == []


def test_of_the_decisions_that_a_model_asks_for_only_the_one_that_is_due_is_shown() -> None:
    due = decision_prompt("strategy_confirmed", Language.EN)
    ruled = PROMPT.model_copy(update={"choice_id": "change"})
    cards = [PROMPT, ruled, due]
    assert without_other_decisions(cards, [PROMPT, due], due) == (ruled, due), "what the desk asks stays"
    assert without_other_decisions(cards, [PROMPT], None) == tuple(cards)
    other = PROMPT.model_copy(update={"choice_id": "favourite_sector"})
    assert without_other_decisions([other, due], [other], due) == (due,), "a yes to it could be taken for one to this"
    field = decision_prompt("target_market", Language.EN)
    assert without_other_decisions([other, field], [other], field) == (other, field), "no decision is due"
