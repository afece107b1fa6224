"""A worker process for tests: notes every step of its slow work in a file, until killed or told to go."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from packages.core.events import JsonObject
from packages.domain.work.jobs import JobCall, JobHandler, JobRequest
from packages.settings.database import DatabaseUrl
from tests.packages.infra.queue.desks import open_desk


def handlers(notes: Path) -> Mapping[str, JobHandler]:
    async def slow(call: JobCall) -> JsonObject:
        steps = int(str(call.payload["steps"]))
        note(notes, "begin", call)
        for step in range(1, steps + 1):
            await asyncio.sleep(0.02)
            await call.progress.report(step / steps, f"step {step}")
            note(notes, f"step-{step}", call)
        note(notes, "end", call)
        return {"steps": steps}

    return {"slow": slow}


def note(notes: Path, what: str, call: JobCall) -> None:
    with notes.open("a") as file:  # one short line: appended whole, whoever else writes
        file.write(f"{what} {call.job_id} {os.getpid()}\n")


async def main(url: str, home: str, notes: str, *submit: str) -> None:
    async with open_desk(DatabaseUrl(url), Path(home), handlers(Path(notes))) as desk:
        if submit:
            owner, key, steps = submit
            await desk.jobs.submit(JobRequest(owner, "slow", {"steps": int(steps)}, key))
        await desk.jobs.list("nobody")
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
