spillway_room(pipeline
    SOURCES pipeline/call.cpp pipeline/calllog.cpp pipeline/callrecord.cpp pipeline/failurewords.cpp pipeline/largeanswer.cpp pipeline/logsrange.cpp pipeline/rawtransaction.cpp pipeline/recorder.cpp pipeline/shared.cpp
        pipeline/workertable.cpp
    DEPENDS spillway_routing
    LINK simdjson::simdjson)
