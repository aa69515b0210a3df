# compile_commands.json with an entry for every source instead of one for each group that is
# compiled as one (mapwright_join), for clangd, clang-tidy and other tools. `include` lines of the
# group, which CMake wrote, name its sources.
/^\{/ { entry = ""; joined = "" }
/^  "file": ".*\/Unity\/unity_[^"]*"/ {
    joined = $0
    sub(/^  "file": "/, "", joined)
    sub(/".*$/, "", joined)
}
{ entry = entry $0 "\n" }
!/^[{} ]/ { printf "%s", entry; entry = "" }
/^\}/ {
    last = $0 !~ /,/
    if (joined == "") {
        printf "%s", entry
    } else {
        count = 0
        while ((getline line < joined) > 0)
            if (line ~ /^#include "/) {
                sub(/^#include "/, "", line)
                sub(/".*$/, "", line)
                sources[++count] = line
            }
        close(joined)
        sub(/\},?\n$/, "", entry)
        for (i = 1; i <= count; i++) {
            single = entry
            while ((at = index(single, joined)) > 0)
                single = substr(single, 1, at - 1) sources[i] substr(single, at + length(joined))
            printf "%s}%s\n", single, last && i == count ? "" : ","
        }
    }
    entry = ""
}
