// An image over the picture; its colours are multiplied by their alpha already.
layout(binding = 0) uniform sampler2D image;

in vec2 place;

layout(location = 0) out vec4 result;

void main()
{
    result = texture(image, place);
}
