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
