#!/bin/sh
# environment.sh FOLDER REQUIREMENTS...
# Makes a virtual environment in FOLDER, or takes the one there, and installs the requirement files.
# PYTHON names the interpreter; without it the first suitable one of the list below is taken.
# Every failure is one sentence on stderr that says what to do.
set -u

folder=$1
shift

fail() {
    echo "$1" >&2
    exit 1
}

is_suitable() {
    # a name on PATH may be a shim that does not run: ask it
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

can_make_environments() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

pick_python() {
    suitable=
    for candidate in ${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3 python}; do
        is_suitable "$candidate" || continue
        suitable=${suitable:-$candidate}
        if can_make_environments "$candidate"; then
            python=$candidate
            return
        fi
    done
    if [ -n "$suitable" ]; then
        version=$("$suitable" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        fail "$suitable cannot make virtual environments because its venv module is missing: install it (Debian and Ubuntu: apt-get install python$version-venv) and run this again."
    fi
    if [ -n "${PYTHON:-}" ]; then
        fail "PYTHON=$PYTHON is not a Python 3.11 or newer: name another one, or leave PYTHON out, and run this again."
    fi
    fail "No Python 3.11 or newer was found: install one (Debian and Ubuntu: apt-get install python3 python3-venv; macOS: brew install python; all: https://www.python.org/downloads/) and run this again."
}

interpreter_of() {
    if [ -x "$1/Scripts/python.exe" ]; then echo "$1/Scripts/python.exe"; else echo "$1/bin/python"; fi
}

install() {
    log="$folder/pip.log"
    echo "Installing $* into $folder (a minute or two the first time) ..."
    arguments=
    for file in "$@"; do arguments="$arguments -r $file"; done
    # file names of ours hold no spaces
    if "$inside" -m pip install --disable-pip-version-check --retries 2 $arguments >"$log" 2>&1; then
        return
    fi
    if grep -Eqi 'Retrying|ConnectionError|NewConnectionError|ProxyError|SSLError|timed out|name resolution|Could not fetch URL' "$log"; then
        fail "The package index could not be reached: check the network (or name a mirror with PIP_INDEX_URL, a proxy with HTTPS_PROXY) and run this again; the details are in $log."
    fi
    reason=$(grep '^ERROR' "$log" | head -1)
    fail "pip could not install $*: ${reason:-see $log}; the whole log is $log."
}

inside=$(interpreter_of "$folder")
if ! is_suitable "$inside" || ! "$inside" -m pip --version >/dev/null 2>&1; then
    pick_python
    rm -rf "$folder/bin" "$folder/lib"
    "$python" -m venv "$folder" >/dev/null 2>&1 ||
        fail "$python could not make the virtual environment $folder: check that the folder can be written and that the disk is not full, then run this again."
    inside=$(interpreter_of "$folder")
fi
install "$@"
