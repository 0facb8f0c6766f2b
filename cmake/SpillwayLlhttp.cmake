# llhttp frames HTTP/1.1. A distribution's own CMake package is taken where there is one; Debian ships
# the generated C sources in the package node-llhttp, which are compiled here.
find_package(llhttp QUIET)
if(TARGET llhttp::llhttp_static)
    add_library(spillway_llhttp INTERFACE)
    target_link_libraries(spillway_llhttp INTERFACE llhttp::llhttp_static)
elseif(TARGET llhttp::llhttp_shared)
    add_library(spillway_llhttp INTERFACE)
    target_link_libraries(spillway_llhttp INTERFACE llhttp::llhttp_shared)
else()
    find_path(LLHTTP_INCLUDE_DIR llhttp.h PATHS /usr/share/include/llhttp /usr/include/llhttp REQUIRED)
    find_path(LLHTTP_SOURCE_DIR llhttp.c PATHS /usr/share/llhttp REQUIRED)
    add_library(spillway_llhttp STATIC
        "${LLHTTP_SOURCE_DIR}/llhttp.c" "${LLHTTP_SOURCE_DIR}/api.c" "${LLHTTP_SOURCE_DIR}/http.c")
    target_include_directories(spillway_llhttp SYSTEM PUBLIC "${LLHTTP_INCLUDE_DIR}")
    set_target_properties(spillway_llhttp PROPERTIES AUTOMOC OFF POSITION_INDEPENDENT_CODE ON)
    # These sources hold a loose and a strict parser. The loose one takes a blank in a header name and bare line feeds:
    # bytes that two parsers read in two ways.
    target_compile_definitions(spillway_llhttp PRIVATE LLHTTP_STRICT_MODE=1)
endif()
