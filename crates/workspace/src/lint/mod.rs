//! Warns about probable mistakes in files as written. It examines only text and comments; nothing runs. Warnings about
//! the behavior of code are in [`library`](crate::library).

mod annotations;
mod booleans;
mod comments;
mod lost;
mod names;
mod text;

pub(crate) use annotations::doubtful_annotations;
pub(crate) use lost::lossy_value;
pub(crate) use text::{BYTE_ORDER_MARK, Use, suspicious_text};
