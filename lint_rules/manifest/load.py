"""From the bytes of ``quantfence.yaml`` to a ``Manifest``, or to all that is wrong with it."""

from __future__ import annotations

from pathlib import Path

from lint_rules.manifest.build import build_manifest, value_of
from lint_rules.manifest.document import Listing, Mapping, Node, Scalar, read_document
from lint_rules.manifest.keys import LAYERS, MANIFEST, PROFILES
from lint_rules.manifest.model import Manifest, Place
from lint_rules.manifest.problems import ManifestError, Problem, listed, quoted
from lint_rules.manifest.profile import load_profile, merge_profile
from lint_rules.manifest.validate import meant_keys, validate

__all__ = ["MAX_BYTES", "ManifestError", "Problem", "load_manifest"]

MAX_BYTES = 1 << 20


def load_manifest(path: Path, text: bytes | None = None) -> Manifest:
    """Return the manifest at ``path``, its profile merged in.

    ``text`` stands for the file's content where it is given, such as what an editor has not saved yet. All paths in the
    result are absolute. Raises ``ManifestError``, with every problem that can be told at once, where the file can't be read
    or is not a valid manifest; nothing else is raised, whatever the input.
    """
    path = path.absolute()
    problems: list[Problem] = []
    content = _decode(path, _read(path) if text is None else text)
    root = read_document(path, content, problems)
    if root is None or (isinstance(root, Scalar) and root.kind == "nothing"):
        raise _error(path, f"the file is empty; accepted here: {listed(MANIFEST.names())}")
    validate(root, MANIFEST, problems)
    _check_ids(root, problems)
    _check_purpose(root, problems)
    if problems:
        raise ManifestError(problems)
    manifest = build_manifest(path, root)
    return merge_profile(manifest, *load_profile(manifest.profile)) if manifest.profile else manifest


def _read(path: Path) -> bytes:
    try:
        # Opening a pipe would wait for its other end.
        if path.exists() and not path.is_file():
            raise _error(path, "not a file")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _error(path, f"can't be read: {getattr(error, 'strerror', None) or error}") from None


def _decode(path: Path, content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise _error(path, f"the file is too large; accepted: up to {MAX_BYTES:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", errors="replace")
        place = Place(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"found the byte 0x{content[error.start]:02x}, which is not UTF-8; accepted: text in UTF-8"
        raise ManifestError([Problem(place, message)]) from None


def _error(path: Path, message: str) -> ManifestError:
    return ManifestError([Problem(Place(path, 1, 1), message)])


def _check_ids(root: Node, problems: list[Problem]) -> None:
    """Report each id that an earlier exclusion has."""
    exclusions = value_of(root, "exclusions")
    places: dict[str, Place] = {}
    for item in exclusions.items if isinstance(exclusions, Listing) else ():
        name = value_of(item, "id")
        if not isinstance(name, Scalar) or not name.text.strip():
            continue
        if places.setdefault(name.text, name.place) is not name.place:
            first = places[name.text].line
            message = f"duplicate id {quoted(name.text)}, first given in line {first}; accepted: each id once"
            problems.append(Problem(name.place, message))


def _check_purpose(root: Node, problems: list[Problem]) -> None:
    """Report a manifest by which nothing could ever be found; what is merely misspelt is reported as that alone."""
    if not isinstance(root, Mapping):
        return
    given = meant_keys(root, MANIFEST)
    if "exclusions" in given and given.isdisjoint({"quantization", "profile"}):
        key = next((key for key, _ in root.pairs if isinstance(key, Scalar) and key.text == "exclusions"), root)
        message = (
            "exclusions need a quantization config to speak of; accepted: "
            "`quantization` with `types` or `names`, or a `profile` that brings them"
        )
        problems.append(Problem(key.place, message))
    by_name = "classes" in meant_keys(value_of(root, "layers"), LAYERS) or _profile_names_layers(root)
    if given.isdisjoint({"exclusions", "config_only"}) and not by_name:
        message = (
            "there is nothing to check; accepted: `exclusions`, `config_only`, `layers` with `classes`, "
            "or a `profile` that brings such layers"
        )
        problems.append(Problem(root.place, message))


def _profile_names_layers(root: Node) -> bool:
    """Return whether the profile has layers to check; an unknown profile counts, since it is reported already."""
    profile = value_of(root, "profile")
    if profile is None:
        return "profile" in meant_keys(root, MANIFEST)
    if not isinstance(profile, Scalar) or profile.text not in PROFILES:
        return True
    return bool(load_profile(profile.text)[1].classes)
