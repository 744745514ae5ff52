#!/bin/sh
# Make .venv with all that fvlit, its pages and its documentation need; at once done when it is there and up to date.
#   FVLIT_PYTHON  interpreter to start from (otherwise the first one found that is 3.10 or newer and can make a venv)
#   FVLIT_TORCH   pip arguments that install a matching torch and torchvision (otherwise torch_pair of settings.ini);
#                 remembered in .venv, so that it need be given once
set -eu
cd "$(dirname "$0")/.."
venv=.venv

stop() { printf '\nfvlit set-up: %s\n' "$*" >&2; exit 2; }

find_python() {
    if [ -n "${FVLIT_PYTHON:-}" ]; then set -- "$FVLIT_PYTHON"
    else set -- python3 python3.13 python3.12 python3.11 python3.10 python; fi
    for name do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1 || continue
        found=$name
        "$name" -c 'import ensurepip, venv' >/dev/null 2>&1 || continue
        echo "$name"
        return
    done
    [ -z "${found:-}" ] || stop "$found has no venv module.
  fix: install it (Debian and Ubuntu: apt install python3-venv), or name another interpreter:
       FVLIT_PYTHON=/path/to/python make"
    stop "no Python 3.10 or newer among: $*.
  fix: install one, or name it: FVLIT_PYTHON=/path/to/python make"
}

# What the installed state depends on.
remembered=$venv/fvlit-torch
torch=${FVLIT_TORCH-$(cat $remembered 2>/dev/null || sed -n 's/^torch_pair *= *//p' settings.ini)}
key="$(cat settings.ini setup.py .ci/setup.sh | cksum) $PWD $torch"
if [ "$(cat $venv/fvlit-stamp 2>/dev/null)" = "$key" ] && $venv/bin/python -c '' 2>/dev/null; then exit 0; fi

[ "$(uname -sm)" != "Darwin x86_64" ] || [ -n "${FVLIT_TORCH+set}" ] || stop "PyTorch makes no wheels for Intel Macs.
  fix: use another machine, or a torch and torchvision of your own: FVLIT_TORCH='...' make"

# Started over when killed half-way (pip takes a half-unpacked package for an installed one), or moved or copied
# (its scripts go on calling the interpreter of the old place).
if [ -e $venv ]; then
    why=
    [ ! -e $venv/fvlit-unfinished ] || why="the last set-up did not finish"
    [ ! -e $venv/fvlit-made ] || [ "$(cat $venv/fvlit-made)" = "$PWD" ] || why="this folder was moved or copied"
    $venv/bin/python -m pip --version >/dev/null 2>&1 || why="$venv has no working pip"
    if [ -n "$why" ]; then
        [ -e $venv/fvlit-made ] || stop "$PWD/$venv was not made by this script, and $why.
  fix: move it away and run make again"
        echo "fvlit set-up: starting over: $why"
        rm -rf $venv
    fi
fi
if [ ! -e $venv ]; then
    python=$(find_python)
    echo "fvlit set-up: $venv with $("$python" --version)"
    mkdir $venv && printf '%s' "$PWD" > $venv/fvlit-made
    "$python" -m venv $venv || { rm -rf $venv; stop "$python -m venv failed (see above)"; }
fi
$venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    stop "$PWD/$venv holds $($venv/bin/python --version), fvlit needs 3.10.
  fix: move it away and run make again"

touch $venv/fvlit-unfinished
if [ -t 1 ]; then quiet=; else quiet=-qq; fi
pip() { $venv/bin/python -m pip --disable-pip-version-check --no-input install $quiet "$@" || {
    rm -f $venv/fvlit-unfinished  # pip ended by itself, so what it began is undone
    stop "pip could not install: $*
  fix: read its message above; mend the network, the disk or the pip configuration, then run make again.
       Another torch: FVLIT_TORCH='torch==X torchvision==Y' make"; }; }
echo "fvlit set-up: installing (about 7 GB with the CUDA libraries; some minutes)"
# The pair first and pinned: pip cannot tell that a torchvision does not fit a torch that is there already.
# shellcheck disable=SC2086 # several arguments
[ -z "$torch" ] || pip $torch
pip -e '.[dev]'
$venv/bin/python -c 'import torch, torchvision' || stop "torch and torchvision do not fit together (see above).
  fix: install a matching pair: FVLIT_TORCH='torch==X torchvision==Y' make"
$venv/bin/python -m pip check || stop "the installed packages contradict each other (see above)"
[ -z "${FVLIT_TORCH+set}" ] || printf '%s' "$torch" > $remembered
printf '%s\n' "$key" > $venv/fvlit-stamp
rm -f $venv/fvlit-unfinished
echo "fvlit set-up: done"
