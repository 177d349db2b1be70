# Everything ndpool is built on; README.md says why each is there.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.71 REQUIRED)

# libzip's CMake package names command-line tools that a development install need not have.
find_package(PkgConfig REQUIRED)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)

# Header-only and without a CMake package everywhere:
find_path(NDPOOL_SPECTRA_INCLUDE_DIR Spectra/SymEigsSolver.h REQUIRED)

if(NDPOOL_WITH_TORCH)
  # Debian's package, or any other that CMAKE_PREFIX_PATH leads to, such as that of an installed Python torch.
  find_package(Torch 1.13 REQUIRED)
  find_path(NDPOOL_LIBSVM_INCLUDE_DIR libsvm/svm.h REQUIRED)
  find_library(NDPOOL_LIBSVM_LIBRARY svm REQUIRED)
endif()
