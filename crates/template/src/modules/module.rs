//! `@ytt:module`: modules created by programs.

use yardstick_starlark::{Error, NativeModule, Value};

use super::args;

pub(super) fn module() -> Value {
    super::of_functions(
        "module",
        &[("make", |_, args| {
            let name = match &args::between("module.make", args, 1, 1)?[0] {
                Value::Str(name) => name.clone(),
                other => {
                    let was = other.type_name();
                    return Err(Error::new(format!(
                        "module.make: for parameter 1: got {was}, want string"
                    )));
                }
            };
            Ok(Value::host(NativeModule::new(name, args.keywords.to_vec())))
        })],
    )
}
