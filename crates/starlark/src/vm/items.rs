//! Fused instructions on items and fields of local variables: see `compile/fuse.rs`.

use super::Thread;
use super::attribute::attr;
use super::subscript::index;
use crate::compile::Proto;
use crate::error::{Error, Result};
use crate::value::Value;

impl Thread {
    /// `object[int]` of a list.
    #[inline]
    pub(super) fn local_item(
        &mut self,
        base: usize,
        (object, int, to): (u16, u16, u16),
    ) -> Option<usize> {
        let Some(Value::List(list)) = &self.locals[base + object as usize] else {
            return None;
        };
        let items = list.borrow();
        let item = items.get(int as usize)?;
        if let Value::Int(int) = *item {
            drop(items);
            return Some(self.give_int(base, int, to, 3));
        }
        let item = item.clone();
        drop(items);
        Some(self.give(base, item, to, 3))
    }

    /// `object[key]`. Returns the next instruction, as those below do.
    #[inline]
    pub(super) fn locals_item(
        &mut self,
        (base, pc): (usize, usize),
        (object, key, to): (u16, u16, u16),
        proto: &Proto,
    ) -> Result<usize> {
        let item = match (&self.locals[base + object as usize], &self.locals[base + key as usize]) {
            (Some(object), Some(key)) => index(object, key),
            _ => return self.only_first(base, pc, object, proto),
        };
        match item {
            Ok(item) => Ok(pc + self.give(base, item, to, 3)),
            Err(error) => self.failed_at(pc + 2, error),
        }
    }

    /// `object[constant]`.
    #[inline]
    pub(super) fn local_const_item(
        &mut self,
        (base, pc): (usize, usize),
        (object, constant): (u16, u32),
        proto: &Proto,
    ) -> Result<usize> {
        let item = match &self.locals[base + object as usize] {
            Some(object) => index(object, &proto.constants[constant as usize]),
            None => return self.only_first(base, pc, object, proto),
        };
        match item {
            Ok(item) => {
                self.stack.push(item);
                Ok(pc + 3)
            }
            Err(error) => self.failed_at(pc + 2, error),
        }
    }

    /// `object.name`.
    #[inline]
    pub(super) fn local_attr(
        &mut self,
        (base, pc): (usize, usize),
        (object, name): (u16, u32),
        proto: &Proto,
    ) -> Result<usize> {
        let field = match &self.locals[base + object as usize] {
            Some(object) => attr(object, &proto.names[name as usize], &proto.dialect),
            None => return self.only_first(base, pc, object, proto),
        };
        match field {
            Ok(field) => {
                self.stack.push(field);
                Ok(pc + 2)
            }
            Err(error) => self.failed_at(pc + 1, error),
        }
    }

    /// Does only what the first of the replaced instructions did.
    #[cold]
    fn only_first(&mut self, base: usize, pc: usize, local: u16, proto: &Proto) -> Result<usize> {
        self.set_pc(pc);
        self.first_local(base, u32::from(local), proto)?;
        Ok(pc + 1)
    }

    #[cold]
    fn failed_at(&mut self, pc: usize, error: Error) -> Result<usize> {
        self.set_pc(pc);
        Err(error)
    }
}
