//! Reads and writes input and output as one JSON text, for programs that run this one.

use serde_json::Value;
use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_yaml::print::write_json_string;

use crate::{
    InputFile,
    inputs::{given, number},
    output::OutputFile,
};

/// The files of `{"files":[{"name":…,"data":…},…]}`, in order.
pub fn read(text: &str) -> Result<Vec<InputFile>> {
    let fail = |message: String| {
        Box::new(Diagnostic::error(codes::BULK_INPUT, message).within("Reading bulk input"))
    };
    let input: Value = serde_json::from_str(text).map_err(|error| fail(error.to_string()))?;
    let files = match input {
        Value::Object(mut input) => input.remove("files"),
        Value::Null => None,
        _ => return Err(fail("Expected a JSON object with member 'files'".to_owned())),
    };
    let files = match files {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(files)) => files,
        Some(_) => return Err(fail("Expected member 'files' to be an array".to_owned())),
    };
    let mut files = files
        .into_iter()
        .map(|file| {
            let Value::Object(mut file) = file else {
                return Err(fail("Expected each of 'files' to be an object".to_owned()));
            };
            let mut member = |name: &str| match file.remove(name) {
                None | Some(Value::Null) => Ok(String::new()),
                Some(Value::String(text)) => Ok(text),
                Some(_) => Err(fail(format!("Expected member '{name}' of a file to be a string"))),
            };
            let (name, data) = (member("name")?, member("data")?);
            Ok(given(&name, data.as_bytes()))
        })
        .collect::<Result<Vec<_>>>()?;
    number(&mut files);
    Ok(files)
}

/// Writes `{"files":[…],"errors":"…"}`, without empty members.
pub fn write(files: &[OutputFile], errors: Option<&str>) -> Vec<u8> {
    let mut out = Vec::from(b"{");
    for (at, file) in files.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"\"files\":[" } else { b"," });
        out.extend_from_slice(b"{\"name\":");
        write_json_string(&mut out, file.path.as_bytes(), true);
        out.extend_from_slice(b",\"data\":");
        write_json_string(&mut out, &file.contents, true);
        out.push(b'}');
    }
    if !files.is_empty() {
        out.push(b']');
    }
    if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
        if !files.is_empty() {
            out.push(b',');
        }
        out.extend_from_slice(b"\"errors\":");
        write_json_string(&mut out, errors.as_bytes(), true);
    }
    out.push(b'}');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_there() {
        let files =
            read(r#"{"files":[{"name":"a.yml","data":"a: 1","mode":7},{"data":"x"}],"x":1}"#);
        let names: Vec<_> = files.unwrap().iter().map(|file| file.path().to_owned()).collect();
        assert_eq!(names, ["a.yml", ""]);
        assert!(read("{}").unwrap().is_empty());
        for wrong in
            ["nope", "[]", r#"{"files":{}}"#, r#"{"files":[1]}"#, r#"{"files":[{"name":1}]}"#]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn writes_nothing_that_is_empty() {
        let file = OutputFile::text("a<b.txt".to_owned(), b"x\n".to_vec());
        assert_eq!(write(&[], None), b"{}");
        assert_eq!(write(&[], Some("No")), br#"{"errors":"No"}"#);
        assert_eq!(write(&[file], None), br#"{"files":[{"name":"a\u003cb.txt","data":"x\n"}]}"#);
    }
}
