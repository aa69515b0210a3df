// What is left of the light after `distance` metres along a unit direction from `from`. The density
// falls exponentially upwards, and its integral along a line has a closed form (C. Wenzel, "Real-time
// Atmospheric Effects in Games", SIGGRAPH 2006).
float fogTransmittance(vec3 from, vec3 direction, float distance)
{
    float thinning = frame.fogShape.y;
    float start = frame.fog.w * exp(-thinning * (from.y - frame.fogShape.x));
    float rise = thinning * direction.y * distance;
    float mean = abs(rise) > 1e-3 ? (1.0 - exp(-rise)) / rise : 1.0 - 0.5 * rise;
    return exp(-max(start * mean, 0.0) * distance);
}

// Radiance of something so far away, seen through the fog.
vec3 throughFog(vec3 color, vec3 from, vec3 direction, float distance)
{
    return mix(frame.fog.rgb, color, fogTransmittance(from, direction, distance));
}
