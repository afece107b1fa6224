"""Where tests keep their files: in memory where there is room, since a commit to a disk waits for it."""

import os
import shutil
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ENOUGH = 4 * 2**30  # bytes; a container's own default is 64 MB


def folder_in_memory() -> str | None:
    """None: the machine's own place for temporary files."""
    roomy = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH
    return str(_MEMORY) if roomy else None
