"""Public names, registries and services.

``__init__.pyi`` lists the names. Each is imported at its first use.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face

#: The version of the package, defined only here.
__version__ = "0.1.0"

__getattr__, __dir__, __all__ = face(__name__)
