"""``quantfence lsp``: the language server, on standard input and output."""

from __future__ import annotations

import gc
import os
import sys

from lint_rules.errors import UsageError


def serve() -> int:
    """Serve one client until it leaves. Raises UsageError where the extra is not installed."""
    try:
        from lint_rules.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs", "attr"):
            raise
        raise UsageError("the language server needs pygls: pip install 'quantfence[lsp]'") from None
    # Other commands leave without cleaning up; this one stays.
    gc.enable()
    # It has threads, and a process that has some is not to be forked.
    os.environ.setdefault("QUANTFENCE_WORKERS", "1")
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    # What anybody prints must not end up between the messages.
    sys.stdout = sys.stderr
    make_server().start_io(source, sink)
    return 0
