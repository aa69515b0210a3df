// What throws shadows, as a light sees it.
#include "shadows.glsl"

layout(location = 0) in vec3 position;
layout(location = 3) in vec2 uv;
layout(location = 6) in vec4 row0; // of the transform, one for each draw
layout(location = 7) in vec4 row1;
layout(location = 8) in vec4 row2;

layout(location = 0) uniform int viewIndex;

out vec2 texturePlace;

#include "shadow_position.glsl"

void main()
{
    vec4 p = vec4(position, 1.0);
    gl_Position = positionInView(shadowViews[viewIndex], vec3(dot(row0, p), dot(row1, p), dot(row2, p)));
    texturePlace = uv;
}
