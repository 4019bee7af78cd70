"""What the command line finds, to be held against what an editor shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path


def on_the_command_line(root: Path) -> dict[str, list[tuple[str, int, int]]]:
    command = [sys.executable, "-m", "lint_rules", "check", "--output-format", "json", "--no-cache"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUANTFENCE_")}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    out: dict[str, list[tuple[str, int, int]]] = {}
    for each in json.loads(done.stdout):
        place = each["location"]
        out.setdefault(each["filename"], []).append((each["code"], place["row"], place["column"]))
    return out
