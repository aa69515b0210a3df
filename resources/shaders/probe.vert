// A ball for each probe of the baked light in the open, as a square that looks at the viewer.
#include "frame.glsl"

out Ball
{
    vec2 at; // from its middle, in radii
    flat vec3 towards;
    flat vec3 aside;
    flat vec3 above;
    flat int probe;
}
ball;

void main()
{
    ivec3 size = ivec3(frame.probes.xyz);
    ivec3 cell = ivec3(gl_InstanceID % size.x, gl_InstanceID / size.x % size.y,
                       gl_InstanceID / (size.x * size.y));
    float spacing = 1.0 / frame.volume.w;
    float radius = clamp(0.1 * spacing, 0.02, 0.2);
    vec3 middle = frame.volume.xyz + vec3(cell) * spacing;
    ball.at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    ball.towards = toViewer(middle);
    ball.aside = normalize(cross(abs(ball.towards.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0),
                                 ball.towards));
    ball.above = cross(ball.towards, ball.aside);
    ball.probe = gl_InstanceID;
    vec3 point = middle + (ball.aside * ball.at.x + ball.above * ball.at.y) * radius;
    gl_Position = frame.viewProjection * vec4(point, 1.0);
}
