// Objects of classes are not supported yet.

class counter {
public:
    int value;
};

__global__ void k(int n) {
    counter c;
//  ^^^^^^^^^ error c.unsupported
}
