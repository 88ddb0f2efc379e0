"""Count code: lines, syntax-tree nodes, C++ tokens, complexity, and parameters without a type.

*Code lines* are those of Python, stubs, C++ and JavaScript without blank lines, comments and
docstrings. *Complexity* is McCabe's, and stricter than the one of linters: one, and one for each
branch, loop, ``except``, further operand of ``and`` and ``or``, conditional expression,
comprehension with its conditions, and case. Functions inside a function are counted alone.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

#: The kinds of source files by their endings.
KINDS = {".py": "python", ".pyi": "python", ".cpp": "c++", ".hpp": "c++", ".h": "c++", ".js": "js"}

_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}

_BRANCHES = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.IfExp,
    ast.comprehension,
    ast.match_case,
    ast.Assert,
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

_BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A string, a character, a word or a number, or one sign.
_TOKEN = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\w+|\S""")


def python_code(text: str) -> int:
    """Return the number of lines of Python that hold code: no blanks, comments or docstrings."""
    held = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _LAYOUT:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            docstring = first.value if isinstance(first, ast.Expr) else None
            if first and isinstance(docstring, ast.Constant) and isinstance(docstring.value, str):
                held.difference_update(range(first.lineno, (first.end_lineno or 0) + 1))
    return len(held)


def _without_comments(text: str) -> list[str]:
    text = _BLOCK_COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("//")]


def braces_code(text: str) -> int:
    """Return the number of code lines of C++ or JavaScript."""
    return len(_without_comments(text))


def code_lines(text: str, kind: str) -> int:
    """Return the number of code lines of a file of some kind."""
    return python_code(text) if kind == "python" else braces_code(text)


def nodes(text: str) -> int:
    """Return the number of nodes of the syntax tree of Python."""
    return sum(1 for _ in ast.walk(ast.parse(text)))


def tokens(text: str) -> int:
    """Return the number of tokens of C++ outside comments."""
    lines = (re.sub(r"\s//.*", "", line) for line in _without_comments(text))
    return sum(len(_TOKEN.findall(line)) for line in lines)


def complexity(function: ast.AST) -> int:
    """Return the complexity of a function, without those of the functions inside it."""
    total = 1
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, _FUNCTIONS):
            continue
        total += isinstance(node, _BRANCHES)
        if isinstance(node, ast.BoolOp):
            total += len(node.values) - 1
        if isinstance(node, ast.comprehension):
            total += len(node.ifs)
        waiting.extend(ast.iter_child_nodes(node))
    return total


def functions(text: str) -> Iterator[tuple[str, int]]:
    """Yield each function of a module, by its qualified name, with its complexity."""
    waiting: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    while waiting:
        prefix, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                inner = f"{prefix}{child.name}."
                if isinstance(child, _FUNCTIONS):
                    yield inner.removesuffix("."), complexity(child)
            waiting.append((inner, child))


def parameters(text: str) -> tuple[int, int]:
    """Return the number of typed parameters of functions, and of those typed plain ``Any``."""
    annotations = [
        argument.annotation
        for node in ast.walk(ast.parse(text))
        if isinstance(node, _FUNCTIONS)
        for argument in (
            *node.args.posonlyargs,
            *node.args.args,
            *node.args.kwonlyargs,
            *filter(None, (node.args.vararg, node.args.kwarg)),
        )
        if argument.annotation is not None
    ]
    untyped = sum(ast.unparse(annotation) in {"Any", "typing.Any"} for annotation in annotations)
    return len(annotations), untyped
