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

# Under ThreadSanitizer only what shares memory between threads; what drives a real Slurm or other
# processes (lab, slurm) is left to the plain build.
TSAN_TARGETS := store_test model_test registry_test runtime_test http_test apiserver_test \
                controllers_component_test kubelet_component_test client_contract_https_test
TSAN_TESTS := ^(store|model|registry|runtime|http|apiserver|controllers_component|kubelet_component|client_contract_https)$$

sanitize: setup
	@echo "test: unit and component tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan -j $(JOBS)
	@ctest --preset asan -j $(JOBS) -E '^(lab|slurm)$$'
	@echo "test: component tests under ThreadSanitizer"
	@cmake --preset tsan >/dev/null
	@cmake --build --preset tsan -j $(JOBS) --target $(TSAN_TARGETS)
	@ctest --preset tsan -j $(JOBS) -R '$(TSAN_TESTS)'

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
