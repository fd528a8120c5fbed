//! The kernels of CARP's deliverable D6.2 are read as printed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ir::{BinaryOp, ExprKind, StmtKind, Type};
use syntax::parse_program;

/// D6.2, Figure 5.8, as printed.
pub const FIGURE_5_8: &str = "kernel demo {
  global int[gsize] a;
  global int[gsize] b;

  requires perm(a[tid],100) * perm(b[tid],100);
  ensures perm(b[tid],100) * b[tid] = (tid+1) mod gsize;
  void main(){
    a[tid]:=tid;
    barrier(global){
      requires a[tid]=tid;
      ensures perm(a[(tid+1) mod gsize],10) * perm(b[tid],100);
      ensures a[(tid+1) mod gsize]=(tid+1) mod gsize; }
    b[tid]:=a[(tid+1) mod gsize];
  }
}
";

/// D6.2, Figure 5.9, with its two slips (`ar` for `bin`, the garbled second barrier) repaired.
const FIGURE_5_9: &str = "pure int binom(int n, int k) = k = 0 ? 1 : n = 0 ? 0 : binom(n-1,k-1) + binom(n-1,k);
kernel binomial {
  global int[gsize] bin;
  local int[gsize] tmp;

  requires gsize > 1 * perm(bin[tid],100) * perm(tmp[tid],100);
  ensures perm(bin[tid],100) * bin[tid]=binom(gsize-1,tid);
  void main(){
    int temp;
    int N:=1;
    bin[tid]:=1;
    invariant perm(bin[tid],100) * perm(tmp[tid],100);
    invariant tid<N ? bin[tid]=binom(N,tid) : bin[tid]=1;
    while(N<gsize-1){
      tmp[tid]:=bin[tid];
      barrier(1,{local}){
        ensures perm(bin[tid],100) * perm(tmp[(tid-1) mod gsize],10);
        ensures 0<tid & tid<=N -> tmp[(tid-1) mod gsize]=binom(N,tid-1);
      }
      N := N+1;
      if(0<tid & tid<N){
        temp:=tmp[(tid-1) mod gsize];
        bin[tid]:=temp+bin[tid];
      }
      barrier(2,{}) { ensures perm(bin[tid],100) * perm(tmp[tid],100); }
    }
  }
}
";

#[test]
fn figure_5_8_is_read_as_printed() {
    let parsed = parse_program(FIGURE_5_8);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let program = parsed.program.unwrap();
    let kernel = &program.kernels[0];
    assert!(!kernel.mentions_groups());
    assert_eq!(kernel.arrays.len(), 2);
    assert_eq!(kernel.body.stmts.len(), 3);
    let ensures = &kernel.of_thread().clauses[1].expr;
    assert_eq!(ensures.ty, Type::Resource);
    let ExprKind::Binary(BinaryOp::Star, left, right) = &ensures.kind else { panic!("{ensures:?}") };
    assert!(matches!(left.kind, ExprKind::Perm(..)));
    assert!(matches!(right.kind, ExprKind::Binary(BinaryOp::Eq, ..)));
    let StmtKind::Barrier(barrier) = &kernel.body.stmts[1].kind else { panic!() };
    assert!(barrier.fences_global && !barrier.fences_local);
}

#[test]
fn figure_5_9_is_read() {
    let parsed = parse_program(FIGURE_5_9);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let program = parsed.program.unwrap();
    let requires = &program.kernels[0].of_thread().clauses[0].expr;
    // (gsize > 1) ** perm ** perm
    let ExprKind::Binary(BinaryOp::Star, left, _) = &requires.kind else { panic!("{requires:?}") };
    let ExprKind::Binary(BinaryOp::Star, first, _) = &left.kind else { panic!("{left:?}") };
    assert!(matches!(first.kind, ExprKind::Binary(BinaryOp::Gt, ..)));
}
