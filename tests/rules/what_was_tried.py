"""Which decisions of the rules a game tries, and which way each goes: for choosing games that try all of them.

Sources of some rooms are loaded with a note beside each condition, comparison, number and sum: whether it was true,
which side was larger, whether anything was added. Nothing here knows what the rules are.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

NOTE, COMPARED, ADDED = "_note_", "_compared_", "_added_"
Tried = set[tuple[str, Any]]
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class Notes:
    """`tried` fills up as the rules are asked."""

    def __init__(self) -> None:
        self.tried: Tried = set()

    def note(self, place: str, value: Any) -> Any:
        try:
            self.tried.add((place, bool(value)))
        except TypeError:  # a secret has no truth value
            self.tried.add((place, None))
        return value

    def compared(self, place: str, left: Any, right: Any) -> Any:
        self.tried.add((place, (left > right) - (left < right)))
        return left

    def added(self, place: str, value: Any) -> Any:
        self.tried.add((place, value != 0 if isinstance(value, int) else value != ()))
        return value


class _Noting(ast.NodeTransformer):
    """Only what is evaluated inside functions."""

    def __init__(self, name: str) -> None:
        self.name, self.count, self.inside = name, 0, 0

    def _call(self, what: str, *given: ast.expr) -> ast.expr:
        self.count += 1
        place = ast.Constant(f"{self.name}:{self.count}")
        return ast.Call(ast.Name(what, ast.Load()), [place, *given], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.inside += 1
        node.body = [self.visit(part) for part in node.body]
        self.inside -= 1
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.inside += 1
        node.body = self.visit(node.body)
        self.inside -= 1
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.guard = self.visit(node.guard) if node.guard else None
        node.body = [self.visit(part) for part in node.body]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self.inside:
            node.values = [self._call(NOTE, value) for value in node.values]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if self.inside:
            node.test = self._call(NOTE, node.test)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if self.inside:
            node.test = self._call(NOTE, node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        if self.inside:
            node.ifs = [self._call(NOTE, test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if self.inside and len(node.ops) == 1:
            if isinstance(node.ops[0], _ORDERS) and isinstance(node.comparators[0], ast.Constant | ast.Name):
                node.left = self._call(COMPARED, node.left, node.comparators[0])
            return self._call(NOTE, node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self.inside and isinstance(node.op, ast.Add | ast.Sub):
            node.right = self._call(ADDED, node.right)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return self._call(NOTE, node) if self.inside and isinstance(node.value, int) else node


class _Loader(SourceFileLoader):
    notes: Notes

    def source_to_code(self, data: Any, path: Any, **_: Any) -> CodeType:  # type: ignore[override]
        tree = ast.fix_missing_locations(_Noting(self.name).visit(ast.parse(data)))
        return compile(tree, path, "exec", dont_inherit=True)

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update({NOTE: self.notes.note, COMPARED: self.notes.compared, ADDED: self.notes.added})
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def __init__(self, rooms: Sequence[str], notes: Notes) -> None:
        self.rooms, self.notes = rooms, notes

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if not any(fullname == room or fullname.startswith(f"{room}.") for room in self.rooms):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            loader = _Loader(fullname, spec.loader.path)
            loader.notes = self.notes
            spec.loader = loader
        return spec


def watched(rooms: Sequence[str]) -> Notes:
    """From now on, these packages note what is tried; none of them may have been imported before."""
    assert not any(name.startswith(tuple(rooms)) for name in sys.modules)
    notes = Notes()
    sys.meta_path.insert(0, _Finder(rooms, notes))
    return notes
