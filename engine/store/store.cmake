spillway_room(store
    SOURCES store/usagestore.cpp
    DEPENDS spillway_core
    LINK Qt6::Sql)
