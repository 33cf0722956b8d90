//! `bail!`: the short way to fail.

/// Returns an error: a code, a message as for `format!`, and what else is known about it, each the name of a method
/// of [`Diagnostic`](crate::Diagnostic).
///
/// ```ignore
/// bail!(codes::FILE_MARK_KEY, "Unknown key in file mark '{mark}'");
/// bail!(codes::DOWNLOAD, "{why}"; within: format!("Requesting URL '{url}'"));
/// bail!(codes::OUTPUT_OUTSIDE, "Expected '{path}' to stay inside"; at: span; note: "it is a link that leads out");
/// ```
#[macro_export]
macro_rules! bail {
    ($code:expr, $format:literal $(, $argument:expr)* $(,)? $(; $what:ident: $value:expr)* $(;)?) => {
        return ::core::result::Result::Err(::std::boxed::Box::new(
            $crate::Diagnostic::error($code, ::std::format!($format $(, $argument)*))$(.$what($value))*
        ))
    };
    ($code:expr, $message:expr $(; $what:ident: $value:expr)* $(;)?) => {
        return ::core::result::Result::Err(::std::boxed::Box::new(
            $crate::Diagnostic::error($code, $message)$(.$what($value))*
        ))
    };
}
