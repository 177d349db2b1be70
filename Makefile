# The commands of a clone: `make help` lists them. Each installs what is missing, builds, and may be run again at once.
PREFIX = /usr/local
SECONDS = 60

.PHONY: build demo test core mpi mpi-test mpi-sanitize core-clang sanitize threads coverage fuzz reproducibility bench arm tidy format format-check docs api-docs deb wheel python-versions python-sanitize docs-site install clean help

build: ## the command, the library and the tests, in build/
	@scripts/build release

demo: ## coarsens a built-in graph, trains on a built-in data set, makes figures of the paper and pages of all: build/demo
	@scripts/build release ndpool_command
	@scripts/demo

test: build ## runs every test
	@scripts/install_dependencies --optional chromium
	@scripts/run_tests release

core: ## builds and tests all but the learning part, without LibTorch
	@scripts/build core
	@scripts/run_tests core

mpi: ## builds ndpool-mpi, for one graph on several machines: build/bin/ndpool-mpi
	@scripts/build_mpi ndpool_mpi_command ndpool_command

mpi-test: ## builds and tests ndpool-mpi, on one machine with up to four ranks
	@scripts/mpi_test

mpi-sanitize: ## runs ndpool-mpi on two ranks under the address and undefined-behaviour sanitizers
	@scripts/mpi_sanitize

core-clang: ## the same with clang
	@scripts/install_dependencies --core clang
	@scripts/build core-clang
	@scripts/run_tests core-clang

sanitize: ## runs every test of a debug build under the address and undefined-behaviour sanitizers
	@scripts/build dev
	@scripts/run_tests dev

threads: ## runs the tests under the thread sanitizer, but for a few that mostly compute
	@scripts/build threads
	@scripts/run_tests threads

coverage: ## says how many lines of src/ the tests run, and which: build-coverage/coverage.html
	@scripts/install_dependencies gcovr
	@scripts/build coverage
	@scripts/coverage

fuzz: ## feeds broken files to every reader, each for so long: make fuzz SECONDS=600
	@scripts/fuzz $(SECONDS)

reproducibility: ## compares results of Debug, Release and -march=native builds for 1, 2 and 8 threads
	@scripts/install_dependencies
	@scripts/check_builds

bench: ## times ndpool beside other codes on the same graphs; $NDPOOL_DATA has the data sets, see docs/performance.md
	@scripts/install_dependencies libbenchmark-dev libsuitesparse-dev python3-numpy python3-scipy
	@scripts/build bench
	@bench/compare
	@build-bench/bin/kernels

tidy: ## clang-tidy over all sources of the library and the command
	@scripts/install_dependencies clang-tidy
	@scripts/tidy

format: ## clang-format over all sources
	@scripts/install_dependencies --only clang-format
	@find src apps tests fuzz bench examples python \( -name '*.cpp' -o -name '*.hpp' \) -exec clang-format -i {} + 2> /dev/null

format-check: ## fails where clang-format would change something, or a line ends in blanks
	@scripts/install_dependencies --only clang-format python3
	@scripts/check_text
	@scripts/check_format

arm: build ## cross-compiles for ARM of 64 bits, runs it under qemu and compares the bytes with those of this machine
	@scripts/check_arm

docs: build ## puts what the commands print now into README.md and docs/; $NDPOOL_DATA must have MUTAG.zip
	@scripts/update_docs

api-docs: ## pages about the headers by Doxygen, which must not warn: build/api-docs/html/index.html
	@scripts/install_dependencies doxygen
	@cmake --preset release -Wno-dev > /dev/null
	@scripts/api_docs build

deb: build ## Debian packages of the command, the library and the learning part: build/packages
	@scripts/install_dependencies dpkg-dev file
	@cpack --config build/CPackConfig.cmake -B build/packages

wheel: ## the Python wheel: build/wheel
	@scripts/install_dependencies --core
	@scripts/build_wheel

python-versions: ## the Python wheels of all versions from 3.9 on that are installed, each tested: build/python/versions/wheels
	@scripts/install_dependencies --core
	@scripts/python_versions

python-sanitize: ## runs the Python tests with a module that is compiled with the address sanitizer
	@scripts/python_sanitize

docs-site: wheel ## the pages of docs/ and of the Python module as a web site: build/site/index.html
	@scripts/docs_site

install: build ## make install PREFIX=/usr/local
	@cmake --install build --prefix $(PREFIX)

clean: ## removes everything that was built
	rm -rf build build-*

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1: \2/p' Makefile | awk -F': ' '{printf "%-22s %s\n", $$1, substr($$0, length($$1) + 3)}'
