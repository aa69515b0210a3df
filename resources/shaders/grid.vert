// The ground around the viewer.
#include "frame.glsl"

layout(location = 0) uniform vec4 grid; // step, reach in metres, height

out vec2 ground;

void main()
{
    vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : -1.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
    ground = frame.eye.xz + corner * grid.y;
    gl_Position = nearer(frame.viewProjection * vec4(ground.x, grid.z, ground.y, 1.0), -4e-4);
}
