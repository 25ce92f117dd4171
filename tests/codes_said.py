"""Reads out of the code which codes it can say, and which facts go with each: of refusals, hints and the like."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
Names = Mapping[str, list[ast.expr]]


class Said(NamedTuple):
    """`facts`: those that are there whatever happened."""

    where: str
    codes: frozenset[str]
    facts: frozenset[str]


def said(kind: str, *folders: str) -> Iterator[Said]:
    """Every `kind(code, facts)` in these folders; one that is no literal, nor made of some, is an error of the test."""
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text("utf-8")
        if f"{kind}(" not in text:  # to read every module took each worker four seconds
            continue
        for scope, names in _scopes(ast.parse(text)):
            for call in _calls(scope, kind):
                where = f"{path.relative_to(ROOT).as_posix()}:{call.lineno}"
                given = {keyword.arg: keyword.value for keyword in call.keywords}
                code = call.args[0] if call.args else given["code"]
                facts = call.args[1] if len(call.args) > 1 else given.get("facts", ast.Dict([], []))
                yield Said(where, _codes(code, names, where), _keys(facts, names, where))


@cache
def all_said(kind: str, *folders: str) -> dict[str, frozenset[str]]:
    """Each code with the facts that it has wherever it is said."""
    found: dict[str, frozenset[str]] = {}
    for one in said(kind, *folders):
        for code in one.codes:
            found[code] = found.get(code, one.facts) & one.facts
    return found


def _scopes(module: ast.Module) -> Iterator[tuple[ast.AST, Names]]:
    """Each function, and what is left of the module, with what the names in it were set to."""
    outside = _assigned(module.body)
    yield module, outside
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            yield node, {**outside, **_assigned(list(ast.walk(node)))}


def _assigned(nodes: list[ast.stmt] | list[ast.AST]) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(node.value)
    return found


def _calls(scope: ast.AST, kind: str) -> Iterator[ast.Call]:
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind:
            yield node
        if not isinstance(node, ast.FunctionDef):
            yield from _calls(node, kind)


def _leaves(node: ast.expr, names: Names) -> Iterator[ast.expr]:
    """What an expression may be: either side of a choice, a name's values, an entry of a table or its default."""
    if isinstance(node, ast.IfExp):
        yield from (leaf for side in (node.body, node.orelse) for leaf in _leaves(side, names))
    elif isinstance(node, ast.Name) and node.id in names:
        yield from (leaf for value in names[node.id] for leaf in _leaves(value, names))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        for table in _leaves(node.func.value, names):
            yield from table.values if isinstance(table, ast.Dict) else (table,)
        yield from (leaf for default in node.args[1:] for leaf in _leaves(default, names))
    else:
        yield node


def _codes(node: ast.expr, names: Names, where: str) -> frozenset[str]:
    leaves = list(_leaves(node, names))
    if all(ast.unparse(leaf) == "found.code" for leaf in leaves):
        return frozenset(all_said("Conflict", "companion"))  # passed on
    assert all(isinstance(leaf, ast.Constant) for leaf in leaves), f"{where}: nobody can tell which code this is"
    return frozenset(leaf.value for leaf in leaves if isinstance(leaf, ast.Constant))


def _keys(node: ast.expr, names: Names, where: str) -> frozenset[str]:
    found = []
    for leaf in _leaves(node, names):
        if ast.unparse(leaf) == "found.facts":
            found.append(CONFLICT_FACTS)
        elif isinstance(leaf, ast.Dict):
            found.append(frozenset(key.value for key in leaf.keys if isinstance(key, ast.Constant)))
        else:  # a conflict's second word, and the like
            found.append(frozenset())
    return frozenset.intersection(*found)


CONFLICT_FACTS = frozenset({"name", "other", "more"})
