# The commands of a clone. Each installs what is missing, builds, and may be run again at once.
.PHONY: all build test demo sanitize fuzz format tidy clean

all: build

build:
	@scripts/install_dependencies
	@cmake --preset release -Wno-dev > /dev/null
	@cmake --build --preset release

test: build
	@ctest --preset release --parallel 2

sanitize:
	@scripts/install_dependencies
	@cmake --preset dev -Wno-dev > /dev/null
	@cmake --build --preset dev
	@ctest --preset dev --parallel 2

clean:
	rm -rf build build-*
