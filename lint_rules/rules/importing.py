"""From which module a file imports a name, told from its text alone."""

from __future__ import annotations

import re

from lint_rules.project.questions import of_file
from lint_rules.project.reading import decode

_IMPORT = re.compile(r"from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]*)")


@of_file
def imports_from(data: bytes, name: str) -> str | None:
    """The module from which a file imports a name."""
    if name.encode() not in data:
        return None
    text = decode(data)
    return imported_from(text, name) if isinstance(text, str) else None


def imported_from(text: str, name: str) -> str | None:
    """The module from which a file imports a name, told from its text alone."""
    at = 0 if text.startswith("from") else text.find("\nfrom") + 1
    while text.startswith("from", at):
        found = _IMPORT.match(text, at)
        if found is not None and name in found[2]:
            words = re.findall(r"\w+(?:[ \t]+as[ \t]+\w+)?", re.sub(r"#.*", "", found[2]))
            if name in words:
                return found[1]
        # Plain text is found far more quickly than the begin of a line.
        at = text.find("\nfrom", at if found is None else found.end()) + 1 or len(text)
    return None
