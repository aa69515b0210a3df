#pragma once

#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
class JobControl;

/// How the numbers behind a texture's name place it on a face.
enum class MapMapping : std::uint8_t
{
    Standard, ///< x and y offset, rotation, x and y scale, along the axes nearest to the face
    Valve,    ///< two axes with an offset each, rotation (for people only), x and y scale
    Primitive ///< Quake 3's brush primitives: a matrix of 2 x 3 that gives repeats
};

/// One face as the file has it, in Quake's units and axes.
struct MapFace
{
    std::array<Vec3d, 3> points; ///< clockwise seen from outside
    /// Standard: x, y, rotation, scale x, scale y. Valve: u axis, u offset, v axis, v offset,
    /// rotation, scale x, scale y. Primitive: the two rows.
    std::array<double, 11> numbers{};
    std::uint32_t texture = 0; ///< index into MapText::textures
    int line = 0;              ///< from 1
    MapMapping mapping = MapMapping::Standard;
    bool hasSurface = false; ///< Quake 2 and 3: numbers for contents, flags and value follow
};

struct MapBrush
{
    std::uint32_t firstFace = 0; ///< index into MapText::faces
    std::uint32_t faceCount = 0;
    int line = 0; ///< of its opening brace
};

/// A control point: place in Quake's units and axes, then the texture's coordinates in repeats.
using MapPatchPoint = std::array<double, 5>;

/// A curved patch of Quake III or Doom 3.
struct MapPatch
{
    std::uint32_t firstPoint = 0; ///< index into MapText::patchPoints; column by column
    int columns = 0;              ///< odd, as engine::PatchGrid takes them
    int rows = 0;
    int columnSteps = 0; ///< 0 where the file has none
    int rowSteps = 0;
    std::uint32_t texture = 0; ///< index into MapText::textures
    int line = 0;              ///< of its opening brace
};

/// A key and its value as they stand between the quotes, escapes included.
struct MapKey
{
    std::string key;
    std::string value;
    friend bool operator==(const MapKey&, const MapKey&) = default;
};

struct MapTextEntity
{
    std::vector<MapKey> keys;     ///< in the order of the file; a key may come twice
    std::uint32_t firstBrush = 0; ///< index into MapText::brushes
    std::uint32_t brushCount = 0;
    std::uint32_t firstPatch = 0; ///< index into MapText::patches
    std::uint32_t patchCount = 0;
    int line = 0;

    [[nodiscard]] bool hasBody() const { return brushCount + patchCount > 0; }
};

/// Something of the file that could not be used.
struct MapSkip
{
    int line = 0;
    std::string reason; ///< one sentence
};

/// What was skipped; thousands of the same trouble are counted, not kept.
class MapSkips
{
public:
    void add(int line, std::string reason);

    [[nodiscard]] const std::vector<MapSkip>& list() const { return m_list; }

    /// Of all, also those that are not in the list.
    [[nodiscard]] std::size_t count() const { return m_count; }

    /// In the order of lines.
    void sort();

private:
    static constexpr std::size_t MostKept = 10'000;
    std::vector<MapSkip> m_list;
    std::size_t m_count = 0;
};

/// A .map file taken apart. Texture names point into the text that was parsed.
struct MapText
{
    std::vector<MapTextEntity> entities;
    std::vector<MapBrush> brushes;
    std::vector<MapFace> faces;
    std::vector<MapPatch> patches;
    std::vector<MapPatchPoint> patchPoints;
    std::vector<std::string_view> textures; ///< each once
    MapSkips skips;
};

/// Reads a Quake .map file: Standard and Valve 220 faces, Quake 2 and 3 surface numbers, brush
/// primitives, curved patches (patchDef2 and 3), comments, any line ends. One pass. Broken brushes
/// and what is not known are skipped and reported; a file that ends too early is closed where it
/// ends. Refused: text that is no map at all, or a cancelled job.
[[nodiscard]] Result<MapText> parseMapText(std::string_view text, const JobControl* job = nullptr);

/// Whether a text can be a .map file or a piece of one: its first sign is an opening brace with a
/// quoted key and value or a face behind it, comments left aside.
[[nodiscard]] bool looksLikeMapText(std::string_view text);
} // namespace engine
