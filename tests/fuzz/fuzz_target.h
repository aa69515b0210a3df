#pragma once

#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Inputs made by a fuzzer for everything that reads what others made. A target is one reader with
/// what it promises about bytes that it accepts. The same targets run in three places: under
/// libFuzzer (`./mapwright fuzz`), in the test suite over what was found before, and there over
/// mutants of their seeds.
namespace mapwright::fuzz
{
using Random = std::mt19937;

/// What a reader promises and some bytes broke.
class BrokenPromise final : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Throws BrokenPromise.
void require(bool holds, const std::string& promise);

struct FuzzTarget
{
    const char* name;  ///< as on the command line; the folder of its cases
    const char* reads; ///< "scene files"

    /// Small whole inputs of every kind that there is.
    std::vector<std::string> (*seeds)();

    /// Gives the bytes to the reader; whether it accepted them. Throws BrokenPromise.
    bool (*run)(std::string_view bytes);

    /// One change that leaves the structure whole, so that it comes past the first check; null:
    /// bytes are all there is.
    std::string (*mutate)(const std::string& bytes, Random& random);

    /// Sets lengths and hashes right after bytes have changed; null: there are none.
    std::string (*mend)(std::string bytes);
};

[[nodiscard]] std::span<const FuzzTarget> fuzzTargets();

/// Null if there is none of that name.
[[nodiscard]] const FuzzTarget* findFuzzTarget(std::string_view name);

/// One mutant: a change of structure, of bytes or of both, lengths and hashes mostly set right.
[[nodiscard]] std::string mutantOf(const FuzzTarget& target, std::string bytes, Random& random);

// Defined beside each other by what they read.
[[nodiscard]] std::span<const FuzzTarget> levelTargets();  ///< scenes and what belongs to them
[[nodiscard]] std::span<const FuzzTarget> modelTargets();  ///< files of other programs
[[nodiscard]] std::span<const FuzzTarget> textureTargets(); ///< textures of games
[[nodiscard]] std::span<const FuzzTarget> binaryTargets(); ///< pictures, sounds, what is baked
[[nodiscard]] std::span<const FuzzTarget> editorTargets(); ///< journals, archives, scripts
} // namespace mapwright::fuzz
