//! Black Narrows and Narrows for WebAssembly.
