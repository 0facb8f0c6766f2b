spillway_room(stats
    SOURCES stats/outcomes.cpp stats/counters.cpp stats/methodslots.cpp stats/prometheus.cpp stats/rollup.cpp
    DEPENDS spillway_core)
