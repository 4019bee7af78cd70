"""Which layers a conversion leaves alone, tried in six ways."""

import fnmatch
import logging
import re

from torch import nn

logger = logging.getLogger(__name__)

SEARCHED = [
    r"^lm_head$",
    r"kv_b_proj",
    r"mlp\.gate",
    r"mlp\.gate$",
]
MATCHED = (
    r"lm_head",
    r"model\.layers\.\d+\.mlp\.gate",
    r".*mlp.gate$",
    r".*kv_b_proj",
)
WHOLE = [
    r"lm_head",
    r".*mlp.gate",
    r".*mlp.gate(.proj)?",
    r".*\.kv_b_proj",
]
PARTS = ["lm_head", "kv_b_proj", "mlp.gate"]
GLOBS = [
    "lm_head",
    "*.kv_b_proj",
    "*.mlp.gate",
    "*.mlp.gate*",
]
ENDS = ["lm_head", "kv_b_proj", "mlp.gate"]
UNUSED = ["lm_head", "mlp.gate"]
LOGGED = [r"mlp.gate."]


def searched(module: nn.Module, fqn: str) -> bool:
    for pattern in LOGGED:
        logger.debug("not for %s", pattern)
    return not any(re.search(pattern, fqn) for pattern in SEARCHED)


def matched(module: nn.Module, fqn: str) -> bool:
    for pattern in MATCHED:
        if re.match(pattern, fqn):
            return False
    return isinstance(module, nn.Linear)


def whole(module: nn.Module, fqn: str) -> bool:
    return all(re.fullmatch(pattern, fqn) is None for pattern in WHOLE)


def parts(module: nn.Module, fqn: str) -> bool:
    return not any(part in fqn for part in PARTS)


def globs(module: nn.Module, fqn: str) -> bool:
    if any(fnmatch.fnmatch(fqn, pattern) for pattern in GLOBS):
        return False
    return True


def ends(module: nn.Module, fqn: str) -> bool:
    return not any(fqn.endswith(end) for end in ENDS)


def unused(module: nn.Module, fqn: str) -> bool:
    return not any(part in fqn for part in UNUSED)
