# Writes build_stamp.cpp into the build folder at each build, and only touches it when the commit,
# the number or the tree's cleanness changed, so that an unchanged tree relinks nothing.
set(BUILD_STAMP_SOURCE ${CMAKE_BINARY_DIR}/generated/build_stamp.cpp)
add_custom_target(build_stamp ALL
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DOUTPUT=${BUILD_STAMP_SOURCE}
            -DVERSION=${PROJECT_VERSION} -P ${CMAKE_SOURCE_DIR}/resources/cmake/write_build_stamp.cmake
    BYPRODUCTS ${BUILD_STAMP_SOURCE}
    COMMENT "Checking the build stamp")
