# Language level, warnings, sanitizers and the tools that make builds faster.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

# A library that is built anew keeps its name: who uses it is linked again only if it is compiled
# again, which a changed header sees to.
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # The base directory makes a second clone at another path hit the same cache; the sloppiness is
    # what ccache wants of users of precompiled headers.
    set(ccache_launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
                        CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
    set(CMAKE_C_COMPILER_LAUNCHER ${ccache_launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache_launcher})
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
    add_link_options(-fuse-ld=mold)
endif()

# qt_add_* and TBB both want the word "emit"; ours is Q_EMIT.
add_compile_definitions(QT_NO_KEYWORDS QT_NO_FOREACH QT_DISABLE_DEPRECATED_BEFORE=0x060400)

add_library(mapwright_warnings INTERFACE)
target_compile_options(mapwright_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
    # In joined sources every type looks as if it came from a header.
    $<$<AND:$<BOOL:${MAPWRIGHT_JOIN}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
    $<$<BOOL:${MAPWRIGHT_WERROR}>:-Werror>)

if(MAPWRIGHT_SANITIZE)
    # Instrumented code confuses GCC's flow analysis inside the standard library (std::regex).
    add_compile_options(-fsanitize=${MAPWRIGHT_SANITIZE} -fno-omit-frame-pointer -g1
                        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    add_link_options(-fsanitize=${MAPWRIGHT_SANITIZE})
endif()
if(MAPWRIGHT_SANITIZE MATCHES address)
    add_library(mapwright_keep_libraries OBJECT resources/sanitizers/keep_libraries.cpp)
    set(MAPWRIGHT_PROGRAM_OBJECTS $<TARGET_OBJECTS:mapwright_keep_libraries>) # in every program
endif()
