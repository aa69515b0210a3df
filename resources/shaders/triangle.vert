#include "frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 tone;

layout(location = 0) uniform float bias;
layout(location = 1) uniform float opacity;

out vec4 color;

void main()
{
    color = vec4(tone.rgb, tone.a * opacity);
    gl_Position = nearer(frame.viewProjection * vec4(position, 1.0), bias);
}
