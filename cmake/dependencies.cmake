# Everything ndpool is built on; README.md says why each is there.
if(NDPOOL_PYTHON_MODULE)
  include(python_dependencies)
  return()
endif()

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.71 REQUIRED)

find_package(pugixml 1.11 REQUIRED)

# libzip's CMake package names command-line tools that a development install need not have.
find_package(PkgConfig REQUIRED)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)

# Header-only and without a CMake package everywhere:
find_path(NDPOOL_SPECTRA_INCLUDE_DIR Spectra/SymEigsSolver.h REQUIRED)

if(NDPOOL_WITH_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)  # the C++ bindings are obsolete
  find_package(MPI REQUIRED COMPONENTS CXX)
  pkg_check_modules(PETSc REQUIRED IMPORTED_TARGET PETSc)
endif()

if(NDPOOL_WITH_TORCH)
  # Debian's package, or any other that CMAKE_PREFIX_PATH leads to, such as that of an installed Python torch. What the latter calls
  # its prefix is the folder of its CMake files, from which CMake would find the system's libraries to its headers.
  foreach(prefix IN LISTS CMAKE_PREFIX_PATH)
    if(EXISTS ${prefix}/Torch/TorchConfig.cmake)
      list(APPEND CMAKE_PREFIX_PATH ${prefix}/../..)
    endif()
  endforeach()
  find_package(Torch 1.13 REQUIRED)
  get_target_property(fmt_folder fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  file(REAL_PATH "${fmt_folder}" fmt_folder)
  foreach(folder IN LISTS TORCH_INCLUDE_DIRS)
    file(REAL_PATH "${folder}" folder)
    if(EXISTS ${folder}/fmt AND NOT folder STREQUAL fmt_folder)
      # It brings the headers of another fmt, which the compiler finds first: then no library of fmt fits.
      set_property(TARGET torch APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
    endif()
  endforeach()
  find_path(NDPOOL_LIBSVM_INCLUDE_DIR libsvm/svm.h REQUIRED)
  find_library(NDPOOL_LIBSVM_LIBRARY svm REQUIRED)
endif()
