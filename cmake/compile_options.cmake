# How every target of this project is compiled.
add_library(ndpool_options INTERFACE)
target_compile_features(ndpool_options INTERFACE cxx_std_20)
target_compile_options(ndpool_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  # No fused multiply-add behind our back: the same bits for every -march and optimisation level.
  -ffp-contract=off)
if(NDPOOL_UNITY_BUILD)
  # A file's own names, seen from its neighbours. Builds file by file have these warnings on.
  target_compile_options(ndpool_options INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(NDPOOL_PYTHON_MODULE)
  # What the module does not use is left out of the wheel.
  target_compile_options(ndpool_options INTERFACE -ffunction-sections -fdata-sections -fvisibility=hidden -fvisibility-inlines-hidden)
  # Optimisation across files makes the wheel smaller.
  set(NDPOOL_ACROSS_FILES OFF)
  if(NOT NDPOOL_SANITIZE)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT NDPOOL_ACROSS_FILES OUTPUT reason LANGUAGES CXX)
  endif()
endif()
if(NDPOOL_WERROR)
  target_compile_options(ndpool_options INTERFACE -Werror)
endif()
if(NDPOOL_NATIVE)
  target_compile_options(ndpool_options INTERFACE -march=native)
endif()
if(NDPOOL_SANITIZE)
  target_compile_options(ndpool_options INTERFACE
    -fsanitize=${NDPOOL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ndpool_options INTERFACE -fsanitize=${NDPOOL_SANITIZE})
endif()
if(NDPOOL_COVERAGE)
  # Threads may lose counts of each other, but a line that was run has one. Atomic counters would slow inner loops
  # down. Paths must not depend on the folder that a compiler is started in.
  target_compile_options(ndpool_options INTERFACE --coverage -fprofile-update=single -fprofile-abs-path)
  target_link_options(ndpool_options INTERFACE --coverage)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
