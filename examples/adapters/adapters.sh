#!/usr/bin/env bash
# What can be done with an adapter, step by step. After ../first_lora on the tiny model: bash adapters.sh
# With your own model and adapter:
#   MODEL_PATH=Wan-AI/Wan2.1-T2V-1.3B-Diffusers ADAPTER=runs/first/checkpoint-1000 bash adapters.sh
set -euo pipefail
cd "$(dirname "$0")"

MODEL_PATH=${MODEL_PATH:-$(python -c 'from fvlit.tiny import tiny_model_path; print(tiny_model_path())')}
ADAPTER=${ADAPTER:-$(printf '%s\n' ../first_lora/*/tiny-toy/run/checkpoint-* | tail -n 1)} # the last one
WORK=${WORK:-work}

# Does it do anything, and does it fit?
fvlit check-lora "$ADAPTER" --model "$MODEL_PATH"

# The model with the adapter in its weights: a folder that any diffusers program loads.
[ -e "$WORK/merged_model" ] ||
    fvlit merge-lora --base "$MODEL_PATH" --adapter "$ADAPTER" --output "$WORK/merged_model"

# And back: what a finetuned model learnt, as an adapter. The rank of each layer follows from its change.
[ -e "$WORK/extracted.safetensors" ] ||
    fvlit extract-lora --base "$MODEL_PATH" --ft "$WORK/merged_model" --out "$WORK/extracted.safetensors" \
        --energy 0.999 --max-rank 64

# For ComfyUI.
fvlit convert-lora "$WORK/extracted.safetensors" "$WORK/comfy.safetensors" --to comfy --model "$MODEL_PATH"

# How far the merged model is from the base, and how near the extracted adapter comes to it.
fvlit compare --base "$MODEL_PATH" --ft "$WORK/merged_model" --adapter "$WORK/extracted.safetensors" \
    --output-dir "$WORK/comparison" --compute-ssim --seed 0 --seed 1 \
    --prompt "${PROMPT:-a purple circle orbits}" \
    --height "${HEIGHT:-48}" --width "${WIDTH:-80}" --num-frames "${NUM_FRAMES:-9}" \
    --num-inference-steps "${STEPS:-8}" "$@"
