# The two commands of the README are `make demo` and `make test`; both set up all they need.
.PHONY: build demo test test-unit test-e2e test-threads test-releases sanitize bench lint format setup clean help

JOBS ?= $(shell nproc)

help:
	@echo "make demo      a throw-away Slurm, sluice up, and a Kubernetes Job that runs as a Slurm job"
	@echo "make test      every test"
	@echo "make build     the release binary, build/release/sluice"
	@echo "make bench     the benchmarks, as ratios against the peer or the limit"
	@echo "make test-releases  the Slurm adapters against other releases of Slurm (SUITES=\"trixie sid\")"
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

# The unit and component tests run from this build: dev, or asan (which CI takes).
UNIT ?= dev

test: test-unit test-e2e

test-unit: setup
	@echo "test: unit and component tests ($(UNIT))"
	@cmake --preset $(UNIT) >/dev/null
	@cmake --build --preset $(UNIT) -j $(JOBS)
	@ctest --preset $(UNIT) -j $(JOBS) || { tools/failed_tests build/$(UNIT); exit 1; }

test-e2e: build
	@echo "test: the release binary against real components"
	@tests/e2e/run

# The adapters' contract, the lab, changes of slurm.conf, and SlurmClusters against Slurm of other Debian suites (trixie: 24.11), and
# what deploy/ has with images of its own. Not part of `make test`: a tree takes two minutes and 700 MB to make, the tests ten.
# Where SLUICE_SLURM_ROOT_BETWEEN names the tree of a release between this machine's and theirs, clusters are upgraded through it too.
SUITES ?= trixie

test-releases: setup
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev -j $(JOBS) --target slurm_test sluice
	@SLUICE_MAKE_IMAGES=1 SLUICE_BINARY=$(CURDIR)/build/dev/sluice tests/e2e/run test_deploy.TestImages
	@for suite in $(SUITES); do \
	  echo "test: Slurm of Debian $$suite"; \
	  tools/slurm_tree $$suite build/trees/$$suite || exit 1; \
	  SLUICE_LAB_SLURM_ROOT=$(CURDIR)/build/trees/$$suite build/dev/slurm_test --gtest_brief=1 || exit 1; \
	  SLUICE_LAB_SLURM_ROOT=$(CURDIR)/build/trees/$$suite SLUICE_BINARY=$(CURDIR)/build/dev/sluice \
	    tests/e2e/run test_lab.Tree test_slurm_conf test_slurmconnection.TwoReleases test_slurmcluster_releases || exit 1; \
	done

sanitize: test-threads
	@$(MAKE) --no-print-directory test-unit UNIT=asan

# Under ThreadSanitizer only what shares memory between threads.
TSAN_TARGETS := store_test model_test registry_test runtime_test http_test apiserver_test \
                controllers_component_test kubelet_component_test client_contract_https_test
TSAN_TESTS := ^(store|model|registry|runtime|http|apiserver|controllers_component_[0-9]|kubelet_component|client_contract_https)$$

test-threads: setup
	@echo "test: component tests under ThreadSanitizer"
	@cmake --preset tsan >/dev/null
	@cmake --build --preset tsan -j $(JOBS) --target $(TSAN_TARGETS)
	@ctest --preset tsan -j $(JOBS) -R '$(TSAN_TESTS)' || { tools/failed_tests build/tsan; exit 1; }

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
