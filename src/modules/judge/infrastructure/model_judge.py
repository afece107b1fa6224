"""A judge that is a model: a versioned prompt, a checked answer."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from packages.core.messages import Language
from packages.domain.evidence.experts import EXPERTS
from packages.domain.evidence.reports.opinions import OpinionMarks
from src.modules.judge.domain.case import Case, DebateSide, ExpertFinding
from src.modules.judge.domain.ports import IJudgeAgentPort, Judgement
from src.modules.judge.domain.prices import price_rows
from src.modules.judge.domain.scenarios import PriceScenario
from src.modules.judge.domain.verdict import JudgeOpinion, PriceClaim, PriceRule, VerdictAction
from src.modules.judge.infrastructure.price_levels import tagged
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.prompt_files import Prompt, load_prompt

_FOLDER = Path(__file__).parent / "agents" / "judge" / "prompts"
# Low, not zero: some servers treat zero as "unset".
_TEMPERATURE = 0.2
_LANGUAGES = {Language.ZH: "Chinese (简体中文)", Language.EN: "English"}
_NONE = "(none)"
# Of those that a report does not cite.
_OTHER_ROWS = 20

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Which = Callable[[], Awaitable[str | None]]


class PriceAnswer(BaseModel):
    """A row that a price is taken from."""

    model_config = ConfigDict(extra="forbid", strict=True)

    expert: str
    row: str
    rule: Literal["row", "close-2*atr", "close-3*atr", "close+2*atr", "close+3*atr"]


class VerdictAnswer(BaseModel):
    """The shape that a model's verdict is checked against, strictly."""

    model_config = ConfigDict(extra="forbid", strict=True)

    action: Literal["BUY", "SELL", "HOLD", "NO_CALL"]
    position_percent: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
    confidence: Share
    probability: Share | None
    entry_strategy: Text
    stop_loss: PriceAnswer | None
    take_profit: PriceAnswer | None
    invalidation_triggers: list[Text]
    risk_warnings: list[Text]
    reasoning: Text


def judge_prompts(folder: Path = _FOLDER) -> tuple[Prompt, Prompt]:
    """The system message and the question."""
    return load_prompt(folder / "system.md"), load_prompt(folder / "user.md")


class ModelJudge(IJudgeAgentPort):
    """Asks once; the platform asks back once when the answer is malformed. `which` gives the alias that answered."""

    def __init__(self, llm: LLMService, which: Which) -> None:
        self._llm = llm
        self._which = which
        self._system, self._user = judge_prompts()

    async def judge(self, case: Case, complaints: Sequence[str] = ()) -> Judgement:
        system = self._system.filled({"language": _LANGUAGES[case.language], "experts": ", ".join(EXPERTS)})
        prompt = self._user.filled(_values(case, complaints))
        answered = await self._llm.generate(prompt, system, _TEMPERATURE, response_schema=VerdictAnswer)
        answer = VerdictAnswer.model_validate_json(answered)
        return Judgement(_opinion(answer), "llm", await self._which())


def _opinion(answer: VerdictAnswer) -> JudgeOpinion:
    return JudgeOpinion(
        action=VerdictAction(answer.action),
        position_percent=answer.position_percent,
        confidence=answer.confidence,
        probability=answer.probability,
        entry_strategy=answer.entry_strategy,
        stop_loss=_claim(answer.stop_loss),
        take_profit=_claim(answer.take_profit),
        invalidation_triggers=tuple(answer.invalidation_triggers),
        risk_warnings=tuple(answer.risk_warnings),
        reasoning=answer.reasoning,
    )


def _claim(answer: PriceAnswer | None) -> PriceClaim | None:
    return PriceClaim(answer.expert, answer.row, PriceRule(answer.rule)) if answer else None


def _values(case: Case, complaints: Sequence[str]) -> dict[str, str]:
    market = case.market
    price, past = market.base, market.past
    return {
        "symbol": str(case.symbol),
        "as_of": case.as_of.isoformat(),
        "horizon": str(case.horizon_days),
        "benchmark": market.benchmark.symbol if market.benchmark else f"none ({market.benchmark_note})",
        "price": f"{price.value}[market:E1] on {price.day}" if price else _NONE,
        "base_rate": f"{past.rate:.3f}[market:E2] ({past.paid} of {past.windows} past windows paid, drawn to one half)",
        "reports": "\n".join(_report(one) for one in case.experts),
        "evidence": "\n".join(line for one in case.experts for line in _rows(one)) or _NONE,
        "scenarios": "\n".join(map(_scenario, case.scenarios)) or _NONE,
        "debate": _debate(case),
        "prices": "\n".join(
            f"{name} {row.tag}: {row.metric} = {row.value} {row.unit} | {row.period}" for name, row in price_rows(case)
        )
        or _NONE,
        "complaints": "\n".join(f"- {_fenced(one)}" for one in complaints) or _NONE,
    }


def _scenario(one: PriceScenario) -> str:
    row = f"[valuation_modeler:{one.tag}]" if one.tag else ""
    return (
        f"{one.case}: target {one.target:g}{row}, {one.change:+.1%} from the price, probability {one.probability:.0%}"
    )


def _report(one: ExpertFinding) -> str:
    reasoning, risks = (_fenced(tagged(one.name, text)) for text in (one.reasoning, one.risk_warning))
    head = (
        f'<report expert="{one.name}" signal="{one.signal}" confidence="{one.confidence:g}" bound="{one.quality:.0%}">'
    )
    return f"{head}\n{reasoning}\nRisks: {risks}\n</report>"


def _rows(one: ExpertFinding) -> list[str]:
    """First what the report cites, then others, as many as help and no more."""
    cited_in = f"{one.reasoning}{one.risk_warning}"
    cited = [row for row in one.rows.values() if f"[{row.tag}]" in cited_in]
    others = [row for row in one.rows.values() if f"[{row.tag}]" not in cited_in]
    return [
        _fenced(f"{one.name} {row.tag}: {row.metric} = {row.value} {row.unit} | {row.period}")
        for row in (*cited, *others[:_OTHER_ROWS])
    ]


def _debate(case: Case) -> str:
    """Sentences that rest on no row are marked as opinions, where there are rows."""
    debate, book = case.debate, case.book
    if debate is None:
        return _NONE
    marks = OpinionMarks(book.anchors, case.language) if book else None

    def fence(text: str) -> str:
        return _fenced(marks.marked(text) if marks else text)

    lines = [
        f"Direction {debate.direction.value} at {debate.confidence:g}.",
        *(_side(name, side, fence) for name, side in (("bull", debate.bull), ("bear", debate.bear))),
        *(f'<text of="risk">{fence(risk)}</text>' for risk in debate.risks),
        *(f'<text of="disagreement">{fence(one)}</text>' for one in debate.disagreements),
        f'<text of="resolution">{fence(debate.resolution)}</text>',
    ]
    return "\n".join(lines)


def _side(name: str, side: DebateSide, fence: Callable[[str], str]) -> str:
    arguments = "\n".join(f"- ({one.strength:g}) {fence(one.text)} | {_fenced(one.evidence)}" for one in side.arguments)
    return f'<text of="{name}">\n{fence(side.thesis)}\n{arguments}\n</text>'


def _fenced(text: str) -> str:
    """A text from outside between marks that it cannot close: its own angle brackets are written otherwise."""
    return text.replace("<", "‹").replace(">", "›")
