// Member functions and constructors: copies are not the original, and accesses are those of the object.
struct vec {
    int x, y;
    __device__ vec(int a, int b) : x(a), y(b) {}
    __device__ void set(int a) {
        x = a;
        y = a;
    }
    __device__ vec with(int a) const {
        vec r = *this;
        r.set(a);
        return r;
    }
    __device__ vec &add(int d) {
        x += d;
        return *this;
    }
};
__device__ void change(vec v) {
    v.set(0);
}
struct half_made {
    int a, b;
    __device__ half_made() : a(1) {}
};

__global__ void copies(int n) {
    vec a(1, 2);
    vec b = a;
    b.set(3);
    assert(n != 0 || a.x == 3);
//  ^^^^^^ error assert:condition-false
    change(a);
    assert(n != 1 || a.y == 0);
//  ^^^^^^ error assert:condition-false
    a.with(4);
    assert(n != 2 || a.x == 4);
//  ^^^^^^ error assert:condition-false
    a.add(1);
    assert(n != 3 || a.x == 1);
//  ^^^^^^ error assert:condition-false
}

/*@ requires tid < v.length; context Perm(v[tid], read); @*/
__global__ void writes(vec *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1) v[i].set(1);
//             ^^^^ error store:insufficient-permission
}

__global__ void unset(int n) {
    half_made h;
    int x = h.a;
    int y = h.b;
//          ^^^ error expression:uninitialised
}

__global__ void order(int n) {
    vec a(n++, n);
//             ^ error c.unsequenced
}

// All threads change one object.
__global__ void race(vec *v) {
    v[0].set(threadIdx.x);
//  ^^^^ unknown kernel.resources:two-writers
//  ^^^^ error store:data-race
}
