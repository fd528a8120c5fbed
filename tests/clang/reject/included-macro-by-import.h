#define two one
