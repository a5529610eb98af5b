"""How Sphinx builds the site: the guides and notebooks of this folder, and the reference from docstrings and commands."""

import re
import sys
from pathlib import Path
from types import GenericAlias
from typing import Any

import numpy.typing
from sphinx.application import Sphinx

# What is written ArrayLike and NDArray[...] is shown so, not as the unions they stand for. Before pokerdata is imported.
numpy.typing.ArrayLike = type("ArrayLike", (), {"__module__": "numpy.typing"})
numpy.typing.NDArray = type(
    "NDArray", (), {"__module__": "numpy.typing", "__class_getitem__": classmethod(GenericAlias)}
)
sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1]))  # where the studies are

from pokerdata._support.version import VERSION  # noqa: E402

project = "pokerdata"
author = "the pokerdata developers"
project_copyright = author
version = release = VERSION

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_click",
    "sphinx_copybutton",
    "docstrings",
]

# The guides are the Markdown files of this folder as they stand, which a code host shows, too.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# Notebooks are text; they run at every build, in a folder of their own, and a failing cell fails the build.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_execution_show_tb = True
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 90
toc_object_entries_show_parents = "hide"
default_role = "py:obj"
smartquotes = False  # quotes are often code, and dashes options

# Names in backticks that are no objects of the reference stay as they are; those written in full must be there.
nitpicky = True
_CARRIED = (  # classes of values that functions pass on, and type variables
    "BigPlay|Bounds|Cell|Classes|CrossTable|EquityPanels|Hands|Kind|Layer|Money|OpponentRanges|Panel|Played|Scale|Schedule|"
    "_Betting|Size|SmallPlay|Solved|StreetHands|StreetShares|T|TableParts|Unknown|ValueGrid|Values|ValuesT|ValuesT_co"
)
nitpick_ignore_regex = [
    ("py:obj", r"(?s)(?!pokerdata\.).*"),
    (
        "py:obj",
        r"pokerdata\.(cards\.ranges\.best_first|games\.strategies\.strategy_file|solving\.(run|solved))",
    ),  # modules
    (
        "py:class",
        r"(numpy|np|pandas|collections|fractions|decimal|os|pathlib|abc|threading|typing|types|_core)\..*|ArrayLike|CardStates|EquityPanels|NDArray|Path|Plays|ValueGrid|TreeAlgorithm|Weights",
    ),
    ("py:.*", r"pokerdata\._core\..*"),  # kernels
    ("py:class", rf"pokerdata\..*\.({_CARRIED})"),
    ("py:class", r"pokerdata\.pipeline\.store\.sharded\.S"),  # a type variable
]

html_theme = "furo"
html_title = f"pokerdata {VERSION}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
copybutton_prompt_text = r">>> |\.\.\. |\$ |In \[\d*\]: "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"
exclude_patterns: list[str] = []

#: Files beside the folder of the guides that are pages of the site, too.
_PAGES = {
    "../tables/README.md": "container.md",
    "tables/README.md": "container.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
}


def setup(app: Sphinx) -> None:
    def linked(*arguments: Any) -> None:
        text = arguments[-1]
        text[0] = re.sub(r"\]\(\.\./studies/(\w+)/README\.md", r"](studies/\1.md", text[0])
        for file, page in _PAGES.items():
            text[0] = text[0].replace(f"]({file}", f"]({page}")

    app.connect("source-read", linked)
    app.connect("include-read", linked)
