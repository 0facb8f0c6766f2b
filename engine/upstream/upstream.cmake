spillway_room(upstream
    SOURCES upstream/outcome.cpp
    DEPENDS spillway_io spillway_rpc spillway_config spillway_store
    LINK toml11::toml11)
