spillway_room(config
    SOURCES
        config/backups.cpp config/chainreader.cpp config/config.cpp config/configreader.cpp config/detecturl.cpp
        config/difflines.cpp config/dotenv.cpp config/keytext.cpp config/nodereader.cpp config/patchdocument.cpp config/patchelements.cpp config/patchitems.cpp
        config/patchkeys.cpp config/patchscan.cpp config/patchtree.cpp config/patchvalue.cpp config/policyreader.cpp
        config/presets.cpp config/pricebook.cpp config/providers.cpp config/savefile.cpp config/section.cpp config/serverreader.cpp
        config/suggest.cpp config/tomltext.cpp config/upstreamurl.cpp config/variablenames.cpp config/variables.cpp
    DEPENDS spillway_core spillway_rpc
    LINK toml11::toml11 Qt6::Network)

# Presets and price lists travel inside the programs; Qt links the resource objects into every user of the room.
file(GLOB spillway_config_data CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/resources/presets/*.toml" "${PROJECT_SOURCE_DIR}/resources/pricing/*.toml")
qt_add_resources(spillway_config "spillway_config_data"
    PREFIX "/spillway" BASE "${PROJECT_SOURCE_DIR}/resources"
    FILES "${PROJECT_SOURCE_DIR}/resources/providers.toml" ${spillway_config_data})
