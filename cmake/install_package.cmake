# cmake --install gives the command, the library, the headers and find_package(ndpool).
include(CMakePackageConfigHelpers)

# What a program links besides ndpool itself; ndpool-config.cmake.in finds the same. Libraries of headers alone (Eigen, Spectra,
# Boost, nlohmann-json) are compiled in, and users of the package need not have them.
set_target_properties(ndpool PROPERTIES INTERFACE_LINK_LIBRARIES
  "$<LINK_ONLY:fmt::fmt>;$<LINK_ONLY:Threads::Threads>;$<LINK_ONLY:ZLIB::ZLIB>;$<LINK_ONLY:PkgConfig::libzip>;$<LINK_ONLY:pugixml::pugixml>")

install(FILES ${PROJECT_SOURCE_DIR}/src/ndpool/ndpool.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ndpool)
install(TARGETS ndpool EXPORT ndpool_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT ndpool_targets NAMESPACE ndpool:: FILE ndpool-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ndpool)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ndpool-config.cmake.in ${CMAKE_BINARY_DIR}/ndpool-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ndpool)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ndpool-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ndpool-config.cmake ${CMAKE_BINARY_DIR}/ndpool-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ndpool)
