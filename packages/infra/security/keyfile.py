"""A random key that is made once and kept in a file that only its owner can read."""

import os
import secrets
from pathlib import Path

_KEY_BYTES = 32


def load_or_create_key(path: Path) -> bytes:
    """Safe when several processes start at once: the first one's key wins."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_bytes(secrets.token_bytes(_KEY_BYTES))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    key = path.read_bytes()
    if len(key) != _KEY_BYTES:
        raise ValueError(f"{path} is not a key of {_KEY_BYTES} bytes: move it away and start again.")
    return key
