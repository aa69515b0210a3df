#include "tests/fuzz/fuzz_folder.h"

#include "tests/fuzz/fuzz_target.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace mapwright::fuzz
{
namespace
{
struct Folder
{
    engine::fs::path path;

    Folder()
    {
        std::error_code none;
        const auto* given = std::getenv("MAPWRIGHT_FUZZ_MEMORY"); // tidied by whoever gave it
        const auto memory = engine::fs::path{given != nullptr ? given : "/dev/shm"};
        const auto parent =
            ::access(memory.c_str(), W_OK) == 0 ? memory : engine::fs::temp_directory_path(none);
        auto pattern = (parent / "mapwright_fuzz.XXXXXX").string();
        require(::mkdtemp(pattern.data()) != nullptr, "There is a folder to write to");
        path = pattern;
    }

    ~Folder()
    {
        std::error_code ignored;
        engine::fs::remove_all(path, ignored);
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};
} // namespace

const engine::fs::path& fuzzFolder()
{
    static const Folder folder;
    return folder.path;
}

engine::fs::path fuzzFile(const char* name, std::string_view bytes)
{
    auto file = fuzzFolder() / name;
    std::ofstream out{file, std::ios::binary | std::ios::trunc};
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    require(out.good(), "The input can be written");
    return file;
}
} // namespace mapwright::fuzz
