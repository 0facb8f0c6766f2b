spillway_room(stats
    SOURCES stats/counters.cpp stats/prometheus.cpp
    DEPENDS spillway_core)
