"""A person on the way from a strategy to its deployment, for tests of the late phases."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from apps.api.agents.phases import WORKFLOW, Phase, moves_by
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseHandler, PhaseResult, PhaseTools, Reply, ToolOutcome
from apps.api.agents.registry import get_handler
from packages.contracts.genui import ChoiceOption, ChoicePrompt, GenUi
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.facts import (
    AccountFact,
    BacktestFact,
    DeploymentFact,
    InstrumentFact,
    StrategyFact,
    StressFact,
)
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.json_tree import Document, content_hash
from packages.domain.strategy.model import Direction
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from tests.fakes.running_tests import StoppableTests
from tests.fakes.stored_records import InMemoryRecords

ME, OTHER = "me", "other"
BOLD = Profile(RiskTolerance.AGGRESSIVE, ReturnExpectation.GROWTH, TradingYears.YEARS_5_PLUS)
CAREFUL = Profile(RiskTolerance.CONSERVATIVE, ReturnExpectation.CAPITAL_PRESERVATION, TradingYears.YEARS_0_1)


def rules(family: Family = Family.TREND_CONTINUATION, *sides: Direction) -> Document:
    sides = sides or (Direction.LONG,)
    return template(family, HoldingPeriod.SWING_DAYS, Market.US_STOCKS, "AAPL", sides=sides)


APPLE = InstrumentFact("AAPL", "us_stocks", "苹果", "Apple", ("1d",), is_demo=False)
RULES, OTHER_RULES = rules(), rules(Family.MEAN_REVERSION)
SHORT_RULES = rules(Family.TREND_CONTINUATION, Direction.LONG, Direction.SHORT)


class NoRegimes:
    async def of(self, symbol: str, timeframe: str) -> JsonObject:
        return {}


@dataclass
class LateDesk:
    """What is stored, and the conversation's blocks; each `says` is a turn of the phase it is in."""

    records: InMemoryRecords = field(default_factory=InMemoryRecords)
    phase: Phase = Phase.STRATEGY
    profile: Profile = BOLD
    language: Language = Language.EN
    blocks: dict[Phase, PhaseBlock] = field(default_factory=dict)

    @property
    def handler(self) -> PhaseHandler:
        return get_handler(self.phase)

    def context(self) -> PhaseContext:
        blocks = {phase: self.blocks.get(phase, get_handler(phase).init_artifacts()) for phase in WORKFLOW}
        tools = PhaseTools(self.records, NoRegimes(), tests=StoppableTests(self.records))
        now = datetime(2026, 1, 2, tzinfo=UTC)
        return PhaseContext(ME, "session", "turn", self.phase, self.language, blocks, self.profile, now, tools=tools)

    async def hydrated(self) -> PhaseContext:
        context = self.context()
        block = await self.handler.hydrate(context)
        return replace(context, artifacts={**context.artifacts, self.phase: block})

    async def says(
        self,
        said: str,
        *tools: ToolOutcome,
        patch: JsonObject | None = None,
        cards: tuple[GenUi, ...] = (),
        saves: Document | None = None,
    ) -> PhaseResult:
        """`saves`: rules that the model's tools save while it answers, as version 2."""
        context = await self.hydrated()
        understood = (await self.handler.build_prompt(context, said)).understood
        if saves is not None:
            self.save(dsl=saves, version=2)
        reply = Reply(understood, "", () if patch is None else (patch,), cards, tools)
        result = await self.handler.post_process(context, reply)
        self.blocks = {**context.artifacts, **result.artifacts}
        if result.completed and result.next_phase not in (None, self.phase):
            self.phase = moves_by(self.phase, result.via, result.next_phase)[-1][1]
        return result

    def value(self, field_name: str, phase: Phase | None = None) -> Any:
        return self.blocks[phase or self.phase].profile.get(field_name)

    def save(self, strategy_id: str = "s1", dsl: Document = RULES, owner: str = ME, version: int = 1) -> StrategyFact:
        fact = StrategyFact(
            strategy_id, version, "Trend", "lineage", content_hash(dsl), dsl, ("AAPL",), "us_stocks", "1d"
        )
        self.records.strategies[owner, strategy_id] = fact
        self.records.bars.setdefault("AAPL", APPLE)
        return fact

    def backtest(self, job_id: str = "b1", status: str = "done", owner: str = ME, of: str = "s1") -> BacktestFact:
        rules_of = self.records.strategies[owner, of]
        fact = BacktestFact(job_id, of, rules_of.version, rules_of.content_hash, status, None, 7, 0.5)
        self.records.backtests[owner, job_id] = fact
        return fact

    def stress(self, report_id: str = "r1", status: str = "done", owner: str = ME, of: str = "s1") -> StressFact:
        rules_of = self.records.strategies[owner, of]
        verdict = "pass" if status == "done" else None
        fact = StressFact(report_id, "set1", of, rules_of.version, rules_of.content_hash, status, verdict)
        self.records.reports[owner, report_id] = fact
        return fact

    def ruled(self, verdict: str) -> None:
        """The last report that the conversation saw said so."""
        block = self.blocks[Phase.STRESS_TEST]
        self.blocks[Phase.STRESS_TEST] = replace(block, runtime={**block.runtime, "verdict": verdict})

    def deployment(
        self, status: str, deployment_id: str = "d1", owner: str = ME, target: str = "paper", of: str = "s1"
    ) -> DeploymentFact:
        version = self.records.strategies[owner, of].version
        blocker = "market_data_missing" if status == "blocked" else None
        fact = DeploymentFact(deployment_id, of, version, "a1", target, status, blocker)
        self.records.deployments[owner, deployment_id] = fact
        return fact

    def account(self, account_id: str = "a1", owner: str = ME, target: str = "paper", *, busy: bool = False) -> None:
        self.records.accounts[owner, account_id] = AccountFact(account_id, "Paper", target, busy)

    async def confirmed(self) -> "LateDesk":
        """In the strategy phase, with rules that the person agreed to and that have no backtest."""
        self.save()
        await self.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
        await self.says("I confirm")
        return self

    async def stressing(self) -> "LateDesk":
        await (await self.confirmed()).says("go on", self._tested())
        return self

    async def deploying(self) -> "LateDesk":
        await self.stressing()
        self.stress()
        await self.says("run it", told("stress", "create", stress_report_id="r1"))
        await self.says("deploy it")
        return self

    def _tested(self) -> ToolOutcome:
        self.backtest()
        return told("backtest", "create_job", backtest_job_id="b1")


def told(domain: str, tool: str, **result: Any) -> ToolOutcome:
    return ToolOutcome(domain, tool, {}, ok=True, result={"ok": True, **result})


def refused(domain: str, tool: str, code: str, **details: Any) -> ToolOutcome:
    error: dict[str, Any] = {"code": code, "message": "no", "retryable": False, "suggestion": "", "details": details}
    return ToolOutcome(domain, tool, {}, ok=False, result={"ok": False, "error": error})


def asking(field_name: str) -> ChoicePrompt:
    return ChoicePrompt(choice_id=field_name, question="?", options=(ChoiceOption(id="x", label="x"),))
