// What a white ball at the place of a probe would look like, lit by that probe alone.
#include "frame.glsl"
#include "color.glsl"
#include "light_volume.glsl"

in Ball
{
    vec2 at;
    flat vec3 towards;
    flat vec3 aside;
    flat vec3 above;
    flat int probe;
}
ball;

layout(location = 0) out vec4 result;

void main()
{
    float squared = dot(ball.at, ball.at);
    if (squared > 1.0)
        discard;
    vec3 n = ball.aside * ball.at.x + ball.above * ball.at.y + ball.towards * sqrt(1.0 - squared);
    vec3 light = vec3(lightFrom(volumeProbes[3 * ball.probe], n),
                      lightFrom(volumeProbes[3 * ball.probe + 1], n),
                      lightFrom(volumeProbes[3 * ball.probe + 2], n)) * frame.ambient.w;
    light *= mix(1.0, 0.15, smoothstep(0.80, 0.92, squared)); // a rim, to tell it from walls as bright
#ifdef FAST
    result = vec4(encodeSrgb(toneMap(light)), 1.0);
#else
    result = vec4(limited(light), 1.0);
#endif
}
