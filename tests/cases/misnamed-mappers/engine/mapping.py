"""How the names of a checkpoint become the names of this engine."""

from dataclasses import dataclass, field


@dataclass
class WeightsMapper:
    orig_to_new_prefix: dict[str, str] = field(default_factory=dict)
    orig_to_new_substr: dict[str, str] = field(default_factory=dict)
    orig_to_new_suffix: dict[str, str] = field(default_factory=dict)

    def __or__(self, other: "WeightsMapper") -> "WeightsMapper":
        return WeightsMapper(
            {**self.orig_to_new_prefix, **other.orig_to_new_prefix},
            {**self.orig_to_new_substr, **other.orig_to_new_substr},
            {**self.orig_to_new_suffix, **other.orig_to_new_suffix},
        )

    def apply(self, name: str) -> str:
        for old, new in self.orig_to_new_substr.items():
            name = name.replace(old, new)
        for old, new in self.orig_to_new_prefix.items():
            if name.startswith(old):
                name = new + name.removeprefix(old)
        for old, new in self.orig_to_new_suffix.items():
            if name.endswith(old):
                name = name.removesuffix(old) + new
        return name
