# Three Debian packages, by `make deb`: ndpool is the command, libndpool-dev the library and its headers, ndpool-learn the part of the
# command that needs LibTorch. dpkg-shlibdeps finds out which libraries each depends on.
set(ndpool_packages ndpool libndpool-dev)
if(NDPOOL_WITH_TORCH)
  list(APPEND ndpool_packages ndpool-learn)
endif()
foreach(package IN LISTS ndpool_packages)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright COMPONENT ${package})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The ndpool authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION} for graphs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${ndpool_packages})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)

set(CPACK_DEBIAN_NDPOOL_PACKAGE_NAME ndpool)
set(CPACK_COMPONENT_NDPOOL_DESCRIPTION "Coarsens graphs into pyramids by Node Decimation Pooling, and cuts and draws them.")
set(CPACK_DEBIAN_NDPOOL_PACKAGE_SUGGESTS ndpool-learn)

set(CPACK_DEBIAN_LIBNDPOOL-DEV_PACKAGE_NAME libndpool-dev)
set(CPACK_DEBIAN_LIBNDPOOL-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBNDPOOL-DEV_PACKAGE_DEPENDS "libfmt-dev, libpugixml-dev, libzip-dev, zlib1g-dev")
set(CPACK_COMPONENT_LIBNDPOOL-DEV_DESCRIPTION "The C++ library behind the command ndpool, for find_package and pkg-config.")

set(CPACK_DEBIAN_NDPOOL-LEARN_PACKAGE_NAME ndpool-learn)
set(CPACK_DEBIAN_NDPOOL-LEARN_PACKAGE_DEPENDS "ndpool (= ${PROJECT_VERSION}), libopenblas0-pthread")
set(CPACK_COMPONENT_NDPOOL-LEARN_DESCRIPTION "The commands train and predict of ndpool, for graph neural networks with pools.")

include(CPack)
