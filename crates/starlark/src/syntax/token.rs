//! Tokens: the smallest units of source code, such as names, literals and operators.

/// A token with its kind and position. Literals have the number of their value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) payload: u32,
}

macro_rules! kinds {
    ($($name:ident $text:literal)*) => {
        /// Kinds of tokens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind { $(#[doc = $text] $name),* }

        impl Kind {
            /// Returns the name for messages.
            pub(crate) fn describe(self) -> &'static str {
                match self { $(Kind::$name => $text),* }
            }
        }
    };
}

kinds! {
    Eof "end of file"
    Newline "newline"
    Indent "indent"
    Dedent "outdent"
    Ident "identifier"
    Int "int literal"
    Float "float literal"
    Str "string literal"
    Bytes "bytes literal"
    Illegal "illegal token"
    Error "illegal token"
    Host "YAML node or text"
    OperandEnd "')'"
    End "end"
    ImplicitEnd "end"
    And "and" Break "break" Continue "continue" Def "def" Elif "elif" Else "else" For "for"
    If "if" In "in" Lambda "lambda" Load "load" Not "not" NotIn "not in" Or "or" Pass "pass"
    Return "return" While "while"
    Plus "'+'" Minus "'-'" Star "'*'" Slash "'/'" SlashSlash "'//'" Percent "'%'"
    Amp "'&'" Pipe "'|'" Caret "'^'" LtLt "'<<'" GtGt "'>>'" Tilde "'~'" StarStar "'**'"
    Dot "'.'" Comma "','" Assign "'='" Semi "';'" Colon "':'"
    LParen "'('" RParen "')'" LBracket "'['" RBracket "']'" LBrace "'{'" RBrace "'}'"
    Lt "'<'" Gt "'>'" Le "'<='" Ge "'>='" EqEq "'=='" NotEq "'!='"
    PlusEq "'+='" MinusEq "'-='" StarEq "'*='" SlashEq "'/='" SlashSlashEq "'//='" PercentEq "'%='"
    AmpEq "'&='" PipeEq "'|='" CaretEq "'^='" LtLtEq "'<<='" GtGtEq "'>>='"
}

/// Returns the keyword that `word` is, if any.
pub(crate) fn keyword(word: &[u8]) -> Option<Kind> {
    Some(match word {
        b"and" => Kind::And,
        b"break" => Kind::Break,
        b"continue" => Kind::Continue,
        b"def" => Kind::Def,
        b"elif" => Kind::Elif,
        b"else" => Kind::Else,
        b"for" => Kind::For,
        b"if" => Kind::If,
        b"in" => Kind::In,
        b"lambda" => Kind::Lambda,
        b"load" => Kind::Load,
        b"not" => Kind::Not,
        b"or" => Kind::Or,
        b"pass" => Kind::Pass,
        b"return" => Kind::Return,
        b"while" => Kind::While,
        b"as" | b"class" | b"del" | b"except" | b"finally" | b"from" | b"global" | b"import"
        | b"is" | b"nonlocal" | b"raise" | b"try" | b"with" | b"yield" => Kind::Illegal,
        _ => return None,
    })
}

impl Kind {
    /// Whether it is a name or a literal, which may start a value.
    pub fn is_value(self) -> bool {
        matches!(self, Kind::Ident | Kind::Str | Kind::Int | Kind::Float)
    }

    /// Whether it is a word of the language that cannot be a name.
    pub(crate) fn is_keyword(self) -> bool {
        matches!(
            self,
            Kind::And
                | Kind::Break
                | Kind::Continue
                | Kind::Def
                | Kind::Elif
                | Kind::Else
                | Kind::For
                | Kind::If
                | Kind::In
                | Kind::Lambda
                | Kind::Load
                | Kind::Not
                | Kind::Or
                | Kind::Pass
                | Kind::Return
                | Kind::While
        )
    }
}
