# Two commands do everything: make play, make test. A third wants a mail server: make test-mta. A third one, make bench, says how fast.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
RIVALS := $(VENV)/rivals

.PHONY: play test check fuzz bench datc clean

play: $(READY)
	$(BIN)/python judge.py play

test: check
	$(BIN)/python -m pytest -n auto

test-mta: $(READY)
	$(BIN)/python -m pytest tests/mta

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fuzz: $(READY)
	$(BIN)/python -m bench.fuzz_letter --seconds 600

bench: $(RIVALS)
	$(BIN)/python -m bench.door
	$(BIN)/python -m bench.adjudication

$(RIVALS): requirements-bench.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	touch $@

$(READY): requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "The judge needs Python 3.11 or newer; PYTHON=… make … names another one")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

# The page of the DATC is written from the cases; the tests fail while it is stale.
datc: $(READY)
	$(BIN)/python -m tests.rules.datc_page

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
