//! The `sepal` command.

fn main() {}
