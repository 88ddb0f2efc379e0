"""Configure Sphinx."""

from __future__ import annotations

import builtins
import sys
from importlib.util import find_spec
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

import mastermind_core

project = "mastermind_core"
author = "The mastermind_core developers"
project_copyright = author
release = version = mastermind_core.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.doctest"]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "mastermind_core"
html_show_copyright = False
html_theme_options = {"top_of_page_buttons": []}
html_static_path = ["_static"]
html_css_files = ["wrapped.css"]
pygments_style = "friendly"
pygments_dark_style = "native"

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True, "no-value": True}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

#: Type variables and attrs internals: they are in signatures, and have no page.
_NO_PAGE = {"Guess", "Secret", "Score", "Score_co", "Item", "Key"}


def _resolve(app: Any, env: Any, node: Any, content: Any) -> Any:
    """Find a name of the package by its last part; let outer and kernel names be text."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    domain = env.get_domain("py")
    short = target.rpartition(".")[2]
    found = [name for name in domain.objects if name.rpartition(".")[2] == short]
    own = [name for name in found if name.startswith("mastermind_core.")]
    first = target.partition(".")[0]
    if len(own) == 1 and ("." not in target or first == "mastermind_core"):
        entry = domain.objects[own[0]]
        uri = app.builder.get_relative_uri(node["refdoc"], entry.docname)
        return nodes.reference("", "", content, internal=True, refuri=f"{uri}#{entry.node_id}")
    outside = first in sys.stdlib_module_names or (not own and hasattr(builtins, target))
    outside = outside or target.startswith("mastermind_core.kernels.")
    return content if outside or short in _NO_PAGE else None


class Modules(SphinxDirective):
    """Document the modules that are listed, a line each, in a section each.

    A package shows its docstring alone, and the names after a colon.
    """

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Write the sections and read them."""
        lines: list[str] = []
        for line in self.content:
            name, _, members = line.partition(":")
            title = f"``{name}``"
            lines += [title, "-" * len(title), "", f".. automodule:: {name}"]
            spec = find_spec(name)
            if members:
                lines.append(f"   :members: {members.strip()}")
            elif spec and spec.submodule_search_locations:
                lines.append("   :no-members:")
            lines.append("")
        node = nodes.Element()
        nested_parse_with_titles(self.state, StringList(lines, self.get_source_info()[0]), node)
        return list(node.children)


def setup(app: Any) -> None:
    """Connect the resolver and the directive."""
    app.add_directive("modules", Modules)
    app.connect("missing-reference", _resolve)
