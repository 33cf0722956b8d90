//! `bail!`: builds a diagnostic and returns it as an error.

/// Returns an error. It takes a code, a message as for `format!`, and any number of methods of
/// [`Diagnostic`](crate::Diagnostic) with their argument.
///
/// ```
/// use yardstick_diagnostics::{Result, bail, codes};
///
/// fn check(path: &str) -> Result<()> {
///     if path.starts_with("..") {
///         bail!(
///             codes::OUTPUT_OUTSIDE, "Expected '{path}' to stay inside";
///             within: "Writing output";
///             note: "remove the dots"
///         );
///     }
///     Ok(())
/// }
/// let error = check("../a.yml").unwrap_err();
/// assert_eq!(error.message, "Expected '../a.yml' to stay inside");
/// assert_eq!(error.notes, ["remove the dots"]);
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
