//! Splits the path from the root of a schema to a failing keyword into steps.

use crate::schema::{Applies, Holds, find_keyword};

/// One keyword on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'p> {
    /// The name of the keyword.
    pub(super) keyword: &'p str,
    /// The branch or property name below the keyword, if the path continues through one.
    pub(super) argument: Option<&'p str>,
    /// What the schema below the keyword applies to.
    pub(super) applies: Applies,
    /// The number of segments of the instance path before this step.
    pub(super) depth: usize,
}

/// Returns the steps of the evaluation path `pointer`.
pub(super) fn steps(pointer: &str) -> Vec<Step<'_>> {
    let mut segments = pointer.split('/').skip(1).peekable();
    let mut steps = Vec::new();
    let mut depth = 0;
    while let Some(keyword) = segments.next() {
        let Some(known) = find_keyword(keyword) else {
            steps.push(Step { keyword, argument: None, applies: Applies::Nowhere, depth });
            continue;
        };
        let argument = match known.holds {
            Holds::Schemas
            | Holds::SchemasByName
            | Holds::SchemasOrNamesByName
            | Holds::NamesByName => segments.next(),
            Holds::SchemaOrSchemas => {
                segments.next_if(|next| next.bytes().all(|byte| byte.is_ascii_digit()))
            }
            _ => None,
        };
        steps.push(Step { keyword, argument, applies: known.applies, depth });
        if known.applies == Applies::ToChild && segments.peek().is_some() {
            depth += 1;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_count_what_they_use_of_the_instance() {
        let steps = steps("/properties/a/$ref/allOf/1/items/0/minimum");
        let shown: Vec<_> =
            steps.iter().map(|step| (step.keyword, step.argument, step.depth)).collect();
        assert_eq!(
            shown,
            [
                ("properties", Some("a"), 0),
                ("$ref", None, 1),
                ("allOf", Some("1"), 1),
                ("items", Some("0"), 1),
                ("minimum", None, 2),
            ]
        );
    }
}
