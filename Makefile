# make demo            crawl a bundled sample shop and ask it four questions
# make demo URL=https://… Q="…" PAGES=150    the same with a real site; Q and PAGES may be left out
# make test            run the tests
# make lint            ruff and mypy
VENV ?= .venv
PYTHON ?=
ifeq ($(OS),Windows_NT)
RUN := $(VENV)/Scripts/python
else
RUN := $(VENV)/bin/python
endif

.PHONY: demo test lint

demo: $(VENV)/ready
	@$(RUN) -m demo $(if $(URL),--url "$$URL") $(if $(Q),--question "$$Q") $(if $(PAGES),--pages "$$PAGES")

test: $(VENV)/ready-dev
	$(RUN) -m pytest -n 2 --dist loadgroup

lint: $(VENV)/ready-dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

$(VENV)/ready: requirements.txt
	@PYTHON="$(PYTHON)" sh scripts/environment.sh "$(VENV)" requirements.txt
	@touch $@

$(VENV)/ready-dev: requirements.txt requirements-render.txt requirements-pdf.txt requirements-dev.txt
	@PYTHON="$(PYTHON)" sh scripts/environment.sh "$(VENV)" requirements.txt requirements-render.txt requirements-pdf.txt requirements-dev.txt
	@touch $@ $(VENV)/ready
