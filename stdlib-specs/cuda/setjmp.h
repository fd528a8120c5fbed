// <setjmp.h>: declarations for code of the host.
#pragma once
typedef struct { unsigned long kept[25]; } jmp_buf[1];
extern "C" int setjmp(jmp_buf env);
extern "C" void longjmp(jmp_buf env, int value);
