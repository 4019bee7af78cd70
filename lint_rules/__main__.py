"""``python -m lint_rules`` is ``quantfence``."""

import sys

from lint_rules.cli import main

sys.exit(main())
