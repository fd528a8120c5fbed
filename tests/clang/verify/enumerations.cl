// A variable of an enumeration has the type of its numbers.
enum color { RED, GREEN = 5, BLUE };
typedef enum { LOW = -1, HIGH } level;

__kernel void k(int n) {
    enum color c = GREEN;
    level l = LOW;
    if (c == GREEN && l < HIGH) n = 3;
    //@ assert c == 5 && l == -1 && n == 3;
    c = n > 2 ? BLUE : RED;
    //@ assert c == 6;
}
