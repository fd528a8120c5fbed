// <GL/gl.h>: types and some functions of OpenGL, for the host's side of programs. Sepal does not read the host's
// functions.
#pragma once
typedef unsigned GLenum;
typedef unsigned GLbitfield;
typedef unsigned GLuint;
typedef int GLint;
typedef int GLsizei;
typedef unsigned char GLboolean;
typedef signed char GLbyte;
typedef short GLshort;
typedef unsigned char GLubyte;
typedef unsigned short GLushort;
typedef float GLfloat;
typedef float GLclampf;
typedef double GLdouble;
typedef double GLclampd;
typedef void GLvoid;
typedef char GLchar;
typedef long GLsizeiptr;
typedef long GLintptr;
typedef long GLsizeiptrARB;
typedef long GLintptrARB;
extern "C" {
void glClear(GLbitfield mask);
void glClearColor(GLclampf r, GLclampf g, GLclampf b, GLclampf a);
void glViewport(GLint x, GLint y, GLsizei width, GLsizei height);
void glEnable(GLenum what);
void glDisable(GLenum what);
void glBegin(GLenum mode);
void glEnd();
void glMatrixMode(GLenum mode);
void glLoadIdentity();
void glGenTextures(GLsizei n, GLuint *names);
void glDeleteTextures(GLsizei n, const GLuint *names);
void glBindTexture(GLenum target, GLuint name);
GLenum glGetError();
void glGenBuffers(GLsizei n, GLuint *names);
void glDeleteBuffers(GLsizei n, const GLuint *names);
void glBindBuffer(GLenum target, GLuint name);
void glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage);
}
