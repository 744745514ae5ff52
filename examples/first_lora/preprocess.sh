#!/usr/bin/env bash
# Clips to latents. `bash preprocess.sh`, or with your own clips and a real model:
#   MODEL_PATH=Wan-AI/Wan2.1-T2V-1.3B-Diffusers DATASET_PATH=/data/clips bash preprocess.sh
set -euo pipefail
cd "$(dirname "$0")"
source ./settings.sh

if [ "$DATASET_PATH" = toy ]; then
    DATASET_PATH=work/toy
    [ -e work/toy ] || python -c 'from fvlit.tiny import write_toy_corpus; write_toy_corpus("work/toy")'
fi

fvlit check "$DATASET_PATH"
fvlit preprocess \
    --model_path "$MODEL_PATH" \
    --workload_type t2v \
    --preprocess.dataset_type auto \
    --preprocess.dataset_path "$DATASET_PATH" \
    --preprocess.dataset_output_dir "$LATENTS" \
    --preprocess.max_height "$HEIGHT" \
    --preprocess.max_width "$WIDTH" \
    --preprocess.num_frames "$NUM_FRAMES" \
    --preprocess.train_fps "$TRAIN_FPS" \
    --preprocess.heldout_fraction 0.2 \
    "$@"
