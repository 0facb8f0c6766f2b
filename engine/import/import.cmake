find_package(yaml-cpp 0.7 REQUIRED)
# Before 0.8 its target has no namespace.
if(NOT TARGET yaml-cpp::yaml-cpp)
    add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
spillway_room(import
    SOURCES import/cascade.cpp import/ethproxy.cpp import/importer.cpp import/rpcpool.cpp import/tomlwriter.cpp
    DEPENDS spillway_config
    LINK toml11::toml11 yaml-cpp::yaml-cpp)
