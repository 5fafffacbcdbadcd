"""How large a passage may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes in words as `count_words` counts them.

    Pieces of a section aim at `aim`; no passage exceeds `most`, its overlap included; `overlap`
    words of a piece are repeated in the next; no piece of a cut section is under `floor`.
    Raises ValueError for sizes that no text could be cut by.
    """

    aim: int = 220
    most: int = 400
    overlap: int = 30
    floor: int = 20

    def __post_init__(self) -> None:
        if not (1 <= self.floor <= self.aim <= self.most and 2 * self.floor <= self.most):
            raise ValueError(
                f"passage sizes {self}: need 1 <= floor <= aim <= most, and most at least twice the floor."
            )
        if not 0 <= self.overlap <= self.most // 2:
            raise ValueError(f"passage sizes {self}: overlap must lie between 0 and half of most.")

    @property
    def grain(self) -> int:
        """The largest stretch that is moved as one, so that floor and ceiling can both be kept."""
        return max(1, self.most // 4)
