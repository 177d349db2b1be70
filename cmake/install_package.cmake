# cmake --install gives the command, the library, the headers, find_package(ndpool) and pkg-config's ndpool.pc.
include(CMakePackageConfigHelpers)

# What a program links besides ndpool itself; ndpool-config.cmake.in finds the same, and a shared library has it already. Libraries of
# headers alone (Eigen, Spectra, Boost, nlohmann-json) are compiled in, and users of the package need not have them.
if(NOT BUILD_SHARED_LIBS)
  set_target_properties(ndpool PROPERTIES INTERFACE_LINK_LIBRARIES
    "$<LINK_ONLY:fmt::fmt>;$<LINK_ONLY:Threads::Threads>;$<LINK_ONLY:ZLIB::ZLIB>;$<LINK_ONLY:PkgConfig::libzip>;$<LINK_ONLY:pugixml::pugixml>")
endif()

install(FILES ${PROJECT_SOURCE_DIR}/src/ndpool/ndpool.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ndpool COMPONENT libndpool-dev)
install(TARGETS ndpool EXPORT ndpool_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libndpool-dev
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ndpool NAMELINK_COMPONENT libndpool-dev)
install(EXPORT ndpool_targets NAMESPACE ndpool:: FILE ndpool-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ndpool COMPONENT libndpool-dev)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ndpool-config.cmake.in ${CMAKE_BINARY_DIR}/ndpool-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ndpool)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ndpool-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ndpool-config.cmake ${CMAKE_BINARY_DIR}/ndpool-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ndpool COMPONENT libndpool-dev)

# The paths of ndpool.pc begin where it is, so that an installed tree may be moved. Programs link what a static library needs, with and
# without --static. libzip is named as a library and not as a package, which with --static asks for more than Debian installs with it.
file(RELATIVE_PATH NDPOOL_PREFIX_FROM_PC /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" NDPOOL_PREFIX_FROM_PC ${NDPOOL_PREFIX_FROM_PC})
if(NOT BUILD_SHARED_LIBS)
  set(NDPOOL_PC_REQUIRES "fmt pugixml zlib")
  list(JOIN libzip_LDFLAGS " " NDPOOL_PC_LIBRARIES)
  string(APPEND NDPOOL_PC_LIBRARIES " -pthread")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/ndpool.pc.in ${CMAKE_BINARY_DIR}/ndpool.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ndpool.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT libndpool-dev)
