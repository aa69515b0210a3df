// One colour, or with HATCH diagonal stripes of it.
#ifdef FLAT
layout(location = 2) uniform vec4 color;
layout(location = 3) uniform vec3 low; // nothing is drawn outside of this box
layout(location = 4) uniform vec3 high;
in vec3 place;
#else
in vec4 color;
#endif

layout(location = 0) out vec4 result;

void main()
{
    result = color;
#ifdef FLAT
    if (any(lessThan(place, low)) || any(greaterThan(place, high)))
        discard;
    if (color.a < 0.0) { // a hatch: stripes of 3 in 12 pixels, smooth at their edges
        float stripe = abs(mod(gl_FragCoord.x + gl_FragCoord.y, 12.0) - 6.0);
        result.a = -color.a * clamp((2.1 - stripe) / 1.4, 0.0, 1.0);
    }
#endif
}
