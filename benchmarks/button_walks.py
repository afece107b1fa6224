"""Random walks through the buttons of the chat: every turn with a way on and a way back, no loop without an exit, the
end within reach and the beginning too, by rules and with a model that answers anyhow, in Chinese and English.

    python -m benchmarks.button_walks [walks] [--turns 40] [--mode rules|model] [--language en|zh] [--seed 1]
"""

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.chat_walks.desk import WalkDesk, walk_desk
from benchmarks.chat_walks.model import Mood, WalkModel
from benchmarks.chat_walks.walker import Walker, WalkMap
from packages.infra.observability.logs import configure_logging
from tests.chat import settings_at
from tests.demo import filled_home

WALKS, TURNS = 1000, 40
MODES, LANGUAGES = ("rules", "model"), ("en", "zh")


async def walks(home: Path, mode: str, language: str, count: int, turns: int, seed: int) -> WalkMap:
    """Each walk by a person of its own; after one half of them the way to the end, after the other the way back."""
    dice, found = random.Random(seed), WalkMap()
    mood = Mood(dice)
    async with _opened(home, mode, mood) as desk:
        for number in range(count):
            person = await desk.person(language)
            owner_id = str((await person.get("/auth/me")).json()["id"])
            walker = Walker(desk, person, owner_id, dice, found)
            mood.helpful = False
            await walker.walk(turns)
            mood.helpful = True
            await (walker.to_the_end() if number % 2 else walker.to_the_beginning())
    for trap in found.traps():
        found.fault("a loop without an exit", trap)
    return found


@asynccontextmanager
async def _opened(home: Path, mode: str, mood: Mood) -> AsyncIterator[WalkDesk]:
    quiet = {"PARLEY_LOG_LEVEL": "error"}
    if mode == "rules":
        async with walk_desk(settings_at(home, **quiet), mood.dice, with_model=False) as desk:
            yield desk
        return
    async with WalkModel(mood) as server:
        model = {"OPENAI_API_KEY": "sk-scripted", "PARLEY_LLM_MODEL": "scripted", "PARLEY_LLM_API": "chat_completions"}
        settings = settings_at(home, OPENAI_BASE_URL=server.base_url, **model, **quiet)
        async with walk_desk(settings, mood.dice, with_model=True) as desk:
            yield desk


def told(mode: str, language: str, found: WalkMap, seconds: float) -> str:
    ends = ", ".join(f"{phase} {count}" for phase, count in sorted(found.ends.items()))
    lines = [
        f"{mode} {language}: {found.walks} walks, {found.turns} turns, {len(found.offered)} places, {seconds:.0f} s; "
        f"the end reached {found.reached_end} times, the beginning {found.gone_back} times; walks ended in {ends}"
    ]
    for kind, count in found.faults.most_common():
        lines += [f"  {count} × {kind}", *(f"    {line}" for line in found.examples[kind].splitlines())]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("walks", type=int, nargs="?", default=WALKS, help="of all modes and languages together")
    asked.add_argument("--turns", type=int, default=TURNS)
    asked.add_argument("--mode", choices=MODES, action="append")
    asked.add_argument("--language", choices=LANGUAGES, action="append")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args(argv)
    kinds = [(mode, language) for mode in options.mode or MODES for language in options.language or LANGUAGES]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        demo = filled_home(Path(folder) / "demo")
        configure_logging(settings_at(demo, PARLEY_LOG_LEVEL="error").logs)
        for mode, language in kinds:
            home = Path(shutil.copytree(demo, Path(folder) / f"{mode}-{language}"))
            begun = time.perf_counter()
            walked = walks(home, mode, language, options.walks // len(kinds), options.turns, options.seed)
            found = asyncio.run(walked)
            faults += sum(found.faults.values())
            print(told(mode, language, found, time.perf_counter() - begun), flush=True)
            shutil.rmtree(home)
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
