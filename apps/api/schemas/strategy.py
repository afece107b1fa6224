"""What the routes of strategies take."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from apps.api.schemas.requests import Request
from packages.core.messages import LanguageCode, Sentence, message
from packages.domain.strategy.book import StrategyText
from packages.domain.strategy.freqtrade.reading import LARGEST

Version = Annotated[int, Field(ge=1, le=2**31 - 1)]


class StrategyIn(Request):
    """A strategy as a `document`, or as a `text` in JSON or YAML; exactly one of them."""

    document: Annotated[Any, Field(description="The strategy as JSON.")] = None
    text: Annotated[str | None, Field(description="The strategy as it was typed.")] = None
    format: Annotated[Literal["json", "yaml"] | None, Field(description="Of the text; guessed without it.")] = None

    @model_validator(mode="after")
    def _one_source(self) -> "StrategyIn":
        if (self.document is None) is (self.text is None):
            raise ValueError(Sentence(message("validation.strategy_source")))
        return self

    @property
    def source(self) -> object:
        return self.document if self.text is None else StrategyText(self.text, self.format)


class FreqtradeIn(Request):
    """A freqtrade strategy as text, what it trades, and the share of equity that each position takes."""

    text: Annotated[str, Field(max_length=LARGEST)]
    ticker: Annotated[str, Field(max_length=60)]
    share: Annotated[float, Field(gt=0, le=1)] = 1.0


class NewStrategyIn(StrategyIn):
    """`name` replaces the one in the document."""

    name: str | None = None


class ReplaceIn(StrategyIn):
    """The next version as a whole, made from `expected_version`."""

    expected_version: Version


class PatchIn(Request):
    """RFC 6902 operations on `expected_version`: all of them take effect, or none."""

    expected_version: Version
    ops: Annotated[Any, Field(description="A list of operations: {op, path, value | from}.")]


class RollbackIn(Request):
    """Which old version the next one shall equal."""

    version: Version
    expected_version: Version


class ForkIn(Request):
    """The newest version unless one is named."""

    version: Version | None = None
    name: str | None = None


class TakeUpResearchIn(Request):
    """Which research becomes the rules of the conversation."""

    research_session_id: Annotated[str, Field(pattern=r"^[0-9A-Za-z-]{1,36}$")]


class FromResearchIn(Request):
    """Which research to turn into a strategy; `short` only where the verdict is to sell and the profile allows it."""

    research_session_id: Annotated[str, Field(pattern=r"^[0-9A-Za-z-]{1,36}$")]
    direction: Literal["long", "short"] = "long"
    language: Annotated[LanguageCode | None, Field(description="Of the name and the reasons.")] = None
