spillway_ui_room(widgets
    SOURCES
        widgets/banner.cpp
        widgets/banner.h
        widgets/card.cpp
        widgets/card.h
        widgets/emptystate.cpp
        widgets/emptystate.h
        widgets/filterbar.cpp
        widgets/filterbar.h
        widgets/format.cpp
        widgets/format.h
        widgets/paint.cpp
        widgets/paint.h
        widgets/palette.cpp
        widgets/palette.h
        widgets/pill.cpp
        widgets/pill.h
        widgets/tables.cpp
        widgets/tables.h
        widgets/theme.cpp
        widgets/theme.h
        widgets/themeicon.cpp
        widgets/themeicon.h
        "${PROJECT_SOURCE_DIR}/resources/ui.qrc"
    DEPENDS Qt6::DBus)
set_target_properties(spillway_ui_widgets PROPERTIES AUTORCC ON)
