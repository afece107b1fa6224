"""What the research tools are asked with, each in words that a model can use."""

from typing import Annotated

from pydantic import Field

from packages.core.messages import Language
from src.modules.coordinator.application.dtos.research_dtos import MOST_ROUNDS
from src.modules.coordinator.domain.model.enums import ExpertType

SymbolText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        description="The instrument, as 000001.SZ, AAPL or BTC-USD; market_data's `search` finds it by name.",
    ),
]
Experts = Annotated[
    list[ExpertType],
    Field(
        min_length=1,
        max_length=10,
        description="Who shall look at it; a debate is better with all five. Default: all. For crypto and currencies "
        "only technical_analyst and macro_intelligence have something to go by.",
    ),
]
SkipDebate = Annotated[
    bool, Field(description="True: the experts only; no debate, no verdict and no call. Default false.")
]
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS, description="How often bull and bear speak, 1 to 3. Default 1.")]
ReportLanguage = Annotated[Language, Field(description="The language of the reports. Default zh.")]
SessionId = Annotated[
    str,
    Field(
        pattern=r"^[0-9A-Za-z-]{1,36}$",
        description="The `research_session_id` that `run` gave back, or one from `sessions`.",
    ),
]
SessionsBefore = Annotated[
    str | None,
    Field(
        pattern=r"^[0-9A-Za-z-]{1,36}$", description="`next_before` of the page shown last. Default: the newest ones."
    ),
]
Wait = Annotated[
    float,
    Field(ge=0, le=30, description="How many seconds to wait for its end before answering, 0 to 30. Default 0."),
]
PageSize = Annotated[int, Field(ge=1, le=50, description="How many to tell at once, 1 to 50. Default 10.")]
CallsBefore = Annotated[
    int | None,
    Field(
        ge=1,
        le=2**31 - 1,
        description="Only calls numbered below this: `next_before` of the page shown last. Default: the newest.",
    ),
]
