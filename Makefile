# `make` lists the targets.
PYTHON ?= python
export OMP_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help check format lint types test bank torch teeth golden startup engine runner large scale record

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

check: lint types test bank ## all that CI runs, but for the comparison with PyTorch

format: ## write the code in the house's form
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

lint: ## form and faults
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .

types: ## mypy, strict
	$(PYTHON) -m mypy

test: ## the tests
	$(PYTHON) -m pytest -q -n auto

bank: ## prove every program of the bank on the engine
	$(PYTHON) -m quizcli bank check

torch: ## the same on PyTorch itself
	$(PYTHON) -m quizcli bank check --backend torch

teeth: ## which faults of an engine the bank notices; ONLY=… for one
	$(PYTHON) -m tests.questions.mutants $(if $(ONLY),--only $(ONLY))

golden: ## renew the screens that the tests compare with
	$(PYTHON) -m pytest -q tests/quizcli/screens/test_golden.py --renew-golden

startup: ## start-up times as ratios
	$(PYTHON) benchmarks/startup.py

engine: ## the engine beside PyTorch and its NumPy peers
	$(PYTHON) -m benchmarks.engine

runner: ## what a program costs in the child process
	$(PYTHON) benchmarks/runner.py

large: ## what a bank of 10,000 questions costs
	$(PYTHON) -m benchmarks.bank

scale: ## a chain of a million operations beside PyTorch's, and what training leaves behind
	$(PYTHON) -m benchmarks.scale

record: ## record anew what PyTorch says to the bank; TOPIC=… for one
	$(PYTHON) -m tests.questions.recorded $(TOPIC)
