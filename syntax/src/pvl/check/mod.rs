//! Names and types: from the syntax tree to the typed program.
//!
//! In: the tree of a file. Out: the typed program, and every error of names and types. What could not be read is
//! not held against the rest: names that it mentions are not reported as unknown.

mod atomic;
mod env;
mod expr;
mod intrinsic;
mod items;
mod launch;
mod names;
pub mod operators;
mod resources;
mod shares;
mod statements;
mod types;

use crate::pvl::ast::{File, Function, Item, Kernel, MemberKind};
use env::Signature;
use ir::diagnostic::Diagnostic;
use ir::{KernelId, Program};
use launch::{launch, Mentions};
use names::{duplicate, ident, reserved};
use std::collections::BTreeSet;
use types::of_name;

/// Checks a file. The program is complete only if there is no diagnostic.
pub fn check(file: &File, poisoned: &BTreeSet<String>) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (functions, kernels) = collect(file);
    let signatures: Vec<Signature> = functions.iter().map(|(kernel, f)| signature(*kernel, f)).collect();
    unique(&functions, &kernels, &mut diagnostics);
    let memories: Vec<env::Memory> = kernels.iter().map(|kernel| items::memory(kernel, &mut diagnostics)).collect();
    let mut program = Program::default();
    let mut mentions: Vec<Mentions> = vec![Mentions::default(); kernels.len()];
    let none = env::Memory::default();
    for (kernel, function) in &functions {
        let memory = kernel.and_then(|kernel| memories.get(kernel.0 as usize)).unwrap_or(&none);
        let mut env = env::Env::new(&signatures, memory, *kernel, poisoned);
        program.functions.extend(items::function(&mut env, function));
        if let Some(mentions) = kernel.and_then(|kernel| mentions.get_mut(kernel.0 as usize)) {
            mentions.extend(std::mem::take(&mut env.mentions));
        }
        diagnostics.append(&mut env.diagnostics);
    }
    for (index, kernel) in kernels.iter().enumerate() {
        let Some(memory) = memories.get(index) else { continue };
        let mut env = env::Env::new(&signatures, memory, Some(KernelId(index as u32)), poisoned);
        env.mentions = mentions.get_mut(index).map(std::mem::take).unwrap_or_default();
        program.kernels.push(items::kernel(&mut env, kernel));
        diagnostics.append(&mut env.diagnostics);
    }
    (program, diagnostics)
}

type Functions<'a> = Vec<(Option<KernelId>, &'a Function)>;

/// All functions with the kernel that they belong to, and all kernels.
fn collect(file: &File) -> (Functions<'_>, Vec<&Kernel>) {
    let (mut functions, mut kernels) = (Vec::new(), Vec::new());
    for item in &file.items {
        match item {
            Item::Function(function) => functions.push((None, function)),
            Item::Kernel(kernel) => {
                for member in &kernel.members {
                    if let MemberKind::Function(function) = &member.kind {
                        functions.push((Some(KernelId(kernels.len() as u32)), function));
                    }
                }
                kernels.push(kernel);
            }
        }
    }
    (functions, kernels)
}

fn signature(kernel: Option<KernelId>, function: &Function) -> Signature {
    Signature {
        name: ident(&function.name),
        kernel,
        params: function.params.iter().map(|(ty, _)| of_name(*ty)).collect(),
        ret: of_name(function.ret),
    }
}

/// Kernels have different names, and so have the functions that are visible in one place.
fn unique(functions: &Functions<'_>, kernels: &[&Kernel], out: &mut Vec<Diagnostic>) {
    for (index, (kernel, function)) in functions.iter().enumerate() {
        let clash = |(other, f): &&(Option<KernelId>, &Function)| {
            f.name.text == function.name.text && (other == kernel || other.is_none() || kernel.is_none())
        };
        if let Some((_, first)) = functions.iter().take(index).find(clash) {
            out.push(duplicate(&function.name, first.name.at.0));
        }
        if launch(&function.name.text).is_some() {
            out.push(reserved(&function.name));
        }
    }
    for (index, kernel) in kernels.iter().enumerate() {
        if let Some(first) = kernels.iter().take(index).find(|other| other.name.text == kernel.name.text) {
            out.push(duplicate(&kernel.name, first.name.at.0));
        }
    }
}

/// Contracts of kernel, group and thread.
type Contracts = (ir::Contract, ir::Contract, ir::Contract);
