in vec4 lineColor;
noperspective in float across;
flat in float halfWidth;

layout(location = 0) out vec4 result;

void main()
{
    float cover = clamp(halfWidth + 0.5 - abs(across), 0.0, min(halfWidth * 2.0, 1.0));
    result = vec4(lineColor.rgb, lineColor.a * cover);
}
