"""The style of a report as one HTML file: wide screens and phones, light and dark, screen and A4."""

from packages.core.messages import Language

_LIGHT = (
    "--ink:#1c2430;--paper:#fff;--card:#f6f8fa;--soft:#586373;--line:#d9dee5;--grid:#e4e9ef;--accent:#0b5fb0;"
    "--second:#8a6d3b;--green:#1b7f4b;--red:#c0392b;--warn:#c05a00"
)
_DARK = (
    "--ink:#e6eaf0;--paper:#12161c;--card:#1a2028;--soft:#9aa6b5;--line:#2f3946;--grid:#2a333f;--accent:#6fb1ff;"
    "--second:#c9a86a;--green:#4cc38a;--red:#ff7b6b;--warn:#ffab57"
)
_TEXT = (
    "*{box-sizing:border-box}html{background:var(--paper);text-size-adjust:100%;-webkit-text-size-adjust:100%}"
    "body{margin:0 auto;max-width:66rem;padding:1.6rem 1rem 3rem;"
    "color:var(--ink);font:16px/1.6 system-ui,'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif}"
    "h1{font-size:1.7rem;line-height:1.25;margin:0;overflow-wrap:anywhere}.subtitle{color:var(--soft);"
    "margin:.1rem 0 1rem}"
    "h2{font-size:1.2rem;margin:2.2rem 0 .7rem;padding-bottom:.25rem;border-bottom:2px solid var(--line)}"
    "h3{font-size:1.05rem;margin:0 0 .4rem}h4{font-size:.95rem;margin:1.1rem 0 .3rem}p{margin:.45rem 0}"
    "ul{margin:.4rem 0;padding-left:1.15rem}li{margin:.3rem 0}p,li,td{overflow-wrap:anywhere}"
    ".note{color:var(--soft);font-size:.88rem}a{color:var(--accent);text-decoration:none}"
    "sup{font-size:.68em;line-height:0;margin-left:.08em}sup a{padding:0 .1em}.thesis p{font-size:1.08rem}"
    ".badge{display:inline-block;font-size:.82rem;font-weight:600;border:1px solid currentColor;border-radius:99px;"
    "padding:.05rem .6rem;margin-left:.5rem;vertical-align:.1em;white-space:nowrap}"
    "nav{font-size:.9rem;color:var(--soft);margin:1rem 0}nav a{margin-right:.9rem;white-space:nowrap}"
)
_BLOCKS = (
    ".facts{display:flex;flex-wrap:wrap;gap:.55rem;margin:0}"
    ".facts div{background:var(--card);border-radius:8px;padding:.55rem .75rem;flex:1 1 40%;break-inside:avoid}"
    ".facts .strong{flex:1 1 30%}.facts.mini{display:grid;grid-template-columns:repeat(4,1fr);gap:.3rem .5rem;"
    "margin:.6rem 0}.facts.mini div{"
    "padding:.3rem .55rem}.mini dd{font-size:.92rem}dt{color:var(--soft);font-size:.82rem}dd{margin:0;"
    "font-weight:500;overflow-wrap:anywhere}"
    ".strong dd{font-size:1.3rem;font-weight:650;line-height:1.35}"
    ".figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1.1rem;margin:.8rem 0}"
    ".figures:has(figure:only-child){grid-template-columns:minmax(0,1fr)}"
    "figure{margin:0;break-inside:avoid;border:1px solid var(--line);border-radius:8px;padding:.7rem .8rem;"
    "max-width:44rem}"
    "figure:only-child{max-width:36rem}figure.whole{max-width:none !important;grid-column:1/-1}"
    ".figures:has(.whole:only-child){grid-template-columns:1fr}"
    "figcaption{font-weight:600;font-size:.92rem;margin-bottom:.3rem}figure .note{margin:.3rem 0 0;font-size:.8rem}"
    "svg{display:block;width:100%;height:auto;font-family:inherit}svg .open{fill:none;stroke-linejoin:round}"
    ".narrow{display:none}"
    ".two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.side{border:1px solid var(--line);"
    "border-top:4px solid;"
    "border-radius:8px;padding:.7rem .9rem}.side h3,.side h3+*{margin-top:0}.side>*{color:var(--ink)}"
    ".side>h3{color:inherit}"
    "article{border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem;margin:.8rem 0}"
    "details{margin:.5rem 0 0}summary{cursor:pointer;color:var(--accent);font-size:.92rem;padding:.2rem 0}"
)
_TABLES = (
    ".wide{overflow-x:auto;margin:.7rem 0}table{border-collapse:collapse;font-size:.86rem;width:100%}"
    "td,th{border-bottom:1px solid var(--line);padding:.35rem .5rem;text-align:left;vertical-align:top}"
    "th{color:var(--soft);font-weight:600;white-space:nowrap}td.short{white-space:nowrap;overflow-wrap:normal}"
    "td.long{min-width:11rem}tr:target{outline:2px solid var(--accent);background:var(--card)}"
)
_NARROW = (
    "@media(max-width:640px){body{padding:1rem .8rem 2rem;font-size:15px}h1{font-size:1.4rem}"
    ".facts div,.facts .strong{padding:.45rem .6rem;flex-basis:40%}"
    ".facts.mini{grid-template-columns:1fr 1fr}.facts .broad{flex-basis:100%}.strong dd{font-size:1.1rem}"
    ".figures,.two{grid-template-columns:minmax(0,1fr)}"
    "figure{padding:.5rem .4rem}.whole .broad-figure{display:none}.whole .narrow{display:block}"
    "article{padding:.7rem .75rem}nav{display:none}"
    ".cards thead{display:none}.cards tr{display:block;border-bottom:1px solid var(--line);padding:.4rem 0}"
    ".cards td{display:block;border:0;padding:.08rem 0;min-width:0;white-space:normal}"
    ".cards td.short{display:inline-block;margin-right:1rem}.cards td::before{content:attr(data-head)'  ';"
    "color:var(--soft);font-size:.8rem}"
)
_PRINT = (
    "}@page{size:A4;margin:14mm 13mm}@media print{:root{"
    + _LIGHT
    + "}html{font-size:9.5pt}body{max-width:none;padding:0;font-size:9.5pt}"
    "h2,h3,h4{break-after:avoid}nav,summary{display:none}details::details-content{content-visibility:visible;"
    "block-size:auto}"
    "a{color:inherit}sup a{color:var(--accent)}article{break-inside:auto}tr{break-inside:avoid}"
    ".wide{overflow:visible}"
    ".figures,.two{grid-template-columns:1fr 1fr}td.long{min-width:0}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}"
)
_TONES = ("ink", "soft", "grid", "accent", "second", "rise", "fall", "warn", "paper")
_MARKS = "".join(
    f".f-{tone}{{fill:var(--{tone})}}.s-{tone}{{stroke:var(--{tone})}}.c-{tone}{{color:var(--{tone})}}"
    for tone in _TONES
)


def style_of(language: Language) -> str:
    """Red rises in Chinese markets, green elsewhere."""
    rise, fall = ("red", "green") if language is Language.ZH else ("green", "red")
    ways = f"html{{--rise:var(--{rise});--fall:var(--{fall})}}"
    return (
        ":root{color-scheme:light dark;"
        + _LIGHT
        + "}@media screen and (prefers-color-scheme:dark){:root{"
        + _DARK
        + "}}"
        f"{ways}{_TEXT}{_BLOCKS}{_TABLES}{_MARKS}{_NARROW}{_PRINT}"
    )
