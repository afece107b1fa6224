"""`python -m parley` is the command `parley`."""

from parley.command import run

run()
