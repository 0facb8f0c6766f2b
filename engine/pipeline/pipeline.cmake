spillway_room(pipeline
    SOURCES
        pipeline/broadcast.cpp pipeline/cacheanchor.cpp pipeline/call.cpp pipeline/callattempt.cpp pipeline/callcache.cpp pipeline/callchain.cpp pipeline/callend.cpp pipeline/callhedge.cpp pipeline/calljob.cpp pipeline/calllarge.cpp pipeline/calllog.cpp pipeline/calllogs.cpp
        pipeline/calloutcome.cpp pipeline/callrecord.cpp pipeline/calltransaction.cpp pipeline/failurewords.cpp pipeline/filterjob.cpp pipeline/filterparams.cpp pipeline/filterpoll.cpp pipeline/filters.cpp
        pipeline/headwarmer.cpp pipeline/largeanswer.cpp pipeline/logjoin.cpp pipeline/logquery.cpp pipeline/logtext.cpp pipeline/nodeclosing.cpp pipeline/nodequestions.cpp pipeline/noderequest.cpp pipeline/recorder.cpp pipeline/senderpins.cpp
        pipeline/shared.cpp pipeline/workertable.cpp
    DEPENDS spillway_routing
    LINK simdjson::simdjson)
