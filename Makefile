# `make` lists what there is. Everything runs in .venv, which .ci/setup.sh makes and keeps in step with settings.ini.
# Only Python 3.10 or newer, make and git need be there beforehand.
SHELL = /bin/sh
BIN = .venv/bin
OUT = demo_out
# One thread a process: tiny models gain nothing from a second one, and lose 5 to 9 times when the cores are busy.
export OMP_NUM_THREADS ?= 1

.PHONY: help setup demo test export fix outputs docs hooks

help:
	@echo "make demo     the main job on a tiny model: clips to tuned model to report (DATA=folder: your own clips; OUT=folder)"
	@echo "make test     every gate and every page"
	@echo "make setup    only make .venv, with everything in it"
	@echo "For those who change a page:"
	@echo "make export   write fvlit/ from nbs/"
	@echo "make outputs  run pages and keep what they show (PAGES='nbs/10_video.ipynb ...')"
	@echo "make fix      clean the pages, then write fvlit/ and README.md from them"
	@echo "make docs     build the documentation site in _docs/"
	@echo "make hooks    teach this clone to merge notebooks (once)"

setup:
	@.ci/setup.sh

demo: setup
	$(BIN)/fvlit demo --out "$(OUT)" $(if $(DATA),--data "$(DATA)")

test: setup
	@$(BIN)/python .ci/test.py

export: setup
	$(BIN)/nbdev_export

fix: setup
	$(BIN)/python .ci/in_step.py --fix

outputs: setup
	$(BIN)/python .ci/outputs.py $(PAGES)

docs: setup
	$(BIN)/python .ci/site.py --out _docs

hooks: setup
	git config --local include.path ../.gitconfig
