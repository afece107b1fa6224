"""How `parley debate` shows a debate: bull and bear side by side, what came of it, and the rows behind it."""

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_UP, Decimal
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from apps.cli.research.printing import Footnotes, plain
from packages.core.messages import Language, Phrases, in_language
from packages.domain.evidence.reports.opinions import OpinionMarks, anchors_of
from src.modules.debate.application.dtos import BearCaseDTO, BullCaseDTO, DebateOutcomeDTO, SupportingArgumentDTO
from src.modules.debate.application.marking import marked_outcome
from src.modules.debate.domain.cost import DebateCost
from src.modules.debate.domain.model.enums import Engine
from src.modules.research.presentation.rest.schemas import EvidenceOut

NARROW = 90
_WORDS = ("cli.debate", "cli.research")  # of the catalogue
_VERDICT = {
    "action": "{}",
    "probability": "{:.0%}",
    "position_percent": "{:g}%",
    "time_horizon": "{}",
    "benchmark": "{}",
    "no_call_reason": "{}",
}
_CENT_OF_A_CENT = Decimal("0.0001")
_COLOURS = {"BULLISH": "green", "BEARISH": "red", "NEUTRAL": "yellow"}
_TAG = re.compile(r"\[[a-z_]+:E\d+\]")


def print_debate(answer: Mapping[str, Any], language: Language, *, console: Console | None = None) -> None:
    """`answer` as the coordinator gives it."""
    page = DebatePrinter(console or Console(), language)
    page.know(answer["expert_results"])
    if answer["debate_outcome"]:
        outcome = DebateOutcomeDTO.model_validate(answer["debate_outcome"])
        page.debate(marked_outcome(outcome, OpinionMarks(_anchors(answer["expert_results"]), language)))
    else:
        page.note("debate_failed", in_language(answer["debate_error"] or "", language), "bold red")
    page.failures(answer["expert_results"])
    page.verdict(answer["verdict"], answer["judge_error"])
    page.contradictions(answer.get("coherence"))
    page.evidence()
    page.console.print()
    page.note("session", answer["session_id"], "bold")


def cost_line(cost: DebateCost, language: Language, report_bytes: int | None = None) -> str:
    """What a debate may cost, in a line; `report_bytes`: there are no reports yet, and they are taken for so long."""
    phrases = Phrases(language, *_WORDS)
    if cost.engine is Engine.RULES:
        return phrases.say("no_model")
    calls = phrases.say("cost", model=str(cost.model), calls=cost.model_calls, most=cost.model_calls_at_most)
    if cost.cost_at_most is None:
        price = phrases.say("unpriced")
    else:
        price = phrases.say("price", cost=cost.cost_at_most.quantize(_CENT_OF_A_CENT, ROUND_UP))
    if report_bytes is None:
        return plain(calls + price)
    return plain(calls + price + phrases.say("if_usual", bytes=f"{report_bytes:,}"))


def _anchors(experts: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    return anchors_of({name: (result.get("data") or {}).get("evidence") or () for name, result in experts.items()})


class DebatePrinter:
    """What is printed so far; evidence is numbered through in the order in which it is cited."""

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self._phrases = Phrases(language, *_WORDS)
        self._notes = Footnotes(language)

    def know(self, experts: Mapping[str, Mapping[str, Any]]) -> None:
        for name, result in experts.items():
            rows = (result.get("data") or {}).get("evidence") or ()
            self._notes.know(name, [EvidenceOut.model_validate(row) for row in rows])

    def debate(self, outcome: DebateOutcomeDTO) -> None:
        parts = [self._phrases.say("debate"), outcome.symbol, self._phrases.say("rounds", rounds=outcome.rounds)]
        self._title(" · ".join([*parts, self._phrases.word("engine", outcome.engine)] if outcome.engine else parts))
        colour = _COLOURS[outcome.direction]
        line = Text(self._phrases.say(f"direction.{outcome.direction.lower()}"), style=f"bold {colour}")
        self.console.print(line.append(f"  {self._sure(outcome.confidence)}", style="not bold default"))
        self._stages(outcome)
        self.console.print()
        self._sides(self._bull(outcome.bull_case), self._bear(outcome.bear_case))
        self._heading("resolution")
        self.console.print(self._text(outcome.conflict_resolution))
        self._heading("disagreements")
        self._list([self._text(one) for one in outcome.key_disagreements])
        self._risks(outcome)
        for line_of in outcome.degraded:
            self.console.print(self._text(line_of), style="yellow")

    def failures(self, experts: Mapping[str, Mapping[str, Any]]) -> None:
        for name, result in experts.items():
            if result["status"] != "success":
                head = Text(f"{self._expert(name)} {self._phrases.say('failed')}: ", style="bold red")
                said = in_language(result["error"], self._phrases.language)
                self.console.print(head.append(plain(said), style="not bold"))

    def verdict(self, verdict: dict[str, Any] | None, error: str | None) -> None:
        if error:
            self.note("judge_failed", in_language(error, self._phrases.language), "red")
        if verdict:
            self._heading("verdict")
            codes = [kind for kind in ("action", "no_call_reason") if verdict.get(kind)]
            shown = verdict | {kind: self._phrases.word(kind, verdict[kind]) for kind in codes}
            parts = [
                self._phrases.say(key, value=form.format(shown[key]))
                for key, form in _VERDICT.items()
                if verdict.get(key) is not None
            ]
            self.console.print(Text(plain(" · ".join(parts))))

    def contradictions(self, coherence: Mapping[str, Any] | None) -> None:
        """What the check of the run found and could not repair."""
        for one in coherence["contradictions"] if coherence else ():
            if not one["repaired"]:
                self.note("contradiction", in_language(one["message"], self._phrases.language), "yellow")

    def lines(self, key: str, lines: Sequence[str]) -> None:
        """A heading over a list; nothing where there is nothing to list."""
        if lines:
            self._heading(key)
            self._list([self._text(line) for line in lines])

    def evidence(self) -> None:
        if self._notes:
            self._title(self._phrases.say("evidence"))
            self.console.print(self._notes.listed())

    def note(self, key: str, text: str, style: str) -> None:
        self.console.print(Text(self._phrases.say(key, said=plain(text)), style=style))

    def _stages(self, outcome: DebateOutcomeDTO) -> None:
        if outcome.stages is None:
            return
        steps = outcome.stages.model_dump()
        shares = " → ".join(f"{self._phrases.say(f'stage_{name}')} {share:.0%}" for name, share in steps.items())
        self.console.print(Text(f"{self._phrases.say('rise')}: {shares}", style="dim"))

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
        return self._case(self._phrases.say("bull"), "green", case, parts)

    def _bear(self, case: BearCaseDTO) -> Group:
        parts = (("strengths", case.acknowledged_strengths), ("triggers", case.risk_triggers))
        return self._case(self._phrases.say("bear"), "red", case, parts)

    def _case(
        self, name: str, colour: str, case: BullCaseDTO | BearCaseDTO, parts: Sequence[tuple[str, Sequence[str]]]
    ) -> Group:
        head = Text(name, style=f"bold {colour}")
        if case.confidence is not None:
            head.append(f"  {self._sure(case.confidence)}", style="not bold default")
        drawn: list[RenderableType] = [head, self._text(case.core_thesis)]
        for number, argument in enumerate(case.supporting_arguments, start=1):
            drawn.append(self._argument(number, argument))
        for title, lines in parts:
            if lines:
                drawn.append(Text(self._phrases.say(title), style="bold"))
                drawn += [_item(self._text(line)) for line in lines]
        return Group(*drawn)

    def _argument(self, number: int, argument: SupportingArgumentDTO) -> Table:
        """What the evidence repeats of the argument's own tags is left out."""
        cited = set(_TAG.findall(argument.argument))
        evidence = _TAG.sub(lambda tag: "" if tag[0] in cited else tag[0], argument.evidence).rstrip(" ;；,，")
        line = Text(f"[{self._phrases.say(f'strength.{argument.strength.lower()}')}] ", style="cyan")
        line = Text.assemble(line, self._text(argument.argument, argument.dimension))
        if evidence:
            line.append("\n").append_text(self._text(evidence, argument.dimension, style="dim italic"))
        return _item(line, f"{number}.")

    def _risks(self, outcome: DebateOutcomeDTO) -> None:
        self._heading("risk_matrix")
        if self.console.width < NARROW:
            for one in outcome.risk_matrix:
                probability = f"{self._phrases.say('chance')} {self._level(one.probability)}"
                impact = f"{self._phrases.say('impact')} {self._level(one.impact)}"
                risk = self._text(one.risk).append(f"\n{probability} · {impact} · ", "cyan")
                self.console.print(_item(risk.append_text(self._text(one.mitigation))))
            return
        table = Table(box=None, header_style="bold", expand=True, padding=(0, 1), pad_edge=False)
        table.add_column(self._phrases.say("risk"), ratio=3, overflow="fold")
        table.add_column(self._phrases.say("chance"), no_wrap=True)
        table.add_column(self._phrases.say("impact"), no_wrap=True)
        table.add_column(self._phrases.say("mitigation"), ratio=2, overflow="fold")
        for one in outcome.risk_matrix:
            cells = (self._level(one.probability), self._level(one.impact))
            table.add_row(self._text(one.risk), *cells, self._text(one.mitigation))
        self.console.print(table)

    def _text(self, text: str, expert: str = "", style: str = "") -> Text:
        """With rows by their numbers."""
        cited = self._notes.cited(text, expert)
        cited.style = style
        return cited

    def _list(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.console.print(_item(line))

    def _heading(self, key: str) -> None:
        self.console.print()
        self.console.print(Text(self._phrases.say(key), style="bold"))

    def _title(self, text: str) -> None:
        self.console.print()
        self.console.rule(Text(plain(text), style="bold"), align="left")

    def _sure(self, confidence: float) -> str:
        return f"{self._phrases.say('confidence')} {confidence:.2f}"

    def _expert(self, name: str) -> str:
        return plain(self._phrases.word("expert_name", name))

    def _level(self, level: str) -> str:
        return self._phrases.word("level", level)


def _item(line: Text, mark: str = "•") -> Table:
    """Its further lines stand under the first, beside the mark."""
    item = Table.grid(padding=(0, 1, 0, 0))
    item.add_column(no_wrap=True)
    item.add_column(overflow="fold")
    item.add_row(f" {mark}", line)
    return item
