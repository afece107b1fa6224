"""How long a person waits: `parley --help`, and `parley serve` until it answers."""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

PARLEY = Path(sys.executable).with_name("parley")


def help_seconds() -> float:
    started = time.perf_counter()
    subprocess.run([PARLEY, "--help"], check=True, capture_output=True)
    return time.perf_counter() - started


def serve_seconds(home: str, port: int) -> float:
    """Until `/readyz` answers 200 for the first time."""
    environment = os.environ | {"PARLEY_HOME": home, "PARLEY_LOG_LEVEL": "error"}
    started = time.perf_counter()
    server = subprocess.Popen([PARLEY, "serve", "--port", str(port)], env=environment, stdout=subprocess.DEVNULL)
    try:
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                    return time.perf_counter() - started
            except httpx.TransportError:
                time.sleep(0.005)
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    helps = [help_seconds() for _ in range(10)]
    with TemporaryDirectory() as home:
        fresh = serve_seconds(home, 8471)
        again = [serve_seconds(home, 8472 + n) for n in range(5)]
    print(f"parley --help           median {statistics.median(helps):.2f} s  worst {max(helps):.2f} s")
    print(f"parley serve, fresh     {fresh:.2f} s")
    print(f"parley serve, again     median {statistics.median(again):.2f} s  worst {max(again):.2f} s")


if __name__ == "__main__":
    main()
