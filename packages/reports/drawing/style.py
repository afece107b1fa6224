"""The style of report pages: light and dark, desktop and phone, screen and paper, without a file from elsewhere."""

_LIGHT = (
    "--ink:#1c2430;--paper:#fff;--card:#f5f7fa;--soft:#566171;--line:#d9dee5;--grid:#e8ecf1;"
    "--strategy:#0b5fb0;--benchmark:#8a6d3b;--gain:#0b5fb0;--loss:#b4470b;--down:#f3c9a8;--warn:#fff4df;"
    "--up1:#e3eefb;--up2:#bcd7f5;--up3:#86b6ea;--up4:#4a8fd8;--down1:#fdeadd;--down2:#fbcfae;--down3:#f5a871;"
    "--down4:#e8833a;--strong:#0d1420"
)
_DARK = (
    "--ink:#e6eaf0;--paper:#12161c;--card:#1a2028;--soft:#9aa6b5;--line:#2f3946;--grid:#242c36;"
    "--strategy:#6fb1ff;--benchmark:#c9a86a;--gain:#7ab8ff;--loss:#ff9d5c;--down:#5c3418;--warn:#33290f;"
    "--up1:#1a2a3d;--up2:#1d3b5f;--up3:#215086;--up4:#2a68b0;--down1:#33241a;--down2:#53331c;--down3:#78451d;"
    "--down4:#a05a1f;--strong:#fff"
)
_TEXT = (
    "*{box-sizing:border-box}body{margin:0 auto;max-width:66rem;padding:1.6rem 1rem 3rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.55 system-ui,'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif}"
    "h1{font-size:1.6rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}"
    "h2{font-size:1.15rem;margin:2.2rem 0 .7rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}"
    "h3{font-size:1rem;margin:1.4rem 0 .4rem}p{margin:.4rem 0}ul{margin:.4rem 0;padding-left:1.2rem}"
    "li{margin:.2rem 0;overflow-wrap:anywhere}.note{color:var(--soft);font-size:.88rem;overflow-wrap:anywhere}"
    ".demo,.warn{background:var(--warn);border-left:4px solid var(--loss);padding:.6rem .8rem;margin:.9rem 0}"
    ".warn p{margin:.15rem 0}.demo{font-weight:600}"
)
_FIGURES = (
    ".cards{display:grid;grid-template-columns:repeat(3,1fr);gap:.6rem;margin:1rem 0}"
    ".cards div,.more div{break-inside:avoid}.cards div{background:var(--card);border-radius:8px;padding:.7rem .8rem}"
    "dl{margin:0}dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-variant-numeric:tabular-nums}"
    ".cards dd{font-size:1.35rem;font-weight:650;line-height:1.3}.cards dd.note{font-size:.8rem;font-weight:400}"
    ".more{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:0 2rem}"
    ".more div{display:flex;justify-content:space-between;gap:1rem;padding:.28rem 0;"
    "border-bottom:1px solid var(--grid)}"
    "dd.gain{color:var(--gain)}dd.loss{color:var(--loss)}"
)
_CHARTS = (
    ".chart{padding:8px 10px 26px 52px;break-inside:avoid}.chart svg{display:block;overflow:visible}"
    ".line{fill:none;stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}"
    ".line.strategy{stroke:var(--strategy)}"
    ".line.benchmark{stroke:var(--benchmark);stroke-dasharray:5 3;stroke-width:1.3}"
    ".area.down{fill:var(--down);stroke:var(--loss);stroke-width:1;vector-effect:non-scaling-stroke}"
    ".grid{stroke:var(--grid)}.ground{stroke:var(--soft)}.mean{stroke:var(--ink);stroke-dasharray:3 3}"
    ".tick{fill:var(--soft);font-size:12px}.told{fill:var(--ink);font-size:12px;font-weight:600;paint-order:stroke;"
    "stroke:var(--paper);stroke-width:3px}.dot{fill:var(--loss)}rect.gain{fill:var(--gain)}rect.loss{fill:var(--loss)}"
    ".start{text-anchor:start}.middle{text-anchor:middle}.end{text-anchor:end}"
    ".legend{font-size:.88rem;color:var(--soft);margin:.2rem 0 .4rem}"
    ".key{display:inline-block;width:1.6rem;margin:0 .4rem .25rem 0;border-top:2px solid var(--strategy)}"
    ".key.benchmark{border-top:2px dashed var(--benchmark);margin-left:1.2rem}"
)
_TABLES = (
    ".wide{overflow-x:auto;margin:.3rem 0}table{border-collapse:collapse;font-size:.84rem;width:100%;"
    "font-variant-numeric:tabular-nums}td,th{border-bottom:1px solid var(--line);padding:.28rem .4rem;text-align:right;"
    "white-space:nowrap}th{font-weight:600}thead th{color:var(--soft);vertical-align:bottom}"
    ".word{text-align:left}"
    ".heat td{text-align:center;border:1px solid var(--paper);padding:.3rem .35rem;min-width:2.9rem}"
    ".heat th{text-align:center}.heat th[scope=row]{position:sticky;left:0;background:var(--paper)}"
    ".heat .sum{font-weight:650;background:var(--card)}.flat{color:var(--soft)}"
    + "".join(f".{way}{shade}{{background:var(--{way}{shade})}}" for way in ("up", "down") for shade in range(1, 5))
    + ".up4,.down4,.up3,.down3{color:var(--strong)}"
)
_NARROW = (
    "@media(max-width:34rem){.odd{display:none}.cards{grid-template-columns:1fr 1fr}h1{font-size:1.3rem}"
    "td,th{padding:.28rem .35rem}.cards dd{font-size:1.2rem}}"
)
# Backgrounds carry meaning here, so they are printed; paper is white whatever the screen was.
_PRINT = (
    "@media print{:root{color-scheme:light;" + _LIGHT + "}body{max-width:none;padding:0;font-size:11pt}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}.wide{overflow:visible}"
    "table{font-size:6.5pt}td,th{padding:.15rem .2rem}.heat td{min-width:0}"
    "tr{break-inside:avoid}h2,h3{break-after:avoid}}"
)
STYLE = (
    ":root{color-scheme:light dark;" + _LIGHT + "}@media(prefers-color-scheme:dark){:root{" + _DARK + "}}"
    f"{_TEXT}{_FIGURES}{_CHARTS}{_TABLES}{_NARROW}{_PRINT}"
)
# What the page of a stress test draws beyond the page of a backtest.
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
