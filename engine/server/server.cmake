spillway_room(server
    SOURCES server/clients.cpp server/clientsession.cpp server/endpoints.cpp server/frontend.cpp server/gateway.cpp
        server/listener.cpp server/metricspage.cpp server/snapshotmaker.cpp server/worker.cpp server/detachedcalls.cpp
    DEPENDS spillway_pipeline)
