#define lid 5
