"""A vault for other people's secrets: AES-256-GCM under our own key files, which can be changed.

A sealed text names the key that sealed it, and opens only for the place that it was sealed for. The newest key seals.
Changing keys is three steps, and a crash between any two of them leaves every sealed text readable: make a new key
file, seal everything again (in one transaction of whoever stores it), retire the older key files.
"""

import base64
import os
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from packages.core.errors import Unavailable

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


if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_FORMAT = "v1"
_NONCE_BYTES = 12
_KEY_ID = re.compile(r"\d{4,}-[0-9a-f]{8}")


class VaultKeyMissing(Unavailable):
    """The key file that something was sealed with is not here, or is no key."""


class SealBroken(Unavailable):
    """What was sealed has been changed, or moved from the place that it was sealed for."""


class Vault:
    """Seals and opens short texts; safe to use from several processes over the same folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def seal(self, clear: str, *place: str) -> str:
        key_id = self.newest_key() or self.add_key()
        nonce = secrets.token_bytes(_NONCE_BYTES)
        locked = _cipher(self._key(key_id)).encrypt(nonce, clear.encode(), _bound_to(key_id, place))
        return f"{_FORMAT}.{key_id}.{base64.urlsafe_b64encode(nonce + locked).decode()}"

    def open(self, sealed: str, *place: str) -> str:
        from cryptography.exceptions import InvalidTag

        key_id, payload = _parts(sealed)
        cipher = _cipher(self._key(key_id))
        try:
            clear = cipher.decrypt(payload[:_NONCE_BYTES], payload[_NONCE_BYTES:], _bound_to(key_id, place))
        except (InvalidTag, ValueError) as error:
            raise _broken() from error
        return clear.decode()

    def newest_key(self) -> str | None:
        return max(self._key_ids(), key=_age, default=None)

    def add_key(self) -> str:
        """Makes a key that seals from now on; it is on the disk for good before it is used."""
        newest = self.newest_key()
        number = _age(newest)[0] + 1 if newest else 1
        key_id = f"{number:04d}-{secrets.token_hex(4)}"
        load_or_create_key(self._path(key_id))
        _sync(self._path(key_id))
        _sync(self._folder)
        return key_id

    def retire_keys_before(self, key_id: str) -> tuple[str, ...]:
        """Deletes the keys that are older, for good: nothing that they sealed can be opened any more."""
        retired = tuple(sorted(older for older in self._key_ids() if _age(older) < _age(key_id)))
        for older in retired:
            self._path(older).unlink(missing_ok=True)
        return retired

    def _key_ids(self) -> list[str]:
        names = (path.name for path in self._folder.glob(f"{self._name}.*.key"))
        ids = (name.removeprefix(f"{self._name}.").removesuffix(".key") for name in names)
        return [key_id for key_id in ids if _KEY_ID.fullmatch(key_id)]

    def _key(self, key_id: str) -> bytes:
        path = self._path(key_id)
        try:
            key = path.read_bytes()
        except FileNotFoundError:
            raise VaultKeyMissing("desk.key_file_missing", file=path.name, folder=self._folder) from None
        if len(key) != _KEY_BYTES:
            raise VaultKeyMissing("desk.key_file_damaged", path=path)
        return key

    def _path(self, key_id: str) -> Path:
        return self._folder / f"{self._name}.{key_id}.key"


def _cipher(key: bytes) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _bound_to(key_id: str, place: tuple[str, ...]) -> bytes:
    """Lengths are written too, so that ("ab", "c") and ("a", "bc") are two places."""
    return "".join(f"{len(part)}:{part}" for part in (_FORMAT, key_id, *place)).encode()


def _parts(sealed: str) -> tuple[str, bytes]:
    version, _, rest = sealed.partition(".")
    key_id, _, text = rest.partition(".")
    if version != _FORMAT or not _KEY_ID.fullmatch(key_id):
        raise _broken()
    try:
        return key_id, base64.b64decode(text, altchars=b"-_", validate=True)
    except ValueError as error:
        raise _broken() from error


def _broken() -> SealBroken:
    return SealBroken("desk.seal_broken")


def _age(key_id: str) -> tuple[int, str]:
    number, _, noise = key_id.partition("-")
    return int(number), noise


def _sync(path: Path) -> None:
    if os.name == "nt":  # a folder cannot be opened there
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
