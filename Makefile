# Two commands do everything: make play, make test. What kills processes, and what sweeps, takes longer: make test-crash.
# Others want more than Python: make test-mta a mail server, make bench (how fast) and make fuzz (letters nobody would
# write) a few packages more.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TYPES := $(VENV)/types.txt
RIVALS := $(VENV)/rivals
NEIGHBOURS := $(VENV)/neighbours
TABLES := tests/corrections tests/doorstep tests/menus tests/replies tests/seasons tests/turns tests/words

# Tests start judges by the hundred: what Python has compiled it keeps, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-crash test-mta check lint fuzz five-years kill power years sweeps twin-worlds siege bench soak datc rules reading man zines index sbom pythons clean

play: $(READY)
	$(BIN)/python judge.py play

# The types are checked beside the tests, which leave processors idle, and told of behind them. Either fails the whole.
test: lint
	@$(BIN)/mypy >$(TYPES) 2>&1 & types=$$!; trap "kill $$types" HUP INT TERM; \
	$(BIN)/python -m pytest -n auto; tests=$$?; wait $$types; checked=$$?; cat $(TYPES); exit $$((tests | checked))

# Judges killed at lines of their two paths; lines and letters without number, in worlds that differ in one secret; whole
# games with all that must hold after every event; the letters of the corpus and of other tables; and each row of the tables
# that make test asks in one of several ways, in all of them.
test-crash: $(READY)
	$(BIN)/python -m pytest -n auto tests/crash tests/asking tests/corpus tests/fog tests/long $(TABLES)
	JUDGE_SWEEPS=rows $(BIN)/python -m pytest -n auto $$(grep -rl --include='test_*.py' in_turn tests)

test-mta: $(NEIGHBOURS)
	$(BIN)/python -m pytest tests/mta

check: lint
	$(BIN)/mypy

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Ten minutes, on Linux of x86-64 with Python 3.11 to 3.13; elsewhere python -m bench.fuzz_letter does without atheris.
fuzz: $(RIVALS)
	$(BIN)/python -m bench.guided_fuzz --seconds 600

# Forty games side by side for five years, everything that must hold checked after every event; some minutes.
five-years: $(READY)
	$(BIN)/python -m bench.five_years

# A judge killed at every line of its stories, then 1,240 times at random instants while letters come in: all of it, the first of
# its processes, its door, its worker, with Maildirs and with a relay; two hours.
kill: $(READY)
	JUDGE_KILLED_AT=all $(BIN)/python -m pytest -n auto tests/crash/test_killed_at_any_line.py tests/crash/test_relay_killed.py
	for process in all serve door worker; do $(BIN)/python -m bench.kill --kills 250 --process $$process || exit 1; done
	for process in all worker; do $(BIN)/python -m bench.kill --kills 120 --process $$process --relay || exit 1; done

# Ten thousand states of the disk that power cuts leave, a judge started on each; as many as nine minutes allow.
power: $(READY)
	$(BIN)/python -m tests.power.sweep

# So many seeds, each a year of twenty games at a judge whose machine, clock, disk, relay and people are simulated; some minutes each.
SEEDS ?= 10
years: $(READY)
	$(BIN)/python -m tests.simulation 1 --seeds $(SEEDS)

# Every line that may be written, in two worlds that differ in one secret; plain words in every phase for every reader;
# pictures of every phase of the real games; issues of the zine; properties on more examples: the sweeps of which make test and
# make test-crash take a share; a few minutes.
sweeps: $(READY)
	JUDGE_SWEEPS=whole $(BIN)/python -m pytest -n auto tests/asking $$(grep -rlE --include='test_*.py' 'tests.shared.shares|^from hypothesis' tests)

# Wars in the fog, each with a twin that differs in what its reader may not know; some minutes.
twin-worlds: $(READY)
	$(BIN)/python -m bench.twin_worlds

# What the worst letters known cost, each in processor time; then two minutes of search for worse ones.
siege: $(READY)
	$(BIN)/python -m bench.worst
	$(BIN)/python -m bench.dearest --seconds 120

bench: $(RIVALS)
	$(BIN)/python -m bench.door --json docs/bench/door.json
	$(BIN)/python -m bench.storm --json docs/bench/storm.json
	$(BIN)/python -m bench.adjudication --json docs/bench/adjudication.json
	$(BIN)/python -m bench.letters_out --json docs/bench/letters_out.json
	$(BIN)/python -m bench.capacity --json docs/capacity.json

# A year of ten thousand games by letters, each week told as it ends; fails where memory grows over its last half. It takes
# hours: bench.soak has --games and --weeks.
soak: $(READY)
	$(BIN)/python -m bench.soak

$(RIVALS): requirements-bench.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	touch $@

$(NEIGHBOURS): requirements-mta.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-mta.lock
	touch $@

# What is imported is compiled then: all of the packages took half as long again as to install them.
$(READY): requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "The judge needs Python 3.11 or newer; PYTHON=… make … names another one")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

# The page of the DATC is written from the cases; the tests fail while it is stale.
datc: $(READY)
	$(BIN)/python -m tests.rules.datc_page

# The rule books in paragraphs are written from the data that RULES mails; the tests fail while they are stale.
rules: $(READY)
	$(BIN)/python -m tests.rules.rules_pages

# The figures on reading letters are written from the corpus; the tests fail while they are stale.
reading: $(READY)
	$(BIN)/python -m tests.corpus.figures

# The issues that docs/ shows; make sweeps fails while they are stale.
zines: $(READY)
	$(BIN)/python -m tests.zine.documents

# The indexes of docs/ and of its decisions are written from the pages; the tests fail while they are stale.
index: $(READY)
	$(BIN)/python -m tests.documents.indexes

# The manual page is written from the help of the commands; the tests fail while it is stale.
man: $(READY)
	$(BIN)/python -m tests.shared.man_page

# What the judge is made of, in CycloneDX, is written from the lock and docs/licences.md; the tests fail while it is stale.
sbom: $(READY)
	$(BIN)/python -m tests.documents.sbom

# The core of the tests on each Python that pyproject.toml claims and that is here, one after the other: with the lock, with the
# oldest and with the newest dependencies that the ranges allow; half an hour.
pythons:
	$(PYTHON) -m bench.pythons

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
