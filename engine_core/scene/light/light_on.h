#pragma once

#include "engine_core/scene/light/lightmap.h"

namespace engine
{
/// The volume's light on a face there that looks along the unit normal, as luxels hold it; never
/// below 0. Counts the probes in front of the face, so that the light behind the wall that a door
/// stands in neither reaches the door's front nor takes light away from it. The volume has at least
/// one probe.
///
/// Probes are weighted by place and by normal as in Majercik and others, "Dynamic Diffuse Global
/// Illumination with Ray-Traced Irradiance Fields", 2019, and read as by G. Hazel, "Reconstructing
/// Diffuse Lighting from Spherical Harmonic Data", 2015: lights on two sides do not cancel.
[[nodiscard]] Vec3f lightOn(const LightVolume& volume, const Vec3d& place, const Vec3d& normal);
} // namespace engine
