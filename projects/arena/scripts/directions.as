// Directions as turns.

// How something is turned that looks along a direction of length 1.
Quat looking(const Vec3 &in direction)
{
    return fromAngles(yawOf(direction), asin(clamp(direction.y, -1, 1)));
}

// How far it is turned left about +Y.
double yawOf(const Vec3 &in direction)
{
    return atan2(-direction.x, -direction.z);
}

// From one turn towards another the short way, in radians.
double turnedTowards(double from, double to, double most)
{
    double way = atan2(sin(to - from), cos(to - from));
    return from + clamp(way, -most, most);
}
