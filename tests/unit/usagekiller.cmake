# The victim of tst_usagecrash: a process of its own that books until it is killed.
add_executable(spillway_usage_killer "${PROJECT_SOURCE_DIR}/tests/support/usagekiller.cpp")
target_include_directories(spillway_usage_killer PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
target_link_libraries(spillway_usage_killer PRIVATE Qt6::Core spillway_store spillway_core)
add_dependencies(spillway_unit_tests spillway_usage_killer)
target_compile_definitions(spillway_unit_tests PRIVATE
    SPILLWAY_USAGE_KILLER="$<TARGET_FILE:spillway_usage_killer>")
