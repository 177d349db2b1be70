# ndpool_module(NAME [LEARNING | MPI] SOURCES ... HEADERS ... SHARED ... USES other modules LINKS libraries ALONE some of the sources)
#
# One stage: a folder of src/ndpool with its sub-folders. It becomes part of the library ndpool, or with LEARNING of the library
# ndpool_learn, which needs LibTorch and libsvm and is not there without NDPOOL_WITH_TORCH, or with MPI of the library ndpool_mpi,
# which needs MPI and PETSc and is not there without NDPOOL_WITH_MPI. A stage may include its own headers, and of
# the stages that USES names, and of what those reach, the headers under HEADERS and SHARED. HEADERS are for users and are installed;
# SHARED are for other stages only; all other headers are the stage's own. tests/layering_test.cpp reads the declarations written here
# and fails on any other include.
#
# With NDPOOL_UNITY_BUILD the files of a stage are compiled several at a time, so that each header is read once for all of them.
# ALONE are the files that are not: kernels, whose speed must not depend on their neighbours, and files with private names that another
# file of the stage has too.
add_library(ndpool)
add_library(ndpool::ndpool ALIAS ndpool)
target_include_directories(ndpool PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(ndpool PUBLIC cxx_std_20)
# Before 1.0 a minor version may break, so its number is part of a shared library's name.
set_target_properties(ndpool PROPERTIES LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE ON
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(NDPOOL_WITH_TORCH)
  add_library(ndpool_learn STATIC)
  set_target_properties(ndpool_learn PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(ndpool_learn PUBLIC ndpool)
endif()
if(NDPOOL_WITH_MPI)
  add_library(ndpool_mpi STATIC)
  set_target_properties(ndpool_mpi PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(ndpool_mpi PUBLIC ndpool MPI::MPI_CXX PkgConfig::PETSc)
endif()
set(NDPOOL_MODULE_TABLE ${CMAKE_BINARY_DIR}/ndpool_modules.txt)
file(WRITE ${NDPOOL_MODULE_TABLE} "")
set(NDPOOL_HEADER_TABLE ${CMAKE_BINARY_DIR}/ndpool_headers.txt)
file(WRITE ${NDPOOL_HEADER_TABLE} "")
# Headers that are installed, one per line, for scripts/api_docs.
set(NDPOOL_PUBLIC_HEADERS ${CMAKE_BINARY_DIR}/ndpool_public_headers.txt)
file(WRITE ${NDPOOL_PUBLIC_HEADERS} "")

function(ndpool_module name)
  cmake_parse_arguments(module "LEARNING;MPI" "" "SOURCES;HEADERS;SHARED;USES;LINKS;ALONE" ${ARGN})
  list(JOIN module_USES " " uses)
  file(APPEND ${NDPOOL_MODULE_TABLE} "${name}: ${uses}\n")
  foreach(header IN LISTS module_HEADERS)
    file(APPEND ${NDPOOL_HEADER_TABLE} "public ${name}/${header}\n")
  endforeach()
  foreach(header IN LISTS module_SHARED)
    file(APPEND ${NDPOOL_HEADER_TABLE} "shared ${name}/${header}\n")
  endforeach()
  set(library ndpool)
  if(module_LEARNING)
    if(NOT NDPOOL_WITH_TORCH)
      return()
    endif()
    set(library ndpool_learn)
  endif()
  if(module_MPI)
    if(NOT NDPOOL_WITH_MPI)
      return()
    endif()
    set(library ndpool_mpi)
  endif()
  string(REPLACE "/" "_" target ndpool_${name})
  add_library(${target} OBJECT ${module_SOURCES} ${module_HEADERS} ${module_SHARED})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE ndpool_options ${module_LINKS})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ${NDPOOL_UNITY_BUILD} UNITY_BUILD_BATCH_SIZE 12)
  if(NDPOOL_PYTHON_MODULE)
    # A wheel of half the size for code in which little of the time is spent; kernels, which stages that compute have under ALONE, stay
    # as they are. Optimised across files, functions of the same text are one, but small ones in it are called where they were inlined:
    # stages and kernels in which pyramids of small graphs spend their time are left out of that.
    if(name MATCHES "^(graph|cut|kron|sparsify)$")
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
    else()
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
      set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION_RELEASE ${NDPOOL_ACROSS_FILES})
    endif()
    set(kernels ${module_ALONE})
    # which compile long or take little of the time
    list(FILTER kernels EXCLUDE REGEX "storage/|search/annealing|sdp_bound|nonnegative_factors|sampled_rows|eliminated_stars")
    # Small graphs and the defaults never come here: searches that are given seconds, edges drawn around hubs, drop tolerances, directed
    # and signed graphs, new orders of nodes.
    set(rare ${module_SOURCES})
    list(FILTER rare INCLUDE REGEX "^(search/|regions/|sdp/sdp_bound|spectral/trevisan|screened/|lean/(edge_sampling|star_sampling|sampled_rows|eliminated_stars|part_joining)|cut_signed|cut_options|directed|signed_graph|locality_order|packed_graph)")
    if(rare AND name MATCHES "^(cut|kron|graph)$")
      set_source_files_properties(${rare} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-Os>)
    endif()
    if(kernels AND name MATCHES "^(base|graph|linalg|cut|kron|sparsify|pyramid)$")
      set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
    endif()
    # Those of lean levels are written in registers, which leaves little to -O3 but copies of their loops.
    set(lean_kernels ${kernels})
    list(FILTER lean_kernels INCLUDE REGEX "^(laplacian|lean|ndp/lean)/")
    if(lean_kernels AND name MATCHES "^(linalg|kron|pyramid)$")
      set_source_files_properties(${lean_kernels} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
    endif()
    list(FILTER kernels INCLUDE REGEX "^eigen/")
    if(kernels AND NDPOOL_ACROSS_FILES)
      set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3;-fno-lto>")
    endif()
  endif()
  if(module_ALONE)
    set_source_files_properties(${module_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  target_sources(${library} PRIVATE $<TARGET_OBJECTS:${target}>)
  foreach(linked IN LISTS module_LINKS)
    target_link_libraries(${library} PRIVATE ${linked})
  endforeach()
  if(module_LEARNING OR module_MPI)
    return()  # not part of the installed package
  endif()
  foreach(header IN LISTS module_HEADERS)
    file(APPEND ${NDPOOL_PUBLIC_HEADERS} "${CMAKE_CURRENT_SOURCE_DIR}/${header}\n")
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ndpool/${name}/${folder} COMPONENT libndpool-dev)
  endforeach()
endfunction()
