"""One question with one answer: who is asked, how often, and what is reused."""

import asyncio
from dataclasses import replace

from src.modules.llm_platform.application.desk import ModelDesk, Try
from src.modules.llm_platform.application.turns import Call, Turns
from src.modules.llm_platform.domain.errors import ModelFault, ModelTimeout
from src.modules.llm_platform.domain.ledger import Attempt, Reused
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.prices import worst_case
from src.modules.llm_platform.domain.requests import Finish, ModelAnswer, ModelRequest, fingerprint


async def ask(desk: ModelDesk, call: Call, request: ModelRequest) -> ModelAnswer:
    """Each model in turn, each as often as its faults allow; the last fault, when none answers."""
    turns = await Turns.of(desk, call)
    while True:
        config = turns.next()
        sized = replace(request, max_output_tokens=config.max_output_tokens)
        try:
            async with desk.trying(config, _attempt(desk, turns, config, sized)) as trial:
                if isinstance(trial, Reused):
                    return ModelAnswer(text=trial.answer)
                return await _sent(desk, config, sized, trial)
        except ModelFault as fault:
            await turns.after(fault)


async def _sent(desk: ModelDesk, config: ModelConfig, request: ModelRequest, trial: Try) -> ModelAnswer:
    # The SDK's timeout is between two bytes: a server that drips could keep a call for ever.
    try:
        async with asyncio.timeout(config.patience.read):
            answer = await desk.providers.provider_for(config).generate(request)
    except TimeoutError:
        seconds = f"{config.patience.read:g}"
        raise ModelTimeout("llm_platform.answer_late", alias=config.alias, seconds=seconds, may_be_paid=True) from None
    if answer.finish is Finish.STOP:
        trial.answered(answer.text, answer.usage, answer.response_id)
    else:
        trial.cut(answer.usage, answer.finish)
    return answer


def _attempt(desk: ModelDesk, turns: Turns, config: ModelConfig, request: ModelRequest) -> Attempt:
    schema = request.schema.json_schema if request.schema else None
    prompt_hash = fingerprint([request.system_message, request.prompt])
    schema_hash = fingerprint(schema) if schema is not None else None
    sent = f"{request.system_message or ''}{request.prompt}{schema or ''}"
    return turns.attempt(
        config,
        key=turns.key(prompt_hash, schema_hash or "", str(request.temperature)),
        prompt_hash=prompt_hash,
        schema_hash=schema_hash,
        reserved=worst_case(sent, request.max_output_tokens, desk.prices.of(config)),
    )
