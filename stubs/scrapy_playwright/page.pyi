from collections.abc import Callable
from typing import Any

class PageMethod:
    def __init__(self, method: str | Callable[..., Any], *args: Any, **kwargs: Any) -> None: ...
