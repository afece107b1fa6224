"""The three stages in order: read the text, check the structure, check the meaning; each lists all it finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.domain.strategy.build import build
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.constraints import Constraint
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Problem, Stage
from packages.domain.strategy.reading import ReadDocument, read_json, read_value
from packages.domain.strategy.schema.grammar import STRATEGY
from packages.domain.strategy.semantics.account import account_faults
from packages.domain.strategy.semantics.exits import exit_faults
from packages.domain.strategy.semantics.expressions import expression_faults
from packages.domain.strategy.semantics.factors import factor_faults, ref_faults
from packages.domain.strategy.semantics.portfolio import portfolio_faults
from packages.domain.strategy.semantics.reach import reach_faults
from packages.domain.strategy.semantics.scaling import scaling_faults
from packages.domain.strategy.semantics.universe import universe_faults


@dataclass(frozen=True, slots=True)
class Validation:
    """A strategy, or the problems of the first stage that found any."""

    strategy: Strategy | None
    problems: tuple[Problem, ...]

    @property
    def stage(self) -> Stage | None:
        """The stage that found problems; None when the strategy is valid."""
        return self.problems[0].stage if self.problems else None

    def require(self) -> Strategy:
        """The strategy, or `InvalidStrategy` with all problems."""
        if self.strategy is None:
            raise InvalidStrategy(self.problems)
        return self.strategy


class Validator:
    """Validates against one catalogue and one list of constraints."""

    def __init__(self, catalogue: Catalogue, constraints: Sequence[Constraint] = ()) -> None:
        self._catalogue = catalogue
        self._constraints = tuple(constraints)

    def json_text(self, text: str) -> Validation:
        return self._after(read_json(text))

    def yaml_text(self, text: str) -> Validation:
        from packages.domain.strategy.yaml_text import read_yaml  # most strategies are JSON

        return self._after(read_yaml(text))

    def document(self, document: object) -> Validation:
        """For a value that was parsed elsewhere, such as the body of a request."""
        return self._after(read_value(document))

    def strategy(self, strategy: Strategy) -> tuple[Problem, ...]:
        """The third stage by itself."""
        found = [
            *universe_faults(strategy),
            *factor_faults(strategy, self._catalogue),
            *ref_faults(strategy, self._catalogue),
            *expression_faults(strategy, self._catalogue),
            *account_faults(strategy),
            *reach_faults(strategy),
            *exit_faults(strategy),
            *portfolio_faults(strategy),
            *scaling_faults(strategy),
        ]
        return tuple(found + [problem for check in self._constraints for problem in check(strategy)])

    def _after(self, reading: ReadDocument) -> Validation:
        if reading.problems:
            return Validation(None, reading.problems)
        document = reading.document
        faults = structure_faults(document)
        if faults or not isinstance(document, dict):
            return Validation(None, faults)
        strategy = build(document)
        problems = self.strategy(strategy)
        return Validation(None if problems else strategy, problems)


def structure_faults(document: Json) -> tuple[Problem, ...]:
    """The second stage by itself."""
    return tuple(STRATEGY.faults(document, ""))
