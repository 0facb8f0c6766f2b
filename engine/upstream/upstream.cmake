spillway_room(upstream
    SOURCES upstream/outcome.cpp upstream/outcomehints.cpp upstream/outcomereader.cpp
        upstream/outcomerule.cpp upstream/retryafter.cpp
        upstream/hedgedelay.cpp upstream/learnedrate.cpp upstream/logslimits.cpp upstream/nodestate.cpp
        upstream/upstreampool.cpp
    DEPENDS spillway_stats spillway_io spillway_rpc spillway_config spillway_store
    LINK toml11::toml11)

qt_add_resources(spillway_upstream spillway_outcome_rules
    PREFIX /spillway BASE "${PROJECT_SOURCE_DIR}/resources"
    FILES "${PROJECT_SOURCE_DIR}/resources/outcomes.toml")
