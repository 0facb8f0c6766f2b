spillway_ui_room(stats
    SOURCES
        stats/burndown.cpp
        stats/burndown.h
        stats/episodes.cpp
        stats/episodes.h
        stats/figures.cpp
        stats/figures.h
        stats/methoduse.h
        stats/statsstore.cpp
        stats/statsstore.h
    DEPENDS spillway_stats)
