# mapwright_sources(OUT folder...): every .cpp and .h below the folders. Sources are found by pattern
# so that a new file needs no edit here; CONFIGURE_DEPENDS makes the build notice it.
function(mapwright_sources out)
    set(found)
    foreach(folder ${ARGN})
        file(GLOB_RECURSE files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp
             ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h)
        list(APPEND found ${files})
    endforeach()
    set(${out} ${found} PARENT_SCOPE)
endfunction()

# mapwright_join(target): its sources are compiled in groups of up to eight of one folder, as one
# source each (ADR 0026): a header is read once per group. Sources with options of their own stay alone.
function(mapwright_join target)
    if(NOT MAPWRIGHT_JOIN)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/.*\\.cpp$")
    foreach(source ${sources})
        get_filename_component(folder ${source} DIRECTORY)
        file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
        string(MAKE_C_IDENTIFIER ${folder} folder)
        if(NOT DEFINED count_${folder})
            set(count_${folder} 0)
        endif()
        set(batch ${count_${folder}})
        math(EXPR count_${folder} "${batch} + 1")
        math(EXPR batch "${batch} / 8")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# mapwright_join_all(target most): its sources are compiled in groups of up to `most`, of about the
# same size, whatever their folders. For tests, whose names are all in namespaces of their own.
function(mapwright_join_all target most)
    if(NOT MAPWRIGHT_JOIN)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/.*\\.cpp$")
    list(LENGTH sources count)
    math(EXPR groups "(${count} + ${most} - 1) / ${most}")
    math(EXPR size "(${count} + ${groups} - 1) / ${groups}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# Gives compile_commands.json an entry for every source again, for clangd and its like.
function(mapwright_single_commands)
    if(NOT MAPWRIGHT_JOIN)
        return()
    endif()
    set(commands ${CMAKE_BINARY_DIR}/compile_commands.json)
    set(script ${CMAKE_SOURCE_DIR}/resources/cmake/single_commands.awk)
    add_custom_command(
        OUTPUT ${CMAKE_BINARY_DIR}/single_commands.stamp
        COMMAND awk -f ${script} ${commands} > ${commands}.new
        COMMAND ${CMAKE_COMMAND} -E rename ${commands}.new ${commands}
        COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/single_commands.stamp
        DEPENDS ${commands} ${script} COMMENT "Listing the command of every source" VERBATIM)
    add_custom_target(single_commands ALL DEPENDS ${CMAKE_BINARY_DIR}/single_commands.stamp)
endfunction()
