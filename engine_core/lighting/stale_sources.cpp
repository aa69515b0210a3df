#include "engine_core/lighting/stale_sources.h"

#include <algorithm>

namespace engine
{
namespace
{
ContentHash bodyOf(StaleSource& source)
{
    if (!source.body)
        source.body = bodyOf(source.before.isEmpty() ? source.after : source.before);
    return *source.body;
}

enum class Paint
{
    Alike,
    Any
};

bool isSame(const LitPart& before, const LitPart& after, Paint paint)
{
    return sameShape(before, after) && sameLight(before, after) &&
           (paint == Paint::Any || repaintedFaces(before, after).empty());
}
} // namespace

std::map<EntityId, EntityId> returned(StaleSources& sources)
{
    std::vector<EntityId> went;
    std::vector<EntityId> came;
    for (const auto& [entity, source] : sources)
        if (source.after.isEmpty())
            went.push_back(entity);
        else if (source.before.isEmpty())
            came.push_back(entity);
    std::map<EntityId, EntityId> pairs;
    if (went.empty() || came.empty())
        return pairs; // before anything costs time: what is pasted and dragged asks at each move
    std::sort(went.begin(), went.end());
    std::sort(came.begin(), came.end());
    std::unordered_map<ContentHash, std::vector<EntityId>> gone;
    for (const auto entity : went)
        gone[bodyOf(sources.at(entity))].push_back(entity);
    for (const auto paint : {Paint::Alike, Paint::Any})
        for (const auto entity : came) {
            auto& source = sources.at(entity);
            const auto found = gone.find(bodyOf(source));
            if (found == gone.end() || pairs.contains(entity))
                continue;
            auto& candidates = found->second; // several lights or brushes may stand in one place
            const auto first = std::ranges::find_if(candidates, [&](EntityId bakedAs) {
                return isSame(sources.at(bakedAs).before, source.after, paint);
            });
            if (first == candidates.end())
                continue;
            pairs.emplace(entity, *first);
            candidates.erase(first);
        }
    return pairs;
}
} // namespace engine
