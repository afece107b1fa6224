"""What the page of a stress test draws beyond the page of a backtest."""

from packages.domain.backtest.pictures.style import STYLE

STRESS_STYLE = STYLE + (
    ".ruling{background:var(--card);border-left:6px solid var(--soft);border-radius:4px;padding:.7rem .9rem;"
    "margin:.6rem 0;font-size:1.05rem}.ruling.pass{border-color:var(--gain)}"
    ".ruling.revise,.ruling.reject{border-color:var(--loss);background:var(--warn)}"
    ".ruling.reject{border-left-width:14px}"
    ".band.outer{fill:var(--up1)}.band.inner{fill:var(--up2)}"
    ".crises .chart{padding-left:10px}rect.strategy{fill:var(--strategy)}rect.held{fill:var(--benchmark);opacity:.6}"
    ".wrapped td,.wrapped th{white-space:normal;min-width:4.6rem}.wrapped td:first-child{min-width:8.5rem}"
    ".wrapped .word:last-child{min-width:9rem}"
    ".crises .told{stroke-width:4px}"
    ".box{display:inline-block;width:.8rem;height:.8rem;margin:0 .4rem -.08rem 0}"
    ".box.strategy{background:var(--strategy)}"
    ".box.held{background:var(--benchmark);opacity:.6;margin-left:1.2rem}"
)
