"""msgspec without ``typing_extensions``: it looks for that and does without, and to import that takes as long as msgspec itself."""

from __future__ import annotations

import sys


def import_msgspec() -> None:
    """Import msgspec, in the shortest time that it takes; nobody else is kept from having ``typing_extensions``."""
    if "msgspec" in sys.modules or "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["typing_extensions"]
