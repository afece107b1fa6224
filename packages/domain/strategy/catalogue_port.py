"""The indicator catalogue, as far as the language needs to know it."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from packages.core.messages import Language

ParameterValue: TypeAlias = int | float | str
ParameterKind: TypeAlias = Literal["int", "float", "source", "choice"]


class IndicatorParameter(Protocol):
    """A setting of an indicator; a `default` of None means that the strategy must name it."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> ParameterKind: ...
    @property
    def default(self) -> ParameterValue | None: ...
    @property
    def minimum(self) -> float | None: ...
    @property
    def maximum(self) -> float | None: ...
    @property
    def choices(self) -> Sequence[str]: ...


class CataloguedIndicator(Protocol):
    """An indicator by name: what it takes, what it gives, how many bars it needs before its first value."""

    @property
    def name(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def parameters(self) -> Sequence[IndicatorParameter]: ...
    @property
    def inputs(self) -> Sequence[str]:
        """The columns of bars that it reads beside a source."""
        ...

    @property
    def outputs(self) -> Sequence[str]: ...
    @property
    def rising(self) -> Sequence[tuple[str, str]]:
        """Pairs of parameters of which the first must be the smaller one."""
        ...

    def label(self, language: Language) -> str: ...

    def warm_up(self, params: Mapping[str, ParameterValue]) -> int: ...


Catalogue: TypeAlias = Mapping[str, CataloguedIndicator]
