# `make demo` and `make test` need Python 3.10 or later and git, and make a virtual environment of their own.
PYTHON ?= python3
VENV ?= .venv
BIN := $(abspath $(VENV))/bin
INSTALLED := $(VENV)/.installed

.PHONY: install demo test docs bench clean

install: $(INSTALLED)

# Exit code 1 means findings, and the example has one; any other is a failure of the demo.
demo: $(INSTALLED)
	@cd examples/trainer && $(BIN)/quantfence check; test $$? -eq 1

test: $(INSTALLED)
	@$(BIN)/python -m pytest -n auto

# The pages of the rules, from the rules' files.
docs: $(INSTALLED)
	@$(BIN)/python -m lint_rules.rules.pages docs/rules

# Long, and worth something on a quiet machine only; `make bench ARGS=--quick` shows that it works. See benchmarks/README.md.
bench: $(INSTALLED)
	@$(BIN)/python -m benchmarks $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The stamp comes last, so that an installation that broke off is begun anew.
$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(INSTALLED)
