"""The real app with one planted route that appends events as fast as it can, for the test that kills it."""

import asyncio
import sys
from functools import partial

import uvicorn
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.routes.dependencies import App
from packages.core.events import NewEvent
from packages.infra.http import Caller, cursor, event_stream
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory

router = APIRouter()
_STREAMS = ("one", "two", "three")


@router.post("/planted/start", status_code=202)
async def start(request: Request, desk: App, caller: Caller) -> None:
    async def append_for_ever(stream: str) -> None:
        await desk.events.open(stream, caller.id)
        n = len(await desk.events.read(stream, caller.id, limit=1_000_000))
        while True:
            n += 1
            await desk.events.append(stream, NewEvent("tick", {"n": n, "文": "字" * (n % 50)}))

    request.app.state.planted = [asyncio.create_task(append_for_ever(stream)) for stream in _STREAMS]


@router.get("/planted/{stream}/events")
async def events(stream: str, request: Request, desk: App, caller: Caller) -> StreamingResponse:
    return await event_stream(desk.events, stream, caller.id, cursor(request))


def main(port: int) -> None:
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory))
    app.include_router(router)
    app.router.routes.insert(0, app.router.routes.pop())
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")


if __name__ == "__main__":
    main(int(sys.argv[1]))
