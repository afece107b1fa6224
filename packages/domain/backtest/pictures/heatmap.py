"""The monthly returns as a table whose cells are coloured by size: blue gains, orange losses, signs in every cell."""

from html import escape

import numpy as np

from packages.domain.backtest.analysis.report import MonthlyRow, Report
from packages.domain.backtest.pictures.tables import monthly_table
from packages.domain.backtest.pictures.wording import Wording

_SHADES = 4


def heatmap(report: Report, wording: Wording) -> str:
    """Shades are quarters of the larger tenth of all months, so that one wild month does not pale the others."""
    table = monthly_table(report, wording)
    strongest = _strongest(report)
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(_row(cells, row, strongest) for cells, row in zip(table.rows, report.monthly, strict=True))
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(table.title)}"><table class="heat">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        f'<p class="note">{escape(table.note)}</p>'
    )


def _row(cells: tuple[str, ...], row: MonthlyRow, strongest: float) -> str:
    months = "".join(
        f'<td class="{_shade(value, strongest)}">{escape(text)}</td>'
        for text, value in zip(cells[1:-1], row.months, strict=True)
    )
    return f'<tr><th scope="row">{cells[0]}</th>{months}<td class="sum">{escape(cells[-1])}</td></tr>'


def _shade(value: float | None, strongest: float) -> str:
    if value is None or round(value, 3) == 0:
        return "flat"
    shade = min(int(abs(value) / strongest * _SHADES) + 1, _SHADES)
    return f"{'up' if value > 0 else 'down'}{shade}"


def _strongest(report: Report) -> float:
    sizes = [abs(value) for row in report.monthly for value in row.months if value]
    return float(np.percentile(sizes, 90)) if sizes else 1.0
