#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/math/types.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// How a lamp spreads its light, as measured: what an IESNA LM-63 file says.
class LightProfile
{
public:
    /// The ends that one measured plane stands for, in degrees.
    struct Table
    {
        std::vector<double> verticals;   ///< ascending, from 0 (straight down) to 180
        std::vector<double> horizontals; ///< ascending; one alone: the same all around
        std::vector<double> candela;     ///< all verticals of the first horizontal, and so on
    };

    /// Of a table that parseLightProfile() has checked.
    explicit LightProfile(Table table);

    /// In that direction; degrees, any. Nothing goes where nothing was measured. Between the
    /// angles of the table it is linear.
    [[nodiscard]] double candela(double vertical, double horizontal) const;

    /// Of the brightest direction; above 0.
    [[nodiscard]] double peak() const { return m_peak; }

    /// Steradians that the light would fill with its peak: peak() times this are its lumens.
    [[nodiscard]] double solidAngle() const { return m_solidAngle; }

    /// Whether it is the same all around.
    [[nodiscard]] bool isRound() const { return m_columns == 1; }

    /// The share of the peak, from 0 to 1, that goes along a unit vector in the light's own axes:
    /// straight down is -Z, the horizontal angle 0 along X, 90 along Y. From a grid of whole
    /// degrees and of 2.5 around, so quick enough for each ray.
    [[nodiscard]] float share(const Vec3f& away) const;

private:
    Table m_table;
    double m_peak = 0;
    double m_solidAngle = 0;
    std::size_t m_columns = 1; ///< of the grid, around
    std::vector<float> m_grid; ///< shares, from 0 to 180 degrees for each column
};

inline constexpr std::uintmax_t MostProfileBytes = 1U << 20U;

/// Formats of 1986, 1991, 1995 and 2002 with TILT=NONE and photometry of type C. `name` is for the
/// Error, which is one sentence with file and line: of a lamp that must be tilted, of types A and
/// B, of angles that do not ascend, of candelas below 0 or all 0, of more than 2,000 angles or
/// 500,000 values, and of a file that ends too soon.
[[nodiscard]] Result<LightProfile> parseLightProfile(std::string_view text,
                                                     const std::string& name);

[[nodiscard]] Result<LightProfile> loadLightProfile(const fs::path& file);

/// The profiles of a project that were asked for, read anew when their files change.
class LightProfileShelf
{
public:
    /// Null, and logged once for each state of the file, if it cannot be read.
    [[nodiscard]] std::shared_ptr<const LightProfile> get(const fs::path& file);

private:
    struct Read
    {
        fs::file_time_type when{};
        std::shared_ptr<const LightProfile> profile;
    };

    std::map<fs::path, Read> m_read;
};
} // namespace engine
