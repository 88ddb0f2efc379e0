"""Public names, registries and services."""

from mastermind_core.names.applications import APPLICATIONS as APPLICATIONS
from mastermind_core.names.applications import application as application
from mastermind_core.names.applications import filed as filed
from mastermind_core.names.lazy import LazyNames as LazyNames
from mastermind_core.names.lazy import exported as exported
from mastermind_core.names.lazy import face as face
from mastermind_core.names.lazy import names_of as names_of
from mastermind_core.names.registry import Group as Group
from mastermind_core.names.registry import Registry as Registry
from mastermind_core.names.services import serve as serve
from mastermind_core.names.services import service_of as service_of

__version__: str
