#pragma once

#include "engine_core/lighting/face_inputs.h"
#include "engine_core/lighting/lightmap_bake.h"

#include <algorithm>
#include <chrono>
#include <mutex>

/// What bakes of a whole level and those of a part of it have in common.
namespace engine
{
/// In which probes look for the light of faces. A model has one probe for all of its sides, the
/// grid has thousands, which are mixed where they are used.
inline constexpr int ModelDirections = 512;
inline constexpr int VolumeDirections = 96;

[[nodiscard]] inline double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Adds up finished work from all threads and shows it, never going back.
class BakeProgress
{
public:
    BakeProgress(JobControl& control, double total) : m_control{control}, m_total{total} {}

    void add(double work)
    {
        const std::lock_guard lock{m_mutex};
        m_done += work;
        m_control.setProgress(std::min(m_done / m_total, 1.0));
    }

private:
    JobControl& m_control;
    double m_total;
    std::mutex m_mutex;
    double m_done = 0;
};

[[nodiscard]] int bouncesFor(const BakeInput& input, const BakeOptions& options);
[[nodiscard]] int samplesFor(const BakeInput& input, const BakeOptions& options);

/// A share of the light; 0 for as many rays as samplesFor() says.
[[nodiscard]] float noiseFor(const BakeInput& input, const BakeOptions& options);

/// Of all that decides which rays a luxel takes and what becomes of them (Lightmap::rays).
[[nodiscard]] ContentHash raysHash(const BakeInput& input, const BakeOptions& options);

/// Of a material, every channel from 0 to 1.
[[nodiscard]] Vec3f albedoOf(const BakeInput& input, Name material);

/// What decides of pictures.
struct BakePictures
{
    AlphaMasks pierced;         ///< of the materials of faces that have holes
    std::map<Name, Vec3f> glow; ///< linear mean radiance of materials that give off light
};

/// Read by the bake, since nobody keeps their pixels. Those that cannot be read count as whole and
/// as white; the material's own reader has told of them.
[[nodiscard]] BakePictures readPictures(const BakeInput& input);

/// Of the materials of all plants.
[[nodiscard]] LeafHashes leafHashes(const BakeInput& input);

/// `brushes` are those of brushesToBake() and outlive the result, as `input` does.
[[nodiscard]] FaceInputs faceInputsOf(const BakeInput& input, std::span<const StaticBrush> brushes);

/// A number from 0 to 1 as ChartBounces hold it.
[[nodiscard]] std::uint16_t toShare(double share);

/// Over the luxels and channels.
[[nodiscard]] double meanLight(std::span<const Vec3f> luxels);

/// `layers` holds the mean light of the chart by how often it was thrown back; any beyond the last
/// layer counts as the last.
[[nodiscard]] ChartBounces bouncesOf(std::span<const double> layers, const Vec3f& albedo);
} // namespace engine
