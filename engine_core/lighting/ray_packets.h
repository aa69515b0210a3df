#pragma once

#include "engine_core/lighting/luxel_tracer.h"

#include <embree3/rtcore.h>

#include <cstring>

namespace engine
{
/// Luxels are worked on in squares of so many by so many.
inline constexpr int LuxelTile = 4;

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

/// The next number from 0 up to 1, without 1.
[[nodiscard]] inline float uniform(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15ULL;
    return static_cast<float>(mixed(state) >> 40U) * 0x1p-24f;
}

[[nodiscard]] inline int countValid(const int* valid)
{
    int count = 0;
    for (int i = 0; i < RayPacket::Size; ++i)
        count += valid[i] != 0 ? 1 : 0;
    return count;
}

template <typename Ray>
[[nodiscard]] RayPacket recorded(const int* valid, const Ray& ray)
{
    RayPacket packet;
    std::memcpy(packet.valid, valid, sizeof(packet.valid));
    std::memcpy(packet.originX, ray.org_x, sizeof(packet.originX));
    std::memcpy(packet.originY, ray.org_y, sizeof(packet.originY));
    std::memcpy(packet.originZ, ray.org_z, sizeof(packet.originZ));
    std::memcpy(packet.directionX, ray.dir_x, sizeof(packet.directionX));
    std::memcpy(packet.directionY, ray.dir_y, sizeof(packet.directionY));
    std::memcpy(packet.directionZ, ray.dir_z, sizeof(packet.directionZ));
    std::memcpy(packet.end, ray.tfar, sizeof(packet.end));
    return packet;
}

inline void clearRays(RTCRay16& ray)
{
    for (int i = 0; i < RayPacket::Size; ++i) {
        ray.tnear[i] = 0;
        ray.time[i] = 0;
        ray.mask[i] = ~0U;
        ray.id[i] = 0;
        ray.flags[i] = 0;
    }
}

/// lightFalloff() in single precision, from the squared distance.
[[nodiscard]] inline float falloff(float squared, float range)
{
    const float ratio = squared / (range * range);
    const float window = 1.0f - ratio * ratio;
    return ratio < 1.0f ? window * window / std::max(squared, 1e-4f) : 0.0f;
}
} // namespace engine
