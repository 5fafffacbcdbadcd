"""The tool that answers with citations: answer_question.

Annotations are evaluated here: the resolver that one of them names is local to `answer_tools`.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from mcp import MCPError
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Resolve, Sample
from mcp.server.mcpserver.tools import Tool
from mcp.shared.message import ServerMessageMetadata
from mcp.types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    SamplingMessage,
    TextContent,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import Field, ValidationError

from mcp_server.answering import (
    ANSWER_RULES,
    ANSWER_TOKENS,
    MOST_PASSAGES,
    Asked,
    answer_prompt,
    find_context,
    may_be_answered,
    with_answer,
    with_note,
)
from mcp_server.filters import NOTHING_ASKED
from mcp_server.library import Library
from mcp_server.querylog import QueryLog
from mcp_server.results import AnswerReply
from mcp_server.searching import QUERY_CHARACTERS
from mcp_server.tools.arguments import READ_ONLY, PathPrefix, Site, off_loop

logger = logging.getLogger(__name__)

SAMPLE_SECONDS = 120.0

Ctx = Context[Any, Any]


def answer_tools(library: Library, log: QueryLog) -> list[Tool]:
    """The tool that answers questions from `library`; they are noted in `log`."""
    ask_model = _model_asker(library)

    async def answer_question(
        question: Annotated[str, Field(description="The question.", min_length=1, max_length=QUERY_CHARACTERS)],
        ctx: Ctx,
        sampled: Annotated[CreateMessageResult | None, Resolve(ask_model)],
        site: Site = None,
        path_prefix: PathPrefix = None,
        k: Annotated[int, Field(description="Passages of context.", ge=1, le=MOST_PASSAGES)] = 4,
        sample: Annotated[bool, Field(description="Let the client's model write the answer, if it offers one.")] = True,
    ) -> AnswerReply:
        """Answer a question from one website: a verdict, numbered passages (`context`) and where they
        stand (`citations`), always. Where the client offers sampling, its model writes `answer` with
        [n] citations from these passages alone; else `answer` is null: write it yourself from `context`
        and cite [n] with its url. With verdict weak or none, say that the site does not answer. Give
        `sample: false` to get the context only (on protocol 2026-07-28 a client that refuses sampling
        ends the call)."""
        reply, absent = await off_loop(find_context, library, Asked(question, site, path_prefix, k))
        if reply.advice != NOTHING_ASKED:
            log.note(reply.site, reply.question, reply.verdict, absent)
        if sampled is not None:
            return with_answer(reply, _text_of(sampled))
        if not sample or not may_be_answered(reply) or not _offers_sampling(ctx) or _is_modern(ctx):
            return reply
        try:
            return with_answer(reply, _text_of(await _sample(ctx, reply)))
        except (MCPError, ValidationError) as failure:
            logger.info("Sampling failed: %r", failure)
            return with_note(reply, "The client's model was not available; the context stands for itself.")

    return [Tool.from_function(answer_question, title="Answer a question", annotations=READ_ONLY)]


def _model_asker(library: Library) -> Callable[..., Awaitable[Sample | None]]:
    async def ask_model(
        question: str, site: str | None, path_prefix: str | None, k: int, sample: bool, ctx: Ctx
    ) -> Sample | None:
        # older revisions ask in the tool's body, where a refusal can be caught
        if not sample or not _offers_sampling(ctx) or not _is_modern(ctx):
            return None
        reply, _ = await off_loop(find_context, library, Asked(question, site, path_prefix, k))
        if not may_be_answered(reply):
            return None
        return Sample(_messages(reply), max_tokens=ANSWER_TOKENS, system_prompt=ANSWER_RULES)

    return ask_model


def _offers_sampling(ctx: Ctx) -> bool:
    capabilities = ctx.client_capabilities
    return capabilities is not None and capabilities.sampling is not None


def _is_modern(ctx: Ctx) -> bool:
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def _messages(reply: AnswerReply) -> list[SamplingMessage]:
    return [SamplingMessage(role="user", content=TextContent(type="text", text=answer_prompt(reply)))]


async def _sample(ctx: Ctx, reply: AnswerReply) -> CreateMessageResult:
    request = CreateMessageRequest(
        params=CreateMessageRequestParams(
            messages=_messages(reply), max_tokens=ANSWER_TOKENS, system_prompt=ANSWER_RULES
        )
    )
    # the reply's own stream carries the request where a transport has several
    related = ServerMessageMetadata(related_request_id=ctx.request_context.request_id)
    result: CreateMessageResult = await ctx.session.send_request(request, CreateMessageResult, SAMPLE_SECONDS, related)
    return result


def _text_of(result: CreateMessageResult) -> str:
    return result.content.text if isinstance(result.content, TextContent) else ""
