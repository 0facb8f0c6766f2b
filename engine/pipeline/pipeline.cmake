spillway_room(pipeline
    SOURCES
        pipeline/call.cpp pipeline/callattempt.cpp pipeline/callcache.cpp pipeline/callchain.cpp pipeline/callend.cpp pipeline/calllarge.cpp pipeline/calllog.cpp
        pipeline/calloutcome.cpp pipeline/callrecord.cpp pipeline/callverify.cpp pipeline/failurewords.cpp
        pipeline/largeanswer.cpp pipeline/logsrange.cpp pipeline/nodeclosing.cpp pipeline/nodequestions.cpp pipeline/rawtransaction.cpp pipeline/recorder.cpp
        pipeline/shared.cpp pipeline/workertable.cpp
    DEPENDS spillway_routing
    LINK simdjson::simdjson)
