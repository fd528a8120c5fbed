// <GL/glew.h>: functions and types of OpenGL are in one file.
#pragma once
#include "GL/gl.h"
extern "C" GLenum glewInit();
