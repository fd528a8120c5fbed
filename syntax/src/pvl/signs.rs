//! The signs of infix operators, such as `==>`.

use ir::BinaryOp;

/// The sign of an operator.
pub fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Frac => "\\",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Same => "===",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Implies => "==>",
        BinaryOp::Star => "**",
    }
}
