"""The reliability picture as one self-contained SVG: what was said against what came true, in either colour scheme."""

from html import escape

from packages.core.messages import Language, Phrases
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.scores.reliability import Bin
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport, Scores

_STYLE = (
    ".paper{fill:#ffffff}.ink{fill:#1b1f24}.faint{fill:#57606a}.line{stroke:#8c959f}.grid{stroke:#d8dee4}"
    ".mark{fill:#0969da;stroke:#0969da}"
    "@media (prefers-color-scheme: dark){.paper{fill:#0d1117}.ink{fill:#e6edf3}.faint{fill:#9198a1}"
    ".line{stroke:#6e7681}.grid{stroke:#30363d}.mark{fill:#58a6ff;stroke:#58a6ff}}"
    "text{font-family:system-ui,'Noto Sans CJK SC',sans-serif}"
)
_LEFT, _TOP, _SIDE = 60, 56, 360
_WIDTH, _HEIGHT = _LEFT + _SIDE + 24, _TOP + _SIDE + 60


def reliability_svg(report: ScoreReport, language: str, book: CallBookName = CallBookName.LIVE) -> str:
    phrases, scores = Phrases(Language(language), "judge.reliability"), report.overall
    inside = _few(scores, phrases) if isinstance(scores, NotEnough) else _plot(scores, phrases)
    title = escape(phrases.say(f"title.{book}", settled=scores.settled))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'role="img" aria-label="{title}"><title>{title}</title><style>{_STYLE}</style>'
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<text class="ink" x="{_LEFT}" y="24" font-size="16" font-weight="600">{title}</text>{inside}</svg>'
    )


def _few(scores: NotEnough, phrases: Phrases) -> str:
    sentence = escape(phrases.say("few", settled=scores.settled, needed=scores.needed))
    middle = _TOP + _SIDE / 2
    return f'<text class="ink" x="{_WIDTH / 2}" y="{middle}" font-size="14" text-anchor="middle">{sentence}</text>'


def _plot(scores: Scores, phrases: Phrases) -> str:
    value, low, high = (f"{figure:.3f}" for figure in (scores.brier.value, scores.brier.low, scores.brier.high))
    found = phrases.say(f"found.{scores.calibration.found.value}")
    under = phrases.say("brier", value=value, low=low, high=high, found=found)
    most = max(one.count for one in scores.equal_count)
    return "".join(
        (
            f'<text class="faint" x="{_LEFT}" y="44" font-size="12">{escape(under)}</text>',
            *(_grid(tenth / 5) for tenth in range(6)),
            f'<line class="line" stroke-dasharray="4 4" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>',
            *(_bin(one, most) for one in scores.equal_count),
            f'<text class="ink" x="{_LEFT + _SIDE / 2}" y="{_HEIGHT - 14}" font-size="13" text-anchor="middle">'
            f"{escape(phrases.say('x'))}</text>",
            f'<text class="ink" font-size="13" text-anchor="middle" '
            f'transform="translate(18 {_TOP + _SIDE / 2}) rotate(-90)">{escape(phrases.say("y"))}</text>',
        )
    )


def _grid(at: float) -> str:
    return (
        f'<line class="grid" x1="{_x(0)}" y1="{_y(at)}" x2="{_x(1)}" y2="{_y(at)}"/>'
        f'<line class="grid" x1="{_x(at)}" y1="{_y(0)}" x2="{_x(at)}" y2="{_y(1)}"/>'
        f'<text class="faint" x="{_LEFT - 8}" y="{_y(at) + 4}" font-size="11" text-anchor="end">{at:.1f}</text>'
        f'<text class="faint" x="{_x(at)}" y="{_TOP + _SIDE + 18}" font-size="11" text-anchor="middle">{at:.1f}</text>'
    )


def _bin(one: Bin, most: int) -> str:
    """A dot as large as the bin has calls, on its Wilson interval."""
    x, size = _x(one.said), 3 + 5 * (one.count / most) ** 0.5
    said = f"{one.said:.2f} → {one.came.value:.2f} ({one.came.low:.2f}–{one.came.high:.2f}), n = {one.count}"
    return (
        f'<g class="mark"><title>{escape(said)}</title>'
        f'<line stroke-width="2" x1="{x}" y1="{_y(one.came.low)}" x2="{x}" y2="{_y(one.came.high)}"/>'
        f'<circle cx="{x}" cy="{_y(one.came.value)}" r="{size:.1f}"/></g>'
    )


def _x(share: float) -> str:
    return f"{_LEFT + _SIDE * share:.1f}"


def _y(share: float) -> float:
    return round(_TOP + _SIDE * (1 - share), 1)
