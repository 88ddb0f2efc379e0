"""The running kernels, the types of their arguments, and small functions beside them."""

from mastermind_core.kernels.choose import active as active
from mastermind_core.kernels.choose import is_built as is_built
from mastermind_core.kernels.choose import is_compiled as is_compiled
from mastermind_core.kernels.exact.objective import Objective as Objective
from mastermind_core.kernels.greedy.plain_tables import plogp as plogp
from mastermind_core.kernels.shared.bits import places_of as places_of
from mastermind_core.kernels.shared.ctrl_c import AtOnce as AtOnce
from mastermind_core.kernels.shared.ctrl_c import keep as keep
from mastermind_core.kernels.shared.ctrl_c import look as look
from mastermind_core.kernels.shared.ctrl_c import stoppable as stoppable
from mastermind_core.kernels.shared.flat_trees import ends_of as ends_of
from mastermind_core.kernels.shared.flat_trees import no_nodes as no_nodes
from mastermind_core.kernels.shared.flat_trees import with_edges as with_edges
from mastermind_core.kernels.shared.listening import listening as listening
from mastermind_core.kernels.shared.orbits import orbits as orbits
from mastermind_core.kernels.shared.plain_scores import Scores as Scores
from mastermind_core.kernels.types import POOL_ALL as POOL_ALL
from mastermind_core.kernels.types import POOL_CANDIDATES as POOL_CANDIDATES
from mastermind_core.kernels.types import Breeding as Breeding
from mastermind_core.kernels.types import CodeShape as CodeShape
from mastermind_core.kernels.types import Criterion as Criterion
from mastermind_core.kernels.types import FlatTree as FlatTree
from mastermind_core.kernels.types import Quadratic as Quadratic
from mastermind_core.kernels.types import Rules as Rules
from mastermind_core.kernels.types import SampledOptions as SampledOptions
from mastermind_core.kernels.types import Symmetry as Symmetry
