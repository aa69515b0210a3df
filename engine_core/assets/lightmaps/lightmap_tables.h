#pragma once

#include <span>
#include <string>

namespace engine
{
struct Lightmap;

/// What a lightmap's file holds beside its pictures: JSON text in an attribute of the file.
struct LightmapTable
{
    const char* attribute;
    const char* name; ///< in sentences to the user: "its list of charts"
    bool isRequired;  ///< the others came later, or are left out where they would be empty
    bool isHashed;    ///< the others only help: damaged ones are done without

    /// Empty text leaves the attribute out.
    std::string (*write)(const Lightmap& lightmap);

    /// Fills its part of `lightmap`, whose atlases are read. False if the text is damaged: what is
    /// hashed makes the lightmap useless, the rest leaves its part empty.
    bool (*read)(const std::string& json, Lightmap& lightmap);
};

/// In the order in which they are read.
[[nodiscard]] std::span<const LightmapTable> lightmapTables();
} // namespace engine
