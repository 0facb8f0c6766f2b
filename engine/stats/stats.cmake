spillway_room(stats
    SOURCES stats/outcomes.cpp stats/counters.cpp stats/prometheus.cpp
    DEPENDS spillway_core)
