"""The README names what the code has, and nothing else."""

from __future__ import annotations

import re

import anyio
import pytest
from mcp import Client

from mcp_server.library import Library
from mcp_server.server import build_server
from sitecrawl import arguments, folderarguments, settings
from tests.crawl_run import ROOT, run

README = (ROOT / "README.md").read_text("utf-8")


def section(title: str) -> str:
    """The text of a README section up to the next heading of its level or above."""
    marks = title.partition(" ")[0]
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{len(marks)}}} |\Z)", README, re.M | re.S)
    assert found, f"README has no section {title}"
    return found[1]


def first_column(text: str) -> list[str]:
    """The names in backticks that begin the rows of the tables in `text`."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.M)


def commands_of(*arguments_: str) -> set[str]:
    """The subcommands that a program's --help lists."""
    done = run(*arguments_, "--help")
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"^    ([a-z]+) ", done.stdout, re.M))


def options_of(*arguments_: str) -> set[str]:
    """The long options that a program's --help lists."""
    done = run(*arguments_, "--help")
    return set(re.findall(r"--[a-z][a-z-]+", done.stdout)) - {"--help"}


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    """The arguments of each tool and of each prompt, as a client sees them."""

    async def ask():
        async with Client(build_server(Library(tmp_path_factory.mktemp("data")))) as client:
            tools = (await client.list_tools()).tools
            prompts = (await client.list_prompts()).prompts
        return (
            {tool.name: set(tool.input_schema.get("properties", {})) for tool in tools},
            {prompt.name: {argument.name for argument in prompt.arguments or ()} for prompt in prompts},
        )

    return anyio.run(ask)


@pytest.fixture
def tools_by_name(listed):
    return listed[0]


def test_every_prompt_is_in_the_table_with_its_arguments(listed):
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section("### Resources and prompts"), re.M)
    assert {name: set(re.findall(r"`(\w+)`", named)) for name, named in rows} == listed[1]


def test_every_tool_has_a_section_and_every_section_a_tool(tools_by_name):
    assert set(re.findall(r"^### `([a-z_]+)`$", section("## Tools"), re.M)) == set(tools_by_name)


def test_every_argument_of_a_tool_is_in_its_table(tools_by_name):
    written = {name: set(first_column(section(f"### `{name}`"))) for name in tools_by_name}
    assert written == tools_by_name


def test_every_argument_of_a_crawl_is_in_the_table():
    assert tuple(first_column(section("## Arguments of a crawl"))) == arguments.NAMES


def test_every_argument_of_a_folder_is_in_the_table():
    assert tuple(first_column(section("## A folder of Markdown"))) == folderarguments.NAMES


def test_the_defaults_in_the_table_are_those_of_the_code():
    rows = re.findall(r"^\| `(\w+)` \|\s*`?([^|`]*?)`?\s*\|", section("## Arguments of a crawl"), re.M)
    defaults = arguments.SiteArguments("https://example.com/").as_given() | {"url": None}
    assert dict(rows) == {name: as_written(value) for name, value in defaults.items()}


def as_written(value: object) -> str:
    return "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)


def test_every_setting_of_ours_is_in_the_table():
    ours = [name for name in vars(settings) if name.startswith("SITECRAWL_")]
    assert sorted(name for name in first_column(section("## Settings")) if name.startswith("SITECRAWL_")) == sorted(
        ours
    )


def test_every_environment_variable_in_the_code_is_in_the_readme():
    sources = [path for room in ("sitecrawl", "mcp_server") for path in (ROOT / room).rglob("*.py")]
    in_code = {
        name
        for path in sources
        for name in re.findall(r"\bSITE_KNOWLEDGE_[A-Z_]+|\bDOCS_DIR\b", path.read_text("utf-8"))
    }
    assert set(re.findall(r"\bSITE_KNOWLEDGE_[A-Z_]+|\bDOCS_DIR\b", README)) == in_code


def test_every_installed_command_is_in_the_table():
    written = re.findall(r"^\| `site-knowledge ([a-z]+)", section("## Commands"), re.M)
    assert set(written) == commands_of("-m", "sitecrawl.cli")


def test_every_command_of_the_server_is_in_the_table():
    written = re.findall(r"^\| `python -m mcp_server ([a-z]+)", section("## Commands"), re.M)
    assert set(written) == commands_of("-m", "mcp_server")


def test_every_option_of_the_search_is_in_the_table():
    written = {option.partition(" ")[0] for option in first_column(section("## Commands")) if option.startswith("--")}
    assert written == options_of("-m", "mcp_server", "search")


def test_every_spider_has_a_command_in_the_table_but_the_one_that_the_server_starts():
    done = run("-m", "scrapy", "list")
    written = set(re.findall(r"^\| `scrapy crawl ([a-z]+)", section("## Commands"), re.M))
    assert written | {"pages"} == set(done.stdout.split())
    assert "`pages`" in section("### `fetch_doc_content`")


def test_every_exit_code_of_the_contract_is_in_the_readme():
    assert re.findall(r"^\| (\d) \|", section("## The crawl as a guest"), re.M) == ["0", "2", "3", "4", "5"]


def test_every_link_to_a_file_leads_to_one():
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("target", ["demo", "test", "lint"])
def test_every_make_target_that_the_readme_names_exists(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert f"make {target}" in README


MAPPED = [
    span
    for row in re.findall(r"^\|[^|]*\|[^|]+\|([^|]+)\|$", section("## Coming from another tool"), re.M)[2:]
    for span in re.findall(r"`([^`]+)`", row)
]


@pytest.mark.parametrize("ours", sorted(set(MAPPED)))
def test_what_another_tool_has_is_mapped_to_something_that_exists(ours, tools_by_name):
    words = ours.split()
    if found := re.fullmatch(r"(\w+)\((\w+)\)", ours):
        assert found[2] in tools_by_name[found[1]]
    elif ours.startswith("scrapy crawl"):
        known = {"site": arguments.NAMES, "folder": folderarguments.NAMES}[words[2]]
        assert {word.partition("=")[0] for word in words if "=" in word} <= set(known)
    elif ours.startswith(("python -m mcp_server", "site-knowledge")):
        program = words[:3] if words[0] == "python" else ["python", "-m", "sitecrawl.cli"]
        rest = words[len(program) if words[0] == "python" else 1 :]
        command = [word for word in rest[:1] if not word.startswith("-")]
        assert set(command) <= commands_of(*program[1:])
        assert {word for word in rest if word.startswith("--")} <= options_of(*program[1:], *command)
    elif ours.isupper():
        assert ours in first_column(section("## Settings"))
    elif ours.startswith("make "):
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.M)
    elif ours == "scrapy check":
        assert "scrapy check" in section("## Commands")
    else:
        assert ours == "facts" or ours in tools_by_name


def test_the_table_for_other_tools_names_every_parameter_of_the_live_fetch(tools_by_name):
    mapped = {span.partition("(")[2].rstrip(")") for span in MAPPED if span.startswith("fetch_doc_content(")}
    assert mapped == tools_by_name["fetch_doc_content"]
