//! The pest grammar, and words for its error messages.
//!
//! In: a piece of a file, and the rule that it should match. Out: pest's pairs; or the place at which the piece stops
//! matching, and what was expected there.
#![allow(missing_docs, clippy::all, clippy::pedantic)]

use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest::Parser as _;

/// The parser that pest derives.
#[derive(pest_derive::Parser)]
#[grammar = "pvl/grammar.pest"]
pub struct Grammar;

/// A mismatch: the position at which a piece stops matching, and what could stand there.
pub struct Mismatch {
    /// Offset of the mismatch from the start of the piece, in bytes.
    pub offset: usize,
    /// What could stand there, in words; `{end}` stands for the end of the piece.
    pub expected: Vec<&'static str>,
}

/// Matches a piece of text with a rule.
pub fn parse(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, Mismatch> {
    let none = || Mismatch { offset: 0, expected: Vec::new() };
    match Grammar::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or_else(none),
        Err(error) => {
            let offset = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            let positives = match error.variant {
                ErrorVariant::ParsingError { positives, .. } => positives,
                ErrorVariant::CustomError { .. } => Vec::new(),
            };
            let mut ranked: Vec<(u8, &'static str)> = positives.into_iter().filter_map(words).collect();
            ranked.sort_unstable();
            ranked.dedup();
            // An operand can start in many ways, which are summarised as one expectation.
            if ranked.iter().any(|(_, word)| *word == "an expression") {
                ranked.retain(|(rank, _)| *rank != 1);
            }
            // `barrier(1)` with a number is the notation of CARP D6.2. It is accepted, but messages do not propose it.
            if ranked.iter().any(|(rank, _)| *rank == 3) {
                ranked.retain(|(_, word)| *word != "an integer");
            }
            Err(Mismatch { offset, expected: ranked.into_iter().map(|(_, word)| word).collect() })
        }
    }
}

/// The words for a rule in an error message, with its rank in a list of expectations. `None` for rules that messages do
/// not mention.
fn words(rule: Rule) -> Option<(u8, &'static str)> {
    Some(match rule {
        Rule::expr
        | Rule::sizes
        | Rule::operation
        | Rule::operand
        | Rule::prefix
        | Rule::float
        | Rule::quantified
        | Rule::definition
        | Rule::kw_let
        | Rule::parens
        | Rule::trigger
        | Rule::result
        | Rule::thread_id
        | Rule::resulting
        | Rule::creation
        | Rule::argument
        | Rule::old
        | Rule::intrinsic
        | Rule::intrinsic_name
        | Rule::permission
        | Rule::points_to
        | Rule::boolean
        | Rule::amount
        | Rule::named
        | Rule::kw_perm
        | Rule::kw_points_to
        | Rule::kw_old
        | Rule::scaled
        | Rule::unfolding
        | Rule::revealed
        | Rule::kw_reveal
        | Rule::literal
        | Rule::listed
        | Rule::typed_empty
        | Rule::listed_set
        | Rule::listed_bag
        | Rule::range
        | Rule::range_open
        | Rule::empty_open
        | Rule::pair
        | Rule::size
        | Rule::kw_unfolding => (0, "an expression"),
        Rule::integer => (1, "an integer"),
        Rule::used | Rule::instance => (1, "a resource with its arguments"),
        Rule::ident | Rule::target | Rule::declarator | Rule::binder | Rule::iterator => (1, "a name"),
        Rule::declaration | Rule::object_declaration | Rule::assignment => (0, "a statement"),
        Rule::assertion | Rule::assumption | Rule::movement | Rule::refutation => (0, "a statement"),
        Rule::intrinsic_word => (2, "a type such as `u32`, or a direction such as `rz`"),
        Rule::collection_type | Rule::collection_word | Rule::fraction_type => (2, "a type"),
        Rule::type_name | Rule::full_type | Rule::class_type | Rule::parameters | Rule::parameter => (2, "a type"),
        Rule::space => (0, "`global` or `local`"),
        Rule::fence | Rule::fences | Rule::numbered_fences => (3, "`global`, `local`, `both` or `none`"),
        Rule::dimension | Rule::lbracket => (4, "`[`"),
        Rule::lparen | Rule::arguments => (4, "`(`"),
        Rule::infix | Rule::kw_mod => (5, "an operator"),
        Rule::assign_op | Rule::update_op | Rule::step => (6, "`:=`"),
        Rule::defined => (6, "`=`"),
        Rule::dots => (6, "`..`"),
        Rule::comma => (7, "`,`"),
        Rule::semicolon => (7, "`;`"),
        Rule::rbracket => (8, "`]`"),
        Rule::rparen => (8, "`)`"),
        Rule::colon => (8, "`:`"),
        Rule::kw_kernel => (0, "`kernel`"),
        Rule::kw_pure | Rule::kw_opaque => (0, "`pure`"),
        Rule::kw_void => (0, "`void`"),
        Rule::kw_main => (0, "`main`"),
        Rule::kw_barrier => (0, "`barrier`"),
        Rule::kw_break => (0, "`break`"),
        Rule::kw_continue => (0, "`continue`"),
        Rule::kw_return => (0, "`return`"),
        Rule::kw_label => (0, "`label`"),
        Rule::kw_device => (0, "`device`"),
        Rule::kw_par => (0, "`par`"),
        Rule::kw_send => (0, "`send`"),
        Rule::kw_recv => (0, "`recv`"),
        Rule::sync_word => (0, "`lock`"),
        Rule::kw_lock_invariant => (0, "`lock_invariant`"),
        Rule::kw_to => (6, "`to`"),
        Rule::kw_from => (6, "`from`"),
        Rule::kw_launch => (0, "`launch`"),
        Rule::kw_groups => (0, "`groups`"),
        Rule::kw_threads => (0, "`threads`"),
        Rule::kw_stream | Rule::in_stream => (0, "`stream`"),
        Rule::kw_event => (0, "`event`"),
        Rule::kw_record => (4, "`record`"),
        Rule::kw_length => (4, "`length`"),
        Rule::kw_inline | Rule::kw_resource => (0, "`resource`"),
        Rule::kw_fold => (0, "`fold`"),
        Rule::kw_unfold => (0, "`unfold`"),
        Rule::kw_in => (6, "`in`"),
        Rule::axis => (4, "`x`, `y` or `z`"),
        Rule::EOI => (9, "{end}"),
        Rule::question
        | Rule::quantifier
        | Rule::intrinsic_id
        | Rule::length
        | Rule::all
        | Rule::empty
        | Rule::kw_new
        | Rule::along
        | Rule::member
        | Rule::object_statement
        | Rule::object_procedure
        | Rule::object_ghosts
        | Rule::object_function
        | Rule::object_resource
        | Rule::constructor_piece
        | Rule::fields_piece
        | Rule::invocation_piece
        | Rule::object_parameters
        | Rule::object_parameter
        | Rule::class_name
        | Rule::keyword
        | Rule::kw_assert
        | Rule::kw_assume
        | Rule::kw_inhale
        | Rule::kw_exhale
        | Rule::kw_refute
        | Rule::WHITESPACE
        | Rule::COMMENT
        | Rule::digits
        | Rule::hexadecimal
        | Rule::exponent
        | Rule::word_char
        | Rule::primary
        | Rule::part_type
        | Rule::inner_type
        | Rule::expr_piece
        | Rule::statement_piece
        | Rule::barrier_piece
        | Rule::member_piece
        | Rule::function_piece
        | Rule::main_piece
        | Rule::kernel_piece
        | Rule::procedure_piece
        | Rule::ghosts_piece
        | Rule::exit_piece
        | Rule::label_piece
        | Rule::call_piece
        | Rule::array_piece
        | Rule::device_piece
        | Rule::launch_piece
        | Rule::stream_piece
        | Rule::event_piece
        | Rule::copy_piece
        | Rule::ordinary
        | Rule::par_piece
        | Rule::send_piece
        | Rule::sync_piece
        | Rule::lock_piece
        | Rule::run_piece
        | Rule::recv_piece
        | Rule::resource_piece
        | Rule::fold_piece
        | Rule::slice
        | Rule::suffix_index
        | Rule::low
        | Rule::high
        | Rule::suffix_member
        | Rule::moment
        | Rule::generic_type
        | Rule::description
        | Rule::generator
        | Rule::filter
        | Rule::qualified => return None,
    })
}
