// Uninterpreted functions of two namespaces are different functions.
namespace A { DECLARE_UF_UNARY(f, int, int) }
//            ^^^^^^^^^^^^^^^^ error c.unsupported
namespace B { DECLARE_UF_UNARY(f, int, int) }
//            ^^^^^^^^^^^^^^^^ error c.unsupported
__global__ void k(int n) {
    __assert(A::f(n) == B::f(n));
//           ^^^^^^^^^^^^^^^^^^ error c.unsupported
}
