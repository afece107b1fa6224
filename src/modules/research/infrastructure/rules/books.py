"""A company's audit as a rules analyst sees it: the newest report, the one a year before, and points by criterion."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.core.messages import render
from packages.domain.market_data.statements.periods import report_before
from src.modules.research.domain.audit.rules import GOOD_POINTS, WEAK_POINTS, line, rules_of
from src.modules.research.domain.audit.scores import AuditDimension, ScoreCriterion
from src.modules.research.domain.audit.sectors import criteria_of, title_of, weights_of
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, ResearchFigure
from src.modules.research.infrastructure.rules.writing import ExactWriter, capital, report_name

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
        self.write = ExactWriter(brief, "audit")
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
        return report_name(self.write, day, whole_year=whole_year)

    def title(self, dimension: AuditDimension) -> str:
        """What the dimension is called for the kind of business."""
        return render(title_of(self.brief.kind, dimension), self.brief.language)

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
        for good, which in ((True, "good"), (False, "weak")):
            if _beyond(judged.criterion, value, good=good):
                return self._against(judged.name, value, which)
        edges = {which: self._rules[f"{judged.name}_{which}"].value for which in ("weak", "good")}
        near = min(edges, key=lambda which: abs(value - edges[which]))
        lines = {which: self.write.number(f"rule.{judged.name}_{which}") for which in edges}
        return self._said("placed.between", judged.name, near, **lines)

    def _against(self, name: str, value: Decimal, which: str) -> str:
        """Which side of a line the value is on."""
        edge = self._rules[f"{name}_{which}"].value
        if name.endswith("_yoy") and edge == 0:
            return self._said("placed.alone", name, which)
        side = "at" if value == edge else "above" if value > edge else "below"
        return self._said(f"placed.{which}_{side}", name, which, line=self.write.number(f"rule.{name}_{which}"))

    def _said(self, sentence: str, name: str, near: str, **lines: str) -> str:
        """With as many digits as it takes to see that the figure is not on the line."""
        return self.write(
            _many(sentence, name),
            name=capital(self.write.label(name)),
            figure=self.write.number(f"{name}@{self.end}~rule.{name}_{near}"),
            **lines,
        )

    def _status(self, name: str) -> str:
        """What happened to an amount whose change has no percentage, with the amount."""
        amount = name.removesuffix("_yoy")
        return self.write(
            "happened",
            report=self.report(),
            name=self.write.label(amount),
            amount=self.write.number(f"{amount}@{self.end}"),
            what=self.happened(name, self.end) or self.write("status.base_zero"),
        )

    def happened(self, name: str, end: date) -> str | None:
        """In words, where a change has no percentage; None where it has one, or nothing is known."""
        absent = self.brief.absent.get(f"{name}@{end}")
        if absent is None or absent.status is None:
            return None
        of_profit = name.startswith("net_profit") and absent.status is not FigureStatus.BASE_ZERO
        return self.write(f"profit.{absent.status}" if of_profit else f"status.{absent.status}")

    def since_last_year(self, name: str) -> str | None:
        """How a level stood a year before; None where either is missing."""
        now, then = self.figure(name), self.figure(name, self.year_before) if self.year_before else None
        if now is None or then is None or self.year_before is None:
            return None
        today, key = f"{name}@{self.end}", f"{name}@{self.year_before}"
        alike = now.value != then.value and self.write.look_alike(key, today)
        moved = "same" if now.value == then.value else "higher" if now.value > then.value else "lower"
        return self.write(
            _many(f"year_before.{'just_' if alike else ''}{moved}", name),
            before=self.report(self.year_before),
            report=self.report(),
            name=self.write.spaced(self.write.label(name)),
            then=self.write.number(f"{key}~{today}" if alike else key),
            now=self.write.number(f"{today}~{key}"),
        )

    def missing(self) -> list[AbsentFigure]:
        """What the newest report lacks of the figures that are judged."""
        names = {criterion.figure for criteria in self.criteria.values() for criterion in criteria}
        return [one for one in self.brief.absent.values() if one.key.endswith(f"@{self.end}") and one.name in names]


def _many(sentence: str, name: str) -> str:
    """Days are told in the plural."""
    return f"{sentence}_days" if name.endswith("_days") else sentence


def _beyond(criterion: ScoreCriterion, value: Decimal, *, good: bool) -> bool:
    """Whether the value reaches the good line, or falls to the warning line, whichever way the criterion runs."""
    edge, _ = line(criterion, good=good)
    rising = criterion.knots[-1] > criterion.knots[1]
    return value >= edge if rising == good else value <= edge
