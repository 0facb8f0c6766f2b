spillway_room(rpc
    SOURCES rpc/answer.cpp rpc/answertail.cpp rpc/envelope.cpp rpc/jsonscan.cpp rpc/methodnames.cpp rpc/methods.cpp rpc/methodtable.cpp
    DEPENDS spillway_core
    LINK simdjson::simdjson)
