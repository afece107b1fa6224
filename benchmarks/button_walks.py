"""Random walks through the buttons of the chat: every turn with a way on and a way back, no loop without an exit, the
end within reach and the beginning too, by rules and with a model that answers anyhow, in Chinese and English.

    python -m benchmarks.button_walks [walks] [--turns 40] [--mode rules|model] [--language en|zh] [--seed 1]
        [--minutes 60] [--results walks.jsonl]

No walk begins after `--minutes`; each is a line of `--results` as soon as it has ended.
"""

import argparse
import asyncio
import gc
import json
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import uvloop

from benchmarks.chat_walks.desk import WalkDesk, walk_desk
from benchmarks.chat_walks.model import Mood, WalkModel
from benchmarks.chat_walks.walker import Walker, WalkMap
from packages.contracts.phases import Phase
from packages.infra.observability.logs import configure_logging
from tests.chat import settings_at
from tests.demo import filled_home

WALKS, TURNS = 1000, 40
MODES, LANGUAGES = ("rules", "model"), ("en", "zh")


@dataclass(frozen=True, slots=True)
class Plan:
    """Which walks to go: `until` on the clock of the process no more begins, and `results` has a line for each."""

    mode: str
    language: str
    count: int
    turns: int
    seed: int
    until: float = float("inf")
    results: Path | None = None


async def walks(home: Path, plan: Plan) -> WalkMap:
    """Each walk by a person of its own; after one half of them the way to the end, after the other the way back."""
    dice, found = random.Random(plan.seed), WalkMap()
    mood = Mood(dice)
    async with _opened(home, plan.mode, mood) as desk:
        for number in range(plan.count):
            if time.perf_counter() > plan.until:
                break
            person = await desk.person(plan.language)
            owner_id = str((await person.get("/auth/me")).json()["id"])
            walker = Walker(desk, person, owner_id, dice, found)
            mood.helpful = False
            await walker.walk(plan.turns)
            mood.helpful = True
            await (walker.to_the_end() if number % 2 else walker.to_the_beginning())
            _written(plan, found)
    for trap in found.traps():
        found.fault("a loop without an exit", trap)
    return found


def _written(plan: Plan, found: WalkMap) -> None:
    """All that was found so far."""
    if plan.results is None:
        return
    so_far = {
        "mode": plan.mode,
        "language": plan.language,
        "seed": plan.seed,
        "walks": found.walks,
        "turns": found.turns,
        "ends": found.reached_end,
        "beginnings": found.gone_back,
        "completed": found.ends[Phase.COMPLETED],
        "faults": found.faults,
        "examples": found.examples,
    }
    with plan.results.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(so_far, ensure_ascii=False) + "\n")


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
    asked.add_argument("--minutes", type=float, default=float("inf"))
    asked.add_argument("--results", type=Path)
    options = asked.parse_args(argv)
    kinds = [(mode, language) for mode in options.mode or MODES for language in options.language or LANGUAGES]
    faults, until = 0, time.perf_counter() + 60 * options.minutes
    gc.set_threshold(50_000, 50, 100)  # the desk's modules are looked through again and again otherwise
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        demo = filled_home(Path(folder) / "demo")
        configure_logging(settings_at(demo, PARLEY_LOG_LEVEL="error").logs)
        for mode, language in kinds:
            home = Path(shutil.copytree(demo, Path(folder) / f"{mode}-{language}"))
            begun = time.perf_counter()
            count = options.walks // len(kinds)
            plan = Plan(mode, language, count, options.turns, options.seed, until, options.results)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                found = runner.run(walks(home, plan))
            faults += sum(found.faults.values())
            print(told(mode, language, found, time.perf_counter() - begun), flush=True)
            shutil.rmtree(home)
    raise SystemExit(1 if faults else 0)


def _memory() -> str | None:
    """A folder in memory, where the machine has one: what is stored for a walk is looked at by nobody."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


if __name__ == "__main__":
    main()
