# The two commands of the README are `make demo` and `make test`; both set up all they need.
.PHONY: build demo test test-unit test-e2e sanitize bench lint format setup clean help

JOBS ?= $(shell nproc)

help:
	@echo "make demo      a throw-away Slurm, sluice up, and a Kubernetes Job that runs as a Slurm job"
	@echo "make test      every test"
	@echo "make build     the release binary, build/release/sluice"
	@echo "make bench     the benchmarks, as ratios against the peer or the limit"
	@echo "make sanitize  unit and component tests under ASan+UBSan and TSan"
	@echo "make lint      clang-format and clang-tidy"

setup:
	@tools/setup

build: setup
	@echo "build: release"
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

demo: build
	@tools/demo

test: test-unit test-e2e

test-unit: setup
	@echo "test: unit and component tests"
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev -j $(JOBS)
	@ctest --preset dev -j $(JOBS)

test-e2e: build
	@echo "test: the release binary against real components"
	@tests/e2e/run

sanitize: setup
	@for preset in asan tsan; do \
	  echo "test: $$preset"; \
	  cmake --preset $$preset >/dev/null && cmake --build --preset $$preset -j $(JOBS) && \
	  ctest --preset $$preset -j $(JOBS) || exit 1; \
	done

bench: build
	@bench/run

lint:
	@tools/setup --lint
	@cmake --preset dev >/dev/null
	@tools/lint

format:
	@git ls-files 'src/*.h' 'src/*.cpp' 'tests/*.cpp' 'bench/*.cpp' | grep -v /tables/ | xargs clang-format -i

clean:
	@rm -rf build
