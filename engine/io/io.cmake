spillway_room(io
    SOURCES io/dispatchertimers.cpp io/epolldispatcher.cpp io/timers.cpp
    DEPENDS spillway_core Qt6::Network
    LINK spillway_llhttp ZLIB::ZLIB)
