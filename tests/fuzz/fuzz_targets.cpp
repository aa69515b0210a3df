#include "tests/fuzz/fuzz_mutators.h"
#include "tests/fuzz/fuzz_target.h"

namespace mapwright::fuzz
{
void require(bool holds, const std::string& promise)
{
    if (!holds)
        throw BrokenPromise{promise};
}

std::span<const FuzzTarget> fuzzTargets()
{
    static const auto all = [] {
        std::vector<FuzzTarget> targets;
        for (const auto& some :
             {levelTargets(), modelTargets(), textureTargets(), binaryTargets(), editorTargets()})
            targets.insert(targets.end(), some.begin(), some.end());
        return targets;
    }();
    return all;
}

const FuzzTarget* findFuzzTarget(std::string_view name)
{
    for (const auto& target : fuzzTargets())
        if (name == target.name)
            return &target;
    return nullptr;
}

std::string mutantOf(const FuzzTarget& target, std::string bytes, Random& random)
{
    const auto rounds = 1 + random() % 3;
    for (unsigned i = 0; i < rounds; ++i)
        bytes = target.mutate != nullptr && random() % 4 != 0 ? target.mutate(bytes, random)
                                                              : mutateBytes(bytes, random);
    return target.mend != nullptr && random() % 8 != 0 ? target.mend(std::move(bytes)) : bytes;
}
} // namespace mapwright::fuzz
