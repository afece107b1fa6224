"""How agents write their answers: strict about types, patient about capital letters."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints


def _in_capitals(word: Any) -> Any:
    return word.strip().upper() if isinstance(word, str) else word


InCapitals = BeforeValidator(_in_capitals)
Confidence = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Text = Annotated[str, Field(strict=True), StringConstraints(strip_whitespace=True)]
Said = Annotated[str, Field(strict=True), StringConstraints(strip_whitespace=True, min_length=1)]


class AgentAnswer(BaseModel):
    """What an agent adds beyond the named fields is left behind."""

    model_config = ConfigDict(frozen=True, extra="ignore")
