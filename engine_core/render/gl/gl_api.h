#pragma once

// The OpenGL 4.5 functions, linked directly from libOpenGL. Only for .cpp files and private headers
// of this folder.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#ifndef GL_TEXTURE_MAX_ANISOTROPY
#define GL_TEXTURE_MAX_ANISOTROPY 0x84FE
#endif
