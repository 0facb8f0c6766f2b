spillway_room(io
    SOURCES io/epolldispatcher.cpp
    DEPENDS spillway_core Qt6::Network
    LINK spillway_llhttp ZLIB::ZLIB)
