"""Through how many modules of the product a value passes, followed through the running app.

    python -m benchmarks.module_walks                  the figures
    python -m benchmarks.module_walks --show           each walk, module by module, in the order of the first call
    python -m benchmarks.module_walks --contributing   writes one walk of each kind into CONTRIBUTING.md
    python -m benchmarks.module_walks --only chat      one of research, chat, strategy, order

A module is crossed when one of its frames holds the value in an argument or a local: as the text itself, as an object
that spells it (a `Symbol`), or one level deep in a field, an item of a mapping or of a short sequence. Frames are read
when they are called, when they call and when they return, in every thread. A wrapper is a dataclass or a pydantic model
with the value in a field of its own. An order is any `OrderRequest`, from the bar that a deployment decides on.
"""

import argparse
import ast
import asyncio
import dataclasses
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import httpx
from pydantic import BaseModel
from sqlalchemy import Engine, event

ROOT = Path(__file__).parents[1]
PRODUCT = tuple(f"{ROOT / floor}{os.sep}" for floor in ("apps", "packages", "src"))
MOST_ITEMS: dict[type, int] = {dict: 64, list: 8, tuple: 8, set: 8, frozenset: 8}
# One company for each expert, so that the end of one run is not taken for the beginning of the next.
EXPERTS = {
    "valuation_modeler": "DEMO1.SZ",
    "technical_analyst": "DEMO2.SH",
    "financial_auditor": "DEMO4.SH",
    "macro_intelligence": "DEMO3.SZ",
    "catalyst_detective": "DEMO5",
}
# A short message becomes the title of its conversation, too; a long one does not.
SHORT_MESSAGE = "Zanzibar quagga 90417: what can you do for me?"
LONG_MESSAGE = f"{SHORT_MESSAGE} {'I would like to know it in as many words as it takes. ' * 4}Go on."
# Modules and wrappers that a walk may have at most; the command fails where one has more.
LIMITS = {"research symbol": (22, 8), "chat message": (18, 6)}
STRATEGY = "Zanzibar quagga 90417"
BEGIN, END = "<!-- walks: begin -->", "<!-- walks: end -->"


@dataclass(slots=True)
class Walk:
    """Where a value was seen: the function of each module that held it first, the classes around it, and the functions
    that were at work when it was first seen (`leading_to`)."""

    name: str
    modules: dict[str, str] = field(default_factory=dict)
    leading_to: dict[str, str] = field(default_factory=dict)
    wrappers: list[str] = field(default_factory=list)
    parsed: int = 0
    _read: tuple[int, int, int] | None = None

    def reads_rows(self) -> None:
        self._read = len(self.modules), len(self.wrappers), self.parsed

    def end_at_the_last_read(self) -> None:
        """What becomes of the value behind its data is another walk."""
        if self._read is None:
            raise SystemExit(f"{self.name}: no row was read")
        crossed, wrapped, self.parsed = self._read
        self.modules = dict(list(self.modules.items())[:crossed])
        self.wrappers = self.wrappers[:wrapped]

    def in_folder(self, folder: str) -> int:
        return sum(module.startswith(folder) for module in self.modules)


class Tracer:
    """Writes into its walk what the frames of the product hold, from the first frame of the module `start` on. The
    value is a text, or any object of the class with this name."""

    def __init__(self, value: str, walk: Walk, start: str, *, depth: int = 1, of_class: bool = False) -> None:
        self.value, self.walk = value, walk
        self._start, self._depth, self._of_class = start, depth, of_class
        self._started = False
        self._modules: dict[CodeType, str] = {}

    def see(self, frame: FrameType, happened: str) -> None:
        if module := self._module(frame.f_code):
            self._read(frame, module)
            if happened == "call" and self._started and frame.f_code.co_name == "parse_symbol":
                self.walk.parsed += any(self._is(value) for value in frame.f_locals.values())
        if happened == "call" and frame.f_back and (caller := self._module(frame.f_back.f_code)):
            self._read(frame.f_back, caller)

    def _module(self, code: CodeType) -> str:
        known = self._modules.get(code)
        if known is None:
            file = code.co_filename
            known = str(Path(file).relative_to(ROOT)) if file.startswith(PRODUCT) else ""
            self._modules[code] = known
        return known

    def _read(self, frame: FrameType, module: str) -> None:
        self._started = self._started or module.endswith(self._start)
        if not self._started:
            return
        for value in list(frame.f_locals.values()):
            if self._holds(value, self._depth):
                if not self.walk.modules:
                    self._leading_to(frame)
                self.walk.modules.setdefault(module, frame.f_code.co_qualname)
                self._wrapped(value)

    def _leading_to(self, frame: FrameType) -> None:
        above: list[tuple[str, str]] = []
        caller = frame.f_back
        while caller:
            if module := self._module(caller.f_code):
                above.append((module, caller.f_code.co_qualname))
            caller = caller.f_back
        for module, function in reversed(above):
            self.walk.leading_to.setdefault(module, function)

    def _wrapped(self, value: object) -> None:
        name = type(value).__name__
        if name not in self.walk.wrappers and _is_record(value) and not self._is(value) and self._holds(value, 1):
            self.walk.wrappers.append(name)

    def _is(self, value: object) -> bool:
        if self._of_class:
            return type(value).__name__ == self.value
        if isinstance(value, str):
            return str.__eq__(value, self.value)
        return type(value).__name__ == "Symbol" and str(value) == self.value

    def _holds(self, value: object, depth: int) -> bool:
        return self._is(value) or (depth > 0 and any(self._holds(part, depth - 1) for part in _parts(value)))


def _is_record(value: object) -> bool:
    return not isinstance(value, type) and (dataclasses.is_dataclass(value) or isinstance(value, BaseModel))


def _parts(value: Any) -> Iterator[object]:
    """What stands one level deep, read where it is stored: nothing is computed for it."""
    if isinstance(value, BaseModel):
        yield from list(value.__dict__.values())
    elif _is_record(value):
        yield from (getattr(value, part.name, None) for part in dataclasses.fields(value))
    elif len(value) <= most if (most := MOST_ITEMS.get(type(value))) else False:
        yield from list(value.values() if isinstance(value, dict) else value)


_watching: list[Tracer] = []


@contextmanager
def watched(tracer: Tracer) -> Iterator[None]:
    _watching.append(tracer)
    sys.setprofile(_profile)
    try:
        yield
    finally:
        sys.setprofile(None)
        _watching.remove(tracer)


def _profile(frame: FrameType, happened: str, _argument: object) -> None:
    if happened not in {"call", "return"}:
        return
    for tracer in list(_watching):
        tracer.see(frame, happened)
        if frame.f_code.co_name == "scan_parquet":
            tracer.walk.reads_rows()


def _on_statement(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
    for tracer in list(_watching):
        if "FROM market_rows" in statement and tracer.value in str(parameters):
            tracer.walk.reads_rows()


@contextmanager
def fresh_home(*, with_demo: bool) -> Iterator[None]:
    """A home of its own, with the demo companies in it where they are needed, and no setting of anybody's."""
    with tempfile.TemporaryDirectory() as folder:
        foreign = ("PARLEY_", "OPENAI_", "ANTHROPIC_", "ALPACA_")
        for name in [name for name in os.environ if name.startswith(foreign)]:
            del os.environ[name]
        os.environ.update(PARLEY_HOME=f"{folder}/home", PARLEY_LOG_LEVEL="error", PARLEY_DEMO_DATA="false")
        os.environ["PARLEY_EXPERT_TIMEOUT_SECONDS"] = "600"  # an expert is slow where each of its calls is looked at
        if not with_demo:
            yield
            return
        loading = [sys.executable, "-c", "from apps.cli.main import run; run()", "data", "demo"]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        subprocess.run(loading, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        yield


@asynccontextmanager
async def whole_app() -> AsyncIterator[httpx.AsyncClient]:
    """In this process, as `parley serve` starts it."""
    from apps.api.main import create_app

    app = create_app()
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", timeout=300) as client:
            yield client


async def research(client: httpx.AsyncClient) -> list[Walk]:
    """From the route to the last row that an expert reads, for each expert."""
    walks = []
    for expert, symbol in EXPERTS.items():
        walk = Walk(f"research symbol ({expert})")
        with watched(Tracer(symbol, walk, "research_routes.py")):
            asked = {"symbol": symbol, "experts": [expert], "skip_debate": True}
            await _post(client, "/api/v1/coordinator/research", asked)
        walk.end_at_the_last_read()
        walks.append(walk)
    return walks


async def chat(client: httpx.AsyncClient) -> list[Walk]:
    """From the route to the end of the reply, without a model."""
    await _post(client, "/api/v1/chat/stream", {"message": "Hello.", "language": "en"})  # words are compiled unwatched
    walks = []
    for name, message in (("chat message", SHORT_MESSAGE), ("chat message (longer than a title)", LONG_MESSAGE)):
        walk = Walk(name)
        with watched(Tracer(message, walk, "routes/chat.py")):
            await _post(client, "/api/v1/chat/stream", {"message": message, "language": "en"})
        walks.append(walk)
    return walks


async def strategy(client: httpx.AsyncClient) -> list[Walk]:
    """From the route to the stored revision and back; the document is known by its name, three levels deep."""
    offered = await client.get("/api/v1/strategies/templates", params={"ticker": "DEMO1.SZ", "language": "en"})
    document = offered.json()["templates"][0]["document"]
    document["strategy"]["name"] = STRATEGY
    walk = Walk("strategy document")
    with watched(Tracer(STRATEGY, walk, "routes/strategies.py", depth=3)):
        await _post(client, "/api/v1/strategies", {"document": document})
    return [walk]


async def order() -> list[Walk]:
    """From the decision on a bar to the paper broker, by a deployment whose clock is moved over the days it buys on."""
    from tests.apps.api.trading_desk import open_trading_desk

    walk = Walk("order")
    async with open_trading_desk() as desk:
        deployment = await desk.running()
        with watched(Tracer("OrderRequest", walk, "", of_class=True)):
            await desk.trade(deployment, days=6)
    if not walk.modules:
        raise SystemExit("the deployment ordered nothing")
    return [walk]


async def _post(client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> None:
    answer = await client.post(path, json=body)
    if not answer.is_success:
        raise SystemExit(f"POST {path} answered {answer.status_code}: {answer.text}")


WALKS: dict[str, Callable[[httpx.AsyncClient], Awaitable[list[Walk]]]] = {
    "research": research,
    "chat": chat,
    "strategy": strategy,
}


async def walked(only: str | None) -> list[Walk]:
    with fresh_home(with_demo=only in {None, "research", "strategy"}):
        found: list[Walk] = []
        async with whole_app() as client:
            for name, walks in WALKS.items():
                found += await walks(client) if only in {None, name} else []
        return found + (await order() if only in {None, "order"} else [])


def summary(walk: Walk) -> str:
    line = f"{walk.name}: {len(walk.modules)} modules"
    if walk.name.startswith("research"):
        line += f" ({walk.in_folder('src/modules/coordinator')} in the coordinator), parsed {walk.parsed} times"
    return f"{line}; {len(walk.wrappers)} wrappers: {', '.join(walk.wrappers) or 'none'}"


def is_over(walk: Walk) -> bool:
    modules, wrappers = LIMITS.get(walk.name.split(" (")[0], (sys.maxsize, sys.maxsize))
    return len(walk.modules) > modules or len(walk.wrappers) > wrappers


def write_contributing(walks: list[Walk]) -> None:
    """One walk of each kind, between the two marks."""
    file = ROOT / "CONTRIBUTING.md"
    before, begin, rest = file.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"CONTRIBUTING.md needs the marks {BEGIN} and {END}")
    first = {walk.name.split(" (")[0]: walk for walk in reversed(walks)}
    chosen = [first[name] for name in ("research symbol", "chat message", "strategy document", "order")]
    file.write_text(before + begin + "\n" + "\n".join(map(markdown, chosen)) + end + after)


def markdown(walk: Walk) -> str:
    name = walk.name.split(" (")[0]
    lines = [
        f"{number}. `{module}`, `{_short(function)}`: {_sentence(module)}"
        for number, (module, function) in enumerate(walk.modules.items(), 1)
    ]
    before = [
        f"`{_short(function)}` of `{module}`"
        for module, function in walk.leading_to.items()
        if not module.startswith("apps/api/edge")  # every request passes it
    ]
    led = [f"Begun by {', then '.join(before)}.\n"] if before else []
    return "\n".join([f"\n### {name[0].upper()}{name[1:]}: {len(lines)} modules\n", *led, *lines, ""])


def _short(function: str) -> str:
    """Without what is made inside of it: lambdas and comprehensions."""
    return re.sub(r"\.<\w+>|\.__init__", "", function)


def _sentence(module: str) -> str:
    documented = ast.get_docstring(ast.parse((ROOT / module).read_text())) or ""
    return " ".join(documented.split("\n\n")[0].split())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--contributing", action="store_true")
    parser.add_argument("--only", choices=(*WALKS, "order"))
    asked = parser.parse_args()
    event.listen(Engine, "before_cursor_execute", _on_statement)
    threading.setprofile(_profile)
    walks = asyncio.run(walked(asked.only))
    for walk in walks:
        print(summary(walk))
        if asked.show:
            for module, function in walk.leading_to.items():
                print(f"   -  {module}  {function}")
            for number, (module, function) in enumerate(walk.modules.items(), 1):
                print(f"  {number:2}. {module}  {function}")
    if asked.contributing:
        write_contributing(walks)
    if over := [walk.name for walk in walks if is_over(walk)]:
        raise SystemExit(f"over the limit: {', '.join(over)}")


if __name__ == "__main__":
    main()
