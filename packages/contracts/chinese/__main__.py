"""Prints the sentences for the page: `python -m packages.contracts.chinese`."""

import json
import sys

from packages.contracts.chinese import sentences, words

if __name__ == "__main__":
    json.dump({"sentences": sentences(), "words": words()}, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")
