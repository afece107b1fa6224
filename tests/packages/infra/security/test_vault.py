"""What is sealed opens only with its key and in its place, and keys can be changed without losing anything."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.infra.security.vault import SealBroken, Vault, VaultKeyMissing

KEY = "sk-live-0123456789abcdef"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "keys"


@pytest.fixture
def vault(folder: Path) -> Vault:
    return Vault(folder, "model-keys")


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_sealed_key_opens_in_its_place_and_shows_nothing_before(vault: Vault, folder: Path) -> None:
    sealed = vault.seal(KEY, "ann", "fast")
    assert KEY not in sealed
    assert vault.open(sealed, "ann", "fast") == KEY
    assert Vault(folder, "model-keys").open(sealed, "ann", "fast") == KEY


def test_the_same_key_is_never_sealed_the_same_way_twice(vault: Vault) -> None:
    assert vault.seal(KEY, "ann", "fast") != vault.seal(KEY, "ann", "fast")


@given(text=st.text(max_size=300))
def test_any_text_comes_back_as_it_was(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    vault = Vault(tmp_path_factory.getbasetemp() / "any-text", "k")
    clear = text.encode("utf-8", "ignore").decode()
    assert vault.open(vault.seal(clear, "a"), "a") == clear


@pytest.mark.parametrize("place", [("bob", "fast"), ("ann", "slow"), ("annf", "ast"), ("ann",), ("ann", "fast", "")])
def test_a_seal_that_was_moved_does_not_open(vault: Vault, place: tuple[str, ...]) -> None:
    sealed = vault.seal(KEY, "ann", "fast")
    with pytest.raises(SealBroken, match="enter it again"):
        vault.open(sealed, *place)


def _damaged(sealed: str) -> Iterator[str]:
    version, key_id, payload = sealed.split(".")
    for position in range(0, len(payload), 7):
        other = "A" if payload[position] != "A" else "B"
        yield f"{version}.{key_id}.{payload[:position]}{other}{payload[position + 1 :]}"
    yield from ("", "v1", "v2." + sealed[3:], f"v1.{key_id}.", f"v1.{key_id}.AAAA", f"v1.{key_id}.not base64!", KEY)
    yield f"v1.../../secret.{payload}"


def test_a_seal_that_was_changed_anywhere_does_not_open(vault: Vault) -> None:
    for damaged in _damaged(vault.seal(KEY, "ann", "fast")):
        with pytest.raises(SealBroken):
            vault.open(damaged, "ann", "fast")


def test_without_its_key_file_nothing_opens_and_no_new_key_is_put_in_its_place(vault: Vault, folder: Path) -> None:
    sealed = vault.seal(KEY, "ann", "fast")
    (file,) = folder.iterdir()
    kept = file.read_bytes()
    file.unlink()
    with pytest.raises(VaultKeyMissing, match=rf"{file.name} is not in .*put it back"):
        vault.open(sealed, "ann", "fast")
    assert _files(folder) == []
    assert vault.open(vault.seal("another", "bob", "x"), "bob", "x") == "another"
    file.write_bytes(kept)
    assert vault.open(sealed, "ann", "fast") == KEY


def test_a_key_file_of_another_desk_is_told_from_a_damaged_one(vault: Vault, folder: Path) -> None:
    sealed = vault.seal(KEY, "ann", "fast")
    (file,) = folder.iterdir()
    file.write_bytes(os.urandom(32))
    with pytest.raises(SealBroken):
        vault.open(sealed, "ann", "fast")
    file.write_bytes(b"short")
    with pytest.raises(VaultKeyMissing, match="damaged"):
        vault.open(sealed, "ann", "fast")


def test_a_new_key_seals_and_the_old_one_still_opens_until_it_is_retired(vault: Vault, folder: Path) -> None:
    old = vault.seal(KEY, "ann", "fast")
    key_id = vault.add_key()
    new = vault.seal(KEY, "ann", "fast")
    assert (vault.newest_key(), new.split(".")[1]) == (key_id, key_id)
    assert vault.open(old, "ann", "fast") == vault.open(new, "ann", "fast") == KEY
    assert vault.retire_keys_before(key_id) == (old.split(".")[1],)
    assert vault.open(new, "ann", "fast") == KEY
    with pytest.raises(VaultKeyMissing):
        vault.open(old, "ann", "fast")
    assert _files(folder) == [f"model-keys.{key_id}.key"]


def test_key_files_are_for_their_owner_alone_and_other_files_are_not_touched(vault: Vault, folder: Path) -> None:
    vault.seal(KEY, "ann", "fast")
    (folder / "access-tokens.key").write_bytes(b"x" * 32)
    (folder / "model-keys.draft.key").write_bytes(b"x" * 32)
    newest = vault.add_key()
    vault.retire_keys_before(newest)
    assert _files(folder) == ["access-tokens.key", f"model-keys.{newest}.key", "model-keys.draft.key"]
    assert (folder / f"model-keys.{newest}.key").stat().st_mode & 0o777 == 0o600


def test_all_who_seal_first_together_can_open_what_the_others_sealed(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        sealed = list(pool.map(lambda n: Vault(folder, "k").seal(str(n), "a"), range(32)))
    assert [Vault(folder, "k").open(text, "a") for text in sealed] == [str(n) for n in range(32)]


def test_the_tenth_thousand_key_is_newer_than_the_one_before(folder: Path) -> None:
    folder.mkdir()
    for key_id in ("9999-ffffffff", "10000-00000000"):
        (folder / f"k.{key_id}.key").write_bytes(os.urandom(32))
    assert Vault(folder, "k").newest_key() == "10000-00000000"


def test_the_cipher_is_not_loaded_before_it_is_used() -> None:
    code = "import sys, packages.infra.security.vault; print('cryptography' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
