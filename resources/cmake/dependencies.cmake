# Every library of the build, as an imported target. All come from Debian 12 packages; the list of
# packages stands in the root script `mapwright`.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets OpenGL OpenGLWidgets Svg Test)
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(embree 3.13 REQUIRED)
find_package(TBB REQUIRED)
find_package(TinyGLTF REQUIRED)
find_package(meshoptimizer REQUIRED)
find_package(glm REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenEXR REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(bullet REQUIRED IMPORTED_TARGET bullet)
pkg_check_modules(stb REQUIRED IMPORTED_TARGET stb)
find_library(SQUISH_LIBRARY squish REQUIRED) # its .pc names a folder that is not there
add_library(Squish::Squish UNKNOWN IMPORTED)
set_target_properties(Squish::Squish PROPERTIES IMPORTED_LOCATION ${SQUISH_LIBRARY})
pkg_check_modules(openal REQUIRED IMPORTED_TARGET openal)
pkg_check_modules(sndfile REQUIRED IMPORTED_TARGET sndfile>=1.1) # MP3
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(minizip REQUIRED IMPORTED_TARGET minizip)
pkg_check_modules(zlib REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(sdl2 REQUIRED IMPORTED_TARGET sdl2)
# It asks for -D_REENTRANT, which glibc ignores and precompiled headers do not.
set_target_properties(PkgConfig::sdl2 PROPERTIES INTERFACE_COMPILE_OPTIONS "")

# AngelScript ships neither a CMake configuration nor a pkg-config file. Debian builds it with all
# names in namespace AngelScript, which AS_USE_NAMESPACE tells the headers.
find_path(ANGELSCRIPT_INCLUDE angelscript.h REQUIRED)
find_library(ANGELSCRIPT_LIBRARY angelscript REQUIRED)
find_library(ANGELSCRIPT_ADDON_LIBRARY angelscript-addon REQUIRED)
add_library(AngelScript::AngelScript UNKNOWN IMPORTED)
set_target_properties(AngelScript::AngelScript PROPERTIES
    IMPORTED_LOCATION ${ANGELSCRIPT_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${ANGELSCRIPT_INCLUDE}
    INTERFACE_COMPILE_DEFINITIONS AS_USE_NAMESPACE)
add_library(AngelScript::AddOn UNKNOWN IMPORTED)
set_target_properties(AngelScript::AddOn PROPERTIES
    IMPORTED_LOCATION ${ANGELSCRIPT_ADDON_LIBRARY}
    INTERFACE_LINK_LIBRARIES AngelScript::AngelScript)

# Recast ships neither, and its libraries are shared ones only.
find_path(RECAST_INCLUDE Recast.h PATH_SUFFIXES recastnavigation REQUIRED)
foreach(part Recast Detour DetourCrowd)
    find_library(${part}_LIBRARY ${part} REQUIRED)
    add_library(Recast::${part} UNKNOWN IMPORTED)
    set_target_properties(Recast::${part} PROPERTIES
        IMPORTED_LOCATION ${${part}_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${RECAST_INCLUDE})
endforeach()
