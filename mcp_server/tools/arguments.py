"""The arguments that several tools share: bounds stand here once, for schema and validation alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

import anyio.to_thread
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_server.searching import QUERY_CHARACTERS

Site = Annotated[
    str | None,
    Field(description="Host as list_sites gives it; may be left out when there is one site.", max_length=300),
]
PathPrefix = Annotated[
    str | None, Field(description="Only pages under this path, whole segments: /docs takes /docs/x.", max_length=2000)
]
Offset = Annotated[int, Field(description="Where to go on: next_offset of the reply before.", ge=0)]
Query = Annotated[str, Field(description="Words or a question.", min_length=1, max_length=QUERY_CHARACTERS)]

READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

T = TypeVar("T")


async def off_loop(call: Callable[..., T], *args: object, **options: object) -> T:
    """Run `call` in a thread: one client's search does not hold up another's; a cancel is obeyed at once."""
    return await anyio.to_thread.run_sync(partial(call, *args, **options), abandon_on_cancel=True)
