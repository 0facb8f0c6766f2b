find_path(SECP256K1_INCLUDE_DIR secp256k1_recovery.h REQUIRED)
find_library(SECP256K1_LIBRARY secp256k1 REQUIRED)
spillway_room(chain
    SOURCES chain/block.cpp chain/blockreference.cpp chain/blockuse.cpp chain/chainstate.cpp chain/filteruse.cpp chain/follower.cpp chain/followerview.cpp
        chain/headfeed.cpp chain/headfeed.h chain/headtracker.cpp chain/reorgarbitration.cpp chain/reorgdetector.cpp chain/signedtransaction.cpp
    DEPENDS spillway_upstream Qt6::WebSockets
    LINK ${SECP256K1_LIBRARY})
target_include_directories(spillway_chain SYSTEM PRIVATE "${SECP256K1_INCLUDE_DIR}")
