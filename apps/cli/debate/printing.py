"""How `parley debate` shows a debate: bull and bear side by side, what came of it, and the rows behind it."""

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_UP, Decimal
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from apps.cli.debate.words import LEVELS, STRENGTHS, WORDS
from apps.cli.research.printing import Footnotes, plain
from apps.cli.research.sheet import TITLES
from packages.core.messages import Language
from src.modules.debate.application.dtos import BearCaseDTO, BullCaseDTO, DebateOutcomeDTO, SupportingArgumentDTO
from src.modules.debate.domain.cost import DebateCost
from src.modules.debate.domain.model.enums import Engine
from src.modules.research.presentation.rest.provenance import EvidenceOut

NARROW = 90
_CENT_OF_A_CENT = Decimal("0.0001")
_COLOURS = {"BULLISH": "green", "BEARISH": "red", "NEUTRAL": "yellow"}
_TAG = re.compile(r"\[[a-z_]+:E\d+\]")
_EXPERT = re.compile(rf"(?<!\[)\b({'|'.join(TITLES)})\b(?!:E\d)", re.ASCII)


def print_debate(answer: Mapping[str, Any], language: Language, *, console: Console | None = None) -> None:
    """`answer` as the coordinator gives it."""
    page = DebatePrinter(console or Console(), language)
    page.know(answer["expert_results"])
    if answer["debate_outcome"]:
        page.debate(DebateOutcomeDTO.model_validate(answer["debate_outcome"]))
    else:
        page.note("debate_failed", str(answer["debate_error"]), "bold red")
    page.failures(answer["expert_results"])
    page.verdict(answer["verdict"], answer["judge_error"])
    page.evidence()
    page.console.print()
    page.note("session", answer["session_id"], "bold")


def told_cost(cost: DebateCost, language: Language, report_bytes: int | None = None) -> str:
    """What a debate may cost, in a line; `report_bytes`: there are no reports yet, and they are taken for so long."""
    words = WORDS[language]
    if cost.engine is Engine.RULES:
        return words["no_model"]
    said = words["cost"].format(model=cost.model, calls=cost.model_calls, most=cost.model_calls_at_most)
    if cost.cost_at_most is None:
        price = words["unpriced"]
    else:
        price = words["price"].format(cost=cost.cost_at_most.quantize(_CENT_OF_A_CENT, ROUND_UP))
    if report_bytes is None:
        return plain(said + price)
    return plain(said + price + words["if_usual"].format(bytes=f"{report_bytes:,}"))


class DebatePrinter:
    """What is printed so far; evidence is numbered through in the order in which it is cited."""

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self._language: Language = language
        self._words = WORDS[language]
        self._notes = Footnotes(language)

    def know(self, experts: Mapping[str, Mapping[str, Any]]) -> None:
        for name, told in experts.items():
            rows = (told.get("data") or {}).get("evidence") or ()
            self._notes.know(name, [EvidenceOut.model_validate(row) for row in rows])

    def debate(self, outcome: DebateOutcomeDTO) -> None:
        said = [self._words["debate"], outcome.symbol, self._words["rounds"].format(rounds=outcome.rounds)]
        self._title(" · ".join([*said, outcome.engine] if outcome.engine else said))
        colour = _COLOURS[outcome.direction]
        line = Text(self._words[outcome.direction], style=f"bold {colour}")
        self.console.print(line.append(f"  {self._sure(outcome.confidence)}", style="not bold default"))
        self._stages(outcome)
        self.console.print()
        self._sides(self._bull(outcome.bull_case), self._bear(outcome.bear_case))
        self._heading("resolution")
        self.console.print(self._told(outcome.conflict_resolution))
        self._heading("disagreements")
        self._list([self._told(one) for one in outcome.key_disagreements])
        self._risks(outcome)
        for line_of in outcome.degraded:
            self.console.print(self._told(line_of), style="yellow")

    def failures(self, experts: Mapping[str, Mapping[str, Any]]) -> None:
        for name, told in experts.items():
            if told["status"] != "success":
                head = Text(f"{self._expert(name)} {self._words['failed']}: ", style="bold red")
                self.console.print(head.append(plain(str(told["error"])), style="not bold"))

    def verdict(self, verdict: Mapping[str, Any] | None, error: str | None) -> None:
        if error:
            self.note("judge_failed", error, "red")
        if verdict:
            self._heading("verdict")
            told = [
                self._words[key].format(verdict[key])
                for key in ("action", "probability", "position_percent", "time_horizon", "benchmark")
                if verdict.get(key) is not None
            ]
            self.console.print(Text(plain(" · ".join(told))))

    def evidence(self) -> None:
        if self._notes:
            self._title(self._words["evidence"])
            self.console.print(self._notes.listed())

    def note(self, key: str, said: str, style: str) -> None:
        self.console.print(Text(self._words[key].format(said=plain(said)), style=style))

    def _stages(self, outcome: DebateOutcomeDTO) -> None:
        if outcome.stages is None:
            return
        steps = outcome.stages.model_dump()
        told = " → ".join(f"{self._words[f'stage_{name}']} {share:.0%}" for name, share in steps.items())
        self.console.print(Text(f"{self._words['rise']}: {told}", style="dim"))

    def _sides(self, bull: RenderableType, bear: RenderableType) -> None:
        if self.console.width < NARROW:
            self.console.print(bull, "", bear)
            return
        columns = Table.grid(padding=(0, 2), expand=True)
        for _ in range(2):
            columns.add_column(ratio=1, overflow="fold")
        columns.add_row(bull, bear)
        self.console.print(columns)

    def _bull(self, case: BullCaseDTO) -> Group:
        parts = (("risks", case.acknowledged_risks), ("catalysts", case.price_catalysts))
        return self._case(self._words["bull"], "green", case, parts)

    def _bear(self, case: BearCaseDTO) -> Group:
        parts = (("strengths", case.acknowledged_strengths), ("triggers", case.risk_triggers))
        return self._case(self._words["bear"], "red", case, parts)

    def _case(
        self, name: str, colour: str, case: BullCaseDTO | BearCaseDTO, parts: Sequence[tuple[str, Sequence[str]]]
    ) -> Group:
        head = Text(name, style=f"bold {colour}")
        if case.confidence is not None:
            head.append(f"  {self._sure(case.confidence)}", style="not bold default")
        drawn: list[RenderableType] = [head, self._told(case.core_thesis)]
        for number, argument in enumerate(case.supporting_arguments, start=1):
            drawn.append(self._argument(number, argument))
        for title, lines in parts:
            if lines:
                drawn.append(Text(self._words[title], style="bold"))
                drawn += [_item(self._told(line)) for line in lines]
        return Group(*drawn)

    def _argument(self, number: int, argument: SupportingArgumentDTO) -> Table:
        """What the evidence repeats of the argument's own tags is left out."""
        said = set(_TAG.findall(argument.argument))
        ground = _TAG.sub(lambda tag: "" if tag[0] in said else tag[0], argument.evidence).rstrip(" ;；,，")
        line = Text(f"[{STRENGTHS[self._language][argument.strength]}] ", style="cyan")
        line = Text.assemble(line, self._told(argument.argument, argument.dimension))
        if ground:
            line.append("\n").append_text(self._told(ground, argument.dimension, style="dim italic"))
        return _item(line, f"{number}.")

    def _risks(self, outcome: DebateOutcomeDTO) -> None:
        self._heading("risk_matrix")
        levels = LEVELS[self._language]
        if self.console.width < NARROW:
            for one in outcome.risk_matrix:
                chance = (
                    f"{self._words['chance']} {levels[one.probability]} · {self._words['impact']} {levels[one.impact]}"
                )
                told = self._told(one.risk).append(f"\n{chance} · ", "cyan").append_text(self._told(one.mitigation))
                self.console.print(_item(told))
            return
        table = Table(box=None, header_style="bold", expand=True, padding=(0, 1), pad_edge=False)
        table.add_column(self._words["risk"], ratio=3, overflow="fold")
        table.add_column(self._words["chance"], no_wrap=True)
        table.add_column(self._words["impact"], no_wrap=True)
        table.add_column(self._words["mitigation"], ratio=2, overflow="fold")
        for one in outcome.risk_matrix:
            cells = (levels[one.probability], levels[one.impact])
            table.add_row(self._told(one.risk), *cells, self._told(one.mitigation))
        self.console.print(table)

    def _told(self, text: str, expert: str = "", style: str = "") -> Text:
        """With experts by their titles and rows by their numbers."""
        named = _EXPERT.sub(lambda name: self._expert(name[0]), text)
        told = self._notes.cited(named, expert)
        told.style = style
        return told

    def _list(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.console.print(_item(line))

    def _heading(self, key: str) -> None:
        self.console.print()
        self.console.print(Text(self._words[key], style="bold"))

    def _title(self, text: str) -> None:
        self.console.print()
        self.console.rule(Text(plain(text), style="bold"), align="left")

    def _sure(self, confidence: float) -> str:
        return f"{self._words['confidence']} {confidence:.2f}"

    def _expert(self, name: str) -> str:
        titles = {expert.value: words for expert, words in TITLES.items()}
        return titles[name][0 if self._language == "zh" else 1] if name in titles else plain(name)


def _item(line: Text, mark: str = "•") -> Table:
    """Its further lines stand under the first, beside the mark."""
    item = Table.grid(padding=(0, 1, 0, 0))
    item.add_column(no_wrap=True)
    item.add_column(overflow="fold")
    item.add_row(f" {mark}", line)
    return item
