"""scripts/environment.sh: the interpreter that make picks, and one sentence for each failure."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.crawl_run import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="make and sh are not part of Windows")

TOO_OLD = "#!/bin/sh\nexit 1\n"
WITHOUT_VENV = f'#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"\n'
WHOLE = f'#!/bin/sh\nexec {sys.executable} "$@"\n'


@pytest.fixture
def make_environment(tmp_path):
    """Run the script with nothing but the given interpreters and a few plain commands on PATH."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in ("sh", "rm", "grep", "head"):
        (commands / name).symlink_to(shutil.which(name))

    def run(interpreters, requirements="", **environment):
        for name, script in interpreters.items():
            (commands / name).write_text(script)
            (commands / name).chmod(0o755)
        (tmp_path / "requirements.txt").write_text(requirements)
        return subprocess.run(
            ["sh", str(ROOT / "scripts" / "environment.sh"), "venv", "requirements.txt"],
            cwd=tmp_path,
            env={"PATH": str(commands), **environment},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return run


def test_no_suitable_python_is_one_sentence_with_the_remedy(make_environment):
    done = make_environment({"python3": TOO_OLD, "python3.12": TOO_OLD})
    assert done.returncode == 1
    assert done.stderr.startswith("No Python 3.11 or newer was found: install one")
    assert done.stderr.count("\n") == 1


def test_a_python_without_venv_is_one_sentence_with_the_remedy(make_environment):
    done = make_environment({"python3": WITHOUT_VENV})
    assert done.returncode == 1
    assert f"apt-get install python{sys.version_info[0]}.{sys.version_info[1]}-venv" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unreachable_index_is_one_sentence_with_the_remedy(make_environment):
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": "/dev/null", "PIP_RETRIES": "0"}
    done = make_environment({"python3": WHOLE}, "a-package-nobody-has\n", **nowhere)
    assert done.returncode == 1
    assert done.stderr.startswith("The package index could not be reached: check the network")
    assert done.stderr.count("\n") == 1


def test_the_newest_named_python_that_runs_is_taken(make_environment, tmp_path):
    done = make_environment({"python3.14": TOO_OLD, "python3.13": WITHOUT_VENV, "python3.11": WHOLE})
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "venv" / "bin" / "python").exists()
