//! What a verdict takes for granted of the machine and the compiler.
//!
//! In: for what the text of a file asks. Out: grounds, each with what lifts it.

use ir::{Kernel, Language, Platform};

use super::Words;
use crate::ground::{Ground, GroundKind};

/// The architecture of the device for which clang reads CUDA, as its compilers write it.
const ARCHITECTURE: &str = "sm_80";

impl Words<'_> {
    /// What the file takes for granted of the machine and the compiler.
    pub fn platform(&self, kernel: &Kernel) -> Vec<Ground> {
        let Platform { architecture, sub_groups, macros, types, options } = &self.program.platform;
        let ground = |what: String, lift: &str| Ground {
            kind: GroundKind::Platform,
            what,
            lift: lift.to_owned(),
            node: kernel.name.node,
        };
        let mut out = Vec::new();
        if *architecture {
            let what = format!("the code asks for `__CUDA_ARCH__` and is read for `{ARCHITECTURE}`");
            out.push(ground(what, "compile it for this architecture, or such that all of them have the same code"));
        }
        if *sub_groups {
            out.push(Ground {
                kind: GroundKind::SubGroups,
                what: "devices with sub-groups of 32 work-items".to_owned(),
                lift:
                    "functions of whole work-groups mean the same on every device; in a sub-group are work-items with \
                       consecutive numbers, x fastest, and in the last one of a group there may be fewer"
                        .to_owned(),
                node: kernel.name.node,
            });
        }
        if !macros.is_empty() {
            let what = format!(
                "the code asks for {} and is read as clang reads it for a device: with {}, and without macros of the \
                 system and the processor of the host",
                list(macros),
                self.sizes()
            );
            out.push(ground(what, "write code that does not depend on these macros, or compare what they choose"));
        }
        if !types.is_empty() {
            let what = format!("the code uses {} and is read for a platform with {}", list(types), self.sizes());
            out.push(ground(what, "compile it for such a platform, or use types that have one size everywhere"));
        }
        if !options.is_empty() {
            let what = format!("the code means the same without {} of the command that compiles it", list(options));
            out.push(ground(what, "leave the options out of the command, or make sure that they change nothing here"));
        }
        out
    }

    /// The sizes of types that depend on the platform.
    fn sizes(&self) -> &'static str {
        match self.program.language {
            Language::OpenCl => "addresses and `size_t` of 64 bits",
            Language::Cuda | Language::Pvl => "addresses and `long` of 64 bits and a signed `char`",
        }
    }
}

/// ``` `a`, `b` ```
fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
