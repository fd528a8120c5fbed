//! Types of images of OpenCL.
//!
//! In: the name of a type. Out: the sizes that such an image has, and the structure that stands for an image which the
//! kernel reads.

use super::types::{CType, Record};
use ir::Width;

/// The type of sizes of images.
pub const SIZE: Width = Width { bits: 32, signed: true };

/// The sizes of an image whose type has this name, the outermost one last.
pub fn sizes(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "image1d_t" | "image1d_buffer_t" => &["width"],
        "image1d_array_t" => &["width", "array_size"],
        "image2d_t" => &["width", "height"],
        "image2d_array_t" => &["width", "height", "array_size"],
        "image3d_t" => &["width", "height", "depth"],
        _ => return None,
    })
}

/// The structure that stands for an image which the kernel reads: a number that tells images apart, and the sizes.
pub fn read_only(name: &str) -> Option<Record> {
    let int = CType::Int(SIZE);
    let fields = ["number"].iter().chain(sizes(name)?).map(|field| ((*field).to_owned(), int.clone())).collect();
    Some(Record { name: name.to_owned(), fields, ..Record::default() })
}
