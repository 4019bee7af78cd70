"""From a file's text to its facts, through :mod:`ast`. No other file is looked at, and nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from lint_rules.project import facts
from lint_rules.project.facts import Expression, Statement

_BULK = 512
"""A literal with more elements than this, all constants, is data: no table of that size holds configs or classes."""
_WIDEST = 1 << 63
"""Numbers from here on are written by nobody who builds layers, nor by msgpack."""


class Extractor:
    """Lowers the statements of one file.

    ``bodies`` takes the statements of each function that is not inside another one, by the line of its ``def``: most
    functions of a model file are never asked for, so the facts of the file are to be had without them.
    """

    def __init__(self) -> None:
        self.bodies: dict[int, list[Statement]] = {}
        self.ends: dict[int, int] = {}
        """The last lines of these functions."""
        self._scope: list[str] = []
        self._inside = 0
        self._subjects = 0

    def module(self, tree: ast.Module) -> facts.Module:
        """The facts of a parsed file."""
        return facts.Module(self.block(tree.body))

    # --- statements

    def block(self, nodes: Iterable[ast.stmt]) -> list[Statement]:
        """The facts of some statements, without those that say nothing."""
        out: list[Statement] = []
        for node in nodes:
            lower = _STATEMENTS.get(type(node))
            if lower is not None:
                out.extend(lower(self, node))
        return out

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[Statement]:
        line = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        self._scope.append(node.name)
        qualname = ".".join(self._scope)
        self._inside += 1
        body: list[Statement] | None = self.block(node.body)
        self._inside -= 1
        self._scope.pop()
        if not self._inside and body is not None:
            self.bodies[node.lineno] = body
            self.ends[node.lineno] = node.end_lineno or line
            body = None
        function = facts.Function(
            node.name,
            qualname,
            self.parameters(node.args),
            self.annotation(node.returns),
            [self.expression(decorator) for decorator in node.decorator_list],
            node.lineno,
            node.end_lineno or line,
            body,
        )
        return [facts.Define(function)]

    def _class(self, node: ast.ClassDef) -> list[Statement]:
        self._scope.append(node.name)
        qualname = ".".join(self._scope)
        body = self.block(node.body)
        self._scope.pop()
        return [
            facts.DefineClass(
                facts.Class(
                    node.name,
                    qualname,
                    [self.expression(base) for base in node.bases],
                    [self.expression(decorator) for decorator in node.decorator_list],
                    node.lineno,
                    node.end_lineno or node.lineno,
                    body,
                )
            )
        ]

    def _assign(self, node: ast.Assign) -> list[Statement]:
        targets = [self.expression(target) for target in node.targets]
        return [facts.Assign(targets, self.expression(node.value), None, node.lineno, node.col_offset)]

    def _declare(self, node: ast.AnnAssign) -> list[Statement]:
        value = self.expression(node.value) if node.value is not None else None
        annotation = self.annotation(node.annotation)
        return [facts.Assign([self.expression(node.target)], value, annotation, node.lineno, node.col_offset)]

    def _augment(self, node: ast.AugAssign) -> list[Statement]:
        operator = _BINARY.get(type(node.op), "?")
        return [
            facts.Augment(
                self.expression(node.target), operator, self.expression(node.value), node.lineno, node.col_offset
            )
        ]

    def _evaluate(self, node: ast.Expr) -> list[Statement]:
        if isinstance(node.value, ast.Constant):
            return []
        return [facts.Evaluate(self.expression(node.value), node.lineno, node.col_offset)]

    def _return(self, node: ast.Return) -> list[Statement]:
        return [facts.Return(self.expression(node.value) if node.value else None, node.lineno)]

    def _if(self, node: ast.If) -> list[Statement]:
        return [facts.If(self.expression(node.test), self.block(node.body), self.block(node.orelse))]

    def _for(self, node: ast.For | ast.AsyncFor) -> list[Statement]:
        return [
            facts.For(
                self.expression(node.target),
                self.expression(node.iter),
                self.block(node.body),
                self.block(node.orelse),
            )
        ]

    def _while(self, node: ast.While) -> list[Statement]:
        return [facts.While(self.expression(node.test), self.block(node.body), self.block(node.orelse))]

    def _try(self, node: ast.Try) -> list[Statement]:
        lost = all(_catches_import_only(handler.type) for handler in node.handlers)
        return [
            facts.Try(
                self.block(node.body),
                [self.block(handler.body) for handler in node.handlers],
                self.block(node.orelse),
                self.block(node.finalbody),
                lost and bool(node.handlers),
            )
        ]

    def _with(self, node: ast.With | ast.AsyncWith) -> list[Statement]:
        items = [
            facts.WithItem(
                self.expression(item.context_expr),
                self.expression(item.optional_vars) if item.optional_vars is not None else None,
            )
            for item in node.items
        ]
        return [facts.With(items, self.block(node.body))]

    def _match(self, node: ast.Match) -> list[Statement]:
        """A ``match`` is a chain of tests on one subject."""
        self._subjects += 1
        subject = facts.Name(f"<subject {self._subjects}>")
        if isinstance(node.subject, ast.Name):
            subject = facts.Name(node.subject.id)
        chain: list[Statement] = []
        for case in reversed(node.cases):
            test, bindings = self._pattern(case.pattern, subject)
            body = [*bindings, *self.block(case.body)]
            if case.guard is not None:
                # A guard sees the names that its pattern binds: they are bound inside the test.
                named = [
                    facts.Logic("or", [each, facts.Constant(True)]) for each in map(_bound_inside, bindings) if each
                ]
                test = facts.Logic("and", [test, *named, self.expression(case.guard)])
            chain = [facts.If(test, body, chain)]
        if isinstance(node.subject, ast.Name):
            return chain
        line, column = node.lineno, node.col_offset
        return [facts.Assign([subject], self.expression(node.subject), None, line, column), *chain]

    def _pattern(self, pattern: ast.pattern, subject: Expression) -> tuple[Expression, list[Statement]]:
        line, column = pattern.lineno, pattern.col_offset
        match pattern:
            case ast.MatchValue(value=value):
                return facts.Compare("==", subject, self.expression(value)), []
            case ast.MatchSingleton(value=value):
                return facts.Compare("is", subject, facts.Constant(value)), []
            case ast.MatchOr(patterns=patterns):
                return facts.Logic("or", [self._pattern(part, subject)[0] for part in patterns]), []
            case ast.MatchAs(pattern=inner, name=name):
                test, bindings = self._pattern(inner, subject) if inner else (facts.Constant(True), [])
                if name:
                    bindings = [*bindings, facts.Assign([facts.Name(name)], subject, None, line, column)]
                return test, bindings
            case ast.MatchClass(cls=cls, patterns=positional, kwd_attrs=names, kwd_patterns=patterns):
                call = facts.Call(
                    facts.Name("isinstance"),
                    [
                        facts.Argument(None, 0, subject, line, column),
                        facts.Argument(None, 0, self.expression(cls), line, column),
                    ],
                    line,
                    column,
                )
                tests: list[Expression] = [call]
                if positional:
                    tests.append(facts.Opaque([], ast.unparse(pattern)))
                bound: list[Statement] = []
                for name, part in zip(names, patterns, strict=True):
                    attribute = facts.Attribute(subject, name, line, column)
                    test, bindings = self._pattern(part, attribute)
                    tests.append(test)
                    bound.extend(bindings)
                return (facts.Logic("and", tests) if len(tests) > 1 else call), bound
            case _:
                return facts.Opaque([], ast.unparse(pattern)), []

    def _delete(self, node: ast.Delete) -> list[Statement]:
        return [facts.Delete([self.expression(target) for target in node.targets], node.lineno, node.col_offset)]

    def _assert(self, node: ast.Assert) -> list[Statement]:
        return [facts.Assert(self.expression(node.test))]

    def _raise(self, node: ast.Raise) -> list[Statement]:
        return [facts.Leave("raise")]

    def _break(self, node: ast.Break) -> list[Statement]:
        return [facts.Leave("break")]

    def _continue(self, node: ast.Continue) -> list[Statement]:
        return [facts.Leave("continue")]

    def _import(self, node: ast.Import) -> list[Statement]:
        return [
            facts.Import(alias.name, alias.asname or alias.name.split(".")[0], alias.asname is not None)
            for alias in node.names
        ]

    def _import_from(self, node: ast.ImportFrom) -> list[Statement]:
        return [
            facts.ImportFrom(node.module or "", node.level, alias.name, alias.asname or alias.name)
            for alias in node.names
        ]

    # --- definitions

    def parameters(self, arguments: ast.arguments) -> list[facts.Parameter]:
        """The parameters of a function, in the order in which a call binds them."""
        out: list[facts.Parameter] = []
        positional = [*arguments.posonlyargs, *arguments.args]
        missing = len(positional) - len(arguments.defaults)
        for number, argument in enumerate(positional):
            default = arguments.defaults[number - missing] if number >= missing else None
            out.append(self._parameter(argument, "/" if number < len(arguments.posonlyargs) else "", default))
        if arguments.vararg:
            out.append(self._parameter(arguments.vararg, "*", None))
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            out.append(self._parameter(argument, "k", default))
        if arguments.kwarg:
            out.append(self._parameter(arguments.kwarg, "**", None))
        return out

    def _parameter(self, argument: ast.arg, kind: str, default: ast.expr | None) -> facts.Parameter:
        return facts.Parameter(
            argument.arg,
            kind,
            self.annotation(argument.annotation),
            self.expression(default) if default is not None else None,
            argument.lineno,
        )

    def annotation(self, node: ast.expr | None) -> Expression | None:
        """An annotation; one that is written as a string is read as the code that it holds."""
        if node is None:
            return None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self.parse_annotation(node.value)
        return self.expression(node)

    @classmethod
    def parse_annotation(cls, text: str) -> Expression | None:
        """The code in an annotation that is a string; None where it is no code."""
        try:
            return cls().expression(ast.parse(text.strip(), mode="eval").body)
        except (SyntaxError, ValueError):
            return None

    # --- expressions

    def expression(self, node: ast.expr) -> Expression:
        """The facts of an expression."""
        kind = type(node)
        if kind is ast.Name:
            # Every other expression is a name.
            return facts.Name(node.id)  # type: ignore[attr-defined]
        lower = _EXPRESSIONS.get(kind)
        if lower is None:
            return self._opaque(node)
        return lower(self, node)

    def _opaque(self, node: ast.expr) -> Expression:
        parts = [self.expression(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        return facts.Opaque([part for part in parts if not isinstance(part, facts.Name | facts.Constant)], "…")

    def _name(self, node: ast.Name) -> Expression:
        return facts.Name(node.id)

    def _constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, str):
            # What is no text, half of a surrogate pair, can't be written.
            return facts.Constant(value) if value.isascii() or _is_text(value) else facts.Opaque([], repr(value))
        if isinstance(value, int):
            return facts.Constant(value) if -_WIDEST <= value < _WIDEST else facts.Opaque([], hex(value))
        if value is None or isinstance(value, float):
            return facts.Constant(value)
        return facts.Opaque([], "…")

    def _attribute(self, node: ast.Attribute) -> Expression:
        line, column = node.lineno, node.col_offset
        return facts.Attribute(self.expression(node.value), node.attr, line, column)

    def _subscript(self, node: ast.Subscript) -> Expression:
        return facts.Subscript(self.expression(node.value), self.expression(node.slice))

    def _call(self, node: ast.Call) -> Expression:
        arguments = [self._positional(argument) for argument in node.args]
        arguments += [
            facts.Argument(
                keyword.arg,
                0 if keyword.arg else 2,
                self.expression(keyword.value),
                keyword.lineno,
                # The position of a splat is that of its stars, wherever white space puts them: see `Source.splat`.
                keyword.col_offset,
            )
            for keyword in node.keywords
        ]
        if node.keywords and node.args and _begin(node.args[-1]) > _begin(node.keywords[0]):
            arguments.sort(key=lambda argument: (argument.line, argument.column))
        return facts.Call(self.expression(node.func), arguments, node.lineno, node.col_offset)

    def _positional(self, node: ast.expr) -> facts.Argument:
        stars, value = (1, node.value) if isinstance(node, ast.Starred) else (0, node)
        return facts.Argument(None, stars, self.expression(value), node.lineno, node.col_offset)

    def _dict(self, node: ast.Dict) -> Expression:
        if len(node.keys) > _BULK and all(isinstance(value, ast.Constant) for value in node.values):
            return facts.Opaque([], "{…}")
        return facts.DictLiteral(
            [
                facts.Item(self.expression(key) if key is not None else None, self.expression(value))
                for key, value in zip(node.keys, node.values, strict=True)
            ]
        )

    def _sequence(self, node: ast.List | ast.Tuple | ast.Set) -> Expression:
        kind = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}[type(node)]
        if len(node.elts) > _BULK and all(isinstance(element, ast.Constant) for element in node.elts):
            return facts.Opaque([], "[…]")
        return facts.SequenceLiteral(kind, [self.expression(element) for element in node.elts])

    def _starred(self, node: ast.Starred) -> Expression:
        return facts.Starred(self.expression(node.value))

    def _conditional(self, node: ast.IfExp) -> Expression:
        return facts.Conditional(self.expression(node.test), self.expression(node.body), self.expression(node.orelse))

    def _logic(self, node: ast.BoolOp) -> Expression:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        return facts.Logic(operator, [self.expression(value) for value in node.values])

    def _unary(self, node: ast.UnaryOp) -> Expression:
        operand = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return facts.Not(operand)
        if (
            isinstance(node.op, ast.USub)
            and isinstance(operand, facts.Constant)
            and isinstance(operand.value, int | float)
        ):
            return facts.Constant(-operand.value)
        return facts.Opaque([operand], _negative(facts.render(operand), operand))

    def _compare(self, node: ast.Compare) -> Expression:
        left = self.expression(node.left)
        parts: list[Expression] = []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.expression(comparator)
            parts.append(facts.Compare(_COMPARE[type(operator)], left, right))
            left = right
        return parts[0] if len(parts) == 1 else facts.Logic("and", parts)

    def _binary(self, node: ast.BinOp) -> Expression:
        return facts.Binary(_BINARY.get(type(node.op), "?"), self.expression(node.left), self.expression(node.right))

    def _text(self, node: ast.JoinedStr) -> Expression:
        return facts.Text(
            [self.expression(value.value if isinstance(value, ast.FormattedValue) else value) for value in node.values]
        )

    def _walrus(self, node: ast.NamedExpr) -> Expression:
        return facts.Walrus(node.target.id, self.expression(node.value))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Expression:
        kind = {ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict"}.get(type(node), "generator")
        loops = [
            facts.Loop(
                self.expression(loop.target),
                self.expression(loop.iter),
                [self.expression(condition) for condition in loop.ifs],
            )
            for loop in node.generators
        ]
        if isinstance(node, ast.DictComp):
            return facts.Comprehension(kind, self.expression(node.key), self.expression(node.value), loops)
        return facts.Comprehension(kind, None, self.expression(node.elt), loops)

    def _lambda(self, node: ast.Lambda) -> Expression:
        return facts.Lambda(self.parameters(node.args), self.expression(node.body), node.lineno)

    def _yield(self, node: ast.Yield | ast.YieldFrom) -> Expression:
        return facts.Yield(self.expression(node.value) if node.value is not None else None)

    def _await(self, node: ast.Await) -> Expression:
        return self.expression(node.value)


def _begin(node: ast.expr | ast.keyword) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _negative(text: str, operand: Expression) -> str:
    plain = isinstance(operand, facts.Name | facts.Attribute | facts.Call | facts.Subscript)
    return f"-{text}" if plain else f"-({text})"


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _bound_inside(binding: Statement) -> facts.Walrus | None:
    """The binding of a pattern's name as an expression."""
    match binding:
        case facts.Assign(targets=[facts.Name(id)], value=value) if value is not None:
            return facts.Walrus(id, value)
        case _:
            return None


def _catches_import_only(caught: ast.expr | None) -> bool:
    """Whether an ``except`` names nothing but import errors (``ImportError`` and what derives from it)."""
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return all(isinstance(name, ast.Name) and name.id in {"ImportError", "ModuleNotFoundError"} for name in names)


_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip

# Each entry takes the very kind of node that it stands at, which no type of a dict can say.
_STATEMENTS: dict[type[ast.stmt], Callable[..., list[Statement]]] = {
    ast.FunctionDef: Extractor._define, ast.AsyncFunctionDef: Extractor._define, ast.ClassDef: Extractor._class,
    ast.Assign: Extractor._assign, ast.AnnAssign: Extractor._declare, ast.AugAssign: Extractor._augment,
    ast.Expr: Extractor._evaluate, ast.Return: Extractor._return, ast.If: Extractor._if, ast.For: Extractor._for,
    ast.AsyncFor: Extractor._for, ast.While: Extractor._while, ast.Try: Extractor._try, ast.With: Extractor._with,
    ast.AsyncWith: Extractor._with, ast.Match: Extractor._match, ast.Delete: Extractor._delete,
    ast.Assert: Extractor._assert, ast.Raise: Extractor._raise, ast.Break: Extractor._break,
    ast.Continue: Extractor._continue, ast.Import: Extractor._import, ast.ImportFrom: Extractor._import_from,
}  # fmt: skip
if hasattr(ast, "TryStar"):
    _STATEMENTS[ast.TryStar] = Extractor._try

_EXPRESSIONS: dict[type[ast.expr], Callable[..., Expression]] = {
    ast.Name: Extractor._name, ast.Constant: Extractor._constant, ast.Attribute: Extractor._attribute,
    ast.Subscript: Extractor._subscript, ast.Call: Extractor._call, ast.Dict: Extractor._dict,
    ast.List: Extractor._sequence, ast.Tuple: Extractor._sequence, ast.Set: Extractor._sequence,
    ast.Starred: Extractor._starred, ast.IfExp: Extractor._conditional, ast.BoolOp: Extractor._logic,
    ast.UnaryOp: Extractor._unary, ast.Compare: Extractor._compare, ast.BinOp: Extractor._binary,
    ast.JoinedStr: Extractor._text, ast.NamedExpr: Extractor._walrus, ast.ListComp: Extractor._comprehension,
    ast.SetComp: Extractor._comprehension, ast.DictComp: Extractor._comprehension,
    ast.GeneratorExp: Extractor._comprehension, ast.Lambda: Extractor._lambda, ast.Yield: Extractor._yield,
    ast.YieldFrom: Extractor._yield, ast.Await: Extractor._await,
}  # fmt: skip
