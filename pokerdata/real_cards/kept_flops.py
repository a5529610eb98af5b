"""Finished flops in files, so that a run that was killed goes on from them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pokerdata._core.support import fingerprints
from pokerdata.store.kept_parts import KeptParts


class KeptFlops(KeptParts):
    """Finished flops of one evaluation in a folder, which goes away with `remove`.

    Args:
        folder: The folder; made when the first flops are kept.
        origin: What the values depend on besides kernels and instruction set, which tell them apart anyway: digests of
            strategies and buckets.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: Mapping[str, object]) -> None:
        super().__init__(folder, [origin, fingerprints()["real_cards"]])
