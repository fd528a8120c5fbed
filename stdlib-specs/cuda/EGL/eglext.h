// <EGL/eglext.h>: types of the extensions of EGL about streams and devices.
#pragma once
#include "EGL/egl.h"
typedef void *EGLStreamKHR;
typedef void *EGLDeviceEXT;
typedef unsigned long long EGLuint64KHR;
typedef int EGLNativeFileDescriptorKHR;
typedef EGLStreamKHR (*PFNEGLCREATESTREAMKHRPROC)(EGLDisplay display, const EGLint *attributes);
typedef EGLBoolean (*PFNEGLDESTROYSTREAMKHRPROC)(EGLDisplay display, EGLStreamKHR stream);
typedef EGLBoolean (*PFNEGLQUERYSTREAMKHRPROC)(EGLDisplay display, EGLStreamKHR stream, EGLenum what, EGLint *value);
typedef EGLBoolean (*PFNEGLSTREAMATTRIBKHRPROC)(EGLDisplay display, EGLStreamKHR stream, EGLenum what, EGLint value);
typedef EGLNativeFileDescriptorKHR (*PFNEGLGETSTREAMFILEDESCRIPTORKHRPROC)(EGLDisplay display, EGLStreamKHR stream);
typedef EGLStreamKHR (*PFNEGLCREATESTREAMFROMFILEDESCRIPTORKHRPROC)(EGLDisplay display, EGLNativeFileDescriptorKHR fd);
