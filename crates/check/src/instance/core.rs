//! TEMPORARY stand-in for the core schema.
use std::borrow::Cow;
use yardstick_yaml::{Resolver, Scalar, Style};
pub(super) fn resolve_text<'t>(text: &'t str, style: Style, tag: Option<&str>, _: Resolver) -> Result<Scalar<'t>, String> {
    match tag {
        None | Some("tag:yaml.org,2002:map" | "tag:yaml.org,2002:seq") => {}
        Some("tag:yaml.org,2002:str") => return Ok(Scalar::Str(text)),
        Some("tag:yaml.org,2002:null") => return if plain(text) == Scalar::Null { Ok(Scalar::Null) } else { Err(format!("cannot read {text:?} as null")) },
        Some("tag:yaml.org,2002:int") => { let s = plain(text); return match s { Scalar::Int(_) | Scalar::UInt(_) | Scalar::BigInt(_) => Ok(s), _ => Err(format!("cannot read {text:?} as an integer")) } },
        Some("tag:yaml.org,2002:float") => { let s = plain(text); return match s { Scalar::Int(v) => Ok(Scalar::Float(v as f64)), Scalar::Float(_) => Ok(s), _ => Err(format!("cannot read {text:?} as a number")) } },
        Some("tag:yaml.org,2002:bool") => { let s = plain(text); return match s { Scalar::Bool(_) => Ok(s), _ => Err(format!("cannot read {text:?} as a boolean")) } },
        Some(_) => return Ok(Scalar::Str(text)),
    }
    if style != Style::Plain { return Ok(Scalar::Str(text)); }
    Ok(plain(text))
}
fn plain(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Scalar::Float(f64::NEG_INFINITY),
        _ => {}
    }
    let b = text.as_bytes();
    if let Some(h) = text.strip_prefix("0x") { if !h.is_empty() && h.bytes().all(|c| c.is_ascii_hexdigit()) { if let Ok(v) = u64::from_str_radix(h, 16) { return i64::try_from(v).map_or(Scalar::UInt(v), Scalar::Int); } } }
    if let Some(h) = text.strip_prefix("0o") { if !h.is_empty() && h.bytes().all(|c| (b'0'..=b'7').contains(&c)) { if let Ok(v) = u64::from_str_radix(h, 8) { return i64::try_from(v).map_or(Scalar::UInt(v), Scalar::Int); } } }
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !body.is_empty() && body.bytes().all(|c| c.is_ascii_digit()) {
        if let Ok(v) = text.parse::<i64>() { return Scalar::Int(v); }
        if let Ok(v) = text.parse::<u64>() { return Scalar::UInt(v); }
        return Scalar::BigInt(Cow::Borrowed(text));
    }
    if body.starts_with(|c: char| c.is_ascii_digit() || c == '.') && b.iter().all(|c| c.is_ascii_digit() || b".eE+-".contains(c)) && body.bytes().any(|c| c.is_ascii_digit()) {
        if let Ok(v) = text.parse::<f64>() { return Scalar::Float(v); }
    }
    Scalar::Str(text)
}
