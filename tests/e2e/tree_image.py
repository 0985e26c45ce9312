"""An image of the tree of another system (tools/slurm_tree), as tools/image writes it."""
import sys

from harness import ROOT

sys.path.insert(0, str(ROOT / "tools/image.d"))
from oci_layout import write  # noqa: E402, F401
