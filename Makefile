# make play    set up what is missing, then play: the lobby opens in the browser
# make test    everything that must hold: lint, types, tests on the sources, in a browser and on the compiled build
# make test-server   real servers killed, flooded and cut off; PostgreSQL and Redis if they can be had
# make test-browser  every game in a real browser
# make test-ray      the same rows from a Ray cluster of two nodes, one of whose workers is killed
# make soak    the long versions of the tests: twice the tables, every crash, every way to play; with figures
# make web     build the page that the server shows
# make compile build the compiled package in build/compiled
# make wheel   build wheels in dist: the compiled one for this machine, and the interpreted one for any
# make test-install  install the package into fresh environments, with a C compiler and without
# make bench   measure speed, also against other libraries
# make clean   remove everything that was made here
#
# A first run needs Python 3.11 or newer with pip, and for compiling gcc. Everything goes into .venv and build.

# The first that runs; `make PYTHON=...` says another.
PYTHON := $(shell for name in python3.11 python3; do $$name --version >/dev/null 2>&1 && echo $$name && break; done)
BIN := .venv/bin
# What pip may install, for the project and for building it.
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
	$(BIN)/python -m pip install
WHEEL := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
	$(BIN)/python -m pip wheel -q --no-deps --wheel-dir dist .
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal
# A run of its own: what drives the browser and what drives servers cannot share a process.
IN_A_BROWSER := TECHDECK_BROWSER=1 TECHDECK_BUILD=interpreted $(PYTEST) tests/browser
# What fails in a browser is tried once more, and told, until it has been green often enough on a busy machine.
or_again = $(1) || { echo "== once more, what failed above"; $(1) --last-failed; }
# Programs for the tests, from Debian's packages. Where they cannot be had, the tests that need them are skipped, and
# say so.
INSTALL := DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends

.PHONY: help play test check-page check-types test-server test-browser test-ray soak web compile wheel test-install bench clean

help:
	@sed -n 's/^# make /make /p' Makefile

play: .venv/.ready-to-play web
	@$(BIN)/techdeck serve --open

web: .venv/.ready-to-play
	@$(BIN)/python tools/build_web.py

test: .venv/.ready-to-test
	@echo "== the page, lint and types, and a browser for the tests: side by side, a few minutes"
	@$(MAKE) --no-print-directory -j3 -Otarget check-page check-types .venv/.browser
	@echo "== pytest, interpreted"
	@TECHDECK_BUILD=interpreted $(PYTEST)
	@echo "== pytest, in a browser"
	@$(call or_again,$(IN_A_BROWSER))
	@echo "== mypyc"
	@$(BIN)/python tools/compile.py --level 1
	@echo "== pytest, compiled"
	@TECHDECK_BUILD=compiled PYTHONPATH=build/compiled $(PYTEST)

check-page: .venv/.ready-to-test
	@echo "== the page: build, types, components"
	@$(BIN)/python tools/build_web.py --check

check-types: .venv/.ready-to-test
	@echo "== ruff"
	@$(BIN)/ruff check .
	@echo "== mypy"
	@$(BIN)/mypy --strict src tests tools benchmarks examples

test-server: .venv/.ready-to-test .venv/.servers
	@TECHDECK_SERVER=1 TECHDECK_BUILD=interpreted $(PYTEST) tests/server
	@$(BIN)/python tools/compile.py --level 1
	@TECHDECK_SERVER=1 TECHDECK_BUILD=compiled PYTHONPATH=build/compiled $(PYTEST) tests/server

test-browser: .venv/.ready-to-test .venv/.browser web
	@$(IN_A_BROWSER)

test-ray: .venv/.ready-to-test
	@$(PIP) -q -e '.[ray]'
	@TECHDECK_RAY=1 TECHDECK_BUILD=interpreted $(BIN)/python -m pytest -q tests/lab/test_ray.py

soak: .venv/.ready-to-test .venv/.browser .venv/.servers web
	@TECHDECK_SOAK=1 TECHDECK_BUILD=interpreted $(PYTEST) -s tests/contract tests/bots tests/server
	@TECHDECK_SOAK=1 TECHDECK_BUILD=interpreted $(PYTEST) -s tests/browser

compile: .venv/.ready-to-test
	@$(BIN)/python tools/compile.py --level 4
	@echo "Use it with PYTHONPATH=build/compiled"

wheel: .venv/.ready-to-test
	@TECHDECK_COMPILE=no $(WHEEL)
	@TECHDECK_LEVEL=4 $(WHEEL)
	@ls dist/*.whl

test-install: .venv/.ready-to-test
	@TECHDECK_INSTALL=1 TECHDECK_BUILD=interpreted $(BIN)/python -m pytest -q -s tests/test_install.py

bench: .venv/.ready-to-bench compile
	@$(BIN)/python -m benchmarks --json build/bench.json

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis web/node_modules src/techdeck/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A Python without ensurepip (Debian keeps it in a package of its own) gets its pip from the pip outside.
.venv/.made:
	@test -n "$(PYTHON)" || { echo "Tech Deck needs Python 3.11 or newer, and no python3 was found." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Tech Deck needs Python 3.11 or newer, \
	and $(PYTHON) is " + sys.version.split()[0] + ".")'
	@echo "== Setting up .venv, once"
	@rm -rf .venv
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then $(PYTHON) -m venv .venv; else \
	$(PYTHON) -m venv --without-pip .venv && $(PYTHON) -m pip --python $(BIN)/python install pip; fi
	@touch $@

.venv/.ready-to-play: .venv/.made pyproject.toml constraints.txt
	@$(PIP) -e '.[web]'
	@touch $@

.venv/.ready-to-test: .venv/.made pyproject.toml constraints.txt
	@$(PIP) -e '.[test,web]'
	@touch $@ .venv/.ready-to-play

.venv/.browser: .venv/.made
	@if ! command -v chromium >/dev/null; then echo "== Installing chromium for the tests, once"; \
	(apt-get -qq update && $(INSTALL) chromium) >/dev/null 2>&1 || \
	echo "It could not be installed; the tests in a browser are skipped."; fi
	@touch $@

.venv/.servers: .venv/.made
	@if ! command -v redis-server >/dev/null || ! ls /usr/lib/postgresql >/dev/null 2>&1; \
	then echo "== Installing postgresql and redis for the tests, once"; \
	(apt-get -qq update && $(INSTALL) postgresql redis-server) >/dev/null 2>&1 || \
	echo "They could not be installed; some tests are skipped."; fi
	@touch $@

.venv/.ready-to-bench: .venv/.ready-to-test
	@$(PIP) -e '.[bench]'
	@touch $@
