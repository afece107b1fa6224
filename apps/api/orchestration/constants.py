"""The fixed values of a turn."""

UI_TAG = "AGENT_UI_JSON"
PATCH_TAG = "AGENT_STATE_PATCH"
CHOICE_TAG = "CHOICE_SELECTION"
STATE_BLOCK = "[SESSION STATE]"

DEFAULT_STREAM_SECONDS = 300.0
DEFAULT_IDLE_SECONDS = 60.0

TURN_LIMIT = 10  # turns in strategy or stress_test before the person is told once
BACKTESTS_WITHOUT_GAIN = 3

LONGEST_MESSAGE = 20_000  # characters of a person's own words
INPUT_BUDGET = 60_000  # characters of all that is sent besides them
MOST_CARDS = 12
TITLE_LENGTH = 60
