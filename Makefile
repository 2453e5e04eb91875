# Two commands matter: `make flywheel` runs one iteration of the loop, `make test` runs every check. Both install first
# what is missing. `PYTHON=python3.12 make ...` chooses the interpreter the environment is made with.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TEST_EXTRAS := dev,studio,notebook,device,mcp,serve

# An install is done when the stamp of the present pins exists: it is named after their checksum, so that a fresh
# checkout with the same pins installs nothing and a changed pin installs at once.
PINS := $(shell cat pyproject.toml constraints.txt | cksum | tr -s ' ' '-')
CORE := $(VENV)/.core-$(PINS)
TESTS := $(VENV)/.tests-$(PINS)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help install install-tests flywheel test lint lock clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

install: $(CORE) ## Install the project with pinned versions into .venv

install-tests: $(TESTS) ## Install what the checks need beside the core

flywheel: $(CORE) ## Run one iteration of the loop and print where its report is
	@$(BIN)/planner-agent flywheel run --reviewer auto

test: $(TESTS) ## Run every check: style, types, import rules, tests with coverage
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m tests.import_rules
	@$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term

lint: $(TESTS) ## Run the checks that need no test run
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m tests.import_rules

lock: ## Solve the pins anew after a change of pyproject.toml (needs uv); kept ones stay as they are
	@grep '^#' constraints.txt > constraints.txt.header
	@uv pip compile --quiet --universal --python-version 3.11 --all-extras --no-annotate --no-header \
		pyproject.toml -o constraints.txt
	@cat constraints.txt.header constraints.txt > constraints.txt.new
	@mv constraints.txt.new constraints.txt && rm constraints.txt.header

clean: ## Remove the environment and every cache; runs/ stays
	@rm -rf $(VENV) build dist *.egg-info .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .langgraph_api
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || \
		{ echo "planner-agent needs Python 3.11, 3.12 or 3.13: name one, as in PYTHON=python3.12 make $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(CORE): | $(BIN)/python
	@echo "Installing the pinned core into $(VENV) (a few minutes the first time)"
	@$(PIP_INSTALL) -e .
	@rm -f $(VENV)/.core-* && touch $@

$(TESTS): | $(BIN)/python
	@echo "Installing the pinned core and the extras $(TEST_EXTRAS) into $(VENV) (a few minutes the first time)"
	@$(PIP_INSTALL) -e '.[$(TEST_EXTRAS)]'
	@rm -f $(VENV)/.core-* $(VENV)/.tests-* && touch $(CORE) $@
