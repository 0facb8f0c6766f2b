cmake_minimum_required(VERSION 3.25)
# The daemon runs on servers: no Gui library may be linked, directly or through another. Run with -D BINARY=<file>.
execute_process(COMMAND ldd "${BINARY}" OUTPUT_VARIABLE libraries RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT libraries MATCHES "libQt6Core")
    message(FATAL_ERROR "ldd does not understand ${BINARY}:\n${libraries}")
endif()
if(libraries MATCHES "lib(Qt6Gui|Qt6Widgets|Qt6Charts|X11|xcb|GL)[^ ]*")
    message(FATAL_ERROR "${BINARY} links ${CMAKE_MATCH_0}")
endif()
