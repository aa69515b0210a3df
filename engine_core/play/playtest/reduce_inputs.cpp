#include "engine_core/play/playtest/reduce_inputs.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::size_t ShortestStretch = 15; ///< ticks
} // namespace

std::vector<BotInput> reduceInputs(std::vector<BotInput> inputs,
                                   std::size_t fixed,
                                   std::uint64_t budget,
                                   const ShowsIt& shows,
                                   const JobControl& control)
{
    if (inputs.size() <= fixed || inputs.size() > budget || control.isCancelled())
        return inputs;
    budget -= inputs.size();
    if (!shows(inputs))
        return inputs;
    const auto movable = [&] {
        return inputs.size() - fixed;
    };
    for (auto stretch = movable() / 2; stretch >= ShortestStretch; stretch /= 2) {
        for (std::size_t from = 0; from < movable();) {
            const auto length = std::min(stretch, movable() - from);
            const auto left = inputs.size() - length;
            if (left > budget || control.isCancelled())
                return inputs;
            budget -= left;
            auto shorter = inputs;
            const auto begin = shorter.begin() + static_cast<std::ptrdiff_t>(from);
            shorter.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
            if (shows(shorter))
                inputs = std::move(shorter);
            else
                from += length;
        }
    }
    return inputs;
}
} // namespace engine
