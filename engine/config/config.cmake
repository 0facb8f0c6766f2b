spillway_room(config
    SOURCES config/configreader.cpp
    DEPENDS spillway_core spillway_rpc
    LINK toml11::toml11)
