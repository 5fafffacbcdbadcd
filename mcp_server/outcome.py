"""What ranking hands on to the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_server.confidence import Observation
from mcp_server.evidence import Evidence, Matrix
from mcp_server.question import Question
from mcp_server.reranking import Signals


@dataclass(frozen=True)
class Ranked:
    """Passages in their final order, before any is left out: `order` are candidates, best first.

    `matched` counts content words by candidate; `unmet` are quoted phrases that no passage holds.
    """

    question: Question
    evidence: Evidence
    signals: Signals
    scores: Matrix
    order: list[int]
    matched: Matrix
    observation: Observation
    unmet: tuple[str, ...]

    def numbers(self) -> list[int]:
        """The passage numbers, best first."""
        return [int(row) for row in self.evidence.candidates.rows[self.order]]
