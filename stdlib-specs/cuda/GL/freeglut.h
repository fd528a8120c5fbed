// <GL/freeglut.h>: functions of windows are in one file.
#pragma once
#include "GL/glut.h"
