#include "engine_core/lighting/edges/seams.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// Faces whose planes are so near each other are one surface. Metres.
constexpr double SamePlane = 1e-3;

/// Of normals of one plane, least cosine between them.
constexpr double SameNormal = 1 - 1e-8;

/// What is so near to an edge lies on it. Metres.
constexpr double OnEdge = 1e-4;

/// Luxels are as far apart if the distances differ by less than this factor.
constexpr double SameSpacing = 1 + 1e-6;

/// New light on a border is the kept one if it differs by less than this share: by noise.
constexpr float Noise = 0.05f;

float sumOf(const Vec3f& light)
{
    return std::abs(light.x) + std::abs(light.y) + std::abs(light.z);
}

Aabb boundsOf(const StaticBrush& brush, std::uint32_t face)
{
    Aabb box;
    for (const auto vertex : brush.brush->faceVertices(face))
        box.add(brush.brush->vertices()[vertex]);
    return box;
}
} // namespace

SeamJoiner::SeamJoiner(std::span<const StaticBrush> brushes,
                       std::span<const BakeChart> charts,
                       std::span<const LuxelCover> covers,
                       const CoverFinder& finder,
                       std::span<Vec3f> light,
                       std::span<const std::uint8_t> kept)
    : m_brushes{brushes}
    , m_charts{charts}
    , m_covers{covers}
    , m_finder{finder}
    , m_light{light}
    , m_kept{kept}
    , m_changes(charts.size())
{
    std::vector<BoundsTree::Item> items;
    items.reserve(charts.size());
    for (std::size_t i = 0; i < charts.size(); ++i)
        items.emplace_back(EntityId{i}, boundsOf(brushes[charts[i].brush], charts[i].face));
    std::vector<BoundsTree::Leaf> leaves;
    m_tree.build(items, leaves);
}

std::vector<std::uint32_t> SeamJoiner::neighboursOf(std::size_t chart) const
{
    const auto& own = m_charts[chart];
    std::vector<std::uint32_t> found;
    m_tree.overlapping(
        boundsOf(m_brushes[own.brush], own.face).grown(SamePlane), [&](EntityId index) {
            const auto& other = m_charts[index.value];
            if (other.brush != own.brush && glm::dot(other.normal, own.normal) > SameNormal &&
                std::abs(glm::dot(own.normal, other.frame.origin - own.frame.origin)) < SamePlane)
                found.push_back(static_cast<std::uint32_t>(index.value));
        });
    std::sort(found.begin(), found.end());
    return found;
}

double SeamJoiner::spacing(std::size_t chart) const
{
    const auto& own = m_charts[chart];
    return std::max(own.frame.size.x / (own.width - 1), own.frame.size.y / (own.height - 1));
}

/// Whom the other one follows: the coarser one, or the first of two that are alike.
bool SeamJoiner::leads(std::uint32_t a, std::uint32_t b) const
{
    const double ofA = spacing(a);
    const double ofB = spacing(b);
    return ofA > ofB * SameSpacing || (ofB <= ofA * SameSpacing && a < b);
}

/// Metres outside of the face's edges, in its plane.
double SeamJoiner::above(std::uint32_t chart, const Vec3d& place) const
{
    const auto& own = m_charts[chart];
    const auto& brush = *m_brushes[own.brush].brush;
    const auto loop = brush.faceVertices(own.face);
    double most = -1e30;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const auto& a = brush.vertices()[loop[i]];
        const auto& b = brush.vertices()[loop[(i + 1) % loop.size()]];
        const auto out = glm::normalize(glm::cross(b - a, own.normal));
        most = std::max(most, glm::dot(out, place - a));
    }
    return most;
}

/// False if the face has no light of its own there.
bool SeamJoiner::sample(std::uint32_t chart, const Vec3d& place, Vec3f& light) const
{
    if (above(chart, place) > OnEdge)
        return false;
    const auto& own = m_charts[chart];
    const auto st = glm::clamp(own.frame.normalized(place), Vec2d{0}, Vec2d{1});
    const double x = st.x * (own.width - 1);
    const double y = st.y * (own.height - 1);
    const int column = std::min(static_cast<int>(x), own.width - 2);
    const int row = std::min(static_cast<int>(y), own.height - 2);
    const auto fx = static_cast<float>(x - column);
    const auto fy = static_cast<float>(y - row);
    light = Vec3f{0};
    constexpr float Least = 1e-4f;
    for (int i = 0; i < 4; ++i) {
        const float weight = ((i & 1) != 0 ? fx : 1 - fx) * (i >= 2 ? fy : 1 - fy);
        const auto luxel = static_cast<std::size_t>((row + i / 2) * own.width + column + (i & 1));
        if (weight < Least)
            continue;
        if (own.fillsFrame && m_covers[chart].at(luxel) == 0)
            return false;
        light += m_light[own.firstLuxel + luxel] * weight;
    }
    return true;
}

template <typename Visit>
void SeamJoiner::forRim(std::size_t chart, const Visit& visit) const
{
    const auto& own = m_charts[chart];
    const auto neighbours = neighboursOf(chart);
    if (neighbours.empty())
        return;
    for (int y = 0; y < own.height; ++y) {
        const bool isEnd = y == 0 || y == own.height - 1;
        const int step = isEnd || !own.fillsFrame ? 1 : own.width - 1;
        for (int x = 0; x < own.width; x += step) {
            const auto luxel = static_cast<std::size_t>(y * own.width + x);
            const auto place = own.frame.at({static_cast<double>(x) / (own.width - 1),
                                             static_cast<double>(y) / (own.height - 1)});
            const double outside =
                own.fillsFrame ? 0.0 : above(static_cast<std::uint32_t>(chart), place);
            if (outside < -OnEdge || (own.fillsFrame && m_covers[chart].at(luxel) == 0) ||
                m_finder.isBuried(place + own.normal * m_finder.offset()))
                continue;
            visit(own.firstLuxel + luxel, place, outside <= OnEdge, neighbours);
        }
    }
}

/// What those that meet in a luxel hold there.
struct SeamJoiner::Shared
{
    Vec3f anew{0}; ///< sums
    Vec3f kept{0};
    float anewCount = 0;
    float keptCount = 0;

    void add(const Vec3f& light, bool isOld)
    {
        (isOld ? kept : anew) += light;
        (isOld ? keptCount : anewCount) += 1;
    }

    /// Either the one or the other, never a mean of both: what is kept is a mean already, and the
    /// next bake would move it again.
    [[nodiscard]] Vec3f joined() const
    {
        if (keptCount == 0)
            return anew / anewCount;
        const auto old = kept / keptCount;
        if (anewCount == 0)
            return old;
        const auto now = anew / anewCount;
        return sumOf(now - old) <= Noise * sumOf(old) ? old : now;
    }
};

void SeamJoiner::blend(std::size_t chart)
{
    auto& changes = m_changes[chart];
    forRim(chart, [&](std::size_t luxel, const Vec3d& place, bool isOnFace, const auto& others) {
        Shared shared;
        if (isOnFace)
            shared.add(m_light[luxel], isKept(chart));
        bool isShared = false;
        for (const auto other : others)
            if (Vec3f light; sample(other, place, light)) {
                shared.add(light, isKept(other));
                isShared = true;
            }
        if (isShared && !(isKept(chart) && shared.anewCount == 0))
            changes.push_back({luxel, shared.joined()});
    });
}

void SeamJoiner::follow(std::size_t chart)
{
    auto& changes = m_changes[chart];
    forRim(chart, [&](std::size_t luxel, const Vec3d& place, bool, const auto& others) {
        auto first = static_cast<std::uint32_t>(chart);
        Vec3f found{0};
        bool isFollowed = false;
        for (const auto other : others)
            if (Vec3f light; leads(other, first) && sample(other, place, light)) {
                first = other;
                found = light;
                isFollowed = true;
            }
        if (isFollowed)
            changes.push_back({luxel, found});
    });
}

void SeamJoiner::take()
{
    for (auto& changes : m_changes) {
        for (const auto& change : changes)
            m_light[change.luxel] = change.light;
        changes.clear();
    }
}
} // namespace engine
