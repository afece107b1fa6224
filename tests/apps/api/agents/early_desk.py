"""A person who answers the first questions, with a few instruments to choose from."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from apps.api.agents.phases import WORKFLOW, Phase, moves_by
from apps.api.agents.protocol import (
    PhaseBlock,
    PhaseContext,
    PhaseHandler,
    PhaseResult,
    PhaseTools,
    PromptPieces,
    Reply,
)
from apps.api.agents.registry import get_handler
from packages.contracts.genui import ChoicePrompt, GenUi, ProposalCard
from packages.core.errors import Unavailable
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.market_data.regime.model import TooFewRegimeBars
from tests.fakes.stored_records import InMemoryRecords

BOLD = Profile(RiskTolerance.VERY_AGGRESSIVE, ReturnExpectation.HIGH_GROWTH, TradingYears.YEARS_5_PLUS)
CAREFUL = Profile(RiskTolerance.CONSERVATIVE, ReturnExpectation.CAPITAL_PRESERVATION, TradingYears.YEARS_0_1)


def instrument(symbol: str, market: str, zh: str, en: str, *timeframes: str, demo: bool = False) -> InstrumentFact:
    return InstrumentFact(symbol, market, zh, en, timeframes or ("1d",), demo)


INSTRUMENTS = (
    instrument("600519.SH", "cn_stocks", "贵州茅台", "Kweichow Moutai Co., Ltd."),
    instrument("000001.SZ", "cn_stocks", "平安银行", "Ping An Bank Co., Ltd."),
    instrument("601318.SH", "cn_stocks", "中国平安", "Ping An Insurance (Group)"),
    instrument("AAPL", "us_stocks", "苹果", "Apple Inc.", "5m", "1h", "1d"),
    instrument("ALL", "us_stocks", "好事达", "Allstate Corp"),
    instrument("TGT", "us_stocks", "塔吉特", "Target Corporation"),
    instrument("BTC-USD", "crypto", "比特币", "Bitcoin", "1h", "1d"),
    instrument("EURUSD=X", "forex", "欧元兑美元", "EUR/USD"),
    instrument("DEMO1.SZ", "cn_stocks", "青山科技", "Qingshan Tech", demo=True),
)


class NobodyToAsk(Unavailable):
    """No source has what is wanted."""


@dataclass
class CountedRegimes:
    """Speaks for trends; knows nothing of `without`."""

    without: str = ""
    taken: list[tuple[str, str]] = field(default_factory=list)

    async def of(self, symbol: str, timeframe: str) -> JsonObject:
        self.taken.append((symbol, timeframe))
        if symbol == self.without:
            raise TooFewRegimeBars("A regime snapshot needs 61 bars.")
        return {
            "symbol": symbol,
            "timeframe": timeframe,
            "speaks_for": "mean_reversion",
            "summary_zh": "数据更支持均值回归。",
            "summary_en": "The numbers speak for mean reversion.",
            "support": [{"family": "mean_reversion", "holding": 2, "tried": 3}],
            "findings": [
                {
                    "family": "mean_reversion",
                    "rule": "aimless",
                    "holds": False,
                    "zh": "没有成立",
                    "en": "does not hold",
                },
                {"family": "mean_reversion", "rule": "pulls_back", "holds": True, "zh": "t为-3.10", "en": "t is -3.10"},
            ],
            "figures": [{"name": "efficiency_60", "value": 0.05}],
        }


@dataclass
class EarlyDesk:
    """Each `says` is a turn of the phase that the conversation is in."""

    phase: Phase = Phase.KYC
    profile: Profile = field(default_factory=Profile)
    language: Language = Language.EN
    records: InMemoryRecords = field(
        default_factory=lambda: InMemoryRecords(bars={each.symbol: each for each in INSTRUMENTS})
    )
    regimes: CountedRegimes = field(default_factory=CountedRegimes)
    blocks: dict[Phase, PhaseBlock] = field(default_factory=dict)
    result: PhaseResult | None = None
    unfetchable: str = ""
    fetched: list[tuple[str, str, str]] = field(default_factory=list)

    async def begin(self, owner_id: str, symbol: str, key: str) -> str:
        """`DataFetches` that only remembers."""
        if symbol == self.unfetchable:
            raise NobodyToAsk("conversation.refused.market")
        self.fetched.append((owner_id, symbol, key))
        return f"job of {key}".replace(" ", "-")

    @property
    def handler(self) -> PhaseHandler:
        return get_handler(self.phase)

    async def context(self) -> PhaseContext:
        blocks = {phase: self.blocks.get(phase, get_handler(phase).init_artifacts()) for phase in WORKFLOW}
        now = datetime(2026, 1, 2, tzinfo=UTC)
        tools = PhaseTools(self.records, self.regimes, fetches=self)
        context = PhaseContext(
            "me", "session", "turn", self.phase, self.language, blocks, self.profile, now, tools=tools
        )
        return replace(context, artifacts={**blocks, self.phase: await self.handler.hydrate(context)})

    async def told(self, message: str) -> PromptPieces:
        return await self.handler.build_prompt(await self.context(), message)

    async def says(self, said: str, patch: JsonObject | None = None, cards: tuple[GenUi, ...] = ()) -> PhaseResult:
        context = await self.context()
        tools = PhaseTools(self.records, CountedRegimes(self.regimes.without), fetches=self)
        aside = replace(context, tools=tools)
        understood = (await self.handler.build_prompt(aside, said)).understood
        reply = Reply(understood, "", () if patch is None else (patch,), cards)
        result = await self.handler.post_process(context, reply)
        self.blocks = {**context.artifacts, **result.artifacts}
        self.profile = result.profile or self.profile
        if result.completed and result.next_phase not in (None, self.phase):
            self.phase = moves_by(self.phase, result.via, result.next_phase)[-1][1]
        self.result = result
        return result

    async def answers(self, *messages: str) -> "EarlyDesk":
        """Each message, and a yes to what was understood of it."""
        for message in messages:
            await self.says(message)
            await self.accepts()
        return self

    async def accepts(self) -> PhaseResult | None:
        """The first button of the proposal, where there is one."""
        return await self.says(self.proposal.options[0].label) if self.proposal is not None else self.result

    @property
    def proposal(self) -> ProposalCard | None:
        """What the last turn proposed."""
        cards = self.result.cards if self.result is not None else ()
        return next((card for card in cards if isinstance(card, ProposalCard)), None)

    def proposed(self) -> dict[str, str]:
        return {} if self.proposal is None else dict(self.proposal.fields)

    def values(self, phase: Phase | None = None) -> dict[str, object]:
        return dict(self.blocks[phase or self.phase].profile)

    @property
    def prompt(self) -> ChoicePrompt:
        """The question that the last turn put."""
        assert self.result is not None
        (prompt,) = [card for card in self.result.cards if isinstance(card, ChoicePrompt)]
        return prompt


def scoping(profile: Profile = BOLD, language: Language = Language.EN) -> EarlyDesk:
    return EarlyDesk(Phase.PRE_STRATEGY, profile, language)
