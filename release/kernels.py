"""The kernel inside the wheel, and the platform that the wheel is for because of it."""

import platform
import re
import sysconfig
from pathlib import Path

from packages.domain.backtest.kernel.binding import sources
from packages.infra.kernel.build import build_shipped

_OLDEST = 17  # of manylinux: what current installers know by this kind of name
_NEEDS = re.compile(rb"GLIBC_2\.(\d+)")


def add_kernels(package: Path) -> str:
    """Builds the kernel into the package; gives the tag of the platforms that it runs on."""
    built = build_shipped(sources(), package / "packages" / "infra" / "kernel")
    if platform.system() != "Linux":
        return re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = max([_OLDEST, *(int(found) for found in _NEEDS.findall(built.read_bytes()))])
    return f"manylinux_2_{needed}_{platform.machine()}"
