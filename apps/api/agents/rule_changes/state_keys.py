"""Under which names the state of a turn holds rules and edits in words."""

from typing import Final

RULES: Final = "spoken_rules"
EDIT: Final = "spoken_edit"
