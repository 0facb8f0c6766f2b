spillway_room(routing
    SOURCES routing/candidates.cpp routing/chooser.cpp routing/methodplan.cpp routing/routingtable.cpp
    DEPENDS spillway_cache)
