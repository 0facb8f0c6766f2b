# The engine for other programs: one shared library with everything in it but Qt, its headers, and a CMake package.
# The programs of this project link the rooms themselves.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

add_library(spillway_library SHARED library.cpp)
set(_rooms engine server pipeline routing cache chain upstream io import store stats config rpc core)
list(TRANSFORM _rooms PREPEND spillway_ OUTPUT_VARIABLE _archives)
list(JOIN _archives "," _archives)
target_link_libraries(spillway_library PRIVATE spillway_engine PUBLIC Qt6::Core)
# Nothing in the library itself calls its interface: the linker would drop it.
set_target_properties(spillway_library PROPERTIES LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${_archives}")
target_include_directories(spillway_library INTERFACE
    "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
set_target_properties(spillway_library PROPERTIES
    OUTPUT_NAME spillway VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    EXPORT_NAME Engine AUTOMOC OFF)
target_compile_features(spillway_library INTERFACE cxx_std_20)

install(TARGETS spillway_library EXPORT SpillwayTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT library)
install(DIRECTORY include/spillway DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
install(EXPORT SpillwayTargets NAMESPACE Spillway:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Spillway" COMPONENT library)
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/SpillwayConfig.cmake"
    "include(CMakeFindDependencyMacro)\nfind_dependency(Qt6 6.4 COMPONENTS Core)\n"
    "include(\"\${CMAKE_CURRENT_LIST_DIR}/SpillwayTargets.cmake\")\n")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/SpillwayConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/SpillwayConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/SpillwayConfigVersion.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Spillway" COMPONENT library)
