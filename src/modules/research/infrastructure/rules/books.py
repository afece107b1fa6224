"""A company's audit as a rules analyst sees it: the newest report, the one a year before, and points by criterion."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.domain.market_data.statements.periods import report_before
from src.modules.research.domain.audit.rules import GOOD_POINTS, LABELS, WEAK_POINTS, english, line, rules_of
from src.modules.research.domain.audit.scores import AuditDimension, ScoreCriterion
from src.modules.research.domain.audit.sectors import criteria_of, weights_of
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, ResearchFigure
from src.modules.research.infrastructure.rules.writing import ExactWriter, report_name

_STATUSES: dict[FigureStatus, tuple[str, str]] = {
    FigureStatus.TURNED_POSITIVE: ("较上年同期由负转正", "above zero now and below it a year before"),
    FigureStatus.TURNED_NEGATIVE: ("较上年同期由正转负", "below zero now and above it a year before"),
    FigureStatus.LOSS_NARROWED: ("负值较上年同期收窄", "less far below zero than a year before"),
    FigureStatus.LOSS_WIDENED: ("负值较上年同期扩大", "further below zero than a year before"),
    FigureStatus.LOSS_UNCHANGED: ("负值与上年同期持平", "as far below zero as a year before"),
    FigureStatus.BASE_ZERO: ("上年同期为零", "against zero a year before"),
}
_PROFITS: dict[FigureStatus, tuple[str, str]] = _STATUSES | {
    FigureStatus.TURNED_POSITIVE: ("较上年同期扭亏为盈", "a turn from loss to profit within a year"),
    FigureStatus.TURNED_NEGATIVE: ("较上年同期由盈转亏", "a turn from profit to loss within a year"),
    FigureStatus.LOSS_NARROWED: ("亏损较上年同期收窄", "a narrower loss than a year before"),
    FigureStatus.LOSS_WIDENED: ("亏损较上年同期扩大", "a wider loss than a year before"),
    FigureStatus.LOSS_UNCHANGED: ("亏损与上年同期持平", "the same loss as a year before"),
}


_LOSSES = frozenset(
    {
        *(FigureStatus.TURNED_NEGATIVE, FigureStatus.LOSS_NARROWED),
        *(FigureStatus.LOSS_WIDENED, FigureStatus.LOSS_UNCHANGED),
    }
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A criterion with the points that it earned."""

    dimension: AuditDimension
    criterion: ScoreCriterion
    points: Decimal

    @property
    def name(self) -> str:
        return self.criterion.figure


class AuditBooks:
    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.write = ExactWriter(brief)
        self.criteria, self.weights = criteria_of(brief.kind), weights_of(brief.kind)
        self._rules = rules_of(brief.kind)
        found = {date.fromisoformat(key[-10:]) for key in (*brief.figures, *brief.absent) if key.startswith("roe@")}
        self.ends = sorted(found, reverse=True)
        self.end = self.ends[0]
        self.year_before = report_before(self.ends, self.end, 12)

    def figure(self, name: str, end: date | None = None) -> ResearchFigure | None:
        return self.brief.figures.get(f"{name}@{end or self.end}")

    def report(self, end: date | None = None) -> str:
        day = end or self.end
        figure = self.figure("revenue", day) or self.figure("revenue_yoy", day) or self.figure("net_profit_yoy", day)
        whole_year = figure is not None and figure.period.startswith("year")
        return report_name(self.brief.company.symbol, day, self.brief.language, whole_year=whole_year)

    def judged(self) -> list[Judged]:
        """Every criterion that earned points; what a bank's balance does not show is not among them."""
        return [one for dimension in AuditDimension for one in self.judged_in(dimension)]

    def judged_in(self, dimension: AuditDimension) -> list[Judged]:
        score = self.brief.figures.get(f"score_{dimension}")
        earned = {part.name.removeprefix("points_"): part.value for part in score.parts} if score else {}
        scored = [(criterion, earned.get(criterion.figure)) for criterion in self.criteria[dimension]]
        return [Judged(dimension, criterion, Decimal(points)) for criterion, points in scored if points is not None]

    def sufficiency(self, dimension: AuditDimension) -> Decimal:
        return sum((one.criterion.weight for one in self.judged_in(dimension)), Decimal(0))

    def is_weak(self, judged: Judged) -> bool:
        """Whether it has fallen to its warning line; what has no percentage, by its points."""
        figure = self.figure(judged.name)
        if figure is None:
            return judged.points <= WEAK_POINTS
        return _beyond(judged.criterion, Decimal(str(figure.value)), good=False)

    def is_good(self, judged: Judged) -> bool:
        """Whether it reaches its good line; what has no percentage, by its points."""
        figure = self.figure(judged.name)
        if figure is None:
            return judged.points >= GOOD_POINTS
        return _beyond(judged.criterion, Decimal(str(figure.value)), good=True)

    def is_loss(self, judged: Judged) -> bool:
        """Whether it tells of a profit that is a loss now."""
        absent = self.brief.absent.get(f"{judged.name}@{self.end}")
        return judged.name.startswith("net_profit") and absent is not None and absent.status in _LOSSES

    def sentence(self, judged: Judged) -> str:
        """The figure against its lines, or what happened where it has no percentage."""
        name = judged.name
        figure = self.figure(name)
        return self._status(name) if figure is None else self._placed(judged, Decimal(str(figure.value)))

    def _placed(self, judged: Judged, value: Decimal) -> str:
        """Against the line that it has crossed, or between both; growth speaks for itself where the line is zero."""
        name = judged.name
        for good, which in ((True, "good"), (False, "weak")):
            if _beyond(judged.criterion, value, good=good):
                return self._said(name, f"rule.{name}_{which}", self._against(name, value, which))
        near = min(("weak", "good"), key=lambda which: abs(value - self._rules[f"{name}_{which}"].value))
        between = (
            f"，介于警戒线 {{rule.{name}_weak}} 与优良线 {{rule.{name}_good}} 之间",
            f", between the warning line of {{rule.{name}_weak}} and the good line of {{rule.{name}_good}}",
        )
        return self._said(name, f"rule.{name}_{near}", between)

    def _against(self, name: str, value: Decimal, which: str) -> tuple[str, str]:
        """Which side of a line the value is on, in both languages."""
        if name.endswith("_yoy") and self._rules[f"{name}_{which}"].value == 0:
            return "", ""
        edge = self._rules[f"{name}_{which}"].value
        zh, en = ("处于", "at") if value == edge else ("高于", "above") if value > edge else ("低于", "below")
        called_zh, called_en = ("优良线", "good line") if which == "good" else ("警戒线", "warning line")
        hole = f"{{rule.{name}_{which}}}"
        return f"，{zh}{called_zh} {hole}", f", {en} the {called_en} of {hole}"

    def _said(self, name: str, line: str, placed: tuple[str, str]) -> str:
        hole, verb = f"{{{name}@{self.end}{f'~{line}' if line else ''}}}", "are" if name.endswith("_days") else "is"
        return self.write(
            f"{_trail(LABELS[name][0])}{'' if LABELS[name][0][-1].isascii() else ' '}{hole}{placed[0]}。",
            f"{_capital(english(name))} {verb} {hole}{placed[1]}.",
        )

    def _status(self, name: str) -> str:
        """What happened to an amount whose change has no percentage, with the amount."""
        amount = name.removesuffix("_yoy")
        key, report = f"{amount}@{self.end}", self.report()
        zh, en = self.happened(name, self.end) or _STATUSES[FigureStatus.BASE_ZERO]
        return self.write(
            f"{report}的{LABELS[amount][0]}为 {{{key}}}，{zh}。", f"In {report} {english(amount)} was {{{key}}}, {en}."
        )

    def happened(self, name: str, end: date) -> tuple[str, str] | None:
        """In words, where a change has no percentage; None where it has one, or nothing is known."""
        absent = self.brief.absent.get(f"{name}@{end}")
        if absent is None or absent.status is None:
            return None
        return (_PROFITS if name.startswith("net_profit") else _STATUSES)[absent.status]

    def since_last_year(self, name: str) -> str | None:
        """How a level stood a year before; None where either is missing."""
        now, then = self.figure(name), self.figure(name, self.year_before) if self.year_before else None
        if now is None or then is None or self.year_before is None:
            return None
        many = name.endswith("_days")
        zh, en = _moved(Decimal(str(now.value)), Decimal(str(then.value)), "are" if many else "is")
        today, key, verb = f"{name}@{self.end}", f"{name}@{self.year_before}", "were" if many else "was"
        before, label = self.report(self.year_before), _trail(_gap(LABELS[name][0]))
        if now.value != then.value and self.write.look_alike(key, today):
            zh, en = ("升高", "higher") if now.value > then.value else ("走低", "lower")
            return self.write(
                f"{before}的{label}为 {{{key}~{today}}}。{self.report()}的{label}为 {{{today}~{key}}}，较其{zh}。",
                f"In {before} {english(name)} {verb} {{{key}~{today}}}. In {self.report()} {english(name)} {verb} "
                f"{{{today}~{key}}}, {en}.",
            )
        return self.write(
            f"{before}的{label}为 {{{key}}}，{zh}。", f"In {before} {english(name)} {verb} {{{key}}}, {en}."
        )

    def missing(self) -> list[AbsentFigure]:
        """What the newest report lacks of the figures that are judged."""
        names = {criterion.figure for criteria in self.criteria.values() for criterion in criteria}
        return [one for one in self.brief.absent.values() if one.key.endswith(f"@{self.end}") and one.name in names]


def _moved(now: Decimal, then: Decimal, verb: str) -> tuple[str, str]:
    if now == then:
        return "与现在持平", "the same as now"
    return ("现已升高", f"and {verb} higher now") if now > then else ("现已走低", f"and {verb} lower now")


def _beyond(criterion: ScoreCriterion, value: Decimal, *, good: bool) -> bool:
    """Whether the value reaches the good line, or falls to the warning line, whichever way the criterion runs."""
    edge, _ = line(criterion, good=good)
    rising = criterion.knots[-1] > criterion.knots[1]
    return value >= edge if rising == good else value <= edge


def _gap(label: str) -> str:
    """A space before a Latin name in a Chinese sentence."""
    return f" {label}" if label[0].isascii() else label


def _trail(label: str) -> str:
    """A space after a Latin name in a Chinese sentence."""
    return f"{label} " if label[-1].isascii() else label


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
