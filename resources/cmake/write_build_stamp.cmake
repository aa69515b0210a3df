# Run as a script by the build_stamp target; see build_stamp.cmake.
function(git out)
    execute_process(COMMAND git ${ARGN} WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE text
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        set(text "")
    endif()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

git(commit rev-parse --short=12 HEAD)
git(number rev-list --count HEAD)
git(changes status --porcelain --untracked-files=no)
if(commit STREQUAL "")
    set(commit unknown)
endif()
if(number STREQUAL "")
    set(number 0)
endif()
if(NOT changes STREQUAL "")
    set(commit "${commit}-changed")
endif()

set(head "// Written by the build from the state of the repository; do not edit.
// key: ${VERSION} ${commit} ${number}
")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} old)
    string(FIND "${old}" "${head}" same)
    if(same EQUAL 0)
        return()
    endif()
endif()
string(TIMESTAMP time "%Y-%m-%dT%H:%M:%SZ" UTC)
file(WRITE ${OUTPUT} "${head}#include \"engine_core/base/build_stamp.h\"

namespace engine
{
const BuildStamp& buildStamp()
{
    static const BuildStamp stamp{\"${VERSION}\", \"${commit}\", \"${time}\", ${number}};
    return stamp;
}
} // namespace engine
")
