# One INTERFACE target carries the flags and macros that every target of the project shares.
add_library(spillway_options INTERFACE)

target_compile_definitions(spillway_options INTERFACE
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_NO_FOREACH
    QT_NO_KEYWORDS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    SPILLWAY_VERSION="${PROJECT_VERSION}")

target_compile_options(spillway_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
    -Wcast-align -Wconversion -Wsign-conversion -Wdouble-promotion -Wformat=2 -Wundef
    -Wimplicit-fallthrough -Wsuggest-override -Wvla -Wredundant-decls -fvisibility=hidden)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(spillway_options INTERFACE -Wduplicated-cond -Wlogical-op)
endif()
if(SPILLWAY_WERROR)
    target_compile_options(spillway_options INTERFACE -Werror)
endif()

if(SPILLWAY_FUZZ)
    target_compile_options(spillway_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(SPILLWAY_SANITIZE)
    list(JOIN SPILLWAY_SANITIZE "," _spillway_sanitize)
    target_compile_options(spillway_options INTERFACE -fsanitize=${_spillway_sanitize} -fno-omit-frame-pointer)
    target_link_options(spillway_options INTERFACE -fsanitize=${_spillway_sanitize})
    # GCC's value ranges are not to be trusted in instrumented code: it sees overflows in std::string's own assignments.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(spillway_options INTERFACE -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict
                               -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
else()
    target_compile_options(spillway_options INTERFACE -fstack-protector-strong)
    target_compile_definitions(spillway_options INTERFACE $<$<CONFIG:Release,RelWithDebInfo>:_FORTIFY_SOURCE=2>)
    target_link_options(spillway_options INTERFACE -Wl,-z,relro,-z,now,--as-needed)
endif()

# Adds one room of the engine as a static library. DEPENDS names lower rooms only: the order
# core < config, rpc, stats, store < io < upstream < chain < cache < routing < pipeline, relay < server.
function(spillway_room name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
    add_library(spillway_${name} STATIC ${ARG_SOURCES})
    set_target_properties(spillway_${name} PROPERTIES AUTOMOC ON)
    target_include_directories(spillway_${name} PUBLIC
        "${PROJECT_SOURCE_DIR}/engine" "${PROJECT_SOURCE_DIR}/engine/include")
    target_link_libraries(spillway_${name} PUBLIC spillway_options ${ARG_DEPENDS} PRIVATE ${ARG_LINK})
    # The lowest room's precompiled headers serve all of them.
    if(SPILLWAY_PCH AND name STREQUAL "core")
        target_precompile_headers(spillway_core PRIVATE
            <algorithm> <array> <atomic> <chrono> <cstdint> <functional> <memory> <optional> <string>
            <string_view> <unordered_map> <variant> <vector> <QByteArray> <QObject> <QString>)
    elseif(SPILLWAY_PCH)
        target_precompile_headers(spillway_${name} REUSE_FROM spillway_core)
    endif()
endfunction()
