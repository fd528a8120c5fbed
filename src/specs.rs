//! Reads the specifications that the command line names.
//!
//! In: folders. Out: the functions of their files, or why they cannot be used.

use std::path::PathBuf;

use syntax::specs::SpecSet;

use crate::files::{self, Input};

/// Something that the command line names and that cannot be used: what it is, and what would work.
pub struct Unusable {
    /// What is wrong, and where.
    pub sentence: String,
    /// What would work.
    pub help: String,
}

impl Unusable {
    /// The text that a person reads.
    pub fn text(&self) -> String {
        format!("sepal: {}\nhelp: {}\n", self.sentence, self.help)
    }
}

/// The specifications in the files of these folders.
pub fn read(folders: &[PathBuf]) -> Result<SpecSet, Unusable> {
    if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
        let sentence = format!("there is no folder `{}` (`--specs`)", folder.display());
        let help = "name a folder with files of specifications, which end in `.pvl`".to_owned();
        return Err(Unusable { sentence, help });
    }
    let inputs = files::collect_of(folders, &["pvl"]);
    let mut texts = Vec::new();
    for Input { path, text } in &inputs {
        match text {
            Ok(text) => texts.push((path.as_str(), text.as_str())),
            Err(error) => {
                let help = error.help.clone().unwrap_or_else(|| "name another folder with `--specs`".to_owned());
                return Err(Unusable { sentence: format!("`{path}`: {} (`--specs`)", error.message), help });
            }
        }
    }
    SpecSet::of_user(texts).map_err(|refused| {
        let sentences: Vec<String> = refused.iter().map(|one| one.sentence.clone()).collect();
        let help = refused.into_iter().find_map(|one| one.help);
        Unusable {
            sentence: sentences.join("\n       "),
            help: help.unwrap_or_else(|| "correct the file, or leave out `--specs`".to_owned()),
        }
    })
}
