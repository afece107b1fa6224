"""Everything that the macro expert knows in numbers."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import MacroPoint
from src.modules.research.domain.figures import Findings
from src.modules.research.domain.macro.benchmark import benchmark_figures
from src.modules.research.domain.macro.economies import SERIES
from src.modules.research.domain.macro.releases import release_figures


def macro_figures(releases: Mapping[str, Sequence[MacroPoint]], index: BarSeries | None, as_of: datetime) -> Findings:
    """`releases` are the stored points of each series by the figure's name; what is not there becomes `Absent`."""
    told = [finding for name in SERIES for finding in release_figures(name, releases.get(name, ()))]
    return {finding.key: finding for finding in (*told, *benchmark_figures(index, as_of))}
