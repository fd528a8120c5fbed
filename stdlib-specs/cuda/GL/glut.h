// <GL/glut.h>: windows for programs with OpenGL, on the host.
#pragma once
#include "GL/gl.h"
extern "C" {
void glutInit(int *argc, char **argv);
void glutInitDisplayMode(unsigned mode);
void glutInitWindowSize(int width, int height);
int glutCreateWindow(const char *title);
void glutDisplayFunc(void (*f)());
void glutKeyboardFunc(void (*f)(unsigned char, int, int));
void glutMouseFunc(void (*f)(int, int, int, int));
void glutMotionFunc(void (*f)(int, int));
void glutReshapeFunc(void (*f)(int, int));
void glutTimerFunc(unsigned milliseconds, void (*f)(int), int value);
void glutMainLoop();
void glutSwapBuffers();
void glutPostRedisplay();
}
