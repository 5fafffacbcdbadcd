"""The MCP server measured as a process.

python -m bench.server startup|roundtrip|clients|soak|fuzz [--json FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import server_clients, server_fuzz, server_roundtrip, server_soak, server_startup
from bench.report import finish


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = argparse.ArgumentParser(add_help=False)
    every.add_argument("--json", type=Path, help="write the last line to this file as well")
    commands = parser.add_subparsers(required=True, metavar="MEASURE")
    for module in (server_startup, server_roundtrip, server_clients, server_soak, server_fuzz):
        name = module.__name__.rpartition("_")[2]
        command = commands.add_parser(name, parents=[every], help=(module.__doc__ or "").partition("\n")[0])
        module.add_arguments(command)
        command.set_defaults(measure=module.measure)
    arguments = parser.parse_args()
    finish(arguments.measure(arguments), arguments.json)


if __name__ == "__main__":
    main()
