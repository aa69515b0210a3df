// What is left of the light after `distance` metres along a unit direction from `from`. The density
// falls exponentially upwards, and its integral along a line has a closed form (C. Wenzel, "Real-time
// Atmospheric Effects in Games", SIGGRAPH 2006).
float fogTransmittance(vec3 from, vec3 direction, float distance)
{
    float thinning = frame.fogShape.y;
    float above = thinning * (from.y - frame.fogShape.x);
    float rise = thinning * direction.y * distance;
    // Kept to what floats hold, far above and far below the fog.
    float here = frame.fog.w * exp(clamp(-above, -60.0, 60.0));
    float there = frame.fog.w * exp(clamp(-above - rise, -60.0, 60.0));
    float integral = abs(rise) > 1e-3 ? (here - there) / rise : 0.5 * (here + there);
    return exp(-max(integral * distance, 0.0));
}

// Radiance of something so far away, seen through the fog.
vec3 throughFog(vec3 color, vec3 from, vec3 direction, float distance)
{
    return mix(frame.fog.rgb, color, fogTransmittance(from, direction, distance));
}
