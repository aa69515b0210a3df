#include "engine_core/serialization/foliage_file.h"

#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/world/world.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <utility>

namespace engine
{
namespace
{
static_assert(std::endian::native == std::endian::little, "the files are little endian");

constexpr std::string_view Magic = "MWFOLIA1";

struct Header
{
    std::array<char, 8> magic{};
    std::uint64_t cells = 0;
    std::uint64_t instances = 0;
    ContentHash hash = 0;
};

struct CellEntry
{
    FoliageCellKey key;
    std::uint32_t count = 0;
};

static_assert(sizeof(Header) == 32 && sizeof(CellEntry) == 16);

template <typename T>
void append(std::string& bytes, const T* values, std::size_t count)
{
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

/// Takes values off the front; what is not there any more is noticed before.
template <typename T>
std::vector<T> take(std::string_view& bytes, std::size_t count)
{
    std::vector<T> values(count);
    if (count > 0)
        std::memcpy(values.data(), bytes.data(), count * sizeof(T));
    bytes.remove_prefix(count * sizeof(T));
    return values;
}

bool isUsable(const FoliageInstance& instance, const FoliageCellKey& key)
{
    const Vec3d p{instance.position};
    return isFinite(p) && glm::length(p) <= 2 * WorldLimit &&
           foliageCellOf(instance.position) == key;
}

Result<FoliageInstances::Cell> readCell(const CellEntry& entry, std::string_view& bytes)
{
    auto instances = take<FoliageInstance>(bytes, entry.count);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        if (instances[i].isMark() && instances[i].isWeight()) // each is counted as one or the other
            return Error{"plant {} of the cell {}, {}, {} has flags that exclude each other", i,
                         entry.key.x, entry.key.y, entry.key.z};
        if (!isUsable(instances[i], entry.key))
            return Error{"plant {} of the cell {}, {}, {} lies outside of it", i, entry.key.x,
                         entry.key.y, entry.key.z};
    }
    return FoliageInstances::Cell{entry.key, makeFoliageChunk(std::move(instances))};
}

/// Of the contents, as the file's header has it; 0 if there is no such file.
ContentHash hashInFile(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    Header header;
    if (!in.read(reinterpret_cast<char*>(&header), sizeof header) ||
        std::string_view{header.magic.data(), header.magic.size()} != Magic)
        return 0;
    return header.hash;
}

Result<std::shared_ptr<const FoliageInstances>> readFoliage(const fs::path& file, ContentHash hash)
{
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    auto instances = foliageFromBytes(*bytes);
    if (!instances)
        return Error{"The plants in '{}' cannot be used: {}", file.string(),
                     instances.error().message()};
    if ((*instances)->hash() != hash)
        return Error{"The plants in '{}' belong to another state of the scene", file.string()};
    return instances;
}

/// A save that was cut short right before its end left the file waiting.
Result<std::shared_ptr<const FoliageInstances>>
findFoliage(const fs::path& place, const fs::path& spare, ContentHash hash)
{
    auto files = waitingFiles(place, hash);
    if (!spare.empty()) {
        files.push_back(spare);
        for (auto& file : waitingFiles(spare, hash))
            files.push_back(std::move(file));
    }
    for (const auto& file : files)
        if (hashInFile(file) == hash)
            if (auto found = readFoliage(file, hash))
                return found;
    return readFoliage(place, hash);
}
} // namespace

std::string foliageToBytes(const FoliageInstances& instances)
{
    const auto cells = instances.cells();
    Header header;
    std::copy(Magic.begin(), Magic.end(), header.magic.begin());
    header.cells = cells.size();
    header.instances = instances.count();
    header.hash = instances.hash();
    std::string bytes;
    bytes.reserve(sizeof header + cells.size() * sizeof(CellEntry) +
                  instances.count() * sizeof(FoliageInstance));
    append(bytes, &header, 1);
    for (const auto& [key, chunk] : cells) {
        const CellEntry entry{key, static_cast<std::uint32_t>(chunk->instances.size())};
        append(bytes, &entry, 1);
    }
    for (const auto& cell : cells)
        append(bytes, cell.chunk->instances.data(), cell.chunk->instances.size());
    return bytes;
}

Result<std::shared_ptr<const FoliageInstances>> foliageFromBytes(std::string_view bytes)
{
    if (!bytes.starts_with(Magic))
        return Error{"it is no file of plants"};
    if (bytes.size() < sizeof(Header))
        return Error{"it ends too early"};
    const auto header = take<Header>(bytes, 1).front();
    if (header.cells > bytes.size() / sizeof(CellEntry) ||
        header.instances > bytes.size() / sizeof(FoliageInstance) ||
        header.cells * sizeof(CellEntry) + header.instances * sizeof(FoliageInstance) !=
            bytes.size())
        return Error{"its size does not fit what it claims to hold; it was cut off or damaged"};
    const auto entries = take<CellEntry>(bytes, header.cells);
    std::uint64_t left = header.instances;
    std::vector<FoliageInstances::Cell> cells;
    cells.reserve(entries.size());
    for (const auto& entry : entries) {
        if (entry.count == 0 || entry.count > left ||
            (!cells.empty() && !(cells.back().key < entry.key)))
            return Error{"its list of cells is damaged"};
        left -= entry.count;
        auto cell = readCell(entry, bytes);
        if (!cell)
            return cell.error();
        cells.push_back(*std::move(cell));
    }
    auto instances = std::make_shared<const FoliageInstances>(std::move(cells));
    if (left != 0 || instances->hash() != header.hash)
        return Error{"its contents do not match its hash; it is damaged"};
    return instances;
}

fs::path foliageFileFor(const fs::path& scene, EntityId layer)
{
    auto name = scene.filename().string();
    constexpr std::string_view Ending = ".scene.json";
    if (name.ends_with(Ending))
        name.resize(name.size() - Ending.size());
    return scene.parent_path() / fmt::format("{}.{}.foliage", name, layer.value);
}

Result<void> FoliageSave::write(const World& world, const fs::path& scene, const fs::path& original)
{
    Result<void> done;
    world.forEach<FoliagePlacement>([&](EntityId layer, const FoliagePlacement& placement) {
        if (!done || !placement.instances || placement.instances->count() == 0)
            return;
        const auto file = foliageFileFor(scene, layer);
        const auto hash = placement.instances->hash();
        if (hashInFile(file) == hash) {
            m_unchanged.push_back(file);
            return;
        }
        if (!original.empty() && hashInFile(foliageFileFor(original, layer)) == hash)
            return;
        auto& waiting = m_files.emplace_back(file, hash);
        if (!waiting.hold() || hashInFile(waiting.path()) != hash)
            done = waiting.write([&](const fs::path& target) {
                return writeFileAtomically(target, foliageToBytes(*placement.instances));
            });
    });
    return done;
}

void FoliageSave::stay()
{
    for (auto& file : m_files)
        file.stay();
}

void FoliageSave::leave()
{
    for (auto& file : m_files)
        file.leave();
}

Result<void> FoliageSave::publish()
{
    Result<void> done;
    for (auto& file : std::exchange(m_files, {}))
        if (const auto published = file.publish(); !published && done)
            done = published.error().withContext("The scene is saved, but its plants are not");
    for (const auto& file : std::exchange(m_unchanged, {}))
        removeWaitingFiles(file);
    return done;
}

std::vector<Issue>
loadFoliage(World& world, const fs::path& scene, const fs::path& spare, const JobControl* control)
{
    std::vector<Issue> problems;
    Edit edit;
    world.forEach<FoliagePlacement>([&](EntityId layer, const FoliagePlacement& placement) {
        if (placement.instances || (control != nullptr && control->isCancelled()))
            return;
        const auto other = spare.empty() ? spare : foliageFileFor(spare, layer);
        const auto found = findFoliage(foliageFileFor(scene, layer), other, placement.missing);
        if (found)
            edit.swaps.push_back(swapTo(layer, FoliagePlacement{.instances = *found}));
        else
            problems.push_back({Severity::Error, "missing-foliage", layer, "",
                                found.error().message() + ".",
                                "Bring the file back, or delete the foliage."});
    });
    static_cast<void>(world.exchange(edit));
    return problems;
}
} // namespace engine
