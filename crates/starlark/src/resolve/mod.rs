//! Resolves names to slots, before anything runs.
//!
//! Every name that is used or bound becomes a local variable of its function, a variable captured from an outer
//! function, a global of the module, or a value of the environment. All other names are reported together: those at
//! module level in source order, then those inside functions.

mod scope;
mod walk;

use rustc_hash::FxHashMap;
use yardstick_diagnostics::Span;

use crate::dialect::Dialect;
use crate::environment::Environment;
use crate::numbers::{FEW, number_of};
use crate::spelling;
use crate::syntax::{Ast, ExprId, Fault, FunctionId, SourceError};
use crate::value::{Text, Value};
use scope::Scope;

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Not a name, or an undefined one.
    Nothing,
    /// A binding of its own function.
    Local(u32),
    /// A variable captured from an outer function.
    Free(u32),
    /// A global of the module.
    Global(u32),
    /// A value of the environment.
    Predeclared(u32),
}

/// The source of a captured variable, as seen from the outer function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    Local(u32),
    Free(u32),
}

/// A local variable.
pub(crate) struct Binding {
    pub(crate) name: Text,
    /// Whether an inner function uses it too.
    pub(crate) captured: bool,
}

/// The variables of a function; number 0 is the module itself.
#[derive(Default)]
pub(crate) struct FunctionInfo {
    pub(crate) bindings: Vec<Binding>,
    pub(crate) captures: Vec<(Text, Capture)>,
    parent: usize,
    /// The origin of each capture: the function and binding that it finally comes from.
    sources: Vec<(usize, u32)>,
}

/// A global of the module.
pub(crate) struct GlobalInfo {
    pub(crate) name: Text,
    /// Whether the module itself defines it, rather than only loading it.
    pub(crate) defined: bool,
    /// Whether a function uses it, or code at module level calls it.
    pub(crate) shared: bool,
    first: Span,
}

/// All names of a program.
pub(crate) struct Resolved {
    /// By number of the expression.
    pub(crate) slots: Vec<Slot>,
    /// The module, then the functions by number.
    pub(crate) functions: Vec<FunctionInfo>,
    pub(crate) globals: Vec<GlobalInfo>,
    pub(crate) predeclared: Vec<Value>,
    /// Whether there is a loop or comprehension at module level.
    pub(crate) loops: bool,
}

/// Resolves all names, or reports all that cannot be resolved.
pub(crate) fn resolve(
    ast: &Ast,
    text: &[u8],
    dialect: &Dialect,
    environment: &Environment,
) -> Result<Resolved, Vec<SourceError>> {
    let mut functions = Vec::new();
    functions.resize_with(ast.functions.len() + 1, FunctionInfo::default);
    let mut resolver = Resolver {
        ast,
        text,
        dialect,
        environment,
        out: Resolved {
            slots: vec![Slot::Nothing; ast.exprs.len()],
            functions,
            globals: Vec::new(),
            predeclared: Vec::new(),
            loops: false,
        },
        global_numbers: FxHashMap::default(),
        predeclared_numbers: FxHashMap::default(),
        scopes: vec![Scope::new(0, None)],
        late_uses: Vec::new(),
        called: Vec::new(),
        pending: Vec::new(),
        errors: Vec::new(),
    };
    resolver.module();
    if resolver.errors.is_empty() { Ok(resolver.out) } else { Err(resolver.errors) }
}

/// The maximum number of undefined names that get a suggestion, because each is compared with all names.
const MOST_SUGGESTIONS: usize = 100;

struct Resolver<'a> {
    ast: &'a Ast,
    text: &'a [u8],
    dialect: &'a Dialect,
    environment: &'a Environment,
    out: Resolved,
    /// The numbers of globals after the first [`FEW`].
    global_numbers: FxHashMap<Text, u32>,
    predeclared_numbers: FxHashMap<Text, u32>,
    scopes: Vec<Scope>,
    /// Uses at module level that may refer to globals bound further down.
    late_uses: Vec<(ExprId, usize)>,
    /// What code at module level calls.
    called: Vec<ExprId>,
    /// Functions whose bodies wait until all globals are known, each with its scope.
    pending: Vec<(FunctionId, usize)>,
    errors: Vec<SourceError>,
}

impl Resolver<'_> {
    fn module(&mut self) {
        let ast = self.ast;
        self.block(&ast.body, 0);
        for (id, scope) in std::mem::take(&mut self.late_uses) {
            self.resolve_use(id, scope);
        }
        for id in std::mem::take(&mut self.called) {
            self.share(self.out.slots[id.0 as usize]);
        }
        let module_errors = self.errors.len();
        let mut next = 0;
        while let Some(&(id, scope)) = self.pending.get(next) {
            next += 1;
            self.function_body(id, scope);
        }
        self.errors[module_errors..].sort_by_key(|error| error.span.start);
    }

    fn name(&self, id: ExprId) -> &Text {
        match &self.ast.expr(id).kind {
            crate::syntax::ExprKind::Name(name) => name,
            _ => const { &Text::EMPTY },
        }
    }

    fn undefined(&mut self, id: ExprId, scope: usize) {
        let name = self.name(id).to_lossy().into_owned();
        let near = if self.errors.len() < MOST_SUGGESTIONS {
            let mut candidates = self.visible_names(scope);
            candidates
                .extend(self.out.globals.iter().map(|global| global.name.to_lossy().into_owned()));
            spelling::suggestion(&name, "", candidates.iter().map(String::as_str))
        } else {
            String::new()
        };
        let span = self.ast.expr(id).span;
        let hint = if near.is_empty() { other_language(&name) } else { None };
        self.errors.push(SourceError { fault: Fault::Undefined { name, near }, span, hint });
    }

    /// Binds a global. A second time only if the dialect allows it.
    fn bind_global(&mut self, id: ExprId, loaded: bool) {
        let name = self.name(id).clone();
        let span = self.ast.expr(id).span;
        let known = self.global(&name);
        if let Some(number) = known
            && !self.dialect.global_reassign
        {
            let global = &self.out.globals[number as usize];
            let before = &self.text[..global.first.start as usize];
            let line = 1 + memchr::memchr_iter(b'\n', before).count();
            let kind = if global.defined { "global" } else { "local" };
            let words = format!("cannot reassign {kind} {name} declared at line {line}");
            self.errors.push(SourceError { fault: words.into(), span, hint: None });
        }
        let number = known.unwrap_or_else(|| {
            let number = self.out.globals.len() as u32;
            if self.out.globals.len() >= FEW {
                self.global_numbers.insert(name.clone(), number);
            }
            self.out.globals.push(GlobalInfo { name, defined: false, shared: false, first: span });
            number
        });
        self.out.globals[number as usize].defined |= !loaded;
        self.out.slots[id.0 as usize] = Slot::Global(number);
    }

    /// Returns the number of the global `name`.
    fn global(&self, name: &Text) -> Option<u32> {
        let is_same = |global: &GlobalInfo| global.name == *name;
        number_of(&self.out.globals, is_same, &self.global_numbers, name)
    }

    /// Resolves the use of `id` in `scope`, now that all visible globals are known.
    fn resolve_use(&mut self, id: ExprId, scope: usize) {
        let name = self.name(id).clone();
        let slot = self
            .lookup_local(&name, scope)
            .or_else(|| self.global(&name).map(Slot::Global))
            .or_else(|| self.lookup_predeclared(&name));
        match slot {
            Some(slot) => {
                if self.scopes[scope].function != 0 {
                    self.share(slot);
                }
                self.out.slots[id.0 as usize] = slot;
            }
            None => self.undefined(id, scope),
        }
    }

    /// Records that a variable, if it is a global, must be where functions find it.
    fn share(&mut self, slot: Slot) {
        if let Slot::Global(number) = slot {
            self.out.globals[number as usize].shared = true;
        }
    }

    fn lookup_predeclared(&mut self, name: &Text) -> Option<Slot> {
        if let Some(&number) = self.predeclared_numbers.get(name) {
            return Some(Slot::Predeclared(number));
        }
        let value = self.environment.get(name)?;
        let number = self.out.predeclared.len() as u32;
        self.out.predeclared.push(value.clone());
        self.predeclared_numbers.insert(name.clone(), number);
        Some(Slot::Predeclared(number))
    }
}

/// What may have been meant by names of other languages.
fn other_language(name: &str) -> Option<String> {
    Some(match name {
        "true" => "use 'True' instead of 'true' for boolean assignment".to_owned(),
        "false" => "use 'False' instead of 'false' for boolean assignment".to_owned(),
        "null" | "nil" | "none" => format!("use 'None' instead of '{name}' to indicate no value"),
        _ => return None,
    })
}
