"""The command line: commands, options, exit codes."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from lint_rules import __version__
from lint_rules.commands.streams import fail, prepare_streams
from lint_rules.errors import UsageError
from lint_rules.reports import FORMATS

_FAILED = "quantfence could not do its job: bad usage, bad manifest, bad settings"


def _exit_codes(right: str, wrong: str = "") -> str:
    """What the exit codes of a command mean, for its help."""
    lines = [f"  0  {right}", *([f"  1  {wrong}"] if wrong else []), f"  2  {_FAILED}"]
    return "\n".join(["exit codes:", *lines, ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 clean, 1 findings, 2 where the job could not be done."""
    prepare_streams()
    try:
        code = _dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except UsageError as error:
        fail(str(error))
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Who read us has read enough. Python would flush once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return 2
    except Exception as error:
        fail(_internal(error))
        return 2


def run() -> NoReturn:
    """Run the command that this process was started for, and end it.

    What a check has made of a large project is given back at once, as a whole: to look for cycles in it and to free one object
    after another takes as long as the check of a small one.
    """
    gc.disable()
    code = main()
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _dispatch(arguments: Sequence[str]) -> int:
    parser = _parser(arguments)
    try:
        options = parser.parse_args(arguments)
    except SystemExit as exit:
        return int(exit.code or 0)
    if options.run is None:
        parser.print_help()
        return 2
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _internal(error: Exception) -> str:
    """Describe a bug of ours in a few lines that are worth sending."""
    from traceback import extract_tb

    here = Path(__file__).parent
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(here)]
    places = [f"{Path(frame.filename).relative_to(here).as_posix()}:{frame.lineno}" for frame in frames]
    return (
        f"internal error: {type(error).__name__}: {error}\n"
        f"  at {' > '.join(places[-6:])} in quantfence {__version__}, Python {sys.version.split()[0]}\n"
        "This is a bug in quantfence, not in your code. Please report it with these lines."
    )


_OPTIONAL = frozenset({"--add-ignore"})
"""Options that may have a value."""


class _Parser(argparse.ArgumentParser):
    """Takes options and paths in any order, and says what is near to an option that it does not know."""

    def parse_known_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse as the base class does, but leave nothing over: argparse gives up on paths that follow an option."""
        words = sys.argv[1:] if args is None else args
        # A value of its own belongs behind its `=`: without one, the next word is a PATH.
        words = [f"{word}=" if word in _OPTIONAL else word for word in words]
        namespace, rest = super().parse_known_args(words, namespace)
        many = next((action for action in self._positionals._group_actions if action.nargs == "*"), None)
        for word in rest:
            if many is None or (word.startswith("-") and word != "-"):
                self._unknown(word)
            getattr(namespace, many.dest).append(Path(word) if many.type is Path else word)
        return namespace, []

    def _unknown(self, word: str) -> NoReturn:
        from lint_rules.manifest.problems import suggest

        near = suggest(word.split("=")[0], self._option_string_actions) if word.startswith("-") else None
        self.error(f"unrecognized argument: {word}" + (f"; did you mean {near}?" if near else ""))

    def error(self, message: str) -> NoReturn:
        """Raise what the base class would print."""
        raise UsageError(f"{message}\nTry: {self.prog} --help")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, of which the base class learns by a module that takes as long to import as argparse."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """How wide the terminal is, by the environment or by itself."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named) > 0:
        return int(named)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Make the parser; where the first argument names a command, no other one gets its options."""
    parser = _Parser(
        prog="quantfence",
        description="Find the line that gives a quantization config to a module that must stay unquantized.",
        epilog=_exit_codes("nothing to report", "`check` has findings or, with --diff, a difference"),
        formatter_class=_Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"quantfence {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    named = [_COMMANDS[word] for word in arguments[:1] if word in _COMMANDS]
    for add in named or _COMMANDS.values():
        add(commands)
    return parser


_Commands = argparse._SubParsersAction  # argparse has no public name for it


def _add_command(commands: _Commands[_Parser], name: str, help: str, right: str = "done", wrong: str = "") -> _Parser:
    """Add a command; ``right`` and ``wrong`` say when it ends with 0 and with 1, which some never do."""
    description = help[0].upper() + help[1:] + "."
    return commands.add_parser(
        name,
        help=help,
        description=description,
        epilog=_exit_codes(right, wrong),
        formatter_class=_Help,
        allow_abbrev=False,
    )


def _add_check(commands: _Commands[_Parser]) -> None:
    help = "check a project against its exclusion manifest"
    wrong = "findings; with --diff: 1 if there is a difference"
    parser = _add_command(commands, "check", help, "nothing to report", wrong)
    parser.set_defaults(run=_run_check)
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", type=Path, help="report on these only (default: the project)"
    )
    where = _add_project(parser)
    where.add_argument("--stdin-filename", metavar="FILE", type=Path, help="check standard input in place of this file")
    where.add_argument("--force-exclude", action="store_true", help="leave out what is excluded even if PATH names it")
    _add_cache(where)
    rules = _add_choice(parser)
    base = rules.add_mutually_exclusive_group()
    base.add_argument("--baseline", metavar="FILE", type=Path, help="leave out what this baseline holds")
    base.add_argument("--no-baseline", action="store_true", help="report what the project's baseline holds, too")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply the fixes that are safe, and report what remains")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="include fixes that may change more than asked")
    fixes.add_argument("--diff", action="store_true", help="print what --fix would change, and write nothing")
    help = "put an ignore comment on the line of each finding, and report none"
    fixes.add_argument("--add-ignore", metavar="=REASON", nargs="?", help=help)
    output = parser.add_argument_group("output")
    output.add_argument("--output-format", choices=FORMATS, default="text", help="(default: text)")
    output.add_argument("--show-unresolved", action="store_true", help="list what could not be resolved")
    output.add_argument("--statistics", action="store_true", help="print how often each rule reports")
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 even if there are findings")
    _add_color(output)
    output.add_argument("-q", "--quiet", action="store_true", help="print findings and nothing else")
    output.add_argument("-v", "--verbose", action="store_true", help="print what was checked, on standard error")


def _add_project(parser: _Parser) -> argparse._ArgumentGroup:
    where = parser.add_argument_group("project")
    where.add_argument("--manifest", metavar="FILE", type=Path, help="the manifest (default: found upwards from here)")
    where.add_argument("--root", metavar="DIR", type=Path, help="the project root (default: the manifest's folder)")
    where.add_argument("--exhaustive", action="store_true", help="judge every place of every file, without shortcuts")
    return where


def _add_cache(parser: argparse._ActionsContainer) -> None:
    help = "neither read nor write the cache (or set QUANTFENCE_NO_CACHE)"
    parser.add_argument("--no-cache", action="store_true", help=help)
    help = "where the cache is (default: QUANTFENCE_CACHE_DIR, `cache-dir` in the settings, else .quantfence_cache in the root)"
    parser.add_argument("--cache-dir", metavar="DIR", type=Path, help=help)


def _add_choice(parser: _Parser) -> argparse._ArgumentGroup:
    rules = parser.add_argument_group("rules")
    for option, verb in (("--select", "report these"), ("--ignore", "leave these out")):
        help = f"{verb}: codes or their beginnings, separated by commas"
        rules.add_argument(option, metavar="CODES", type=_codes, action="extend", default=[], help=help)
    help = "report what only looks wrong, too (default: where --select or `select` names the rule by its whole code)"
    rules.add_argument("--preview", action=argparse.BooleanOptionalAction, help=help)
    return rules


def _add_baseline(commands: _Commands[_Parser]) -> None:
    help = "write down the findings of today, so that only new ones are reported"
    parser = _add_command(commands, "baseline", help, "the baseline is written")
    parser.set_defaults(run=_run_baseline)
    _add_cache(_add_project(parser))
    _add_choice(parser)
    help = (
        "where to (default: `baseline` in the settings, else quantfence-baseline.json in the project root); - prints it"
    )
    parser.add_argument("--output", metavar="FILE", type=Path, help=help)
    parser.add_argument("-q", "--quiet", action="store_true", help="print errors and nothing else")


def _add_init(commands: _Commands[_Parser]) -> None:
    help = "write the first manifest of a project, and check the project with it"
    parser = _add_command(commands, "init", help, "the manifest was written, whatever the check finds with it")
    parser.set_defaults(run=_run_init)
    help = "a checkpoint's config.json: what it leaves unquantized is excluded"
    parser.add_argument("--recipe", metavar="FILE", type=Path, help=help)
    parser.add_argument("--root", metavar="DIR", type=Path, help="the project root (default: the current directory)")
    help = "where to (default: `manifest` in the settings, else quantfence.yaml in the root); - prints it, and checks nothing"
    parser.add_argument("--output", metavar="FILE", type=Path, help=help)
    parser.add_argument("--profile", metavar="NAME", help="the engine (default: told from the code)")
    parser.add_argument("--force", action="store_true", help="replace a manifest that is there")
    _add_color(parser)


def _add_color(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="(default: auto)")


def _add_rule(commands: _Commands[_Parser]) -> None:
    rule = _add_command(commands, "rule", "print the page of a rule")
    rule.add_argument("code", metavar="CODE", help="its code or its name")
    _add_color(rule)
    rule.set_defaults(run=_run_rule)


def _add_rules(commands: _Commands[_Parser]) -> None:
    _add_command(commands, "rules", "list the rules").set_defaults(run=_run_rules)


def _add_manifest(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "manifest", "validate the manifest alone, or print its schema")
    below = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)
    check = _add_command(below, "check", "validate the manifest", "valid")
    check.add_argument("files", metavar="FILE", nargs="*", type=Path, help="(default: found upwards from here)")
    check.add_argument("-q", "--quiet", action="store_true", help="print errors and nothing else")
    check.set_defaults(run=_run_manifest_check)
    _add_command(below, "schema", "print the manifest's JSON schema").set_defaults(run=_run_manifest_schema)


def _add_recipe(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "recipe", "print what a checkpoint leaves unquantized, and how engines read that")
    below = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)
    show = _add_command(below, "show", "print what a recipe excludes, and how engines read it")
    show.add_argument("recipe", metavar="PATH", type=Path, help="a checkpoint's config.json, or its folder")
    _add_engine(show)
    show.add_argument("--output-format", choices=("text", "json"), default="text", help="(default: text)")
    show.set_defaults(run=_run_recipe_show)


def _add_match(commands: _Commands[_Parser]) -> None:
    help = "print which names each engine excludes by a recipe, and what they disagree on"
    parser = _add_command(commands, "match", help, "the engines agree", "they disagree on a name")
    parser.set_defaults(run=_run_match)
    parser.add_argument(
        "words", metavar="NAME", nargs="*", help="a layer's name (default: the checkpoint's beside the recipe)"
    )
    help = "a checkpoint's config.json, or its folder"
    parser.add_argument("--recipe", metavar="FILE", type=Path, required=True, help=help)
    _add_engine(parser)
    names = parser.add_argument_group("names")
    help = "names, one a line, or a model.safetensors.index.json; - reads standard input"
    names.add_argument("--names", metavar="FILE", type=Path, help=help)
    names.add_argument("--index", metavar="FILE", dest="indexed", type=Path, help="a model.safetensors.index.json")
    help = "a layer that stands for several of the checkpoint's, `qkv_proj=q_proj,k_proj,v_proj` (which is known, as gate_up_proj is)"
    names.add_argument("--fused", metavar="LAYER=PARTS", action="append", default=[], help=help)
    output = parser.add_argument_group("output")
    output.add_argument("--output-format", choices=("text", "json"), default="text", help="(default: text)")
    output.add_argument(
        "--all", action="store_true", help="list names one by one, even where they differ in numbers only"
    )
    _add_color(output)


def _add_clean(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "clean", "remove the caches in this folder and below it, and the project's", "done")
    help = "a cache that is elsewhere (default: as for `check`)"
    parser.add_argument("--cache-dir", metavar="DIR", type=Path, help=help)
    parser.add_argument("-q", "--quiet", action="store_true", help="print errors and nothing else")
    parser.set_defaults(run=_run_clean)


def _add_lsp(commands: _Commands[_Parser]) -> None:
    help = "serve editors: the language server, on standard input and output"
    parser = _add_command(commands, "lsp", help, "the client has left")
    # Many clients add it, to say what is meant anyway.
    parser.add_argument("--stdio", action="store_true", help="speak on standard input and output (always so)")
    parser.set_defaults(run=_run_lsp)


_COMMANDS = {
    "check": _add_check,
    "init": _add_init,
    "baseline": _add_baseline,
    "rule": _add_rule,
    "rules": _add_rules,
    "manifest": _add_manifest,
    "recipe": _add_recipe,
    "match": _add_match,
    "clean": _add_clean,
    "lsp": _add_lsp,
}


def _add_engine(parser: _Parser) -> None:
    help = "whose reading: lmdeploy, sglang, transformers, vllm, ... (default: all that know the recipe's method)"
    parser.add_argument("--engine", metavar="NAME", dest="engines", type=_words, action="extend", default=[], help=help)


def _words(text: str) -> list[str]:
    return [word.strip().lower() for word in text.split(",") if word.strip()]


def _codes(text: str) -> list[str]:
    return [code.strip().upper() for code in text.split(",") if code.strip()]


def _run_check(options: argparse.Namespace) -> int:
    from lint_rules.commands.check import Options, run

    values = {name: getattr(options, name) for name in Options._fields}
    values |= {name: tuple(values[name]) for name in ("paths", "select", "ignore")}
    return run(Options(**values))


def _run_baseline(options: argparse.Namespace) -> int:
    from lint_rules.commands.baseline import write_down
    from lint_rules.commands.check import Options

    checked = Options(
        manifest=options.manifest,
        root=options.root,
        select=tuple(options.select),
        ignore=tuple(options.ignore),
        preview=options.preview,
        exhaustive=options.exhaustive,
        no_cache=options.no_cache,
        cache_dir=options.cache_dir,
        quiet=options.quiet,
        no_baseline=True,
    )
    return write_down(checked, options.output)


def _run_init(options: argparse.Namespace) -> int:
    from lint_rules.commands.init import Options, run

    return run(Options(**{name: getattr(options, name) for name in Options._fields}))


def _run_rule(options: argparse.Namespace) -> int:
    from lint_rules.commands.rules import show

    return show(options.code, options.color)


def _run_rules(options: argparse.Namespace) -> int:
    from lint_rules.commands.rules import show_all

    return show_all()


def _run_manifest_check(options: argparse.Namespace) -> int:
    from lint_rules.commands.manifest import validate

    return validate(options.files, options.quiet)


def _run_manifest_schema(options: argparse.Namespace) -> int:
    from lint_rules.commands.manifest import schema

    return schema()


def _run_recipe_show(options: argparse.Namespace) -> int:
    from lint_rules.commands.recipe import show

    return show(options.recipe, options.engines, options.output_format)


def _run_clean(options: argparse.Namespace) -> int:
    from lint_rules.commands.clean import run

    return run(options.cache_dir, options.quiet)


def _run_match(options: argparse.Namespace) -> int:
    from lint_rules.commands.match import Options, run

    values = {name: getattr(options, name) for name in Options._fields}
    values |= {name: tuple(values[name]) for name in ("engines", "words", "fused")}
    return run(Options(**values))


def _run_lsp(options: argparse.Namespace) -> int:
    from lint_rules.commands.lsp import serve

    return serve()
