from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from lint_rules.manifest.keys import MANIFEST, Kind, ListOf, MapOf, Table
from lint_rules.manifest.load import ManifestError, load_manifest
from lint_rules.manifest.schema import manifest_schema

from .samples import BAD, GOOD, LOADER_ONLY

VALIDATOR = jsonschema.Draft202012Validator(manifest_schema())


def loads(text: str) -> bool:
    try:
        load_manifest(Path("quantfence.yaml"), text.encode())
    except ManifestError:
        return False
    return True


def test_the_schema_is_one_and_fits_into_a_file() -> None:
    schema = json.loads(json.dumps(manifest_schema()))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("text", (GOOD | BAD).values(), ids=GOOD | BAD)
def test_loader_and_schema_agree(text: str) -> None:
    assert VALIDATOR.is_valid(yaml.safe_load(text)) is loads(text)


@pytest.mark.parametrize("text", LOADER_ONLY.values(), ids=LOADER_ONLY)
def test_what_only_the_loader_can_tell(text: str) -> None:
    assert VALIDATOR.is_valid(yaml.safe_load(text))
    assert not loads(text)


def tables(kind: Kind) -> list[Table]:
    if isinstance(kind, ListOf):
        return tables(kind.item)
    if isinstance(kind, MapOf):
        return tables(kind.value)
    if isinstance(kind, Table):
        return [kind, *(table for key in kind.keys for table in tables(key.kind))]
    return []


def test_every_key_is_described_and_no_other_is_allowed() -> None:
    assert [table.noun for table in tables(MANIFEST)] == ["a manifest", "quantization", "an exclusion", "layers"]
    pending: list[object] = [manifest_schema()]
    closed = 0
    while pending:
        schema = pending.pop()
        if not isinstance(schema, dict):
            continue
        if schema.get("additionalProperties") is False:
            closed += 1
            assert all(value["description"].endswith(".") for value in schema["properties"].values())
            pending.extend(schema["properties"].values())
        pending.append(schema.get("items"))
    assert closed == len(tables(MANIFEST))
