//! Warnings about files as they are written: what was probably not meant. Only text and comments are looked at;
//! nothing runs. What code does is judged in [`library`](crate::library).

mod annotations;
mod comments;
mod lost;
mod names;
mod text;

pub(crate) use annotations::doubtful_annotations;
pub(crate) use lost::lossy_value;
pub(crate) use text::{BYTE_ORDER_MARK, Use, suspicious_text};
