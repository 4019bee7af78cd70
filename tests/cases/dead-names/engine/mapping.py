"""How the names of a checkpoint become the names of this engine."""

from dataclasses import dataclass, field


@dataclass
class WeightsMapper:
    orig_to_new_substr: dict[str, str] = field(default_factory=dict)

    def apply(self, name: str) -> str:
        for old, new in self.orig_to_new_substr.items():
            name = name.replace(old, new)
        return name
