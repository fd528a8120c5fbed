//! The syntax tree that clang prints, as data.
//!
//! In: the JSON text of `-ast-dump=json`, and where the texts of the files start. Out: [`Node`]s, each with its place.
//! clang leaves out the name of a file where it is that of the location printed before, so places are resolved in the
//! order of the text.

use ir::Span;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The name that clang gives to the main file, which it reads from standard input.
pub const MAIN: &str = "<stdin>";

/// The files whose texts are known, by the names that clang gives to them, each with the offset at which it starts in
/// the text of all files.
pub type Starts = BTreeMap<String, usize>;

/// A token in the text of all files.
#[derive(Clone, Copy)]
struct Token {
    /// The offset at which its file starts.
    file: usize,
    start: usize,
    length: usize,
}

/// What is known of the locations printed so far.
struct Printed<'s> {
    starts: &'s Starts,
    /// The file of the last one.
    file: String,
    /// The uses of macros: the offset and the length of each name.
    expansions: BTreeSet<(usize, usize)>,
    /// Where the last token is written, even if a macro has put it into the text.
    written: Option<Token>,
}

/// A declaration, a statement, an expression or an attribute.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Node {
    /// The identity of the node in the tree, such as `0x55d0`.
    pub id: String,
    /// The kind, such as `BinaryOperator`. Empty for a part that is not written, such as the second part of `for (;;)`.
    pub kind: String,
    #[serde(skip_serializing)]
    loc: Location,
    #[serde(skip_serializing)]
    range: Range,
    /// The name of a declaration or of a member.
    pub name: String,
    /// The name of a function for the linker, which tells overloads and instances of templates apart.
    pub mangled_name: String,
    /// The type of an expression or of a declaration.
    #[serde(rename = "type", skip_serializing_if = "Type::is_none")]
    pub ty: Type,
    /// The value of a literal.
    pub value: serde_json::Value,
    /// The operator of an expression, such as `+=`.
    pub opcode: String,
    /// The kind of a conversion, such as `IntegralCast`.
    pub cast_kind: String,
    /// Whether the operator stands behind its operand.
    pub is_postfix: bool,
    /// `prvalue` for a value, and other words for the place of an object.
    pub value_category: String,
    /// Whether a member is written with `->`.
    pub is_arrow: bool,
    /// Whether an `if` has an `else`.
    pub has_else: bool,
    /// How a variable is initialised: empty for not at all.
    pub init: String,
    /// `static`, `extern` or nothing.
    pub storage_class: String,
    /// The type in which a compound assignment such as `+=` computes.
    #[serde(rename = "computeLHSType", skip_serializing_if = "Type::is_none")]
    pub computed_in: Type,
    /// The operand type of a `sizeof`.
    #[serde(skip_serializing_if = "Type::is_none")]
    pub arg_type: Type,
    /// Whether the compiler made the declaration.
    pub is_implicit: bool,
    /// The identity of the declaration that this one declares again.
    pub previous_decl: String,
    /// The identity of the label that a statement declares.
    pub decl_id: String,
    /// The identity of the label to which a statement jumps.
    pub target_label_decl_id: String,
    /// The identity of the member that an expression names.
    pub referenced_member_decl: String,
    /// The type of the constructor that creates a value.
    #[serde(skip_serializing_if = "Type::is_none")]
    pub ctor_type: Type,
    /// Whether a member function is chosen when the program runs.
    #[serde(rename = "virtual")]
    pub is_virtual: bool,
    /// `default` or `deleted` for a member function that the compiler makes, on request or by itself.
    pub explicitly_defaulted: String,
    /// What a constructor initialises: a field.
    pub any_init: Option<Box<Node>>,
    /// The elements of a list that has fewer than its array: first what the others are, then those that are written.
    #[serde(rename = "array_filler")]
    pub array_filler: Vec<Node>,
    /// The type of the numbers of an enumeration, if the program names it.
    #[serde(skip_serializing_if = "Type::is_none")]
    pub fixed_underlying_type: Type,
    /// The declaration that an expression refers to, without its parts.
    pub referenced_decl: Option<Box<Node>>,
    /// The declaration of a type that has a name, without its parts.
    pub decl: Option<Box<Node>>,
    /// `struct`, `class` or `union`.
    pub tag_used: String,
    /// Whether a structure is declared with its fields.
    pub complete_definition: bool,
    /// What C++ knows of a structure.
    pub definition_data: Option<Definition>,
    /// The structures that a structure of C++ extends.
    pub bases: Vec<serde_json::Value>,
    /// Whether a field has a number of bits of its own.
    pub is_bitfield: bool,
    /// Whether a field may be written where its structure is constant.
    pub mutable: bool,
    /// Whether a value of C++ is created with zeros.
    pub zeroing: bool,
    /// The parts, in order.
    pub inner: Vec<Node>,
    /// The place; `None` for a node in a file whose text is not known, and for one that ends in another file.
    #[serde(skip)]
    pub at: Option<Span>,
    /// Whether the node is in a file of the user: the main file, or one that it includes. Declarations of the language
    /// are not.
    #[serde(skip)]
    pub of_user: bool,
    /// The place at which the name of a component is written, such as `xy` in `v.xy`.
    #[serde(skip)]
    pub component: Option<Span>,
    /// At the root: the uses of macros, each with the offset and the length of its name.
    #[serde(skip)]
    pub expansions: Vec<(usize, usize)>,
}

/// A type as clang spells it.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Type {
    /// The type as written.
    pub qual_type: String,
    /// The type without names of types, if the written type has some.
    pub desugared_qual_type: Option<String>,
}

impl Type {
    /// Whether this is no type: the node has none.
    fn is_none(&self) -> bool {
        self.qual_type.is_empty()
    }

    /// The spelling without names of types.
    pub fn spelling(&self) -> &str {
        self.desugared_qual_type.as_deref().unwrap_or(&self.qual_type)
    }
}

/// What C++ knows of a structure.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Definition {
    /// Whether copying a value copies its bytes.
    pub is_trivially_copyable: bool,
    /// How values are created without initialiser.
    pub default_ctor: Creation,
}

/// How values are created without initialiser.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Creation {
    /// Whether nothing is done for them.
    pub trivial: bool,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
struct Range {
    begin: Location,
    end: Location,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
struct Location {
    offset: Option<usize>,
    file: Option<String>,
    tok_len: usize,
    spelling_loc: Option<Box<Location>>,
    expansion_loc: Option<Box<Location>>,
}

impl Node {
    /// The nodes of a tree, with their places. Files in `folder` declare the languages.
    pub fn read(json: &str, folder: &str, starts: &Starts) -> Result<Self, serde_json::Error> {
        let mut reader = serde_json::Deserializer::from_str(json);
        reader.disable_recursion_limit();
        let mut root = Self::deserialize(&mut reader)?;
        reader.end()?;
        let mut printed = Printed { starts, file: String::new(), expansions: BTreeSet::new(), written: None };
        root.resolve(&mut printed, folder);
        root.expansions = printed.expansions.into_iter().collect();
        Ok(root)
    }

    /// Resolves the places of the node and of its parts.
    fn resolve(&mut self, printed: &mut Printed<'_>, folder: &str) {
        let _ = self.loc.resolve(printed);
        let (begin, end) = (self.range.begin.resolve(printed), self.range.end.resolve(printed));
        if self.kind == "ExtVectorElementExpr" {
            // clang prints the names of components only in the text.
            self.component = printed.written.map(|token| Span::new(token.start, token.start + token.length));
        }
        let file = &printed.file;
        let placed = begin.is_some() || self.range.begin.is_placed() || self.loc.is_placed();
        self.of_user = placed && !file.is_empty() && !is_within(file, folder);
        if let (Some(begin), Some(end)) = (begin, end) {
            let place = Span::new(begin.start, (end.start + end.length).max(begin.start));
            self.at = (begin.file == end.file).then_some(place);
        }
        // clang prints the elements of a short list in front of its other parts.
        for part in self.array_filler.iter_mut().chain(&mut self.inner) {
            part.resolve(printed, folder);
        }
    }

    /// A part by its number.
    pub fn part(&self, number: usize) -> Option<&Self> {
        self.inner.get(number)
    }

    /// Whether a part has this kind.
    pub fn has(&self, kind: &str) -> bool {
        self.inner.iter().any(|part| part.kind == kind)
    }

    /// The identity of the declaration that the expression refers to.
    pub fn refers_to(&self) -> Option<&str> {
        self.referenced_decl.as_ref().map(|declared| declared.id.as_str())
    }

    /// The expression without parentheses, and without nodes that only mark something.
    pub fn bare(&self) -> &Self {
        match (self.kind.as_str(), self.inner.as_slice()) {
            ("ParenExpr" | "ExprWithCleanups" | "ConstantExpr" | "FullExpr" | "MaterializeTemporaryExpr", [inner]) => {
                inner.bare()
            }
            _ => self,
        }
    }

    /// Whether a declaration says that what is declared never changes. Behind the last star of a type stand the words
    /// about the variable itself. What a reference leads to is no part of the declared variable.
    pub fn is_const(&self) -> bool {
        let spelled = self.ty.spelling();
        let own = spelled.rsplit('*').next().unwrap_or_default();
        let refers = spelled.ends_with('&') || spelled.contains("(&");
        !refers && own.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "const")
    }

    /// Whether the node makes a pointer or reference to constant memory one with which memory can be written, or calls
    /// a function that writes bytes of any type.
    pub fn may_write_constants(&self) -> bool {
        let to_const = |spelled: &str| spelled.rsplit_once('*').map_or(spelled, |(to, _)| to).contains("const");
        let drops = self.kind.ends_with("CastExpr")
            && self.kind != "ImplicitCastExpr"
            && (self.value_category != "prvalue" || self.ty.spelling().contains('*'))
            && self.part(0).is_some_and(|from| to_const(from.ty.spelling()))
            && !to_const(self.ty.spelling());
        let named = self.referenced_decl.as_ref().map_or("", |declared| declared.name.as_str());
        drops || matches!(named, "memcpy" | "memset" | "memmove")
    }

    /// Whether the node is `a, b`.
    pub fn is_comma(&self) -> bool {
        self.kind == "BinaryOperator" && self.opcode == ","
    }

    /// The parts that are neither attributes nor comments.
    pub fn proper(&self) -> impl DoubleEndedIterator<Item = &Self> {
        self.inner.iter().filter(|part| !part.kind.ends_with("Attr") && !part.kind.ends_with("Comment"))
    }

    /// Calls `visit` for the node and for all nodes inside it.
    pub fn each<'n>(&'n self, visit: &mut impl FnMut(&'n Self)) {
        visit(self);
        for part in self.array_filler.iter().chain(&self.inner) {
            part.each(visit);
        }
    }
}

/// Whether a file is in a folder.
pub fn is_within(file: &str, folder: &str) -> bool {
    !folder.is_empty() && file.strip_prefix(folder).is_some_and(|rest| rest.starts_with(['/', '\\']))
}

impl Location {
    /// Whether the location is in a file.
    fn is_placed(&self) -> bool {
        self.offset.is_some() || self.expansion_loc.is_some()
    }

    /// The token, if the text of its file is known. In the expansion of a macro, the token is the use of the macro.
    fn resolve(&self, printed: &mut Printed<'_>) -> Option<Token> {
        let written = self.spelling_loc.as_ref().and_then(|spelling| spelling.resolve(printed));
        if let Some(expansion) = &self.expansion_loc {
            let place = expansion.resolve(printed);
            printed.expansions.extend(place.map(|token| (token.start, token.length)));
            printed.written = written;
            return place;
        }
        printed.written = None;
        let offset = self.offset?;
        if let Some(named) = &self.file {
            printed.file.clone_from(named);
        }
        let token = |start: &usize| Token { file: *start, start: start + offset, length: self.tok_len };
        printed.written = printed.starts.get(&printed.file).map(token);
        printed.written
    }
}
