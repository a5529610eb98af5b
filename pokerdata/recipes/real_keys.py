"""What sections ask for on real cards: all flops, or some drawn."""

from __future__ import annotations

from dataclasses import dataclass

from pokerdata.real_cards.flops import as_flops
from pokerdata.support.arguments import as_count

FLOPS_DOC = "the same from so many flops drawn, in minutes and with intervals: an even number from 4"
SEED_DOC = "of drawn flops, 0 by default"


@dataclass(frozen=True)
class Dealt:
    """Which flops are dealt.

    Attributes:
        flops: How many are drawn; None for all.
        seed: Of drawn flops.
    """

    flops: int | None = None
    seed: int = 0

    def parameters(self) -> dict[str, int]:
        """What determines the values besides the strategy; nothing where all flops are dealt."""
        return {} if self.flops is None else {"flops": self.flops, "seed": self.seed}


def dealt(real: bool, flops: int | None, seed: int | None) -> Dealt | None:
    """What the keys `real`, `real_flops` and `real_seed` ask for together, None for nothing.

    Raises:
        ValueError: For numbers out of their bounds, and for keys that do not go together.
    """
    if flops is None:
        if seed is not None:
            raise ValueError(
                f"real_seed: expected only with real_flops, got {seed} without; e.g. real_flops = 100"
            )
        return Dealt() if real else None
    if real:
        raise ValueError(
            f"real_flops: expected without real = true, which deals all flops, got {flops}; e.g. real_flops = {flops} "
            "alone"
        )
    seed = 0 if seed is None else as_count(seed, "real_seed", 0, 2**63 - 1, 1)
    return Dealt(as_flops(flops, "real_flops"), seed)
