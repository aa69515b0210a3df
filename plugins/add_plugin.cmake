# mapwright_add_plugin(name): a Qt plugin of all sources in the current folder, linked against the
# public layers only, put where the editor looks for plugins.
function(mapwright_add_plugin name)
    set(CMAKE_AUTOMOC ON)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
    add_library(${name} MODULE ${sources} ${CMAKE_SOURCE_DIR}/resources/cmake/plugin_stamp.cpp)
    mapwright_join(${name})
    target_link_libraries(${name} PRIVATE editor_core mapwright_warnings)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    set_target_properties(${name} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/plugins)
    set_property(GLOBAL APPEND PROPERTY MAPWRIGHT_PLUGINS ${name})
endfunction()
