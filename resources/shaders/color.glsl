// IEC 61966-2-1. With FAST the power is put together from square roots, which processors have (after
// Ian Taylor, "sRGB approximations for HLSL", 2012): off by a quarter of a step of 8 bits.
vec3 encodeSrgb(vec3 linear)
{
    linear = clamp(linear, 0.0, 1.0);
#ifdef FAST
    vec3 root2 = sqrt(linear);
    vec3 root4 = sqrt(root2);
    vec3 root8 = sqrt(root4);
    vec3 high = 0.662002687 * root2 + 0.684122060 * root4 - 0.323583601 * root8 - 0.022541147 * linear;
#else
    vec3 high = 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055;
#endif
    return mix(12.92 * linear, high, greaterThan(linear, vec3(0.0031308)));
}

float luminance(vec3 linear)
{
    return dot(linear, vec3(0.2126, 0.7152, 0.0722));
}

// Light that pictures of half floats hold, which end at 65504: beyond is infinity, and what is made of
// it no number, neither of which blurs, means and curves survive.
vec3 limited(vec3 linear)
{
    const float Most = 6e4;
    return mix(clamp(linear, 0.0, Most), vec3(0.0), isnan(linear));
}

// What a screen can show of linear light; black stays black.
#if defined(TONE_FILMIC)
// A fit of the film-like curve of the Academy Color Encoding System by Krzysztof Narkowicz, "ACES
// Filmic Tone Mapping Curve" (2016), with the factor by which he brings it to the brightness of others.
vec3 toneMap(vec3 x)
{
    x *= 0.6;
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}
#elif defined(TONE_SOFT)
// Reinhard and others, "Photographic Tone Reproduction for Digital Images" (SIGGRAPH 2002), equation 3.
vec3 toneMap(vec3 x)
{
    return x / (1.0 + x);
}
#elif defined(TONE_NONE)
vec3 toneMap(vec3 x)
{
    return x;
}
#else
// The curve of Hajime Uchimura, "HDR Theory and Practice" (CEDEC 2017): a toe, a straight middle
// that keeps albedos as painted, and a shoulder. Maximum 1, contrast 1, linear part from 0.22 for
// 0.4, toe 1.33 without pedestal.
vec3 toneMap(vec3 x)
{
    const float start = 0.22;
    const float shoulderAt = 0.532; // start + (1 - start) * 0.4 / contrast, also the value there
    const float shoulder = 1.0 / (1.0 - shoulderAt);
    vec3 toe = start * pow(x / start, vec3(1.33));
    vec3 high = 1.0 - (1.0 - shoulderAt) * exp(-shoulder * (x - shoulderAt));
    vec3 isToe = 1.0 - smoothstep(vec3(0.0), vec3(start), x);
    vec3 isHigh = step(vec3(shoulderAt), x);
    return toe * isToe + x * (1.0 - isToe - isHigh) + high * isHigh;
}
#endif
