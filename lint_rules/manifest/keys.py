"""Every key that a manifest may hold, written once: the loader, the JSON schema and the messages all derive from it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lint_rules.manifest import forms
from lint_rules.manifest.forms import Form

VERSIONS = (1,)
PROFILES = ("lmdeploy", "sglang", "vllm", "xtuner")
ENGINES = ("compressed-tensors", "lmdeploy", "sglang", "torchtitan", "transformers", "vllm", "xtuner")


class Text(NamedTuple):
    """A text of some form."""

    form: Form


class Choice(NamedTuple):
    """One of a few words."""

    noun: str
    options: tuple[str, ...]


class Version(NamedTuple):
    """A whole number out of those that are understood."""

    options: tuple[int, ...]


class ListOf(NamedTuple):
    """A list of at least ``least`` items."""

    item: Kind
    least: int = 1


class MapOf(NamedTuple):
    """A mapping with keys of the user's choice."""

    key: Form
    value: Kind


class Table(NamedTuple):
    """A mapping with known keys; at least one of ``any_of`` is given."""

    noun: str
    keys: tuple[Key, ...]
    any_of: tuple[str, ...] = ()

    def names(self) -> list[str]:
        """Return the names of the keys."""
        return [key.name for key in self.keys]

    def find(self, name: str) -> Key | None:
        """Return the key of that name."""
        return next((key for key in self.keys if key.name == name), None)


class Key(NamedTuple):
    """A key of a table."""

    name: str
    kind: Kind
    doc: str
    required: bool = False


Kind: TypeAlias = "Text | Choice | Version | ListOf | MapOf | Table"

QUANTIZATION = Table(
    "quantization",
    (
        Key("types", ListOf(Text(forms.CLASS)), "Classes; a parameter or field annotated with one carries the config."),
        Key(
            "names",
            ListOf(Text(forms.IDENTIFIER)),
            "Parameters, fields, attributes and keywords that carry the config.",
        ),
    ),
    any_of=("types", "names"),
)

EXCLUSION = Table(
    "an exclusion",
    (
        Key("id", Text(forms.LINE), "A short name for the exclusion, its own in the file.", required=True),
        Key(
            "modules",
            ListOf(Text(forms.MODULE)),
            "Classes (the whole of them, subclasses too), or a class and a path below it (only that layer).",
        ),
        Key(
            "names", ListOf(Text(forms.NAME)), "Fully qualified names; what one matches is excluded with all below it."
        ),
        Key(
            "policy",
            Text(forms.POLICY),
            "A flag: the module may be quantized where it is true (`not Class.flag`: where it is false).",
        ),
        Key(
            "entrypoints",
            ListOf(Text(forms.ENTRYPOINT)),
            "Where the policy must be false: a class (its field defaults), a method or a function.",
        ),
        Key("recipe", Text(forms.RECIPE), "The checkpoint's `config.json` that this entry mirrors."),
        Key("engine", Choice("engine", ENGINES), "Whose reading of the recipe; the profile's if it is not given."),
        Key("reason", Text(forms.PROSE), "Why, for those who read a finding."),
    ),
    any_of=("modules", "names"),
)

LAYERS = Table(
    "layers",
    (
        Key("classes", ListOf(Text(forms.CLASS)), "Layers that look up their own precision by name; subclasses too."),
        Key("prefix", Text(forms.IDENTIFIER), "The parameter that names such a layer."),
        Key(
            "helpers",
            MapOf(forms.FUNCTION, Text(forms.TEMPLATE)),
            'Functions that join a name, with the positions of their arguments: `maybe_prefix: "{0}.{1}"`.',
        ),
        Key(
            "fused",
            MapOf(forms.COMPONENT, ListOf(Text(forms.COMPONENT), least=2)),
            "Layers that stand for several of the checkpoint's, with these.",
        ),
        Key(
            "rename",
            MapOf(forms.FRAGMENT, Text(forms.ANY_TEXT)),
            "From a checkpoint's names to the code's, where the code does not say so itself.",
        ),
    ),
)

_VERSION = Key("version", Version(VERSIONS), "The version of this format.", required=True)
_QUANTIZATION = Key("quantization", QUANTIZATION, "What carries a quantization config; adds to the profile.")
_LAYERS = Key("layers", LAYERS, "How an engine that excludes by name names its layers; adds to the profile.")

MANIFEST = Table(
    "a manifest",
    (
        _VERSION,
        Key("profile", Choice("profile", PROFILES), "The preset of a known engine."),
        _QUANTIZATION,
        Key("exclusions", ListOf(EXCLUSION), "The modules that must not receive the quantization config."),
        Key(
            "config_only",
            ListOf(Text(forms.FLAG)),
            "Flags that never reach a module constructor; every policy is one already.",
        ),
        _LAYERS,
    ),
)

PROFILE = Table("a profile", (_VERSION, _QUANTIZATION, _LAYERS))
