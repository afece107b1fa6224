"""The bodies of Anthropic requests."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import ModelRequest
from src.modules.llm_platform.infrastructure.providers.anthropic_messages import blocks_of, system_of
from src.modules.llm_platform.infrastructure.providers.chat_messages import joined, schema_sentence
from src.modules.llm_platform.infrastructure.providers.model_deltas import Question, ToolChoice
from src.modules.llm_platform.infrastructure.providers.negotiation import Body
from src.modules.llm_platform.infrastructure.providers.server_words import ServerWords

_CHOICES: Mapping[ToolChoice | None, str] = {"auto": "auto", "required": "any", "none": "none", None: "none"}
_HIGHEST_TEMPERATURE = 1.0
_SCHEMA_REFUSED = "output_config|output_format|json_schema|structured|schema"


@dataclass(frozen=True, slots=True)
class AnthropicTerms:
    """Newer models take no temperature; older ones cannot be held to a schema."""

    temperature: bool = True
    schema: bool = True

    def after_refusal(self, words: ServerWords, body: Body) -> "AnthropicTerms | None":
        if "temperature" in body and words.mention("temperature"):
            return replace(self, temperature=False)
        if "output_config" in body and words.mention(_SCHEMA_REFUSED):
            return replace(self, schema=False)
        return None

    def worth_remembering(self, words: ServerWords, before: "AnthropicTerms") -> "AnthropicTerms":
        """A refusal that speaks of the schema may be about this one only."""
        return self if words.mention("not support|output_config") else replace(self, schema=before.schema)


def answer_body(config: ModelConfig, request: ModelRequest, terms: AnthropicTerms) -> Body:
    """One question with one answer."""
    asked = schema_sentence(request.schema) if request.schema and not terms.schema else None
    body = _body(config, request.max_output_tokens, joined(request.system_message, asked))
    body["messages"] = [{"role": "user", "content": request.prompt}]
    if request.schema is not None and terms.schema:
        body["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema.json_schema)}}
    return _with_temperature(body, request.temperature, terms)


def round_body(config: ModelConfig, question: Question, terms: AnthropicTerms) -> Body:
    """One round of a streamed turn. Tools stay described when none may be called, because what was said may hold
    calls of them."""
    system = joined(question.system, system_of(question.messages))
    body = _body(config, question.max_output_tokens, system) | {
        "messages": blocks_of(question.messages),
        "stream": True,
    }
    if question.catalogue.offered:
        body["tools"] = [
            {"name": each.function, "description": each.tool.description, "input_schema": dict(each.parameters)}
            for each in question.catalogue.offered
        ]
        body["tool_choice"] = {"type": _CHOICES[question.tool_choice]}
    return _with_temperature(body, question.temperature, terms)


def _body(config: ModelConfig, max_tokens: int, system: str | None) -> Body:
    body: Body = {"model": config.model, "max_tokens": max_tokens}
    return body | {"system": system} if system else body


def _with_temperature(body: Body, temperature: float | None, terms: AnthropicTerms) -> Body:
    if temperature is None or not terms.temperature:
        return body
    return body | {"temperature": min(temperature, _HIGHEST_TEMPERATURE)}
