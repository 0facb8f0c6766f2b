spillway_room(chain
    SOURCES chain/block.cpp chain/blockreference.cpp chain/blockuse.cpp chain/chainstate.cpp chain/follower.cpp chain/followerview.cpp
        chain/headfeed.cpp chain/headfeed.h chain/headtracker.cpp chain/reorgdetector.cpp
    DEPENDS spillway_upstream Qt6::WebSockets)
