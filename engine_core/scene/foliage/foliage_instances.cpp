#include "engine_core/scene/foliage/foliage_instances.h"

#include "engine_core/base/contract.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace engine
{
namespace
{
constexpr double NormalSteps = 32767.0;
constexpr double ScaleSteps = 4096.0;

double signOf(double value)
{
    return value < 0 ? -1.0 : 1.0;
}

std::int16_t packUnit(double value)
{
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -1.0, 1.0) * NormalSteps));
}

/// What counts for the order: type first, so that a chunk has those of one type in a row.
std::uint64_t orderOf(const FoliageInstance& instance)
{
    return (std::uint64_t{instance.type} << 32U) | instance.seed;
}
} // namespace

bool operator==(const FoliageInstance& a, const FoliageInstance& b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

std::strong_ordering operator<=>(const FoliageInstance& a, const FoliageInstance& b)
{
    if (const auto order = orderOf(a) <=> orderOf(b); order != 0)
        return order;
    return std::memcmp(&a, &b, sizeof a) <=> 0;
}

std::array<std::int16_t, 2> packFoliageNormal(const Vec3d& normal)
{
    const double sum = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
    double u = normal.x / sum;
    double v = normal.z / sum;
    if (normal.y < 0) {
        const double folded = (1 - std::abs(v)) * signOf(u);
        v = (1 - std::abs(u)) * signOf(v);
        u = folded;
    }
    return {packUnit(u), packUnit(v)};
}

Vec3d foliageNormal(const FoliageInstance& instance)
{
    double u = instance.normal[0] / NormalSteps;
    double v = instance.normal[1] / NormalSteps;
    const double y = 1 - std::abs(u) - std::abs(v);
    if (y < 0) {
        const double folded = (1 - std::abs(v)) * signOf(u);
        v = (1 - std::abs(u)) * signOf(v);
        u = folded;
    }
    return glm::normalize(Vec3d{u, y, v});
}

std::uint16_t packFoliageScale(double scale)
{
    return static_cast<std::uint16_t>(std::lround(std::clamp(scale * ScaleSteps, 1.0, 65535.0)));
}

std::uint16_t packFoliageYaw(double angle)
{
    const double turns = angle / (2 * Pi);
    return static_cast<std::uint16_t>(
        static_cast<std::uint32_t>(std::lround((turns - std::floor(turns)) * 65536.0)) & 0xffffU);
}

FoliageCellKey foliageCellOf(const Vec3f& position)
{
    const auto cell = glm::floor(Vec3d{position} / FoliageInstances::CellSize);
    return {static_cast<std::int32_t>(cell.x), static_cast<std::int32_t>(cell.y),
            static_cast<std::int32_t>(cell.z)};
}

std::shared_ptr<const FoliageChunk> makeFoliageChunk(std::vector<FoliageInstance> instances)
{
    ENGINE_EXPECT(!instances.empty());
    auto chunk = std::make_shared<FoliageChunk>();
    if (!std::is_sorted(instances.begin(), instances.end()))
        std::sort(instances.begin(), instances.end());
    instances.shrink_to_fit();
    chunk->min = chunk->max = instances.front().position;
    for (const auto& instance : instances) {
        chunk->min = glm::min(chunk->min, instance.position);
        chunk->max = glm::max(chunk->max, instance.position);
        chunk->marks += instance.isMark() ? 1U : 0U;
        chunk->weights += instance.isWeight() ? 1U : 0U;
        chunk->orphans += instance.isOrphan() ? 1U : 0U;
        if (chunk->brushes.empty() || chunk->brushes.back() != instance.brush)
            chunk->brushes.push_back(instance.brush);
    }
    std::sort(chunk->brushes.begin(), chunk->brushes.end());
    chunk->brushes.erase(std::unique(chunk->brushes.begin(), chunk->brushes.end()),
                         chunk->brushes.end());
    chunk->brushes.shrink_to_fit();
    chunk->hash = hashBytes(std::as_bytes(std::span{instances}));
    chunk->instances = std::move(instances);
    return chunk;
}

std::size_t FoliageChunk::countOf(std::uint8_t type) const
{
    const auto first = std::partition_point(instances.begin(), instances.end(),
                                            [&](const auto& each) { return each.type < type; });
    const auto last = std::partition_point(first, instances.end(),
                                           [&](const auto& each) { return each.type == type; });
    if (marks + weights == 0)
        return static_cast<std::size_t>(last - first);
    return static_cast<std::size_t>(
        std::count_if(first, last, [](const auto& each) { return each.isPlant(); }));
}

FoliageInstances::FoliageInstances(std::vector<Cell> cells) : m_cells{std::move(cells)}
{
    std::sort(m_cells.begin(), m_cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    Hasher hash;
    for (const auto& [key, chunk] : m_cells) {
        ENGINE_EXPECT(chunk && !chunk->instances.empty());
        m_count += chunk->instances.size();
        m_marks += chunk->marks;
        m_weights += chunk->weights;
        hash.add(key.x).add(key.y).add(key.z).add(chunk->hash);
    }
    m_hash = hash.result();
}

const FoliageChunk* FoliageInstances::find(const FoliageCellKey& key) const
{
    const auto at =
        std::lower_bound(m_cells.begin(), m_cells.end(), key,
                         [](const Cell& cell, const FoliageCellKey& k) { return cell.key < k; });
    return at != m_cells.end() && at->key == key ? at->chunk.get() : nullptr;
}

FoliageEdit::FoliageEdit(std::shared_ptr<const FoliageInstances> base) : m_base{std::move(base)}
{
    if (!m_base)
        m_base = std::make_shared<const FoliageInstances>();
}

FoliageEdit::Pending& FoliageEdit::pendingOf(const FoliageCellKey& key)
{
    if (m_last == nullptr || m_lastKey != key) {
        m_last = &m_pending[key];
        m_lastKey = key;
    }
    return *m_last;
}

void FoliageEdit::add(const FoliageInstance& instance)
{
    pendingOf(foliageCellOf(instance.position)).added.push_back(instance);
}

void FoliageEdit::remove(std::size_t cell, std::size_t instance)
{
    ENGINE_EXPECT(cell < m_base->cells().size());
    pendingOf(m_base->cells()[cell].key).removed.push_back(static_cast<std::uint32_t>(instance));
}

std::shared_ptr<const FoliageInstances> FoliageEdit::finish() const
{
    if (m_pending.empty())
        return m_base;
    std::vector<FoliageInstances::Cell> cells;
    cells.reserve(m_base->cells().size() + m_pending.size());
    for (const auto& cell : m_base->cells())
        if (!m_pending.contains(cell.key))
            cells.push_back(cell);
    for (const auto& [key, pending] : m_pending) {
        auto added = pending.added;
        auto removed = pending.removed;
        std::sort(added.begin(), added.end());
        std::sort(removed.begin(), removed.end());
        std::vector<FoliageInstance> kept;
        if (const auto* old = m_base->find(key)) {
            kept.reserve(old->instances.size() + added.size());
            auto gone = removed.begin();
            for (std::uint32_t i = 0; i < old->instances.size(); ++i) {
                if (gone == removed.end() || *gone != i) {
                    kept.push_back(old->instances[i]);
                    continue;
                }
                while (gone != removed.end() && *gone == i)
                    ++gone;
            }
        }
        const auto middle = static_cast<std::ptrdiff_t>(kept.size());
        kept.insert(kept.end(), added.begin(), added.end());
        std::inplace_merge(kept.begin(), kept.begin() + middle, kept.end());
        if (!kept.empty())
            cells.push_back({key, makeFoliageChunk(std::move(kept))});
    }
    return std::make_shared<const FoliageInstances>(std::move(cells));
}
} // namespace engine
