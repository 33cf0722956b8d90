//! `@ytt:data`: data values, and the raw content of files.

use std::rc::Rc;

use yardstick_starlark::{Error, NativeModule, Result, Text, Value, hints};

/// The files around the file that loads the module.
pub trait DataFiles {
    /// Returns the paths of files at and below the current directory, or below `path`.
    fn list(&self, path: Option<&str>) -> Result<Vec<String>>;
    /// Returns the content of a file.
    fn read(&self, path: &str) -> Result<Text>;
}

/// Returns the module for one file. `values` are the current data values, `files` the files that it may read.
pub fn module(values: Value, files: Rc<dyn DataFiles>) -> Value {
    let listed = Rc::clone(&files);
    let list = Value::native("data.list", move |_, args| {
        let path = match args.positional {
            [] => None,
            [path] => Some(string(path)?),
            _ => return Err(Error::arguments("expected exactly zero or one argument")),
        };
        let paths = listed.list(path)?;
        Ok(Value::list(paths.into_iter().map(Value::from).collect()))
    });
    let read = Value::native("data.read", move |_, args| match args.positional {
        [path] => files.read(string(path)?).map(Value::Str),
        _ => Err(Error::arguments("expected exactly one argument")),
    });
    let members = vec![("list".into(), list), ("read".into(), read), ("values".into(), values)];
    Value::host(NativeModule::new("data", members))
}

fn string(value: &Value) -> Result<&str> {
    value.as_str().ok_or_else(|| {
        let message = format!("expected a string, but was {}", value.type_name());
        Error::new(message).note(hints::not_a_string(value))
    })
}
