"""The ways in which a model server can fail, and what a `ModelProvider` must make of each."""

from dataclasses import dataclass

from src.modules.llm_platform.domain.errors import (
    ModelBusy,
    ModelFault,
    ModelGarbled,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
)
from tests.servers.steps import (
    ConnectionReset,
    CutMidChunk,
    Hang,
    Json,
    MalformedChunk,
    MissingCompleted,
    SlowDrip,
    Status,
    Step,
    WrongContentType,
)

KEY = "sk-conformance-8c1f7a5e"
PROMPT = "What does the quiet market of Novemberland say?"
_QUOTES_ALL = {"error": {"message": f"Wrong key {KEY} for: {PROMPT}", "type": "invalid_request_error", "code": KEY}}


@dataclass(frozen=True, slots=True)
class Failure:
    """`paid`: whether the maker may charge for it all the same."""

    step: Step
    fault: type[ModelFault]
    paid: bool = False


STATUSES = {
    **{f"status {code}": Failure(Status(code), ModelBusy) for code in (408, 409, 429, 500, 503)},
    **{f"status {code}": Failure(Status(code), ModelBusy, paid=True) for code in (502, 504)},
    **{f"status {code}": Failure(Status(code), ModelRefused) for code in (307, 400, 401, 403, 404, 413, 422)},
    "a status with a page": Failure(Status(503, body="<html>down</html>"), ModelBusy),
    "a refusal that quotes the key and the prompt": Failure(Status(400, body=_QUOTES_ALL), ModelRefused),
    "a failure that quotes the key and the prompt": Failure(Status(500, body=_QUOTES_ALL), ModelBusy),
}
GENERATE = STATUSES | {
    "silence": Failure(Hang(), ModelTimeout, paid=True),
    "an answer that never gets done": Failure(SlowDrip(0.05), ModelTimeout, paid=True),
    "half an answer": Failure(CutMidChunk(), ModelUnreachable, paid=True),
    "a reset": Failure(ConnectionReset(), ModelUnreachable, paid=True),
    "no JSON": Failure(MalformedChunk(), ModelGarbled, paid=True),
    "a page": Failure(WrongContentType(), ModelGarbled, paid=True),
    "JSON that is no object": Failure(Json(["surprise"]), ModelGarbled, paid=True),
    "JSON that is another object": Failure(Json({"surprise": True}), ModelGarbled, paid=True),
}
STREAM = STATUSES | {
    "silence": Failure(Hang(), ModelTimeout, paid=True),
    "silence after some events": Failure(Hang(after_events=3), ModelTimeout, paid=True),
    "a cut in the first event": Failure(CutMidChunk(after_events=0), ModelUnreachable, paid=True),
    "a cut in a later event": Failure(CutMidChunk(after_events=4), ModelUnreachable, paid=True),
    "a cut that looks like the end": Failure(CutMidChunk(after_events=4, framed=False), ModelUnreachable, paid=True),
    "a clean end too early": Failure(MissingCompleted(), ModelUnreachable, paid=True),
    "a reset": Failure(ConnectionReset(), ModelUnreachable, paid=True),
    "an event that is no JSON": Failure(MalformedChunk(), ModelGarbled, paid=True),
    "an event that is no object": Failure(MalformedChunk(data=b'"surprise"'), ModelGarbled, paid=True),
    "an event that is no text": Failure(MalformedChunk(data=b"\xff\xfe\xfd"), ModelGarbled, paid=True),
    "a page": Failure(WrongContentType(), ModelGarbled, paid=True),
}
