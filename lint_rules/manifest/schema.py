"""The JSON schema of the manifest, for editors; derived from the table of keys that the loader reads by.

It accepts all that the loader accepts. What a schema can't say is left to the loader: duplicate keys and ids, regular
expressions that are broken or could hang, too many wildcards, paths that lead out of the folder.
"""

from __future__ import annotations

from lint_rules.manifest.keys import MANIFEST, PROFILES, Choice, Kind, ListOf, MapOf, Table, Text, Version
from lint_rules.manifest.profile import load_profile


def manifest_schema() -> dict[str, object]:
    """Return the schema of ``quantfence.yaml`` (JSON Schema, draft 2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "quantfence.yaml",
        "description": "The modules that must not receive a quantization config.",
        **_schema(MANIFEST),
        "anyOf": [_has("exclusions"), _has("config_only"), _has_layers(), _has_profile_with_layers()],
        "dependentSchemas": {"exclusions": {"anyOf": [_has("quantization"), _has("profile")]}},
    }


def _has(*keys: str) -> dict[str, object]:
    return {"required": list(keys)}


def _has_layers() -> dict[str, object]:
    return {**_has("layers"), "properties": {"layers": _has("classes")}}


def _has_profile_with_layers() -> dict[str, object]:
    names = [name for name in PROFILES if load_profile(name)[1].classes]
    return {**_has("profile"), "properties": {"profile": {"enum": names}}}


def _schema(kind: Kind) -> dict[str, object]:
    if isinstance(kind, Text):
        return {"type": "string", "pattern": _anchored(kind.form.pattern)}
    if isinstance(kind, Choice):
        return {"enum": list(kind.options)}
    if isinstance(kind, Version):
        return {"type": "integer", "enum": list(kind.options)}
    if isinstance(kind, ListOf):
        return {"type": "array", "minItems": kind.least, "items": _schema(kind.item)}
    if isinstance(kind, MapOf):
        return {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": _anchored(kind.key.pattern)},
            "additionalProperties": _schema(kind.value),
        }
    return _table_schema(kind)


def _table_schema(table: Table) -> dict[str, object]:
    schema: dict[str, object] = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {
            key.name: {"description": _described(key.doc, key.kind), **_schema(key.kind)} for key in table.keys
        },
    }
    required = [key.name for key in table.keys if key.required]
    if required:
        schema["required"] = required
    if table.any_of:
        schema["anyOf"] = [_has(name) for name in table.any_of]
    return schema


def _described(doc: str, kind: Kind) -> str:
    """Return the documentation of a key with the forms that its texts take."""
    text = kind.item if isinstance(kind, ListOf) else kind
    if not isinstance(text, Text):
        return doc
    label = "Each" if isinstance(kind, ListOf) else "Form"
    return f"{doc} {label}: {text.form.accepted}."


def _anchored(pattern: str) -> str:
    return f"^(?:{pattern})$"
