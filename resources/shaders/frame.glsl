// What every shader knows of the picture; filled from FrameUniforms.
layout(std140, binding = 0) uniform Frame
{
    mat4 viewProjection; // to clip space with depth 1 near and 0 far
    vec4 eye;            // w: 1 perspective, 0 orthographic
    vec4 forward;  // w: pixels a point
    vec4 viewport; // width, height, 1 / width, 1 / height
    vec4 ambient;  // rgb; w: exposure as a factor
    vec4 lightmap; // 1 / width, 1 / height of a layer, luxels per metre, lights not baked
    vec4 tiles;    // tiles in a row, all lights, pixels a tile, near plane
    vec4 volume;   // first probe of the light in the open; w: 1 / metres from probe to probe
    vec4 probes;   // of it, along x, y and z
    vec4 lamp;     // x: light that every face has at least; y: texels per metre that are asked for
    vec4 fog;      // radiance; w: density at the height fogShape.x, 1 / metres; 0: none
    vec4 fogShape; // y: by what the density falls per metre upwards
}
frame;

// A unit vector from the point to the viewer.
vec3 toViewer(vec3 point)
{
    return frame.eye.w > 0.5 ? normalize(frame.eye.xyz - point) : -frame.forward.xyz;
}

// Draws a little nearer than it is, so that lines win over the faces they lie on.
vec4 nearer(vec4 clip, float by)
{
    clip.z = frame.eye.w > 0.5 ? clip.z * (1.0 + by) : clip.z + by * 0.01;
    return clip;
}
