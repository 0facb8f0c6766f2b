# What `cmake --install` puts on a machine, and the Debian package made of it.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_RPATH ON)
set(_app_id io.github.spillway.spillway)
set(_gzipped "${CMAKE_BINARY_DIR}/gzipped")

# gzip -n leaves out name and time, so that a build can be repeated byte for byte.
function(install_gzipped source name destination component)
    file(MAKE_DIRECTORY "${_gzipped}")
    execute_process(COMMAND gzip -9nc "${source}" OUTPUT_FILE "${_gzipped}/${name}.gz" COMMAND_ERROR_IS_FATAL ANY)
    install(FILES "${_gzipped}/${name}.gz" DESTINATION "${destination}" COMPONENT ${component})
endfunction()

install(TARGETS spillwayd spillway-mock RUNTIME COMPONENT daemon)
foreach(page IN ITEMS spillwayd.1 spillway-mock.1)
    install_gzipped("${CMAKE_CURRENT_LIST_DIR}/man/${page}" ${page} "${CMAKE_INSTALL_MANDIR}/man1" daemon)
endforeach()
install_gzipped("${CMAKE_CURRENT_LIST_DIR}/man/spillway.toml.5" spillway.toml.5 "${CMAKE_INSTALL_MANDIR}/man5" daemon)
install(FILES resources/docs/configuration.md resources/docs/containers.md resources/docs/daemon.md resources/docs/mock.md
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/spillwayd" COMPONENT daemon)
install(FILES resources/docs/library.md resources/docs/configuration.md
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libspillway-dev" COMPONENT library)
install(FILES engine/example/CMakeLists.txt engine/example/main.cpp
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libspillway-dev/example" COMPONENT library)
# Where systemd looks for units of packages, below the prefix; not enabled by the installation.
install(FILES packaging/systemd/spillwayd.service DESTINATION lib/systemd/system COMPONENT daemon)
install(FILES packaging/systemd/spillwayd.user.service DESTINATION lib/systemd/user RENAME spillwayd.service
    COMPONENT daemon)

if(TARGET spillway)
    install(TARGETS spillway RUNTIME COMPONENT desktop)
    install_gzipped("${CMAKE_CURRENT_LIST_DIR}/man/spillway.1" spillway.1 "${CMAKE_INSTALL_MANDIR}/man1" desktop)
    install(FILES packaging/desktop/${_app_id}.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT desktop)
    install(FILES packaging/desktop/${_app_id}.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT desktop)
    install(FILES resources/icons/spillway.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps"
        RENAME ${_app_id}.svg COMPONENT desktop)
    install(FILES resources/icons/spillway-symbolic.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/symbolic/apps"
        RENAME ${_app_id}-symbolic.svg COMPONENT desktop)
    foreach(state IN ITEMS attention degraded down running starting stopped)
        install(FILES resources/icons/tray-${state}.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/status"
            RENAME spillway-tray-${state}.svg COMPONENT desktop)
    endforeach()
endif()

foreach(component IN ITEMS daemon library desktop)
    set(_package spillwayd)
    if(component STREQUAL "library")
        set(_package libspillway-dev)
    endif()
    if(component STREQUAL "desktop")
        set(_package spillway)
        if(NOT TARGET spillway)
            continue()
        endif()
    endif()
    install(FILES packaging/deb/copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${_package}" COMPONENT ${component})
    install_gzipped("${CMAKE_CURRENT_LIST_DIR}/deb/changelog" changelog "${CMAKE_INSTALL_DATADIR}/doc/${_package}" ${component})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME spillway)
set(CPACK_PACKAGE_CONTACT "The Spillway developers <spillway@example.org>")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL daemon library)
if(TARGET spillway)
    list(APPEND CPACK_COMPONENTS_ALL desktop)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_DAEMON_PACKAGE_NAME spillwayd)
set(CPACK_COMPONENT_DAEMON_DESCRIPTION "JSON-RPC proxy that routes, limits and bills by provider
 One local address in front of Ethereum, Solana and other RPC providers: fills the
 best tier first, keeps to rates and monthly credits, heals around failures.")
# Loaded at run time by name, so the library scan cannot see them.
set(CPACK_DEBIAN_DAEMON_PACKAGE_DEPENDS "libqt6sql6-sqlite, ca-certificates")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libspillway-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "JSON-RPC pool for programs of your own
 The engine of Spillway as a library with a CMake package: calls go through a pool of
 providers that keeps to rates and credits and heals around failures.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libqt6sql6-sqlite, ca-certificates, qt6-base-dev")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_NAME spillway)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_DESKTOP_DESCRIPTION "control center for blockchain RPC providers
 Add providers in a form, watch quotas burn down and calls spill over between tiers,
 and start and stop one local JSON-RPC address from the tray.")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6, ca-certificates")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS "qt6-wayland, gnome-keyring | kwalletmanager, qt6-gtk-platformtheme, qt6-translations-l10n, spillwayd")
include(CPack)
