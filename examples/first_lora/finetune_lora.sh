#!/usr/bin/env bash
# Latents to a LoRA, after preprocess.sh with the same variables. Started again, it goes on where it stopped.
#   MODEL_PATH=Wan-AI/Wan2.1-T2V-1.3B-Diffusers DATASET_PATH=/data/clips NUM_GPUS=4 bash finetune_lora.sh
# Arguments are passed on as overrides, for example: bash finetune_lora.sh --training.optimizer.learning_rate 2e-4
set -euo pipefail
cd "$(dirname "$0")"
source ./settings.sh

accelerate launch --num_processes "$NUM_GPUS" --num_machines 1 --mixed_precision no --dynamo_backend no \
    -m fvlit.train \
    --config finetune_lora.yaml \
    --model_path "$MODEL_PATH" \
    --engine.num_gpus "$NUM_GPUS" \
    --training.data.data_path "$LATENTS/training_dataset" \
    --training.data.num_height "$HEIGHT" \
    --training.data.num_width "$WIDTH" \
    --training.data.num_frames "$NUM_FRAMES" \
    --training.loop.max_train_steps "$STEPS" \
    --training.checkpoint.output_dir "$RUN" \
    --training.checkpoint.training_state_checkpointing_steps "$EVERY" \
    --training.validation.every_steps "$EVERY" \
    "$@"
fvlit report "$RUN"
