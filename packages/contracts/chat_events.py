"""What a turn sends its client, in order: a start, upstream events and text, cards, a change of phase, and one end.

| type | when |
|---|---|
| stream_start | first, after the person's message is stored |
| openai_event | every upstream event; tokens of tools masked, and the texts of what is being checked left out |
| text_delta | the model's text as it arrives, without the agent's tags; about research in whole, checked sentences |
| mcp_event | upstream events about tools, besides openai_event |
| genui | after everything is stored, one per card |
| phase_change | after that, when it happened |
| done | always last, exactly one |
"""

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from packages.contracts.genui import GenUi
from packages.contracts.phases import Phase
from packages.contracts.sentences import CarriedText

Engine: TypeAlias = Literal["rules", "llm"]


class StreamStart(BaseModel):
    type: Literal["stream_start"] = "stream_start"
    session_id: str
    turn_id: str
    phase: Phase


class OpenAiEvent(BaseModel):
    type: Literal["openai_event"] = "openai_event"
    openai_type: str
    sequence_number: int | None
    payload: dict[str, Any]


class TextDelta(BaseModel):
    type: Literal["text_delta"] = "text_delta"
    delta: str


class McpEvent(BaseModel):
    type: Literal["mcp_event"] = "mcp_event"
    openai_type: str
    payload: dict[str, Any]


class GenUiEvent(BaseModel):
    type: Literal["genui"] = "genui"
    payload: GenUi


class PhaseChange(BaseModel):
    type: Literal["phase_change"] = "phase_change"
    from_phase: Phase
    to_phase: Phase


class TurnUsage(BaseModel):
    """Tokens are None where nobody counted them; `cost` is in US dollars."""

    engine: Engine
    model: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    cost: str | None = None


class StreamErrorDetail(BaseModel):
    """`class` is the name of the error."""

    model_config = ConfigDict(serialize_by_alias=True)

    error_class: str = Field(serialization_alias="class")
    message: CarriedText
    category: str
    status_code: int | None = None
    request_id: str | None = None


class DeploymentSummary(BaseModel):
    deployment_id: str | None
    deployment_status: str | None
    deployment_target: str | None
    blocker: str | None = None


class Done(BaseModel):
    type: Literal["done"] = "done"
    session_id: str
    turn_id: str
    phase: Phase
    status: Literal["active", "completed", "error"]
    kyc_status: Literal["incomplete", "complete"]
    missing_fields: list[str]
    usage: TurnUsage
    assistant_message_id: str | None
    session_title: str
    stream_error: str | None = None
    stream_error_detail: StreamErrorDetail | None = None
    deployment: DeploymentSummary | None = None


ChatEvent: TypeAlias = StreamStart | OpenAiEvent | TextDelta | McpEvent | GenUiEvent | PhaseChange | Done
