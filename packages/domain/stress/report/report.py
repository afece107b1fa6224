"""The stress report: what was tried on which version of a strategy, what was found, and the verdict."""

from dataclasses import dataclass
from datetime import datetime

from packages.domain.backtest.pictures.cover import Cover
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import Verdict
from packages.domain.stress.verdict.limits import Limits
from packages.domain.stress.verdict.parts import StressParts


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """A part, or one of its worlds, of which there is nothing to tell: the code of the reason, and its sentence."""

    what: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StressReport:
    """`cover` says what was stressed, on which data, with whose money; its hash is the strategy's. `windows` give the
    crises their names; one without is called by its key; `unmeasured` says why a stage has nothing to tell."""

    stress_report_id: str
    scenario_set_id: str
    strategy_version: int
    created_at: datetime
    cover: Cover
    parts: StressParts
    limits: Limits
    verdict: Verdict
    windows: tuple[CrisisWindow, ...] = ()
    unmeasured: tuple[Unmeasured, ...] = ()
    compared: int = 0  # trials of the lineage that were laid side by side
    left_out: int = 0  # trials with returns that found no place among them
