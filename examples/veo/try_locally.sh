#!/usr/bin/env bash
# The whole chain against a provider of one's own on this machine: nothing is paid, no key is needed.
set -euo pipefail
cd "$(dirname "$0")"
PORT=${PORT:-8765}

python -m fvlit.video_server --port "$PORT" > /dev/null &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
until python -c "import socket; socket.create_connection(('127.0.0.1', $PORT), 1)" 2>/dev/null; do sleep 0.2; done

options=(--output-dir work/clips --base-url "http://127.0.0.1:$PORT/v1" --api-key-env none --poll-interval 0.2)
fvlit veo prompts.jsonl "${options[@]}" --dry-run
fvlit veo prompts.jsonl "${options[@]}" --limit 1 # one new job; whatever is stopped goes on with the same command
fvlit veo prompts.jsonl "${options[@]}"
fvlit check work/clips
