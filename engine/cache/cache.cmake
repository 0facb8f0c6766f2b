find_path(HIREDIS_INCLUDE_DIR hiredis/read.h REQUIRED)
find_library(HIREDIS_LIBRARY hiredis REQUIRED)
spillway_room(cache
    SOURCES cache/cache.cpp cache/cachefolder.cpp cache/entry.cpp cache/filesystembackend.cpp cache/flights.cpp cache/key.cpp
            cache/memorybackend.cpp cache/params.cpp cache/policy.cpp cache/redisbackend.cpp cache/redislink.cpp
            cache/rules.cpp
    DEPENDS spillway_chain Qt6::Network
    LINK OpenSSL::Crypto ZLIB::ZLIB ${HIREDIS_LIBRARY})
target_include_directories(spillway_cache SYSTEM PRIVATE "${HIREDIS_INCLUDE_DIR}")
