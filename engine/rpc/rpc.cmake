spillway_room(rpc
    SOURCES rpc/envelope.cpp rpc/methodtable.cpp
    DEPENDS spillway_core
    LINK simdjson::simdjson)
