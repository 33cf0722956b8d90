//! Signature help: shows the parameters of the function whose arguments are being typed.

use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, Position,
    SignatureHelp, SignatureInformation,
};

use super::{code::words, docs};
use crate::{Analysis, Topic};
use yardstick_starlark::{Dialect, syntax::WordKind};

/// An unfinished call.
struct Open {
    /// The function as written: `json.encode`.
    name: String,
    /// The end of its name.
    end: usize,
    /// The number of complete arguments.
    argument: usize,
    /// The keyword of the current argument, if it has one.
    named: Option<String>,
}

impl Analysis {
    /// The function whose arguments are at `position`.
    pub fn signature_help(&self, path: &str, position: Position) -> Option<SignatureHelp> {
        let (file, offset) = self.at(path, position)?;
        let code = self.code(&file);
        let text = file.text.as_str();
        let place = code
            .ranges
            .iter()
            .find(|one| one.start as usize <= offset && offset <= one.end as usize)?;
        let open = open_call(text, place.start, offset as u32)?;
        let (params, about) = self.own_function(path, &open).or_else(|| {
            let known = yardstick_starlark::hints::signatures::params(&open.name)?;
            let about = self.explanation(Topic::Function, &open.name);
            let about = about.map(|one| one.about.clone());
            Some((known.iter().map(|&one| one.to_owned()).collect(), about))
        })?;
        let label = &open.name;
        let named = open.named.as_deref();
        let starts =
            |param: &String| named.is_some_and(|name| param.split('=').next() == Some(name));
        let active = params.iter().position(starts).unwrap_or(open.argument);
        // `*args` takes all further arguments.
        let last = params.len().saturating_sub(1);
        let active = if params.last().is_some_and(|one| one.starts_with('*')) {
            active.min(last)
        } else {
            active
        };
        let signature = SignatureInformation {
            label: format!("{label}({})", params.join(", ")),
            documentation: about.map(|value| {
                Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
            }),
            parameters: Some(
                params
                    .into_iter()
                    .map(|param| ParameterInformation {
                        label: ParameterLabel::Simple(param),
                        documentation: None,
                    })
                    .collect(),
            ),
            active_parameter: Some(active as u32),
        };
        Some(SignatureHelp {
            signatures: vec![signature],
            active_signature: Some(0),
            active_parameter: Some(active as u32),
        })
    }

    /// The parameters and the documentation of a function of the project. The code around an unfinished call may not
    /// be parseable, so the function is looked up by name.
    fn own_function(&self, path: &str, open: &Open) -> Option<(Vec<String>, Option<String>)> {
        // Read all files only if one of them defines the function.
        let own = self.code(&self.file(path)?);
        if !own.bindings.iter().any(|one| one.name == open.name) {
            return None;
        }
        let index = self.index(path);
        let file = index.file(path)?;
        let code = &index.files[file].code;
        let binding = code.bindings.iter().position(|one| one.name == open.name)?;
        let (other, function) =
            index.bound_things(file, binding).into_iter().find_map(|thing| match thing {
                super::names::Thing::Function(file, function) => Some((file, function)),
                _ => None,
            })?;
        let known = &index.files[other];
        let function = &known.code.functions[function];
        let params = function.params.iter().map(|(_, written)| written.clone()).collect();
        let start = function.place.start as usize;
        Some((params, docs::of_function(&known.view.text, &known.view.path, start)))
    }
}

/// The innermost open call at `offset`, in code that starts at `start`.
fn open_call(text: &str, start: u32, offset: u32) -> Option<Open> {
    let all = words(text.as_bytes(), start..offset, &Dialect::template());
    let written = |at: usize| {
        let place = &all[at].place;
        text.get(place.start as usize..place.end as usize).unwrap_or_default()
    };
    // The open brackets: their place, and the number of commas after them.
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    for (at, word) in all.iter().enumerate() {
        if word.kind != WordKind::Sign {
            continue;
        }
        match written(at) {
            "(" | "[" | "{" => open.push((at, 0, at + 1)),
            ")" | "]" | "}" => {
                open.pop();
            }
            "," => {
                if let Some(last) = open.last_mut() {
                    (last.1, last.2) = (last.1 + 1, at + 1);
                }
            }
            _ => {}
        }
    }
    open.iter()
        .rev()
        .find_map(|&(at, argument, from)| {
            if written(at) != "(" || at == 0 || all[at - 1].kind != WordKind::Name {
                return None;
            }
            let mut first = at - 1;
            while first >= 2 && written(first - 1) == "." && all[first - 2].kind == WordKind::Name {
                first -= 2;
            }
            // `def f(` is a declaration, not a call.
            if first > 0 && written(first - 1) == "def" {
                return None;
            }
            let name = (first..at).map(written).collect::<String>();
            let is_named = all.get(from + 1).is_some() && written(from + 1) == "=";
            let named = is_named.then(|| written(from).to_owned());
            Some(Open { name, end: all[at - 1].place.end as usize, argument, named })
        })
        .filter(|open| open.end <= offset as usize)
}

#[cfg(test)]
mod tests {
    use yardstick_starlark::hints::signatures;
    use yardstick_template::modules;

    /// Modules that need a project, and so are not among the standard ones.
    const WITH_PROJECT: [&str; 5] = ["data", "library", "overlay", "template", "assert"];

    #[test]
    fn every_module_exists() {
        for name in signatures::names() {
            if let Some((module, _)) = name.split_once('.') {
                let is_known =
                    WITH_PROJECT.contains(&module) || modules::standard(module).is_some();
                assert!(is_known, "{name}");
            }
        }
    }
}
