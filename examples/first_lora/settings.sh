# What preprocess.sh and finetune_lora.sh share. Anything here can be given in the environment instead.

MODEL_PATH=${MODEL_PATH:-tiny}      # tiny comes with the package; or an id (Wan-AI/Wan2.1-T2V-1.3B-Diffusers) or folder
DATASET_PATH=${DATASET_PATH:-toy}   # toy is written by code; or a folder with videos2caption.json or .txt by clips
NUM_GPUS=${NUM_GPUS:-1}             # processes; 1 is also right for a machine without a GPU

# A tiny model or toy clips mean a try: small, short. Otherwise Wan 2.1's own size, rate and length.
if [ "$MODEL_PATH" = tiny ] || [ "$DATASET_PATH" = toy ]; then
    HEIGHT=${HEIGHT:-48} WIDTH=${WIDTH:-80} NUM_FRAMES=${NUM_FRAMES:-9} STEPS=${STEPS:-40} EVERY=${EVERY:-20}
else
    HEIGHT=${HEIGHT:-480} WIDTH=${WIDTH:-832} NUM_FRAMES=${NUM_FRAMES:-81} STEPS=${STEPS:-1000} EVERY=${EVERY:-100}
fi
TRAIN_FPS=${TRAIN_FPS:-16}

WORK=${WORK:-work/$(basename "$MODEL_PATH")-$(basename "$DATASET_PATH")}
LATENTS=${LATENTS:-$WORK/latents}
RUN=${RUN:-$WORK/run}
if [ "$MODEL_PATH" = tiny ]; then
    MODEL_PATH=$(python -c 'from fvlit.tiny import tiny_model_path; print(tiny_model_path())')
fi
