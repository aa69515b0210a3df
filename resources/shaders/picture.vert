// A rectangle of the picture, in pixels from its upper left corner.
#include "frame.glsl"

layout(location = 0) uniform vec4 rectangle; // left, top, width, height

out vec2 place; // 0 to 1 from the upper left corner of the image

void main()
{
    place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 pixel = rectangle.xy + place * rectangle.zw;
    vec2 clip = pixel * frame.viewport.zw * 2.0 - 1.0;
    gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}
