spillway_room(store
    SOURCES store/brokenfile.cpp store/filelock.cpp store/forecast.cpp store/pagefile.cpp store/period.cpp
        store/quotasfile.cpp store/runfile.cpp store/usagecounter.cpp store/usagedb.cpp store/usagerows.cpp store/usageruns.cpp store/usagestore.cpp store/usagestoreopen.cpp
    DEPENDS spillway_core
    LINK Qt6::Sql simdjson::simdjson ZLIB::ZLIB)
