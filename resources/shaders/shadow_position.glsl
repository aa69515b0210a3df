// In clip space, with depth 1 nearest and 0 farthest.
vec4 positionInView(ShadowView view, vec3 point)
{
    vec3 from = point - view.origin.xyz;
    float ahead = dot(view.ahead.xyz, from);
    vec2 at = vec2(dot(view.right.xyz, from), dot(view.up.xyz, from)) / view.ahead.w;
    return view.origin.w > 0.5 ? vec4(at, view.depth.y, ahead)
                               : vec4(at, 1.0 - (ahead - view.depth.y) / view.depth.z, 1.0);
}
