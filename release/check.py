"""Builds the wheel and uses it as a stranger would: `python -m release.check`.

In an environment of its own, without the checkout, a compiler or Node, from a folder with an `apps`, a `src` and a
`packages` of somebody else's, which raise when they are imported. What was built stays in `dist/`.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from release.import_root import ROOTS

ROOT = Path(__file__).parents[1]
_UV = ROOT / ".tools" / "bin" / "uv"
_HOSTILE = 'raise RuntimeError("the folder of a stranger was imported")\n'
_MODULES_OF_OTHERS = f"""
import sys
import parley.apps.api.main, parley.apps.cli.notebook, parley.apps.worker.main
found = [name for name in sys.modules if name.partition(".")[0] in {ROOTS!r}]
assert not found, found
print("nothing is imported from outside `parley`")
"""
_NOTEBOOK = """
import parley
print(len(parley.backtest("mine.yaml").trades), "trades in a notebook")
"""
_STEPS: tuple[tuple[str, ...], ...] = (
    ("parley", "--version"),
    ("python", "-c", _MODULES_OF_OTHERS),
    ("parley", "data", "demo"),
    ("parley", "research", "DEMO1.SZ", "--lang", "en"),
    ("parley", "strategy", "new", "--family", "trend_continuation", "--holding", "swing_days", "--ticker", "DEMO1.SZ",
     "-o", "mine.yaml"),
    ("parley", "backtest", "mine.yaml", "--language", "en"),
    ("python", "-c", _NOTEBOOK),
    ("parley", "doctor"),
)  # fmt: skip


def build(folder: Path) -> Path:
    """The wheel, built anew."""
    for old in folder.glob("*.whl"):
        old.unlink()
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def use(wheel: Path, folder: Path) -> None:
    """Installs it and runs every step; the first that fails stops everything."""
    environment, work = folder / "environment", folder / "work"
    subprocess.run([_UV, "venv", "-q", "--python", sys.executable, environment], check=True)
    subprocess.run([_UV, "pip", "install", "-q", "--python", environment / "bin" / "python", wheel], check=True)
    for root in ROOTS:
        (work / root).mkdir(parents=True)
        (work / root / "__init__.py").write_text(_HOSTILE)
    for step in _STEPS:
        print("$", " ".join(word if len(word) < 60 else "…" for word in step), flush=True)
        _run(environment, work, step)
    print(f"installed: {_megabytes(environment)} MB")


def _run(environment: Path, work: Path, step: Sequence[str]) -> None:
    alone = {"PATH": str(work), "HOME": str(work), "PARLEY_HOME": str(work / "home"), "LANG": "C.UTF-8"}
    command = [str(environment / "bin" / step[0]), *step[1:]]
    done = subprocess.run(command, cwd=work, env=alone, capture_output=True, text=True)
    print("\n".join(f"  {line}" for line in done.stdout.splitlines()[-2:]), flush=True)
    if done.returncode:
        raise SystemExit(f"exit code {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")


def _megabytes(folder: Path) -> int:
    """Of different files: hard links are counted once."""
    seen = {(stat.st_dev, stat.st_ino): stat.st_size for path in folder.rglob("*") for stat in [path.lstat()]}
    return round(sum(seen.values()) / 1e6)


def main() -> None:
    (ROOT / "dist").mkdir(exist_ok=True)
    wheel = build(ROOT / "dist")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        use(wheel, Path(folder))


if __name__ == "__main__":
    main()
