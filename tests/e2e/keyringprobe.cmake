# Reads and writes a keyring for test_keyring.py.
add_executable(spillway_keyring_probe "${PROJECT_SOURCE_DIR}/tests/support/keyringprobe.cpp")
target_link_libraries(spillway_keyring_probe PRIVATE Qt6::Core spillway_engine)
