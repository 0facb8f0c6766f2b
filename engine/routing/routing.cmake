spillway_room(routing
    SOURCES routing/chooser.cpp routing/routingtable.cpp
    DEPENDS spillway_cache)
