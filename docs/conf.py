"""Configure Sphinx."""

from __future__ import annotations

import builtins
import logging
import sys
from html import escape
from importlib.metadata import metadata
from operator import attrgetter
from pathlib import Path
from pydoc import locate
from textwrap import shorten
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

import mastermind_core

# The theme's styles print what any library logs.
logging.getLogger("mastermind_core").setLevel(logging.WARNING)

project = "mastermind_core"
author = "The mastermind_core developers"
project_copyright = author
release = version = mastermind_core.__version__

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1]))  # reproduce, which is in the clone alone
import catalogue  # noqa: E402 - found on the path above
import public  # noqa: E402 - as well

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "myst_nb",
    "sphinx_copybutton",
    "browser",
    "pictures",
    "catalogue",
]
# Attributes of a class are a field list of its description, not entries of their own.
napoleon_use_ivar = True
exclude_patterns = ["_build"]

# A name in single backticks is a link to its description.
default_role = "py:obj"

# Notebooks have their outputs; tests run them again.
nb_execution_mode = "off"

html_theme = "furo"
html_title = f"mastermind_core {release}"
html_favicon = "_static/favicon.svg"
html_show_copyright = False
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}

# The address of the repository is in the metadata of the package, once it has one.
_urls = metadata("mastermind-core").get_all("Project-URL") or ()
if repository := dict(line.split(", ", 1) for line in _urls).get("Repository"):
    html_theme_options |= {
        "top_of_page_buttons": ["view"],
        "source_repository": repository,
        "source_branch": "main",
        "source_directory": "docs/",
    }

# What is copied is what one types: no prompts, and no output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
html_static_path = ["_static"]
html_css_files = ["site.css", "play/play.css"]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "native"

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True, "no-value": True}
autodoc_typehints_format = "short"
autodoc_typehints = "description"
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
    own = [
        name
        for name in found
        if name.startswith(("mastermind_core.", "reproduce.")) and not domain.objects[name].aliased
    ]
    if f"mastermind_core.{target}" in own:
        own = [f"mastermind_core.{target}"]
    first = target.partition(".")[0]
    if len(own) == 1 and ("." not in target or first == "mastermind_core"):
        entry = domain.objects[own[0]]
        uri = app.builder.get_relative_uri(node["refdoc"], entry.docname)
        return nodes.reference("", "", content, internal=True, refuri=f"{uri}#{entry.node_id}")
    # An annotation names what has no page of its own: inner types, and those of other packages.
    in_annotation = "refwarn" not in node or (
        first == "mastermind_core" and locate(target) is not None
    )
    outside = first in sys.stdlib_module_names or (not own and hasattr(builtins, target))
    return content if in_annotation or outside or short in _NO_PAGE else None


class PublicNames(SphinxDirective):
    """The public names that are defined in some rooms, each with its documentation.

    A room is a module of the package, without its first name; what lies in it counts too. What is
    called comes before classes and constants, each in the order of the rooms.
    """

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Write what documents each name, and read it."""
        rooms = self.arguments[0].split()
        names = public.names_of(rooms)
        if not names:
            raise self.error(f"no public name is defined in {rooms}")
        lines = [line for name in names for line in _documented(name)]
        node = nodes.Element()
        self.state.nested_parse(StringList(lines, self.get_source_info()[0]), 0, node)
        return list(node.children)


def _documented(name: str) -> list[str]:
    """Return the lines that document a public name."""
    value = attrgetter(name)(mastermind_core)
    full = f"mastermind_core.{name}"
    if isinstance(value, type):
        return [f".. autoclass:: {full}", "   :members:", "   :undoc-members:", ""]
    if callable(value) and not hasattr(value, "source"):
        return [f".. autofunction:: {full}", ""]
    return [f".. py:data:: {full}", "", f"   {_said_of(value)}", ""]


def _said_of(value: Any) -> str:
    """Say what a constant is."""
    if isinstance(value, dict):
        return f"A registry by name: {', '.join(f'``{key}``' for key in value)}."
    source = getattr(value, "source", "")
    return f"``{value!r}``" + (f", from {source}" if source else "")


class Table(SphinxDirective):
    """The table of the games."""

    def run(self) -> list[nodes.Node]:
        """Write the table, and read it."""
        node = nodes.Element()
        found = StringList(catalogue.game_table(), self.get_source_info()[0])
        self.state.nested_parse(found, 0, node)
        return list(node.children)


def _link_pages(app: Any, doctree: nodes.document) -> None:
    """Make links to the files of pages links to the pages.

    The pages that the README names link to files, and write names without a role, because people
    also read them in the repository, without Sphinx.
    """
    for link in list(doctree.findall(nodes.reference)):
        target = link.get("refuri", "")
        path, _, suffix = target.rpartition(".")
        if ":" in target or suffix not in {"rst", "ipynb"}:
            continue
        # The notebooks are in the folder of examples, and are read from a folder of pages.
        name = path if suffix == "rst" else f"/notebooks/{path.rpartition('/')[2]}"
        options = {"refdomain": "std", "reftype": "doc", "refexplicit": True, "refwarn": True}
        page = addnodes.pending_xref("", *link.children, reftarget=name, **options)
        page["refdoc"] = app.env.docname
        link.replace_self(page)


#: The number of characters of a description that is shown with a link.
_DESCRIBED = 200


def _describe(app: Any, page: str, template: str, context: Any, doctree: Any) -> None:
    """Describe a page by its first paragraph, for search engines and for links to it."""
    first = next(doctree.findall(nodes.paragraph), None) if doctree else None
    if first is None:
        return
    text = shorten(first.astext(), _DESCRIBED, placeholder=" ...")
    title = f"{context.get('title', project)} - {project}"
    given = {"description": text, "og:description": text, "og:title": title, "og:type": "website"}
    context["metatags"] = context.get("metatags", "") + "".join(
        f'<meta {"property" if ":" in name else "name"}="{name}" content="{escape(value)}">\n'
        for name, value in given.items()
    )


def setup(app: Any) -> None:
    """Connect the resolver and the directives."""
    app.add_js_file("sort.js")
    app.connect("html-page-context", _describe)
    app.connect("doctree-read", _link_pages)
    app.add_directive("public-names", PublicNames)
    app.add_directive("game-names", Table)
    app.connect("missing-reference", _resolve)
