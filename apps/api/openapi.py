"""Prints the API's description, from which the page's types are made: `python -m apps.api.openapi`."""

import json
import sys

from apps.api.main import create_app

if __name__ == "__main__":
    json.dump(create_app().openapi(), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")
