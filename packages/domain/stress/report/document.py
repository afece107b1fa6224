"""The whole report from its first line to its last, before it becomes a page or a text."""

from collections.abc import Iterator

from packages.domain.stress.report.blocks import Block
from packages.domain.stress.report.crisis_pages import crisis_pages
from packages.domain.stress.report.honesty_pages import honesty_pages
from packages.domain.stress.report.opening import closing, opening
from packages.domain.stress.report.report import StressReport
from packages.domain.stress.report.sensitivity_pages import sensitivity_pages
from packages.domain.stress.report.wording import StressWording
from packages.domain.stress.report.world_pages import world_pages


def document(report: StressReport, wording: StressWording) -> Iterator[Block]:
    yield from opening(report, wording)
    yield from crisis_pages(report, wording)
    yield from world_pages(report, wording)
    yield from sensitivity_pages(report, wording)
    yield from honesty_pages(report, wording)
    yield from closing(report, wording)
