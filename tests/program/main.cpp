#include "tests/program/registry.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace mapwright::test
{
namespace
{
struct Entry
{
    std::string_view name;
    TestMain run;
};

std::vector<Entry>& entries()
{
    static std::vector<Entry> all;
    return all;
}

/// "tst_x" of "some/folder/tst_x.cpp" or "bin/tst_x".
std::string_view nameOf(std::string_view path)
{
    path.remove_prefix(path.rfind('/') + 1);
    return path.substr(0, path.find('.'));
}

/// The test that the program was called as; null if it was called by its own name.
TestMain findTest(std::string_view path)
{
    const auto found = std::ranges::find(entries(), nameOf(path), &Entry::name);
    return found != entries().end() ? found->run : nullptr;
}
} // namespace

RegisteredTest::RegisteredTest(std::string_view source, TestMain run)
{
    entries().push_back({nameOf(source), run});
}
} // namespace mapwright::test

int main(int argc, char** argv)
{
    using namespace mapwright::test;
    if (const auto run = findTest(argv[0]))
        return run(argc, argv);
    std::fputs("This program holds these tests; run them by their links beside it:\n", stderr);
    for (const auto& entry : entries())
        std::fprintf(stderr, "  %s\n", std::string{entry.name}.c_str());
    return 1;
}
