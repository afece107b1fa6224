"""The command `parley`, under the one name that an installed Parley has."""

from apps.cli.main import run

__all__ = ["run"]
