//! Every new thread comes through here: the linker sends all calls of `pthread_create` to this function (`build/linking.rs`).
//! So the allocator can start late, and still start in the first thread.
//!
//! The linker does so for the unit tests of the program as well. Those use the allocator of the system.

#![expect(unsafe_code, reason = "the C library calls this, and is called")]

use libc::{c_int, c_void, pthread_attr_t, pthread_t};

unsafe extern "C" {
    /// What the C library calls `pthread_create`.
    fn __real_pthread_create(
        thread: *mut pthread_t,
        attributes: *const pthread_attr_t,
        work: extern "C" fn(*mut c_void) -> *mut c_void,
        argument: *mut c_void,
    ) -> c_int;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_pthread_create(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    work: extern "C" fn(*mut c_void) -> *mut c_void,
    argument: *mut c_void,
) -> c_int {
    #[cfg(not(test))]
    crate::start::start_allocator();
    // SAFETY: all is handed on as it came.
    unsafe { __real_pthread_create(thread, attributes, work, argument) }
}
