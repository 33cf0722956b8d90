//! Parses arguments of calls and parameters of functions.

use rustc_hash::FxHashSet;

use super::{Parsed, Parser, error};
use crate::syntax::ast::{Argument, ArgumentKind, ExprKind, Param, ParamKind};
use crate::syntax::fault::Fault;
use crate::syntax::token::Kind;
use crate::value::Text;

/// The arguments so far, as a set. A call may have very many, and searching all of them for each would take too long.
#[derive(Default)]
struct GivenArguments {
    star: bool,
    star_star: bool,
    names: FxHashSet<Text>,
}

impl GivenArguments {
    fn add(&mut self, kind: &ArgumentKind) {
        match kind {
            ArgumentKind::Positional => {}
            ArgumentKind::Named(name) => {
                self.names.insert(name.clone());
            }
            ArgumentKind::Star => self.star = true,
            ArgumentKind::StarStar => self.star_star = true,
        }
    }
}

/// The parameters so far.
#[derive(Default)]
struct GivenParams {
    star: bool,
    star_star: bool,
    optional: bool,
    names: FxHashSet<Text>,
}

impl GivenParams {
    fn add(&mut self, param: &Param) {
        match param.kind {
            ParamKind::Required => {}
            ParamKind::Optional(_) => self.optional = true,
            ParamKind::Star | ParamKind::BareStar => self.star = true,
            ParamKind::StarStar => self.star_star = true,
        }
        self.names.insert(param.name.clone());
    }
}

impl Parser<'_> {
    /// Parses the arguments of a call up to `close`, without consuming it.
    pub(super) fn arguments(&mut self, close: Kind) -> Parsed<Box<[Argument]>> {
        // Most calls have one argument or none, so reserve no more.
        let is_empty = self.kind() == close;
        let mut args: Vec<Argument> = Vec::with_capacity(usize::from(!is_empty));
        let mut before = GivenArguments::default();
        while self.kind() != close {
            let token = self.token();
            let argument = match token.kind {
                Kind::Star | Kind::StarStar => {
                    self.advance();
                    let value = self.test()?;
                    let star = token.kind == Kind::Star;
                    let kind = if star { ArgumentKind::Star } else { ArgumentKind::StarStar };
                    Argument { kind, value }
                }
                _ => {
                    let value = self.test()?;
                    if self.kind() == Kind::Assign {
                        let ExprKind::Name(name) = &self.expr(value).kind else {
                            let span = self.expr(value).span;
                            return Err(error(span, Fault::ArgumentName));
                        };
                        let kind = ArgumentKind::Named(name.clone());
                        self.advance();
                        Argument { kind, value: self.test()? }
                    } else {
                        Argument { kind: ArgumentKind::Positional, value }
                    }
                }
            };
            self.check_order(&before, &argument, token);
            before.add(&argument.kind);
            args.push(argument);
            if self.kind() != close {
                if self.kind() == Kind::Eof {
                    return Err(self.unexpected(close));
                }
                self.expect(Kind::Comma)?;
            }
        }
        Ok(args.into())
    }

    fn check_order(&mut self, before: &GivenArguments, argument: &Argument, token: super::Token) {
        let GivenArguments { star, star_star, .. } = *before;
        let named = !before.names.is_empty();
        let fault: Fault = match &argument.kind {
            ArgumentKind::Positional if star_star => {
                "positional argument may not follow **kwargs".into()
            }
            ArgumentKind::Positional if star => "positional argument may not follow *args".into(),
            ArgumentKind::Positional if named => Fault::PositionalAfterNamed,
            ArgumentKind::Named(_) if star_star => {
                "keyword argument may not follow **kwargs".into()
            }
            ArgumentKind::Named(name) if before.names.contains(name) => {
                format!("keyword argument {} is repeated", crate::format::quoted(name)).into()
            }
            ArgumentKind::Star if star_star => "*args may not follow **kwargs".into(),
            ArgumentKind::Star if star => "multiple *args not allowed".into(),
            ArgumentKind::StarStar if star_star => "multiple **kwargs not allowed".into(),
            _ => return,
        };
        self.misplaced(self.span(token), fault);
    }

    /// Parses the parameters of a function up to `close`, without consuming it.
    pub(super) fn params(&mut self, close: Kind) -> Parsed<Vec<Param>> {
        let mut params: Vec<Param> = Vec::new();
        let mut before = GivenParams::default();
        while self.kind() != close {
            let token = self.advance();
            let param = match token.kind {
                Kind::StarStar => {
                    let name = self.identifier()?;
                    let span = self.span(token).to(self.span(name));
                    Param { name: self.word(name), span, kind: ParamKind::StarStar }
                }
                Kind::Star if self.kind() == Kind::Ident => {
                    let name = self.identifier()?;
                    let span = self.span(token).to(self.span(name));
                    Param { name: self.word(name), span, kind: ParamKind::Star }
                }
                Kind::Star => {
                    Param { name: Text::EMPTY, span: self.span(token), kind: ParamKind::BareStar }
                }
                Kind::Ident => {
                    let (name, span) = (self.word(token), self.span(token));
                    let kind = if self.eat(Kind::Assign) {
                        ParamKind::Optional(self.test()?)
                    } else {
                        ParamKind::Required
                    };
                    Param { name, span, kind }
                }
                _ => {
                    self.at -= usize::from(token.kind != Kind::Eof && token.kind != Kind::Error);
                    self.identifier()?;
                    continue;
                }
            };
            self.check_param(&before, params.last(), &param);
            before.add(&param);
            params.push(param);
            if self.kind() != close {
                self.expect(Kind::Comma)?;
            }
        }
        if let Some(last) = params.iter().rposition(|param| param.kind == ParamKind::BareStar) {
            let named = |p: &Param| matches!(p.kind, ParamKind::Required | ParamKind::Optional(_));
            if !params.get(last + 1).is_some_and(named) {
                let message = "bare * must be followed by keyword-only parameters";
                self.misplaced(params[last].span, message);
            }
        }
        Ok(params)
    }

    fn check_param(&mut self, before: &GivenParams, last: Option<&Param>, param: &Param) {
        let GivenParams { star, star_star, optional, .. } = *before;
        let name = &param.name;
        let kwargs = last.map_or("", |last| last.name.as_str().unwrap_or(""));
        let fault: Fault = match param.kind {
            ParamKind::StarStar if star_star => "multiple ** parameters not allowed".into(),
            ParamKind::Star | ParamKind::BareStar if star_star => {
                format!("* parameter may not follow **{kwargs}").into()
            }
            _ if star_star => format!("parameter may not follow **{kwargs}").into(),
            ParamKind::Star | ParamKind::BareStar if star => {
                "multiple * parameters not allowed".into()
            }
            ParamKind::Required if optional && !star => Fault::RequiredAfterOptional,
            _ if !name.is_empty() && before.names.contains(name) => {
                format!("duplicate parameter: {name}").into()
            }
            _ => return,
        };
        self.misplaced(param.span, fault);
    }
}
