// Variables of narrow types become int before they are added.

__global__ void k(int n) {
    unsigned char a = 200;
    unsigned char b = 100;
    int sum = (int)a + (int)b;
    //@ assert sum == 300;
    unsigned char low = sum;
    //@ assert low == 44;
}
