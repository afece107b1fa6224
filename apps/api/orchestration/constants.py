"""The fixed values of a turn."""

CHOICE_TAG = "CHOICE_SELECTION"
STATE_BLOCK = "[SESSION STATE]"

DEFAULT_STREAM_SECONDS = 300.0

TURN_LIMIT = 10  # turns in strategy or stress_test before the person gets a note, once
BACKTESTS_WITHOUT_GAIN = 3

LONGEST_MESSAGE = 20_000  # characters of a person's own words
INPUT_BUDGET = 60_000  # characters of all that is sent besides them
MOST_CARDS = 12
LONGEST_ANSWER = 200_000  # characters that a model may write in a turn, tags and all
MOST_BLOCKS = 60  # tags of a turn that are read, and cards or patches in them
MOST_EVENTS = 30_000  # that a model may send in a turn, whatever is in them
