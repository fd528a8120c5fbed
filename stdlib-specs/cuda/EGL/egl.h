// <EGL/egl.h>: types of EGL, for the host's side of programs. Sepal does not read the host's functions.
#pragma once
typedef int EGLint;
typedef unsigned EGLBoolean;
typedef unsigned EGLenum;
typedef long EGLAttrib;
typedef void *EGLDisplay;
typedef void *EGLConfig;
typedef void *EGLSurface;
typedef void *EGLContext;
typedef void (*__eglMustCastToProperFunctionPointerType)();
extern "C" {
EGLint eglGetError();
EGLBoolean eglInitialize(EGLDisplay display, EGLint *major, EGLint *minor);
EGLBoolean eglTerminate(EGLDisplay display);
const char *eglQueryString(EGLDisplay display, EGLint name);
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name);
}
